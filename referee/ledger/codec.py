"""Nouns as bytes and back: posts, verdicts, and the state of a game; equal values give equal bytes.

What is stored is msgpack with a short name of its form beside it (`verdict/1`), never the name of a Python class; a `z`
behind the name tells that the row was long and is deflated. When a noun changes so that old bytes no longer read, its
form gets the next number, and `_UPCAST` a function from the old form's builtins to the new one's.
"""

from __future__ import annotations

import sys
import zlib
from array import array
from collections.abc import Callable, Iterable
from typing import Any, TypeVar

import msgspec
from immutables import Map
from msgspec import Struct
from msgspec.structs import replace

from referee.errors import LedgerCorrupt
from referee.model import DayIds, Days, GameState, PlayerState, Post, Rest, Stamp, ThreadRef, Verdict

POST_FORM = "post/1"
VERDICT_FORM = "verdict/1"
STATE_FORM = "state/1"
PLAYER_FORM = "player/1"
#: Forms of verdicts whose words stand in their bytes as they are.
PLAIN_FORMS = (VERDICT_FORM,)

N = TypeVar("N", Post, Verdict)
_DEFLATED = "z"
#: From how many bytes on a row is deflated: that of a post that says much.
_LONG = 1000
#: Raw deflate with a window of 8 KiB: the rows are short, and making the window is what costs time.
_WINDOW = -13
_MEMORY = 5
#: Stands in a payload for the thread of the row.
_OF_THE_ROW = ThreadRef("", "")
#: From an older form to the next: its name, and what is done to the builtins of it.
_UPCAST: dict[str, tuple[str, Callable[[Any], Any]]] = {}


class DaysForm(Struct, frozen=True, array_like=True):
    """`Days` as it is stored: its bits as bytes, for they outgrow the integers of msgpack in two months."""

    first: int
    bits: bytes


class PlayerForm(Struct, frozen=True):
    """`PlayerState` as it is stored."""

    trip: str
    name: str
    square: int
    home_at: int | None
    held: int
    chance: bool
    pending: int
    grants: tuple[Stamp, ...]
    made: int
    rest: Rest | None
    rolls: int
    rolled: DaysForm
    posted: DaysForm
    sat: DaysForm
    stood: tuple[tuple[int, tuple[int, ...]], ...]
    arrived: int
    home_on: int | None = None


class DayIdsForm(Struct, frozen=True, array_like=True):
    """`DayIds` as it is stored: sorted."""

    day: int
    ids: list[tuple[str, tuple[str, ...]]]
    told: list[tuple[str, str]]


class StateForm(Struct, frozen=True):
    """`GameState` as it is stored: what maps held sorted; fingerprints packed, eight bytes each, little-endian."""

    waiting: tuple[tuple[str, int], ...]
    last: str | None
    last_other: str | None
    thread: ThreadRef | None
    seen: bytes
    recent: tuple[DayIdsForm, ...]
    homes: int
    moves: int
    number: int
    stamp: Stamp | None
    day: int | None
    players: tuple[PlayerForm, ...]
    used: tuple[str, ...]
    past: tuple[tuple[tuple[str, str, str], bytes], ...]
    round: int = 1
    aliases: tuple[tuple[str, str], ...] = ()
    ruleset: str | None = None


_encode = msgspec.msgpack.Encoder().encode
_decoders: dict[str, Callable[[bytes], Any]] = {
    POST_FORM: msgspec.msgpack.Decoder(Post).decode,
    VERDICT_FORM: msgspec.msgpack.Decoder(Verdict).decode,
    STATE_FORM: msgspec.msgpack.Decoder(StateForm).decode,
    PLAYER_FORM: msgspec.msgpack.Decoder(PlayerForm).decode,
}
_newest = {POST_FORM: Post, VERDICT_FORM: Verdict, STATE_FORM: StateForm, PLAYER_FORM: PlayerForm}


def encode_post(post: Post, thread: ThreadRef) -> tuple[str, bytes]:
    """A post of a row that has this thread: its form and payload."""
    return _deflated(POST_FORM, _encode(_of_row(post, thread)))


def decode_post(form: str, payload: bytes, thread: ThreadRef) -> Post:
    """A post of any form; `thread` is that of its row."""
    post: Post = _decode(form, payload)
    return replace(post, thread=thread) if post.thread == _OF_THE_ROW else post


def encode_verdict(verdict: Verdict, thread: ThreadRef) -> tuple[str, bytes]:
    """A verdict of a row that has this thread and the verdict's ruleset: its form and payload."""
    return _deflated(VERDICT_FORM, _encode(replace(_of_row(verdict, thread), ruleset="")))


def decode_verdict(form: str, payload: bytes, thread: ThreadRef, ruleset: str) -> Verdict:
    """A verdict of any form; `thread` and `ruleset` (a digest) are those of its row."""
    stored: Verdict = _decode(form, payload)
    return replace(stored, thread=thread if stored.thread == _OF_THE_ROW else stored.thread, ruleset=ruleset)


def _of_row(noun: N, thread: ThreadRef) -> N:
    """A noun without the thread that its row names anyway."""
    return replace(noun, thread=_OF_THE_ROW) if noun.thread is thread or noun.thread == thread else noun


