"""Logs to stderr: a line of text for people, or of JSON for machines."""

from __future__ import annotations

import json
import logging
import sys
from datetime import UTC, datetime

#: Attributes that every record has; what a call adds stands beside them.
_USUAL = frozenset(vars(logging.makeLogRecord({}))) | {"message", "asctime", "taskName"}


class _Json(logging.Formatter):
    def format(self, record: logging.LogRecord) -> str:
        added = {key: value for key, value in vars(record).items() if key not in _USUAL}
        when = datetime.fromtimestamp(record.created, UTC).isoformat(timespec="seconds")
        line = {"time": when, "level": record.levelname.lower(), "message": record.getMessage(), **added}
        if record.exc_info:
            line["error"] = self.formatException(record.exc_info)
        return json.dumps(line, ensure_ascii=False, default=str)


class _Text(logging.Formatter):
    def format(self, record: logging.LogRecord) -> str:
        when = datetime.fromtimestamp(record.created, UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
        line = f"{when} {record.levelname.lower()} {record.getMessage()}"
        if record.exc_info and record.exc_info[1] is not None:  # one line: no traceback reaches a person
            error = record.exc_info[1]
            line += f": {type(error).__name__}: {error}"
        return " ".join(line.split())


def set_up(form: str) -> None:
    """Write the referee's log to stderr, `text` or `json`; scheduler and HTTP library only tell of trouble."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(_Json() if form == "json" else _Text())
    root = logging.getLogger()
    root.handlers = [handler]
    root.setLevel(logging.WARNING)
    logging.getLogger("referee").setLevel(logging.INFO)
