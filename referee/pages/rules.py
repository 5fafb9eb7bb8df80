"""A page per ruleset: every rule and reading in force, each with the precedents that it made or that rest on it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from functools import partial

from msgspec import Struct

from referee.pages.edition import Edition
from referee.pages.paths import rules_path
from referee.pages.view import Draft, Page, Precedent, RuleBook
from referee.words.tongue import shown


class Decided(Struct, frozen=True):
    """A precedent under the readings in force."""

    number: str
    question: str
    answer: str
    reason: str


def rules_pages(edition: Edition) -> Iterator[Draft]:
    """A page for each ruleset that judged."""
    for digest in edition.game.books:
        book = edition.book(digest)
        if book is not None:
            yield edition.draft(rules_path(digest), partial(_rules_page, edition, book), book)


def _rules_page(edition: Edition, book: RuleBook) -> Page:
    found = edition.game.precedents(edition.lang)
    values = {name: value for name, value, _ in book.readings}
    citing: dict[str, list[str]] = defaultdict(list)
    for one in found:
        for name in (*one.rules, one.switch):
            citing[name].append(one.number)
    return edition.page(
        rules_path(book.digest),
        "rules.html",
        edition.say("rules"),
        book=book,
        name=shown(book.name, 40),
        citing=citing,
        precedents=[_decided(one, values.get(one.switch)) for one in found],
    )


def _decided(one: Precedent, value: str | None) -> Decided:
    """A precedent with the answer that holds by the value of its switch, where it has one."""
    answer = one.answers.get(value or "", one.choice)
    # The reason given is that of the choice.
    return Decided(one.number, one.question, answer, one.reason if answer == one.choice else "")
