"""The ruleset as people read it: for the terminal, as text for a thread's template, as JSON, and as docs/rules.md."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from html import escape

from referee.rules import Ruleset

#: Lines and bytes of one post that usual boards take (BBS_LINE_NUMBER 16, BBS_MESSAGE_COUNT 2048).
TEMPLATE_LINES, TEMPLATE_BYTES = 32, 2048
#: Signs that CP932 has not, and what people write instead.
_PLAINER = str.maketrans({"·": "×", "−": "-", "–": "-", "—": "-", "“": '"', "”": '"', "’": "'"})
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


def template_posts(ruleset: Ruleset, lang: str) -> list[str]:
    """The events as text for the template of a thread, made from the rows, for a person to paste.

    Each part is one post that usual boards take: `TEMPLATE_LINES` lines, `TEMPLATE_BYTES` bytes of CP932, line ends and
    signs of HTML counted as boards store them. What CP932 has not stands as a numeric reference, which boards show.
    """
    place = 1 if lang == "en" else 0
    rows = [f"・{_for_boards((row.ja, row.en)[place])}" for row in ruleset.event]
    heading = f"【{SECTIONS['E'][place]}】"
    room = TEMPLATE_BYTES - _stored_bytes(f"{heading} (99/99)")
    posts: list[list[str]] = [[]]
    for row in rows:
        size = sum(map(_stored_bytes, (*posts[-1], row)))
        if posts[-1] and (len(posts[-1]) + 2 > TEMPLATE_LINES or size > room):  # a line more, and the heading
            posts.append([])
        posts[-1].append(row)
    of = len(posts)
    heads = [f"{heading} ({number}/{of})" if of > 1 else heading for number in range(1, of + 1)]
    return ["\n".join([head, *lines]) for head, lines in zip(heads, posts, strict=True)]


def show_template(ruleset: Ruleset, lang: str) -> Iterator[str]:
    """The posts of the template; where there are several, a marker line that is no part of them stands before each."""
    posts = template_posts(ruleset, lang)
    for number, post in enumerate(posts, 1):
        if len(posts) > 1:
            yield f"----- {number}/{len(posts)} -----"
        yield post


def _for_boards(text: str) -> str:
    """One line of a text in characters that boards take."""
    return " ".join(text.translate(_PLAINER).split()).encode("cp932", "xmlcharrefreplace").decode("cp932")


def _stored_bytes(line: str) -> int:
    """The bytes that a line takes in a dat: `&lt;` for `<`, and ` <br> ` at its end."""
    return len(f"{escape(line, quote=False)} <br> ".encode("cp932"))


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
    return str(value).lower() if isinstance(value, bool) else str(value)
