"""What each status of an answer means on boards of the 2ch family, and what to do about it (FORMATS 4.3)."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from msgspec.structs import replace

from referee.fetch.address import goes_by_numbers, redirect_target
from referee.fetch.answer import Answer, Failed, Grown, Refused, Unchanged, Whole
from referee.fetch.body import BodyError, unpacked
from referee.fetch.client import Reply
from referee.fetch.fields import content_range, field, validators
from referee.fetch.join import complete_end, is_other_thread, joins, last_line_start, rewritten
from referee.fetch.trip import Ask, Trip

Handler: TypeAlias = Callable[[Trip, Ask, Reply], "Ask | Answer"]

#: How many redirects are followed in a row.
MAX_HOPS = 2
_FOR_GOOD = frozenset({301, 308})
#: What したらば says in a field `ERROR` of a thread that is not there, or only in its storage (FORMATS 3).
_GONE_WORDS = ("NOT FOUND", "STORAGE IN")
#: What まち says instead of such a thread.
_GONE_ELEMENT = "<ERROR>スレッドを発見できません".encode("cp932")
#: How far into a body that may begin (bytes).
_ERROR_REACH = 200
#: The most that a packed past log may unpack to (bytes).
_LARGEST = 8 * 1024 * 1024


def handle(trip: Trip, ask: Ask, reply: Reply) -> Ask | Answer:
    """What comes after an answer: another request, or the answer of the whole poll."""
    handlers, otherwise = (ARCHIVE, on_no_archive) if ask.archived else (LIVE, on_odd)
    return handlers.get(reply.status, otherwise)(trip, ask, reply)


def on_body(trip: Trip, ask: Ask, reply: Reply) -> Ask | Answer:
    """200: the whole thread, or a page that is none; also where a Range was ignored."""
    if _says_gone(ask, reply):
        return trip.seek(ask, reply)
    if ask.by_numbers:
        return on_lines(trip, ask, reply)
    bad = _fault(trip, ask, reply)
    if bad is not None:
        return bad
    body, held = reply.body, trip.held.body
    reason = trip.refusal(body)
    if reason == "digest":  # what 2ch gave of a thread that had fallen (FORMATS 0, row 7)
        return trip.seek(ask, reply, reason)
    if reason is not None or is_other_thread(held, body):
        return trip.refused(ask, reply, reason or "other_thread")
    if not reply.framed and len(body) < len(held) and held.startswith(body):
        return trip.failed(ask, reply, "cut", "shorter than before, and its length was not announced")
    if not complete_end(held):
        return _whole(trip, ask, reply, rewrite=False)
    if rewritten(held, body) is not None:
        return _whole(trip, ask, reply, rewrite=True)
    return _grown(trip, ask, reply, body[last_line_start(held) :], full=True)


def on_lines(trip: Trip, ask: Ask, reply: Reply) -> Ask | Answer:
    """200 to `N-`: the lines from the last one held on, if that is as it was; else the whole is asked for (FORMATS 3).

    Where the last post was removed, the answer begins with a later one, or is empty.
    """
    if reply.fault in ("cut", "timeout"):
        return trip.failed(ask, reply, reply.fault)
    if reply.fault or not joins(trip.held.body, reply.body):
        return _ask_whole(ask)
    return _grown(trip, ask, reply, reply.body, full=False)


def on_unsure(trip: Trip, ask: Ask, reply: Reply) -> Ask | Answer:
    """203: a digest, or what a proxy made of the thread; a sign that the thread fell, never the thread."""
    reason = None if reply.fault else trip.refusal(reply.body)
    return trip.seek(ask, reply, reason or "not_authoritative")


def on_part(trip: Trip, ask: Ask, reply: Reply) -> Ask | Answer:
    """206: what is new, if it joins what is held; else the whole is asked for."""
    if not ask.by_bytes:
        return trip.failed(ask, reply, "unasked", "a part, where the whole was asked for")
    if reply.fault in ("cut", "timeout"):
        return trip.failed(ask, reply, reply.fault)
    start = last_line_start(trip.held.body)
    packing = (field(reply.headers, "content-encoding") or "identity").strip().lower()
    if reply.fault or packing != "identity" or not _fits(reply, start) or not joins(trip.held.body, reply.body):
        return _ask_whole(ask)
    return _grown(trip, ask, reply, reply.body, full=False)


def on_same(trip: Trip, ask: Ask, reply: Reply) -> Ask | Answer:
    """304: nothing new."""
    if not trip.held.body:
        return trip.failed(ask, reply, "unasked", "not modified, where nothing is held")
    etag = field(reply.headers, "etag") if ask.conditional else None
    held = trip.held
    return trip.tell(Unchanged, ask, reply, last_modified=held.last_modified, etag=etag or held.etag)


def on_bad_range(trip: Trip, ask: Ask, reply: Reply) -> Ask | Answer:
    """416: nothing new where the server tells the very length that is held; else it became shorter, or can't say."""
    if not ask.by_bytes:
        return trip.failed(ask, reply, "unasked", "a bad range, where none was asked for")
    told = content_range(reply.headers)
    if told is not None and told.total == len(trip.held.body):
        held = trip.held
        return trip.tell(Unchanged, ask, reply, last_modified=held.last_modified, etag=held.etag)
    return _ask_whole(ask)


