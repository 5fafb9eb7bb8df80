"""Lists of a board: its threads (subject.txt of every family) and its settings (SETTING.TXT) (FORMATS 3, 4.4, 4.5)."""

from __future__ import annotations

import re

from referee.model import BoardSettings, ListedThread, Problem, ThreadList
from referee.parse.dat import read_title
from referee.parse.euc import any_lines

#: `KEY.dat<>TITLE (COUNT)` and `KEY.cgi,TITLE(COUNT)`; まち's own list `n<>KEY<>TITLE(COUNT)`.
_ROW = re.compile(
    r"(?:(?P<key>\d{1,12})\.(?P<end>dat|cgi)(?:<>|,)|\d{1,6}<>(?P<bare>\d{9,12})<>)(?P<rest>.*)", re.ASCII | re.DOTALL
)
#: Digits of the longest count of posts.
_COUNT_DIGITS = 7
_SETTING = re.compile(r"(?P<key>[A-Za-z_][A-Za-z0-9_]*)\s*=(?P<value>.*)", re.DOTALL)


def read_threads(body: bytes, source: str = "") -> ThreadList:
    """The threads of a subject.txt, whatever its bytes are; never raises.

    A line that names no thread is a problem (`broken_line`, its place in the list), and so is a key that was there with
    another line. したらば repeats its first line at the end, and may have a run of NULs: neither is told.
    """
    found: dict[str, ListedThread] = {}
    problems: list[Problem] = []
    numbered = 0
    lines = any_lines(body.replace(b"\0", b""))
    for number, text in enumerate(lines.texts, 1):
        if not text.strip():
            continue
        row = _ROW.fullmatch(text)
        listed = _listed(row) if row is not None else None
        if listed is None or (listed.key in found and found[listed.key] != listed):
            problems.append(Problem("broken_line", None, number, source))
            continue
        numbered += row is not None and row["end"] != "dat"
        if number in lines.damaged:
            problems.append(Problem("bad_bytes", None, number, source))
        found.setdefault(listed.key, listed)
    return ThreadList(tuple(found.values()), tuple(problems), numbered * 2 > len(found))


def read_settings(body: bytes, source: str = "") -> BoardSettings:
    """The settings of a board from its SETTING.TXT (or what したらば's `setting.cgi` gives); never raises.

    The first line may be `board@2ch`; of a key that stands twice the last counts, as it does for the server. A line
    that is no `KEY=VALUE` is a problem (`broken_line`, its place).
    """
    values: dict[str, str] = {}
    problems: list[Problem] = []
    lines = any_lines(body)
    for number, text in enumerate(lines.texts, 1):
        found = _SETTING.fullmatch(text.strip())
        if found is not None:
            values[found["key"]] = found["value"]
            if number in lines.damaged:
                problems.append(Problem("bad_bytes", None, number, source))
        elif text.strip() and not (number == 1 and "@" in text):
            problems.append(Problem("broken_line", None, number, source))
    return BoardSettings(values, tuple(problems))


def _listed(row: re.Match[str]) -> ListedThread:
    title, posts = _counted(row["rest"])
    return ListedThread(row["key"] or row["bare"], read_title(title) or "", posts)


def _counted(rest: str) -> tuple[str, int | None]:
    """Title and count: the last number in brackets, for titles have brackets of their own (FORMATS 4.4)."""
    title, mark, count = rest.rstrip().removesuffix(")").rpartition("(")
    is_count = mark and count.isascii() and count.isdecimal() and len(count) <= _COUNT_DIGITS
    return (title, int(count)) if is_count and rest.rstrip().endswith(")") else (rest, None)
