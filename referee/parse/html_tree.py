"""A page as a parser of HTML understands it: its generation, the elements of its posts, its title."""

from __future__ import annotations

import re

from selectolax.lexbor import LexborHTMLParser

from referee.model import Post
from referee.parse.dat import NO_TITLES, read_title
from referee.parse.html_generations import GENERATIONS, Generation
from referee.parse.html_posts import Unread, fields_of, first_post
from referee.parse.html_text import parseable
from referee.parse.kind import Refusal
from referee.parse.make import Fields

#: Pages of boards that are no threads, by their title (FORMATS 2.2, error pages; ODD-INPUTS 20).
_NO_THREADS: tuple[tuple[re.Pattern[str], Refusal], ...] = (
    (re.compile(r"人大杉"), "crowded"),
    (re.compile(r"Just a moment|Attention Required|Access denied", re.IGNORECASE), "challenge"),
    (
        re.compile(r"datが存在しません|スレッドは?存在しません|スレッドを発見できません|存在しないスレッド"),
        "no_such_thread",
    ),
    (re.compile(r"\berror\b|エラー|ＥＲＲＯＲ|\b(?:403|404|500|502|503)\b", re.IGNORECASE), "error_page"),
)
#: What stands above the made-up posts with which 0ch+ says that there is no such thread, and how many there are.
_ABSENT = "指定されたスレッドは存在しません"
_MADE_UP = 2


class Page:
    """The text of a page (`page_text`), parsed."""

    def __init__(self, text: str) -> None:
        self._tree = LexborHTMLParser(parseable(text))
        self._pieces: list[str] = []
        self.generation = self._recognise()

    def posts(self, any_damage: bool) -> list[Fields | Unread]:
        """The posts of the page in its order; `any_damage` tells whether there are bad bytes anywhere."""
        return list(fields_of(self._pieces, self.generation, any_damage)) if self.generation else []

    def title(self, posts: list[Post]) -> str | None:
        """The title of the thread; None where it was erased together with post 1."""
        selectors = self.generation.titles if self.generation else ()
        title = next(filter(None, map(read_title, self._texts(selectors))), None)
        is_erased = title in NO_TITLES and (posts[0].number > 1 or posts[0].status == "erased")
        return None if is_erased else title

    def refusal(self) -> Refusal:
        """What a page without posts is, by its title."""
        heading = " ".join(self._texts(("title", "h1")))
        return next((why for sign, why in _NO_THREADS if sign.search(heading)), "unknown_page")

    def is_absent(self, posts: int) -> bool:
        """Whether a page with so many posts says that there is no such thread."""
        return posts <= _MADE_UP and _ABSENT in self._texts(("title", "h1"))

    def _recognise(self) -> Generation | None:
        """The first generation that the page is of; finds the elements of its posts, written out."""
        written: dict[str, list[str]] = {}
        for generation in GENERATIONS:
            if self._tree.css_first(generation.mark) is None:
                continue
            if generation.posts not in written:
                self._tree.strip_tags(["style", "noscript", "iframe"])
                written[generation.posts] = [node.html or "" for node in self._tree.css(generation.posts)]
            self._pieces = written[generation.posts]
            if generation.sign is None or generation.sign.search(first_post(self._pieces)):
                return generation
        return None

    def _texts(self, selectors: tuple[str, ...]) -> list[str]:
        """The texts of the first element that each selector finds."""
        found = map(self._tree.css_first, selectors)
        return [node.text().strip() for node in found if node is not None]
