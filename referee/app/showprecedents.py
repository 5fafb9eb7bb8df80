"""The precedent book as people read it: for the terminal, as JSON, and as docs/precedents."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import datetime
from typing import Any

import msgspec

from referee import pages
from referee.app.precedents import book
from referee.app.showrules import SECTIONS, shown_value
from referee.rules import Answer, Case, Precedent
from referee.words import Speaker


def show_precedent(one: Precedent, speaker: Speaker) -> str:
    """A precedent in several lines."""
    lang = speaker.lang
    answers = [(answer.chosen, _answer_text(answer, lang), expected_text(answer)) for answer in one.answer]
    head = "  ".join([one.number, ", ".join(one.rules), *([one.switch] if one.switch else [])])
    return speaker.precedent_in_full(
        head, one.question.of(lang), answers, one.reason.of(lang), list(case_lines(one.case))
    )


def precedent_json(one: Precedent, lang: str) -> dict[str, object]:
    """One object of `rules precedents --json`, its sentences in one language."""
    return {
        "number": one.number,
        "rules": one.rules,
        "switch": one.switch,
        "question": one.question.of(lang),
        "answers": [_answer_json(answer, lang) for answer in one.answer],
        "choice": _sentence(one.choice, lang),
        "reason": one.reason.of(lang),
        "case": _case_json(one.case),
        "cited": one.cited,
    }


def shown_precedents(lang: str) -> tuple[pages.Precedent, ...]:
    """Every precedent as the pages show it, by section and number."""
    return tuple(
        pages.Precedent(
            number=one.number,
            rules=one.rules,
            switch=one.switch or "",
            question=one.question.of(lang),
            answers={
                shown_value(found.value): _sentence(found, lang) for found in one.answer if found.value is not None
            },
            choice=_sentence(one.choice, lang),
            reason=one.reason.of(lang),
        )
        for one in book()
    )


def page(letter: str, precedents: Sequence[Precedent]) -> str:
    """`docs/precedents/LETTER.md`: the precedents of one section, in both languages."""
    ja, en = SECTIONS[letter]
    lines = [
        f"# {letter} — {en} ({ja})",
        "",
        f"Made from `referee/rules/precedents/{letter}.toml`; see [README](README.md).",
    ]
    for one in precedents:
        switch = f" — `{one.switch}`" if one.switch else ""
        lines += ["", f"## {one.number} — {', '.join(one.rules)}{switch}", "", f"{one.question.en}  ", one.question.ja]
        lines += ["", "| | answer | 答え | the case gives |", "|---|---|---|---|"]
        for answer in one.answer:
            value = "" if answer.value is None else f"`{shown_value(answer.value)}`"
            mark = f"**✔** {value}".strip() if answer.chosen else value
            lines.append(f"| {mark} | {_cell(answer.en)} | {_cell(answer.ja)} | {_cell(expected_text(answer))} |")
        lines += ["", f"{one.reason.en}  ", one.reason.ja, "", "```text", *case_lines(one.case), "```"]
    return "\n".join(lines) + "\n"


def contents(precedents: Sequence[Precedent]) -> str:
    """The part of `docs/precedents/README.md` that is made: every precedent with its question, and what cites it."""
    lines = ["| number | rules | switch | question | 問い | cited by |", "|---|---|---|---|---|---|"]
    for one in precedents:
        link = f"[{one.number}]({one.section}.md#{_anchor(one)})"
        switch = f"`{one.switch}`" if one.switch else ""
        cited = ", ".join(f"`{sign}`" for sign in one.cited)
        cells = (link, ", ".join(one.rules), switch, _cell(one.question.en), _cell(one.question.ja), cited)
        lines.append(f"| {' | '.join(cells)} |")
    return "\n".join(lines) + "\n"


def case_lines(case: Case) -> Iterator[str]:
    """A case, line by line, in the words of `judge` and of the worked examples; the same in every language."""
    if case.dice is not None:
        given = msgspec.to_builtins(case)
        yield "  ".join([f"ID {given.pop('dice')}", *(f"{key} {shown_value(value)}" for key, value in given.items())])
        return
    for post in case.posts:
        yield _post_line(post, "")
    for link in case.links:
        yield _post_line(link, f"{link.board}/{link.key}/")


def expected_text(answer: Answer) -> str:
    """What the case gives under an answer, in the keys of JSON; nothing where the answer stands in words alone."""
    parts = [f"{ruling['no']} {_ruling_text(ruling)}" for ruling in answer.rulings]
    parts += [_pairs(answer.worth)] if answer.worth is not None else []
    parts += [f"{post['no']}: {_pairs({key: post[key] for key in post if key != 'no'})}" for post in answer.posts]
    for row in answer.standings:
        parts.append(f"{row['player']}: {_pairs({key: row[key] for key in row if key != 'player'})}")
    if answer.gifts_waiting is not None:
        parts.append(f"gifts_waiting {answer.gifts_waiting}")
    return "; ".join(parts)


def _ruling_text(ruling: dict[str, Any]) -> str:
    more = _pairs({key: value for key, value in ruling.items() if key not in ("no", "kind")})
    return f"ruled {ruling['kind']}" + (f" ({more})" if more else "")


def _post_line(post: Any, place: str) -> str:
    words = [f"{place}{post.no}", "?" if post.time is None else f"{post.time:%Y-%m-%d %H:%M:%S}"]
    words += [word for word in (post.name, post.trip, post.id and f"ID:{post.id}", post.mail) if word]
    words += [flag for flag in ("host", "erased", "erased_later") if getattr(post, flag)]
    return "  ".join(words) + (f" | {post.body}" if post.body else "")


def _pairs(table: dict[str, Any]) -> str:
    return ", ".join(f"{key} {_value(value)}" for key, value in table.items())


def _value(value: Any) -> str:
    if isinstance(value, dict):
        return f"({_pairs(value)})"
    if isinstance(value, list):
        return " ".join(map(_value, value)) if value else "–"
    return shown_value(value)


def _sentence(answer: Answer, lang: str) -> str:
    return answer.en if lang == "en" else answer.ja


def _answer_text(answer: Answer, lang: str) -> str:
    value = "" if answer.value is None else f"{shown_value(answer.value)}: "
    return value + _sentence(answer, lang)


def _answer_json(answer: Answer, lang: str) -> dict[str, object]:
    expected = {
        key: _json(getattr(answer, key))
        for key in ("worth", "posts", "standings", "gifts_waiting", "rulings")
        if getattr(answer, key) not in (None, ())
    }
    return {"value": answer.value, "chosen": answer.chosen, "text": _sentence(answer, lang), "expect": expected or None}


def _json(value: Any) -> Any:
    """A value as JSON has it: times in the form that all its times have."""
    if isinstance(value, list | tuple):
        return [_json(one) for one in value]
    if isinstance(value, dict):
        return {key: _json(one) for key, one in value.items()}
    return f"{value.isoformat()}+09:00" if isinstance(value, datetime) else value


def _case_json(case: Case) -> dict[str, Any]:
    """A case with its times in the form that all times of JSON have."""
    told: dict[str, Any] = _json(msgspec.to_builtins(case, builtin_types=(datetime,)))
    return told


def _cell(text: str) -> str:
    return text.replace("|", "\\|")


def _anchor(one: Precedent) -> str:
    """The anchor that GitHub makes of a precedent's heading."""
    heading = f"{one.number} — {', '.join(one.rules)}{f' — {one.switch}' if one.switch else ''}".lower()
    return "".join(c for c in heading.replace(" ", "-") if c.isalnum() or c in "-_")
