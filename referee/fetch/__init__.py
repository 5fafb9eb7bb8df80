"""The network: asks boards for threads, politely, and tells what came of it as values.

address.py    where a thread, its past log and the lists of its board lie
fetcher.py    one poll: first request, next request, answer
statuses.py   status → what it means (FORMATS 4.3), two tables
trip.py       a poll under way
join.py       bytes held against bytes received
answer.py     the six kinds of answer
client.py     the module that knows httpx
trust.py      whom TLS trusts
guard.py      whom strangers' links may lead us to
checked.py    a client that connects only where the guard has looked
body.py       unpacking with a cap
fields.py     header fields that need reading
manners.py    may we ask now? no clock inside
"""

from referee.fetch.address import (
    archive_addresses,
    board_address,
    end_of_lines,
    goes_by_numbers,
    host_of,
    is_past_log,
    live_address,
    reading_address,
    setting_address,
    subject_address,
)
from referee.fetch.answer import (
    Answer,
    Failed,
    Fallen,
    Grown,
    Page,
    Refused,
    Rewritten,
    Told,
    Unchanged,
    Whole,
    held_after,
)
from referee.fetch.body import BodyError, unpacked
from referee.fetch.client import open_client, user_agent
from referee.fetch.fetcher import Fetcher
from referee.fetch.manners import Manners, May, back_off, counted, may_ask, quieted, requests_left
from referee.fetch.trip import Validate

__all__ = [
    "Answer",
    "BodyError",
    "Failed",
    "Fallen",
    "Fetcher",
    "Grown",
    "Manners",
    "May",
    "Page",
    "Refused",
    "Rewritten",
    "Told",
    "Unchanged",
    "Validate",
    "Whole",
    "archive_addresses",
    "back_off",
    "board_address",
    "counted",
    "end_of_lines",
    "goes_by_numbers",
    "held_after",
    "host_of",
    "is_past_log",
    "live_address",
    "may_ask",
    "open_client",
    "quieted",
    "reading_address",
    "requests_left",
    "setting_address",
    "subject_address",
    "unpacked",
    "user_agent",
]
