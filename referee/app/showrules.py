"""The ruleset as people read it: for the terminal, as text for a thread's template, as JSON, and as docs/rules.md."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from referee.model import PostLimits
from referee.rules import Ruleset
from referee.words.paste import USUAL
from referee.words.paste import posts as posts_of

#: Headings by what a rule id begins with, in the order of the rule book.
SECTIONS: dict[str, tuple[str, str]] = {
    "T": ("参加とサイコロ", "Who rolls, and when"),
    "E": ("出目とイベント", "What the dice are worth"),
    "M": ("進み方", "Moving"),
    "S": ("状態・休み・晒し", "States, rests, exposures"),
    "G": ("ボーナス", "Gifts"),
    "X": ("もう一度振る", "Extra rolls on other boards"),
    "H": ("あがり", "Home"),
    "N": ("名前欄と近いもの", "What a player writes"),
}


def sections(ruleset: Ruleset) -> Iterator[tuple[str, list[tuple[str, list[tuple[str, str]]]]]]:
    """Section letter → its rules in order, each id once with its sentences (ja, en)."""
    rows = [(row.rule, row.ja, row.en) for row in ruleset.event] + [(row.id, row.ja, row.en) for row in ruleset.rule]
    known = [*SECTIONS, *sorted({rule[:1] for rule, _, _ in rows} - set(SECTIONS))]
    for letter in known:
        rules: dict[str, list[tuple[str, str]]] = {}
        for rule, ja, en in rows:
            if rule[:1] == letter:
                rules.setdefault(rule, []).append((ja, en))
        if rules:
            yield letter, list(rules.items())


def show_text(ruleset: Ruleset, lang: str) -> Iterator[str]:
    """Every rule with its id, then the switches with what is in force."""
    place = 1 if lang == "en" else 0
    yield f"{ruleset.name}  {ruleset.digest}"
    for letter, rules in sections(ruleset):
        yield ""
        yield f"{letter}  {SECTIONS.get(letter, (letter, letter))[place]}"
        for rule, sentences in rules:
            for number, pair in enumerate(sentences):
                yield f"  {'' if number else rule:8} {pair[place]}"
    yield ""
    yield "Readings" if lang == "en" else "読み方"
    for name, reading in ruleset.readings.items():
        others = ", ".join(shown_value(value) for value in reading.alternatives)
        yield f"  {name} = {shown_value(reading.value)}  ({others})"
        yield f"      {reading.en if lang == 'en' else reading.ja}"


def template_posts(ruleset: Ruleset, lang: str, limits: PostLimits = USUAL) -> list[str]:
    """The events as text for the template of a thread, made from the rows, for a person to paste.

    Each part is one post that usual boards take (`words.paste`).
    """
    place = 1 if lang == "en" else 0
    rows = [f"・{(row.ja, row.en)[place]}" for row in ruleset.event]
    return posts_of(SECTIONS["E"][place], rows, limits)


def show_template(ruleset: Ruleset, lang: str) -> Iterator[str]:
    """The posts of the template; where there are several, a marker line that is no part of them stands before each."""
    posts = template_posts(ruleset, lang)
    for number, post in enumerate(posts, 1):
        if len(posts) > 1:
            yield f"----- {number}/{len(posts)} -----"
        yield post


def show_json(ruleset: Ruleset, lang: str) -> dict[str, object]:
    """The ruleset as one JSON object."""
    return {
        "ruleset": {"name": ruleset.name, "digest": ruleset.digest, "readings": ruleset.values},
        "goal": ruleset.goal,
        "events": ruleset.event,
        "squares": ruleset.square,
        "rules": [{"id": row.id, "text": row.en if lang == "en" else row.ja} for row in ruleset.rule],
        "switches": ruleset.readings,
    }


def rules_page(ruleset: Ruleset) -> str:
    """`docs/rules.md`: each rule id once, in both languages, and the switches."""
    made_from = f"Made from `referee/rules/sets/{ruleset.name}.toml`: a test compares the two,"
    lines = ["# Rules", "", made_from, "and `pytest --bless` writes this page anew."]
    lines += ["", "What the text leaves open, how it was decided and why: [the precedent book](precedents/README.md)."]
    for letter, rules in sections(ruleset):
        ja, en = SECTIONS.get(letter, (letter, letter))
        lines += ["", f"## {letter} — {en} ({ja})", "", "| rule | English | 日本語 |", "|---|---|---|"]
        for rule, sentences in rules:
            lines.append(f"| **{rule}** | {_cell(en for _, en in sentences)} | {_cell(ja for ja, _ in sentences)} |")
    lines += ["", "## Readings", "", "| switch | in force | alternatives | rule | English | 日本語 |"]
    lines.append("|---|---|---|---|---|---|")
    for name, reading in ruleset.readings.items():
        others = ", ".join(f"`{shown_value(value)}`" for value in reading.alternatives)
        texts = _cell([reading.en]), _cell([reading.ja])
        lines.append(
            "| " + " | ".join((f"`{name}`", f"`{shown_value(reading.value)}`", others, reading.rule, *texts)) + " |"
        )
    return "\n".join(lines) + "\n"


def _cell(sentences: Iterable[str]) -> str:
    return " <br> ".join(text.replace("|", "\\|") for text in sentences)


def shown_value(value: object) -> str:
    """A value as TOML writes it, without quotes."""
    return "true" if value is True else "false" if value is False else str(value)