def encode_player(player: PlayerState) -> bytes:
    """One player's state, as `player/1`."""
    return _encode(_player_form(player))


def decode_player(form: str, payload: bytes) -> PlayerState:
    """One player's state, of any form."""
    return _player(_decode(form, payload))


def encode_state(state: GameState) -> bytes:
    """The whole state of a game, as `state/1`; equal states give equal bytes."""
    return _encode(
        StateForm(
            waiting=state.waiting,
            last=state.last,
            last_other=state.last_other,
            thread=state.thread,
            seen=pack(state.seen),
            recent=tuple(DayIdsForm(day.day, sorted(day.ids.items()), sorted(day.told)) for day in state.recent),
            homes=state.homes,
            moves=state.moves,
            number=state.number,
            stamp=state.stamp,
            day=state.day,
            players=tuple(_player_form(player) for _, player in sorted(state.players.items())),
            used=tuple(sorted(state.used)),
            past=tuple((key, swapped(packed)) for key, packed in sorted(state.past.items())),
            round=state.round,
            aliases=tuple(sorted(state.aliases.items())),
            ruleset=state.ruleset,
        )
    )


def decode_state(form: str, payload: bytes) -> GameState:
    """The state of a game, of any form."""
    stored: StateForm = _decode(form, payload)
    return GameState(
        players=Map((player.trip, _player(player)) for player in stored.players),
        waiting=stored.waiting,
        last=stored.last,
        last_other=stored.last_other,
        used=Map((key, True) for key in stored.used),
        thread=stored.thread,
        seen=Map((fingerprint, True) for fingerprint in unpack(stored.seen)),
        past=Map((key, swapped(packed)) for key, packed in stored.past),
        recent=tuple(DayIds(day.day, Map(day.ids), frozenset(day.told)) for day in stored.recent),
        homes=stored.homes,
        moves=stored.moves,
        number=stored.number,
        stamp=stored.stamp,
        day=stored.day,
        round=stored.round,
        aliases=Map(stored.aliases),
        ruleset=stored.ruleset,
    )


def pack(fingerprints: Iterable[int]) -> bytes:
    """Fingerprints in ascending order, eight bytes each, little-endian."""
    return swapped(array("q", sorted(fingerprints)).tobytes())


def unpack(packed: bytes) -> array[int]:
    """What `pack` packed."""
    fingerprints = array("q")
    fingerprints.frombytes(swapped(packed))
    return fingerprints


def swapped(packed: bytes) -> bytes:
    """Packed fingerprints from this machine's order of bytes to little-endian, or back: the state packs its own."""
    if sys.byteorder == "little":
        return packed
    turned = array("q", packed)
    turned.byteswap()
    return turned.tobytes()


def _player_form(player: PlayerState) -> PlayerForm:
    return PlayerForm(
        player.trip,
        player.name,
        player.square,
        player.home_at,
        player.held,
        player.chance,
        player.pending,
        player.grants,
        player.made,
        player.rest,
        player.rolls,
        _days_form(player.rolled),
        _days_form(player.posted),
        _days_form(player.sat),
        player.stood,
        player.arrived,
        player.home_on,
    )


def _player(stored: PlayerForm) -> PlayerState:
    return PlayerState(
        stored.trip,
        stored.name,
        stored.square,
        stored.home_at,
        stored.held,
        stored.chance,
        stored.pending,
        stored.grants,
        stored.made,
        stored.rest,
        stored.rolls,
        _days(stored.rolled),
        _days(stored.posted),
        _days(stored.sat),
        stored.stood,
        stored.arrived,
        stored.home_on,
    )


def _days_form(days: Days) -> DaysForm:
    return DaysForm(days.first, days.bits.to_bytes((days.bits.bit_length() + 7) // 8, "little"))


def _days(stored: DaysForm) -> Days:
    return Days(stored.first, int.from_bytes(stored.bits, "little"))


def _deflated(form: str, row: bytes) -> tuple[str, bytes]:
    """A row with its form, deflated where that is worth its time."""
    if len(row) < _LONG:
        return form, row
    packer = zlib.compressobj(1, zlib.DEFLATED, _WINDOW, _MEMORY)
    return form + _DEFLATED, packer.compress(row) + packer.flush()


def _decode(form: str, payload: bytes) -> Any:
    """The noun of a payload, brought up to the newest form where it has an older one.

    Raises:
        LedgerCorrupt: a form that is not known, or bytes that are not of it.
    """
    try:
        plain = payload
        if form.endswith(_DEFLATED):
            form = form.removesuffix(_DEFLATED)
            plain = zlib.decompressobj(_WINDOW).decompress(payload)
        decode = _decoders.get(form)
        if decode is not None:
            return decode(plain)
        value = msgspec.msgpack.decode(plain)
        while form in _UPCAST:
            form, cast = _UPCAST[form]
            value = cast(value)
        return msgspec.convert(value, _newest[form])
    except (zlib.error, msgspec.MsgspecError, KeyError) as error:
        raise LedgerCorrupt("", f"a stored {form} can't be read ({error})", "run `referee verify`") from error
