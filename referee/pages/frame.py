"""What stands around every page of one language: made once for all pages that share it, then filled in."""

from __future__ import annotations

from collections.abc import Sequence

from jinja2 import Environment
from markupsafe import escape

from referee.pages.labels import Labels
from referee.pages.paths import FOLDERS, STYLE, between
from referee.words.pages import LANGUAGES

#: What can't stand in a text of ours (words are cleaned of control characters): where the frame is cut open.
_SLOT = "\x00"


class Frames:
    """The head, navigation and foot of pages; `links` are the paths and titles that every page leads to,
    `form_action` is where forms may be sent to (Content-Security-Policy)."""

    def __init__(
        self,
        templates: Environment,
        lang: str,
        site: str,
        links: Sequence[tuple[str, str]],
        says: Labels,
        form_action: str = "'none'",
    ) -> None:
        self._template = templates.get_template("frame.html")
        self._lang, self._site, self._links, self._says = lang, site, links, says
        self._form_action = form_action
        self._other = next(other for other in FOLDERS if other != lang)
        self._targets = frozenset(target for target, _ in links)
        self._cut: dict[tuple[int, str], list[str]] = {}

    def around(self, path: str, heading: str, main: str, policy: str = "") -> str:
        """A whole page: its heading is its title too, the same page of the other language is led to; `policy` is what
        it may do beside what all pages may."""
        folder = FOLDERS[self._lang]
        other = between(f"{folder}{path}", f"{FOLDERS[self._other]}{path}")
        head, title, link, again, body, foot = self._parts(path)
        return "".join((head, policy, title, escape(heading), link, other, again, other, body, main, foot))

    def _parts(self, path: str) -> list[str]:
        """The frame of a page, cut where what is its own comes in."""
        key = (path.count("/"), path if path in self._targets else "")
        parts = self._cut.get(key)
        if parts is None:
            parts = self._cut[key] = self._made(path).split(_SLOT)
        return parts

    def _made(self, path: str) -> str:
        return self._template.render(
            lang=self._lang,
            site=self._site,
            path=path,
            navigation=[(between(path, target), text, target == path) for target, text in self._links],
            style=between(f"{FOLDERS[self._lang]}{path}", STYLE),
            other=(self._other, LANGUAGES[self._other]),
            says=self._says,
            form_action=self._form_action,
            slot=_SLOT,
        )
