"""The precedent book: read from the package, searched by number, and by what a verdict shows."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from importlib import resources

from referee.app.cited import Cited, Index, cite, cited_lines
from referee.errors import UsageError
from referee.model import Post, Roll, Shown, Thrown, Verdict
from referee.rules import Precedent, Ruleset, load_book, signs_of
from referee.words import Speaker
from referee.words.rolls import is_lost

#: Reasons that are told before sage is asked for (T3, T4): the reading roll_on_sage changes nothing there.
_BEFORE_SAGE = ("no_trip", "no_id", "unreadable")
#: The sections of the book, in the order of the rules.
_SECTIONS = "TEMSGXHN"
#: The sentences of readings, of the latest rulesets and their languages.
_SENTENCES: dict[tuple[str, str], dict[str, str]] = {}
_MOST = 8


@lru_cache(maxsize=1)
def book() -> tuple[Precedent, ...]:
    """Every precedent, by section and number.

    Raises:
        RulesetError: a row of the package is wrong.
    """
    folder = resources.files("referee.rules") / "precedents"
    names = [f"{letter}.toml" for letter in _SECTIONS]
    return load_book({f"precedents/{name}": (folder / name).read_text("utf-8") for name in names})


def find(number: str) -> Precedent:
    """The precedent of a number, small letters allowed.

    Raises:
        UsageError: there is none.
    """
    found = next((one for one in book() if one.number == number.strip().upper()), None)
    if found is None:
        raise UsageError(number, "no precedent has this number", "all of them: referee rules precedents")
    return found


def cited_by_roll(roll: Roll, goal: int, readings: Sequence[str]) -> Cited:
    """What one ID's worth rests on; `readings` are the switches of which an alternative would change it."""
    return _cited(readings, [f"roll/{sign}" for sign in signs_of(roll, goal)])


def cited_by_verdict(
    verdict: Verdict, post: Post | None, readings: Iterable[str], goal: int, rulings: Iterable[str] = ()
) -> Cited:
    """What a verdict rests on; `readings` are those that change a roll of it, `post` what was judged, where known,
    `rulings` the kinds of those on it."""
    names = [*readings, *_readings_of_post(verdict, post)]
    signs = [*_signs(verdict, goal), *(f"ruling/{kind}" for kind in rulings)]
    return _cited(list(dict.fromkeys(names)), list(dict.fromkeys(signs)))


def cited_by_rulings(kinds: Iterable[str]) -> Cited:
    """The precedents of kinds of rulings."""
    return _cited((), [f"ruling/{kind}" for kind in kinds])


def explain_cited(cited: Cited, ruleset: Ruleset, speaker: Speaker) -> Iterator[str]:
    """The readings and precedents that a result rests on, in words."""
    if not cited.readings and not cited.numbers:
        return iter(())
    return cited_lines(speaker.tongue, cited, reading_sentences(ruleset, speaker.lang), index(speaker.lang))


def reading_sentences(ruleset: Ruleset, lang: str) -> dict[str, str]:
    """Switch → the sentence that explains it, in `ja` or `en`."""
    key = (ruleset.digest, lang)
    if key not in _SENTENCES:
        if len(_SENTENCES) >= _MOST:
            _SENTENCES.clear()
        _SENTENCES[key] = {
            name: reading.en if lang == "en" else reading.ja for name, reading in ruleset.readings.items()
        }
    return _SENTENCES[key]


@lru_cache(maxsize=2)
def index(lang: str) -> Index:
    """The book by what cites it, with its questions in `ja` or `en`."""
    return Index(
        {one.switch: one.number for one in book() if one.switch is not None},
        {sign: one.number for one in book() for sign in one.cited},
        {one.number: one.question.of(lang) for one in book()},
    )


def _cited(readings: Sequence[str], signs: Sequence[str]) -> Cited:
    """The book is opened only where there is something to look up."""
    return cite(readings, signs, index("ja")) if readings or signs else Cited()


def _readings_of_post(verdict: Verdict, post: Post | None) -> Iterator[str]:
    """The switches about posts of which an alternative would change this very verdict, the game before it the same.

    Those about days of rest and about who receives gifts are left out: they change the game before the post.
    """
    is_sage = post is not None and post.mail is not None and "sage" in post.mail
    if is_sage and verdict.dice and verdict.why not in _BEFORE_SAGE and verdict.player is not None:
        yield "roll_on_sage"
    shows = any(isinstance(step, Shown) for step in verdict.steps)
    if shows and verdict.why == "second_of_day" and verdict.rest_until is None:
        yield "showing_allows_second_roll"


def _signs(verdict: Verdict, goal: int) -> Iterator[str]:
    """What a verdict shows that precedents name; near misses are the host's list's, no remark beside a verdict."""
    yield f"kind/{verdict.kind}"
    yield f"why/{verdict.why}"
    for step in verdict.steps:
        if not isinstance(step, Thrown):
            continue
        for sign in signs_of(step.roll, goal):
            yield f"roll/{sign}"
        if is_lost(verdict, step):
            yield "step/lost_gift"
        if step.linked is not None and (step.roll.by_chance or step.roll.factors.held != 1):
            yield "step/extra_uses_state"
    for notice in verdict.notices:
        yield f"notice/{notice}"
    for item in verdict.items:
        yield f"item/{item.kind}"
