"""Logs to stderr: a line of text for people, or of JSON for machines."""

from __future__ import annotations

import json
import logging
import sys
from datetime import UTC, datetime

from referee.app.clock import iso

#: The attribute of a record under which `told` puts what stands beside the sentence.
_ADDED = "told"


def told(**fields: object) -> dict[str, dict[str, object]]:
    """Fields for machines, to be handed to a log call as `extra`; names like `thread` are taken by logging itself."""
    return {_ADDED: fields}


class _Json(logging.Formatter):
    def format(self, record: logging.LogRecord) -> str:
        added = getattr(record, _ADDED, {})
        when = iso(datetime.fromtimestamp(record.created, UTC))
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
