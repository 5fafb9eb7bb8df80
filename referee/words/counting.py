"""One and many in English: `{n:day|days}` in a message is *1 day* or *4 days*."""

from __future__ import annotations

from collections.abc import Mapping

from referee.words.tongue import Tongue


class Counted(int):
    """A number that brings the word for what it counts, where a message has two for it."""

    def __format__(self, words: str) -> str:
        one, parted, many = words.partition("|")
        return f"{int(self)} {one if self == 1 else many}" if parted else format(int(self), words)


def say_counted(_: Tongue, message: str, fields: Mapping[str, object]) -> str:
    """A message with its fields, whole numbers among them counted; Japanese has no such forms."""
    if _.lang == "en":
        fields = {name: Counted(value) if type(value) is int else value for name, value in fields.items()}
    return _(message, **fields)