def on_trouble_with_delta(trip: Trip, ask: Ask, reply: Reply) -> Ask | Answer:
    """400, 500, 501: some servers can't do deltas (FORMATS 4.3); asked once more without a range."""
    if ask.ranged:
        return replace(ask, ranged=False)
    return trip.failed(ask, reply, "odd_status" if reply.status == 400 else "server_error")


def on_busy(trip: Trip, ask: Ask, reply: Reply) -> Ask | Answer:
    """429, 502–504, 52x: load, not death."""
    return trip.failed(ask, reply, "busy")


def on_forbidden(trip: Trip, ask: Ask, reply: Reply) -> Ask | Answer:
    """401, 403: not for us, or not now; nothing is said of the thread."""
    return trip.failed(ask, reply, "forbidden")


def on_gone(trip: Trip, ask: Ask, reply: Reply) -> Ask | Answer:
    """404, 410: no such dat any more."""
    return trip.seek(ask, reply)


def on_redirect(trip: Trip, ask: Ask, reply: Reply) -> Ask | Answer:
    """301, 302, 303, 307, 308: to the same thread's dat it is followed; to anything else means that the thread fell."""
    target = _target(trip, ask, reply)
    if target is None:
        return trip.seek(ask, reply)
    address, archived = target
    if archived:
        return trip.seek(ask, reply, first=address)
    if ask.hops >= MAX_HOPS or address == ask.address:
        return trip.failed(ask, reply, "redirect_loop")
    if reply.status in _FOR_GOOD and (ask.hops == 0 or trip.moved_to == ask.address):
        trip.moved_to = address
    return replace(ask, address=address, hops=ask.hops + 1)


def on_odd(trip: Trip, ask: Ask, reply: Reply) -> Ask | Answer:
    """Any other status."""
    return trip.failed(ask, reply, "server_error" if reply.status >= 500 else "odd_status")


def on_archived(trip: Trip, ask: Ask, reply: Reply) -> Ask | Answer:
    """200 from a past log; a page in its place means that it is not there."""
    held = trip.held.body
    if reply.fault in ("cut", "timeout", "garbled"):
        return trip.not_found(ask, reply, False)
    try:
        body = unpacked(reply.body, _LARGEST)  # a file that lies there packed
    except BodyError as error:
        return trip.next_archive(ask, reply, error.fault)
    if reply.fault:
        return trip.next_archive(ask, reply, reply.fault)
    form, refusal = trip.past_log(body)
    if refusal:
        return trip.next_archive(ask, reply, refusal)
    change = rewritten(held, body) if form == "lines" else None
    return trip.found(ask, reply, capture=trip.capture(ask, reply, body, form=form), rewritten=change)


def on_archive_moved(trip: Trip, ask: Ask, reply: Reply) -> Ask | Answer:
    """A redirect from a past log: followed where it leads to this thread's dat."""
    target = _target(trip, ask, reply)
    if target is None or not target[1] or target[0] == ask.address or ask.hops >= MAX_HOPS:
        return trip.next_archive(ask, reply)
    return replace(ask, address=target[0], hops=ask.hops + 1)


def on_archive_busy(trip: Trip, ask: Ask, reply: Reply) -> Ask | Answer:
    """The past log can't be asked now."""
    return trip.not_found(ask, reply, False)


def on_no_archive(trip: Trip, ask: Ask, reply: Reply) -> Ask | Answer:
    """Not in this past log."""
    return trip.next_archive(ask, reply)


