"""The precedent book: TOML rows in, checked precedents out, or a refusal that names row, reason and remedy."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import Any

from msgspec import Struct

from referee.errors import RulesetError, nearest
from referee.model.ruling import ACTS
from referee.rules.load import SWITCHES, convert_row
from referee.rules.ruleset import Value
from referee.rules.signs import SIGNS

#: Settings of a game that are readings of the rules all the same, the default first (RULES, end of "Readings").
SETTINGS: dict[str, tuple[Value, ...]] = {"exposures": ("link", "ruling"), "random": ("seeded", "ruling")}
#: What a verdict may show that makes it cite a precedent, by the part of the verdict that shows it.
CITED: dict[str, tuple[str, ...]] = {
    "roll": tuple(SIGNS),
    "step": ("lost_gift", "extra_uses_state"),
    "kind": ("erased",),
    "why": ("own_text", "undated"),
    "notice": ("claim_differs",),
    "item": ("correction", "exposure_shown", "link_refused"),
    "ruling": tuple(kind for kind in ACTS if kind != "stands"),
}
#: What a case may expect of a post (`to` and `from` are squares), and of a player at its end.
POST_KEYS = frozenset(
    "no kind why player from to roll bonus gift rest_until notices gifts extra items".split()  # noqa: SIM905
)
STANDING_KEYS = frozenset("rank player square home rolls rest_until held chance extra_rolls".split())  # noqa: SIM905

_NUMBER = re.compile("P-([TEMSGXHN])-[0-9]{2}")
_RULE = re.compile("[TMSGXHN][0-9]|E-[A-Z]+")


class Wording(Struct, frozen=True, forbid_unknown_fields=True):
    """One sentence or more, in both languages."""

    ja: str
    en: str

    def of(self, lang: str) -> str:
        """The one in `ja` or `en`."""
        return self.en if lang == "en" else self.ja


class CasePost(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A synthetic post, as in the worked examples of the rules: `time` in the board's clock, None where it can't be
    read; `trip` with ◆ (or ◇, a look-alike); `id` `???` where it is hidden; `host` whether the name is a genuine host;
    `erased` when first seen; `erased_later` after it was seen."""

    no: int
    time: datetime | None = None
    trip: str | None = None
    id: str | None = None
    mail: str = ""
    name: str = ""
    body: str = ""
    host: bool = False
    erased: bool = False
    erased_later: bool = False


class CaseLink(CasePost, frozen=True, forbid_unknown_fields=True, omit_defaults=True, kw_only=True):
    """A post of another thread, at the address that a post of the case links."""

    url: str
    board: str
    key: str


