"""The nouns: frozen records that the rooms hand to each other, and what can be said of one of them alone."""

from referee.model.address import FAMILY_HOSTS, Address, family_of, normalise_url, parse_address, thread_of_path
from referee.model.post import (
    DAY_MILLIS,
    DAY_ONLY,
    MINUTES,
    IdKind,
    Link,
    Name,
    Post,
    PostStatus,
    Problem,
    Stamp,
    day_text,
)
from referee.model.roll import Context, Factors, Finding, Next, Roll
from referee.model.thread import ONE_BOARD_FAMILIES, Capture, ThreadRef

__all__ = [
    "DAY_MILLIS",
    "DAY_ONLY",
    "FAMILY_HOSTS",
    "MINUTES",
    "ONE_BOARD_FAMILIES",
    "Address",
    "Capture",
    "Context",
    "Factors",
    "Finding",
    "IdKind",
    "Link",
    "Name",
    "Next",
    "Post",
    "PostStatus",
    "Problem",
    "Roll",
    "Stamp",
    "ThreadRef",
    "day_text",
    "family_of",
    "normalise_url",
    "parse_address",
    "thread_of_path",
]
