"""One ID checked as a person sees it: letters, findings, sum, way, and what the result rests on.

The checker page runs these very functions, translated to JavaScript (docs/checker.md): what is reached from `check` is
written in the part of Python that `toscript` knows.
"""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct

from referee.app.cited import Cited, Index, cite, cited_lines
from referee.app.typed import dice_in, ident_of, make_context, read_number, read_second
from referee.app.worth import Worth, readings_that_matter, worth_of
from referee.model import Context, Roll
from referee.pages.letters import Drawn, drawn_roll
from referee.rules import Ruleset, evaluate_plain, signs_of
from referee.words.tongue import Tongue


class Rules(Struct, frozen=True):
    """What is checked by: the ruleset; switches, each with the ruleset under another value of it; the sentences of the
    readings; the precedents; and who says it."""

    ruleset: Ruleset
    alternatives: tuple[tuple[str, Ruleset], ...]
    sentences: Mapping[str, str]
    index: Index
    tongue: Tongue


class Form(Struct, frozen=True):
    """The fields of the form as typed: an empty one is what `judge` takes without its option."""

    id: str
    no: str = ""
    second: str = ""
    square: str = ""
    held: str = ""
    chance: bool = False
    gift: str = ""


class Checked(Struct, frozen=True):
    """An ID checked: `remarks` are the readings and precedents that it rests on, in words."""

    roll: Roll
    worth: Worth
    cited: Cited
    drawn: Drawn
    remarks: tuple[str, ...]


def check(rules: Rules, form: Form) -> Checked:
    """Judge what was typed.

    Raises:
        UsageError: a field can't be read, or the ID can't be judged; as `referee judge`.
    """
    context = context_of(form)
    ident = ident_of(form.id)
    roll = evaluate_plain(dice_in(ident, rules.ruleset.values), context, rules.ruleset)
    worth = worth_of(roll)
    readings = readings_that_matter(ident, context, worth, rules.alternatives)
    cited = cite(readings, [f"roll/{sign}" for sign in signs_of(roll, rules.ruleset.goal)], rules.index)
    remarks = cited_lines(rules.tongue, cited, rules.sentences, rules.index)
    return Checked(roll, worth, cited, drawn_roll(rules.tongue, roll), tuple(remarks))


def context_of(form: Form) -> Context:
    """What the fields besides the ID say.

    Raises:
        UsageError: a field can't be read, or holds what no post and no player can have.
    """
    post_no = read_number("no", form.no)
    second, fraction = read_second(form.second) if form.second.strip() else (None, "")
    square, held, gift = (
        read_number("square", form.square),
        read_number("held", form.held),
        read_number("gift", form.gift),
    )
    return make_context(post_no, second, fraction, square or 0, 1 if held is None else held, form.chance, gift or 0)