class Case(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What is judged: one ID with its context (`dice`), or a short game (`posts`, `links`)."""

    dice: str | None = None
    post_no: int | None = None
    second: int | None = None
    fraction: str = ""
    square: int = 0
    held: int = 1
    chance: bool = False
    gift: int = 0
    posts: tuple[CasePost, ...] = ()
    links: tuple[CaseLink, ...] = ()


class Answer(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A possible answer, and what the case gives under it.

    `value` of the switch, where there is one; `worth` of one ID, in the keys of `judge --json`; `posts` and `standings`
    of a game, each with the keys that matter; `rulings` of the host that make this answer: `no` of the post, `kind`,
    and the keys of its act (`model.ruling`), times and days as TOML writes them. An answer without any expectation was
    refused, and stands in words alone.
    """

    ja: str
    en: str
    value: Value | None = None
    chosen: bool = False
    worth: dict[str, Any] | None = None
    posts: tuple[dict[str, Any], ...] = ()
    standings: tuple[dict[str, Any], ...] = ()
    gifts_waiting: int | None = None
    rulings: tuple[dict[str, Any], ...] = ()

    @property
    def is_run(self) -> bool:
        """Whether the case can be run under this answer."""
        return self.worth is not None or bool(self.posts)


class Precedent(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A point that the players' text leaves open, how it was decided, and a case that shows it.

    `number` is never given to another precedent; `rules` are the rules it rests on; `switch` the reading, or setting of
    a game, that may decide it otherwise; `cited` what a verdict shows that makes it name this precedent.
    """

    number: str
    rules: tuple[str, ...]
    question: Wording
    reason: Wording
    case: Case
    answer: tuple[Answer, ...]
    switch: str | None = None
    cited: tuple[str, ...] = ()

    @property
    def section(self) -> str:
        """The letter of the section of the rules."""
        return self.number[2]

    @property
    def choice(self) -> Answer:
        """The answer that holds."""
        return next(answer for answer in self.answer if answer.chosen)


def load_book(pages: Mapping[str, str]) -> tuple[Precedent, ...]:
    """Read the precedents, in the order given.

    Args:
        pages: what a refusal calls a page → its TOML text.

    Raises:
        RulesetError: a text is no TOML, or a row is wrong.
    """
    found: list[Precedent] = []
    for where, text in pages.items():
        found += _page(where, text)
    _check_unique(found)
    return tuple(found)


def _page(where: str, text: str) -> Iterable[Precedent]:
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise RulesetError(where, f"not valid TOML: {error}", "mend the line it names") from None
    for table in data:
        if table != "precedent":
            raise RulesetError(where, f"unknown table [{table}]", "write each row under [[precedent]]")
    rows = data.get("precedent", [])
    if not isinstance(rows, list):
        raise RulesetError(f"{where}, precedent", "is no list of rows", "write each row under [[precedent]]")
    for place, row in enumerate(rows, 1):
        number = row.get("number") if isinstance(row, dict) else None
        name = f"[[precedent]] {number if isinstance(number, str) else f'no. {place}'}"
        precedent = convert_row(row, Precedent, where, name)
        if fault := _fault(precedent):
            raise RulesetError(f"{where}, {name}", *fault)
        yield precedent


def _check_unique(precedents: Iterable[Precedent]) -> None:
    """No number stands twice, and nothing cites two precedents: a verdict would not know which."""
    owners: dict[str, str] = {}
    for precedent in precedents:
        names = [precedent.number, *precedent.cited, *([precedent.switch] if precedent.switch else [])]
        for name in names:
            if name in owners:
                what = "duplicate number" if name == precedent.number else f"{name} belongs to {owners[name]} already"
                raise RulesetError(precedent.number, what, "numbers, switches and signs stand once")
            owners[name] = precedent.number


def _fault(row: Precedent) -> tuple[str, str] | None:
    """What is wrong with a row, and what would be right; None when nothing is."""
    if not _NUMBER.fullmatch(row.number):
        return f"number {row.number!r}", "P, the letter of the section and two digits: P-E-07"
    if not row.rules:
        return "rests on no rule", 'rules = ["E-K"]'
    for rule in row.rules:
        if not _RULE.fullmatch(rule):
            return f"{rule!r} is no id of a rule", "like T5 or E-XX"
    for sign in row.cited:
        part, _, name = sign.partition("/")
        if name not in CITED.get(part, ()):
            known = [f"{kind}/{one}" for kind, names in CITED.items() for one in names]
            return f"nothing shows {sign!r}", nearest(sign, known)
    return _choice_fault(row) or _case_fault(row)


def _choice_fault(row: Precedent) -> tuple[str, str] | None:
    chosen = [answer for answer in row.answer if answer.chosen]
    if len(row.answer) < 2:
        return f"has {len(row.answer)} answer", "a question has two answers at least, under [[precedent.answer]]"
    if len(chosen) != 1:
        return f"{len(chosen)} answers are chosen", "chosen = true on one of them"
    values = [answer.value for answer in row.answer]
    if row.switch is None:
        if any(value is not None for value in values):
            return "has values without a switch", "name the switch, or leave value out"
        return None
    known = SWITCHES.get(row.switch) or SETTINGS.get(row.switch)
    if known is None:
        return f"unknown switch {row.switch}", nearest(row.switch, [*SWITCHES, *SETTINGS])
    # False equals 0 and True equals 1, so types are compared too.
    if sorted(map(repr, values)) != sorted(map(repr, known)):
        return f"answers do not have the values of {row.switch}", f"one answer each for {', '.join(map(repr, known))}"
    if chosen[0].value != known[0]:
        return f"{chosen[0].value!r} is chosen, the default is {known[0]!r}", "chosen = true on the default"
    return None


def _case_fault(row: Precedent) -> tuple[str, str] | None:
    case = row.case
    if (case.dice is None) == (not case.posts):
        return "needs either dice or posts in its case", 'case.dice = "a5dMhaAn", or case.posts = [ … ]'
    numbers = [post.no for post in case.posts]
    if len(set(numbers)) < len(numbers):
        return "two posts of its case have one number", "number them apart"
    for answer in row.answer:
        if fault := _expectation_fault(row, answer):
            return fault
    return None


def _expectation_fault(row: Precedent, answer: Answer) -> tuple[str, str] | None:
    named = f"answer {answer.en!r}"
    game = answer.posts or answer.standings or answer.gifts_waiting is not None
    if row.case.dice is not None and game:
        return f"{named} expects posts, the case is one ID", "worth = { … }"
    if row.case.dice is None and answer.worth is not None:
        return f"{named} expects the worth of an ID, the case is a game", "posts = [ … ]"
    if (answer.chosen or row.switch is not None) and not answer.is_run:
        return f"{named} expects nothing", "say what the case gives under it"
    if answer.is_run and not (answer.chosen or row.switch is not None or answer.rulings):
        return f"{named} can't be run", "leave out what it expects, or name the rulings that make it"
    numbers = {post.no for post in row.case.posts}
    if fault := _rulings_fault(answer, numbers):
        return f"{named}: {fault[0]}", fault[1]
    for wanted, keys in ((answer.posts, POST_KEYS), (answer.standings, STANDING_KEYS)):
        for one in wanted:
            if unknown := sorted(one.keys() - keys):
                return f"{named} expects {unknown[0]}", nearest(unknown[0], sorted(keys))
    for one in answer.posts:
        if one.get("no") not in numbers:
            return f"{named} expects something of post {one.get('no')}", "name a post of the case by its no"
    return None


def _rulings_fault(answer: Answer, numbers: set[int]) -> tuple[str, str] | None:
    for ruling in answer.rulings:
        act = ACTS.get(ruling.get("kind", ""))
        if act is None:
            return f"unknown ruling {ruling.get('kind')}", nearest(str(ruling.get("kind")), ACTS)
        if ruling.get("no") not in numbers:
            return f"a ruling about post {ruling.get('no')}", "name a post of the case by its no"
        if unknown := sorted(ruling.keys() - {"no", "kind", *act.__struct_fields__}):
            return f"a ruling {ruling['kind']} has no {unknown[0]}", f"its keys: {', '.join(act.__struct_fields__)}"
    return None
