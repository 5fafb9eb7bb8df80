"""Pieces that are filled in by their shape are what their macro makes, whatever is put in."""

from __future__ import annotations

from typing import get_args, get_origin

from hypothesis import example, given
from hypothesis import strategies as st
from markupsafe import Markup
from msgspec import Struct
from msgspec.structs import fields

from referee.app.site import templates
from referee.pages.drawing import _Table
from referee.pages.edition import printer
from referee.pages.labels import Labels
from referee.pages.letters import Letter, Line
from referee.pages.paths import between
from referee.pages.pieces import Pieces
from referee.pages.player import Line as Move
from referee.pages.shapes import Shapes
from referee.pages.thread import Line as Post
from referee.pages.verdict import Content, Ruled
from referee.words.pages import PageSpeaker

PRINTER = printer(templates())
SAYS = Labels(PageSpeaker("en", {}).label)
PIECES = Pieces(PRINTER, SAYS)
#: Texts, empty ones too, with what HTML has to escape; none holds what no text of ours can hold.
TEXTS = st.sampled_from(["", "a", "<b>&amp;\"'", "0", "ぬるぽ", "-1"]) | st.text(st.characters(exclude_characters="\0"))
HTML = TEXTS.map(Markup.escape) | st.just(Markup("<i>1</i>"))
NUMBERS = st.integers(0, 3)


def some(kind: object) -> st.SearchStrategy[object]:
    """What a field of a type may hold."""
    if isinstance(kind, type) and issubclass(kind, Struct):
        return st.builds(kind, **{field.name: some(field.type) for field in fields(kind)})
    if get_origin(kind) is tuple:
        inner = get_args(kind)
        if inner[1:] == (...,):
            return st.lists(some(inner[0]), max_size=2).map(tuple)
        return st.tuples(*map(some, inner))
    return {str: TEXTS, Markup: HTML, int: NUMBERS, str | None: st.none() | TEXTS}[kind]  # type: ignore[index]


#: Every macro that is filled in by shape, with what it is told.
MACROS = {
    "die": Letter,
    "letter": Letter,
    "finding": Line,
    "key_of": tuple[str, tuple[tuple[str, str], ...]],
    "ruling": Ruled,
    "roll": _Table,
    "others": tuple[int, tuple[str, ...]],
    "way": tuple[str, str],
    "move": Move,
    "post": Post,
    "verdict": Content,
}
TOLD = st.sampled_from(sorted(MACROS)).flatmap(lambda macro: st.tuples(st.just(macro), some(MACROS[macro])))


@given(TOLD)
def test_a_piece_by_its_shape_is_what_the_macro_makes(told: tuple[str, object]) -> None:
    macro, content = told
    made = getattr(PRINTER.globals["pieces"], macro)(SAYS, lambda target: between("rolls/1.html", target), content)
    assert PIECES.shaped(macro, content, "rolls/1.html") == made


def test_every_macro_is_tried() -> None:
    assert set(MACROS) == {name for name in vars(PRINTER.globals["pieces"]) if not name.startswith("_")}


@given(st.lists(st.text("<&\0ab", max_size=4), min_size=1, max_size=3))
@example(["\0", "0"])
def test_a_text_with_the_sign_of_slots_loses_it_and_moves_nothing(texts: list[str]) -> None:
    shapes = Shapes(lambda content: Markup("|").join(content))  # type: ignore[call-overload]
    assert shapes(tuple(texts)) == Markup("|").join(text.replace("\0", "") for text in texts)
