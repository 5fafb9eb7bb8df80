"""The macros of `pieces.html` in one language: each run for any page."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from functools import partial
from typing import Any, Generic, TypeVar

from jinja2 import Environment
from markupsafe import Markup

from referee.pages.labels import Labels
from referee.pages.paths import between
from referee.pages.shapes import Shapes

_Key = TypeVar("_Key", bound=Hashable)


class Remembered(dict[_Key, Markup], Generic[_Key]):
    """HTML by what it tells; of that, `most` entries are remembered, None for all."""

    def __init__(self, most: int | None = None, make: Callable[[_Key], Markup] | None = None) -> None:
        super().__init__()
        self._make, self._most = make, most

    def of(self, key: _Key, make: Callable[[], Markup]) -> Markup:
        """What stands under a key, made where nothing does."""
        known = self.get(key)
        return known if known is not None else self._kept(key, make())

    def __missing__(self, key: _Key) -> Markup:
        if self._make is None:
            raise KeyError(key)
        return self._kept(key, self._make(key))

    def _kept(self, key: _Key, made: Markup) -> Markup:
        if self._most is not None and len(self) >= self._most:
            self.clear()
        self[key] = made
        return made


class Pieces:
    """Runs macros, each with labels, a way to link and what it tells."""

    def __init__(self, templates: Environment, says: Labels) -> None:
        self._macros: Any = templates.globals["pieces"]
        self._says = says
        self._shapes: dict[tuple[str, int], Shapes] = {}

    def shaped(self, macro: str, content: object, path: str = "") -> Markup:
        """A piece of the page of a path by the thousand (see `Shapes`)."""
        key = (macro, path.count("/"))
        shapes = self._shapes.get(key)
        if shapes is None:
            run = partial(getattr(self._macros, macro), self._says, partial(between, path))
            shapes = self._shapes[key] = Shapes(run)
        return shapes(content)
