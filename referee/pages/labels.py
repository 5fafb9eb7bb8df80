"""Labels as templates ask for them: `says.rank`."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from markupsafe import Markup, escape


class Labels:
    """What stands under the keys of `words.pages.LABELS`, of those without fields; each is said once, ready to stand in
    HTML."""

    def __init__(self, say: Callable[[str], str]) -> None:
        self._say = say

    if not TYPE_CHECKING:  # templates alone ask; a key that is none raises KeyError

        def __getattr__(self, key: str) -> Markup:
            said = self.__dict__[key] = escape(self._say(key))
            return said
