"""The checker page: judges IDs without a server, by the evaluator made into a script (docs/checker.md)."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Iterator, Mapping
from functools import lru_cache
from hashlib import sha256

from markupsafe import Markup

from referee.pages.edition import HEAD, Edition
from referee.pages.letters import MARKS
from referee.pages.paths import CHECKER, rules_path
from referee.pages.view import Draft, Page
from referee.words.tongue import shown

#: The texts that make up the script, and by language what it says.
_SCRIPT, _SAID = ("engine.js", "checker.js"), "checker.{lang}.json"
#: The fields that take a number: name, label, what an empty one means, and the lowest number (seconds tell it
#: themselves); the highest of all.
NUMBERS = (
    ("no", "checker_no", "", 1),
    ("second", "checker_second", "", None),
    ("square", "checker_square", "0", 0),
    ("held", "checker_held", "1", 0),
    ("gift", "checker_gift", "0", 0),
)
HIGHEST = 10**9


def checker_pages(edition: Edition, texts: Mapping[str, str]) -> Iterator[Draft]:
    """The checker, where the rules in force are known; `texts` are those of `pages/templates` by name."""
    rules = edition.game.checkers.get(edition.lang)
    if rules is not None:
        yield edition.draft(CHECKER, lambda: _checker_page(edition, texts, rules), rules)


def _checker_page(edition: Edition, texts: Mapping[str, str], rules: str) -> Page:
    script = "".join(texts[name] for name in _SCRIPT)
    say, game = edition.say, edition.game
    book = edition.book(game.ruleset)
    judged_by = None
    if book is not None:
        title = say("checker_rules", name=shown(book.name, HEAD), digest=game.ruleset[:12])
        judged_by = (rules_path(game.ruleset), title)
    return edition.page(
        CHECKER,
        "checker.html",
        say("checker"),
        policy=f"; script-src '{digest_of(script)}'",
        script=Markup(script),
        rules=_data(rules),
        said=_data(texts[_SAID.format(lang=edition.lang)]),
        numbers=[(name, say(label), empty, _bad(edition, label, low)) for name, label, empty, low in NUMBERS],
        legend=[(mark, say(f"legend_{mark}")) for mark in MARKS],
        judged_by=judged_by,
    )


def _bad(edition: Edition, label: str, low: int | None) -> str:
    """What is said of a number that can't be read or that nobody can have, with a place for it."""
    say = edition.say
    right = say("check_second_right") if low is None else say("check_number", low=low, high=HIGHEST)
    return say("check_bad_field", field=say(label), typed="{}", right=right)


@lru_cache(maxsize=1)
def digest_of(script: str) -> str:
    """A script as a policy names it: what it is, and nothing else, may run."""
    return f"sha256-{b64encode(sha256(script.encode()).digest()).decode()}"


def _data(text: str) -> Markup:
    """JSON that can't end the element that it stands in."""
    return Markup(text.replace("<", "\\u003c"))
