"""One ID checked as a person sees it: letters, findings, sum, way, and what the result rests on.

The checker page runs these very functions, translated to JavaScript (docs/checker.md): what is reached from `check` is
written in the part of Python that `toscript` knows.
"""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct

from referee.app.cited import Cited, Index, cite, cited_lines
from referee.app.otherwise import Alternative, otherwise, switches
from referee.app.question import Question, Worth, dice_in, ident_of, worth_of
from referee.app.showrules import shown_value
from referee.app.typed import make_context, read_number, read_second
from referee.model import Context, Roll
from referee.pages.letters import Letter, Line, dice_marked, finding_lines
from referee.rules import Ruleset, evaluate_plain, signs_of
from referee.words.rolls import conclusion
from referee.words.short import whole_roll
from referee.words.tongue import Tongue


class Rules(Struct, frozen=True):
    """What is checked by: the ruleset, and other readings of it; the sentences of the readings; the precedents; and who
    says it."""

    ruleset: Ruleset
    alternatives: tuple[Alternative, ...]
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
    """An ID checked: `dice` and `lines` as they are drawn, `sums` how it was added up, `remarks` the readings and
    precedents that it rests on, `others` what it would be by each other reading that matters."""

    roll: Roll
    worth: Worth
    cited: Cited
    dice: tuple[Letter, ...]
    lines: tuple[Line, ...]
    sums: tuple[str, ...]
    remarks: tuple[str, ...]
    others: tuple[str, ...]


def check(rules: Rules, form: Form) -> Checked:
    """Judge what was typed.

    Raises:
        UsageError: a field can't be read, or the ID can't be judged; as `referee judge`.
    """
    question, tongue = Question(form.id, context_of(form)), rules.tongue
    ident = ident_of(question.id)
    roll = evaluate_plain(dice_in(ident, rules.ruleset.values), question.context, rules.ruleset)
    others = tuple(otherwise(ident, question.context, roll, rules.alternatives))
    cited = cite(switches(others), [f"roll/{sign}" for sign in signs_of(roll, rules.ruleset.goal)], rules.index)
    return Checked(
        roll,
        worth_of(roll),
        cited,
        dice_marked(roll),
        finding_lines(tongue, roll),
        tuple(conclusion(tongue, roll)),
        tuple(cited_lines(tongue, cited, rules.sentences, rules.index)),
        tuple(f"{one.switch} = {shown_value(one.value)}: {whole_roll(tongue, one.roll)}" for one in others),
    )


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