def page_trouble(trip: Trip, ask: Ask, reply: Reply) -> Failed | Refused:
    """Why a file of a board that is no thread did not come."""
    if reply.status == 200:
        return _fault(trip, ask, reply) or trip.failed(ask, reply, "odd_status")
    handler = LIVE.get(reply.status)
    if handler in (on_busy, on_forbidden):
        return trip.failed(ask, reply, "busy" if handler is on_busy else "forbidden")
    return trip.failed(ask, reply, "server_error" if reply.status >= 500 else "odd_status")


#: What the live address of a dat answers.
LIVE: dict[int, Handler] = {
    200: on_body,
    203: on_unsure,
    206: on_part,
    301: on_redirect,
    302: on_redirect,
    303: on_redirect,
    304: on_same,
    307: on_redirect,
    308: on_redirect,
    400: on_trouble_with_delta,
    401: on_forbidden,
    403: on_forbidden,
    404: on_gone,
    408: on_busy,
    410: on_gone,
    416: on_bad_range,
    425: on_busy,
    429: on_busy,
    500: on_trouble_with_delta,
    501: on_trouble_with_delta,
    502: on_busy,
    503: on_busy,
    504: on_busy,
    520: on_busy,
    521: on_busy,
    522: on_busy,
    523: on_busy,
    524: on_busy,
}
#: What the address of a past log answers.
ARCHIVE: dict[int, Handler] = {
    200: on_archived,
    **dict.fromkeys((301, 302, 303, 307, 308), on_archive_moved),
    **dict.fromkeys((408, 425, 429, 500, 502, 503, 504, 520, 521, 522, 523, 524), on_archive_busy),
}


def _target(trip: Trip, ask: Ask, reply: Reply) -> tuple[str, bool] | None:
    location = field(reply.headers, "location") or ""
    return redirect_target(trip.thread, ask.address, location, pages=trip.takes_pages)


def _says_gone(ask: Ask, reply: Reply) -> bool:
    """Whether したらば (a field `ERROR`) or まち (an element) says that there is no such thread here any more."""
    if reply.fault or not goes_by_numbers(ask.address):
        return False
    said = (field(reply.headers, "error") or "").upper()
    return any(word in said for word in _GONE_WORDS) or _GONE_ELEMENT in reply.body[:_ERROR_REACH]


def _fault(trip: Trip, ask: Ask, reply: Reply) -> Failed | Refused | None:
    """What a body that could not be taken means."""
    if reply.fault in ("too_large", "encoding"):
        return trip.refused(ask, reply, reply.fault)
    if reply.fault:
        return trip.failed(ask, reply, reply.fault)  # type: ignore[arg-type]
    return None


def _fits(reply: Reply, start: int) -> bool:
    """Whether a Content-Range tells what was asked for, up to the end; eddist sends none (FORMATS 4.3)."""
    if field(reply.headers, "content-range") is None:
        return True
    told = content_range(reply.headers)
    if told is None or told.first != start or told.last != start + len(reply.body) - 1:
        return False
    return told.total is None or told.total == told.last + 1


def _ask_whole(ask: Ask) -> Ask:
    return replace(ask, ranged=False, conditional=False)


def _whole(trip: Trip, ask: Ask, reply: Reply, rewrite: bool) -> Answer:
    body = reply.body
    end = complete_end(body)
    last_modified, etag = validators(reply.headers, end == len(body))
    return trip.tell(
        Whole,
        ask,
        reply,
        capture=trip.capture(ask, reply, body),
        complete=end,
        rewritten=rewritten(trip.held.body, body) if rewrite else None,
        last_modified=last_modified,
        etag=etag,
    )


def _grown(trip: Trip, ask: Ask, reply: Reply, tail: bytes, full: bool) -> Answer:
    """What is new behind what is held; `tail` begins with the last complete line held."""
    start = last_line_start(trip.held.body)
    whole = trip.held.body[:start] + tail
    end = complete_end(whole)
    last_modified, etag = validators(reply.headers, end == len(whole))
    if whole == trip.held.body:
        return trip.tell(Unchanged, ask, reply, last_modified=last_modified, etag=etag, full=full)
    return trip.tell(
        Grown,
        ask,
        reply,
        capture=trip.capture(ask, reply, tail, start),
        whole=whole,
        complete=end,
        last_modified=last_modified,
        etag=etag,
        full=full,
    )
