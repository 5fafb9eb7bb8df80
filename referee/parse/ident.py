"""What a date field says about who posted: an ID that is shown, hidden, or none at all."""

from __future__ import annotations

import re

from msgspec import Struct

from referee.model import IdKind

#: `ID:` or the label of an address, whichever stands first (FORMATS 1.4): a HOST may hold spaces and an `ID:`.
_LABEL = re.compile(r"(?:(?:^|(?<=[\s>　]))ID:|HOST:|発信元:)")
#: The rest of most date fields: an ID and nothing else, its group 1. Says what `read_ident` would say, faster.
USUAL_IDENT = re.compile(r" ID:([0-9A-Za-z+/]{8,9})")
_TOKEN = re.compile(r"[^\s<]{0,100}")
#: Marks that boards append to an ID: a paid account ●, a cap *, the owner of the thread (主).
_MARKS = ("●", "*", "(主)")
#: Behind an ID of this many characters: a post copied from .net.
_COPIED, _DICE = ".net", 8
_REAL = re.compile(r"[0-9A-Za-z+/._!-]{1,64}")
_NUMERIC_ADDRESS = re.compile(r"[0-9]{1,3}(?:\.[0-9]{1,3}){3}")
#: What stands in an ID's place in erased posts, converted files and the HTML of `Over 1000 Thread` (FORMATS 0, 1.10).
_NO_IDS = frozenset({"NG", "NG0", "DELETED", "Thread"})


#: What names the poster in a date field, wherever it stands: nothing from there on is part of the date.
_POSTER = re.compile("ID:|HOST:|発信元:")


class Ident(Struct, frozen=True, gc=False):
    """The ID part of a post: the fields of the same names of `Post`."""

    id: str | None
    dice_id: str | None
    kind: IdKind


def kind_in_no_post(ident: Ident) -> IdKind:
    """The kind of ID in a line that is no post of anybody: an ID that stands there shows nobody's."""
    return "none" if ident.kind == "shown" else ident.kind


def without_ident(field: str) -> str:
    """A date field up to what names the poster: IDs and addresses stay out of it."""
    return _POSTER.split(field, maxsplit=1)[0].strip()


def read_bare_ident(text: str) -> Ident:
    """What an ID says that stands alone, without a date field, as a person copies it."""
    match = _TOKEN.match(text)
    return _identified(match[0] if match else "")


NO_ID = Ident(None, None, "none")
_HIDDEN = Ident(None, None, "hidden")
_NOT_AN_ID = Ident(None, None, "not_an_id")


def read_ident(rest: str) -> Ident:
    """What the part of a date field behind the stamp says (FORMATS 1.4, 1.5; RULES T3, T7).

    Text of event days (`NIKU`, `USO`) stays part of the ID. An IP address or a host name is never an ID.
    """
    label = _LABEL.search(rest)
    if label is None:
        return NO_ID
    if label[0] != "ID:":
        return _NOT_AN_ID
    match = _TOKEN.match(rest, label.end())
    return _identified(match[0] if match else "")


def _identified(shown: str) -> Ident:
    """What stands behind `ID:`."""
    dice_id = _without_marks(shown)
    if not dice_id:
        return NO_ID
    if dice_id.startswith("???"):
        return _HIDDEN
    if dice_id in _NO_IDS or not _REAL.fullmatch(dice_id) or _NUMERIC_ADDRESS.fullmatch(dice_id):
        return _NOT_AN_ID
    return Ident(shown, dice_id, "shown")


def _without_marks(shown: str) -> str:
    """The ID without what boards append to it, one mark after the other from its end."""
    found = ""
    while found != shown:
        found = shown
        for mark in _MARKS:
            shown = shown.removesuffix(mark)
        if len(shown) >= _DICE + len(_COPIED):
            shown = shown.removesuffix(_COPIED)
    return found
