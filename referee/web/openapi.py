"""The description of the API, as `/openapi.json` tells it (OpenAPI 3.1); a test holds every answer against it."""

from __future__ import annotations

from typing import Any

from referee import __version__
from referee.app.checkform import MOST

Schema = dict[str, Any]

_TEXT: Schema = {"type": "string"}
_WHOLE: Schema = {"type": "integer"}
_TRUTH: Schema = {"type": "boolean"}
_DAY: Schema = {"type": ["string", "null"], "description": "a day, ISO"}
_TIME: Schema = {"type": ["string", "null"], "description": "ISO 8601 with +09:00, as precise as printed"}
_MAYBE: Schema = {"type": ["integer", "null"]}


def _list(items: Schema) -> Schema:
    return {"type": "array", "items": items}


def _object(needed: dict[str, Schema], more: dict[str, Schema] | None = None) -> Schema:
    return {"type": "object", "required": [*needed], "properties": {**needed, **(more or {})}}


def _ref(name: str) -> Schema:
    return {"$ref": f"#/components/schemas/{name}"}


def _json(description: str, schema: Schema) -> Schema:
    return {"description": description, "content": {"application/json": {"schema": schema}}}


def _asked(name: str, schema: Schema, description: str, place: str = "query") -> Schema:
    return {"name": name, "in": place, "required": place == "path", "schema": schema, "description": description}


def _get(summary: str, answer: Schema, parameters: list[Schema], *failures: str) -> Schema:
    return {"get": {"summary": summary, "parameters": parameters, "responses": {"200": answer, **_failures(*failures)}}}


def _failures(*statuses: str) -> Schema:
    return {status: _json(_WHY[status], _ref("Error")) for status in (*statuses, "429")}


_WHY = {
    "400": "a value is wrong: the sentence says which, and what would be right",
    "404": "there is no such game or post",
    "413": "the body is too large",
    "429": "too many requests: Retry-After tells how many seconds to wait",
    "503": "the ledger can't be read, or nothing is known of the game yet",
}
_LANG = _asked("lang", {"type": "string", "enum": ["ja", "en"]}, "language of the sentences")
_GAME = _asked("name", _TEXT, "the game's name, or its folder", "path")
_NUMBERS: dict[str, Schema] = {
    "square": {"type": "integer", "minimum": 0, "default": 0, "description": "square rolled from"},
    "held": {"type": "integer", "minimum": 0, "default": 1, "description": "held multiplier"},
    "gift": {"type": "integer", "minimum": 0, "default": 0, "description": "steps received"},
}
_FINDING = _object(
    {
        "rule": _TEXT,
        "at": {"type": ["array", "null"], "items": _WHOLE, "description": "half-open, in dice from 0"},
        "effect": _TEXT,
        "worth": {"type": ["number", "null"]},
    },
    {"text": _TEXT},
)
_SCHEMAS: dict[str, Schema] = {
    "Error": _object({"error": _TEXT}),
    "Refused": _object({"id": _TEXT, "error": _TEXT}),
    "Finding": _FINDING,
    "Judged": _object(
        {
            "id": _TEXT,
            "dice": _TEXT,
            "digits": _WHOLE,
            "points": _WHOLE,
            "roll": _WHOLE,
            "bonus": _WHOLE,
            "jump": {"oneOf": [_MAYBE, {"const": "random"}]},
            "to": _MAYBE,
            "home": _TRUTH,
            "rests": _WHOLE,
            "exposures": _list(_TEXT),
            "next": {"type": "object"},
            "again": _WHOLE,
            "cp": _WHOLE,
            "cn": _WHOLE,
            "tasks": _list(_TEXT),
            "miss": _TRUTH,
            "overshoot": _WHOLE,
            "readings": _list(_TEXT),
            "findings": _list(_ref("Finding")),
            "text": _TEXT,
            "precedents": _list(_TEXT),
        }
    ),
    "Row": {
        "type": "object",
        "anyOf": [{"required": ["id"]}, {"required": ["dice"]}],
        "additionalProperties": False,
        "properties": {
            "id": _TEXT,
            "dice": _TEXT,
            "post_no": {"type": "integer", "minimum": 1},
            "second": {"type": ["integer", "number", "string"]},
            **_NUMBERS,
            "chance": {"type": "boolean", "default": False},
        },
    },
    "GameInList": _object({"name": _TEXT, "title": _TEXT, "folder": _TEXT, "known": _TRUTH}),
    "Game": _object(
        {
            "name": _TEXT,
            "title": _TEXT,
            "folder": _TEXT,
            "life": {"enum": ["live", "final"]},
            "posts": _WHOLE,
            "players": _WHOLE,
            "open_items": _WHOLE,
            "polled_at": _TIME,
            "ruleset": {"type": "string", "description": "digest of the ruleset in force"},
            "threads": _list(_object({"thread": _TEXT, "title": _TEXT, "address": {"type": ["string", "null"]}})),
        }
    ),
    "Standings": _object(
        {
            "cut": _object({"thread": {"type": ["string", "null"]}, "no": _MAYBE, "time": _TIME}),
            "standings": _list(_ref("Standing")),
            "gifts_waiting": _WHOLE,
        }
    ),
    "Standing": _object(
        {
            "rank": _WHOLE,
            "player": _TEXT,
            "name": _TEXT,
            "square": _WHOLE,
            "home": _TRUTH,
            "rolls": _WHOLE,
            "rest_until": _DAY,
            "held": _WHOLE,
            "chance": _TRUTH,
            "extra_rolls": _WHOLE,
            "can_roll_on": _DAY,
        },
        {"range": {"type": "array", "prefixItems": [_WHOLE, _WHOLE], "description": "by what the host rules"}},
    ),
    "Post": _object(
        {
            "thread": _TEXT,
            "no": _WHOLE,
            "kind": {"enum": ["roll", "extra", "void", "chat", "erased", "notice"]},
            "text": _TEXT,
        },
        {
            "time": _TIME,
            "why": _TEXT,
            "player": _TEXT,
            "name": _TEXT,
            "id": _TEXT,
            "dice": _TEXT,
            "from": _WHOLE,
            "to": _MAYBE,
            "roll": _WHOLE,
            "findings": _list(_ref("Finding")),
            "readings": _list(_TEXT),
            "precedents": _list(_TEXT),
        },
    ),
    "Health": _object(
        {
            "status": {"enum": ["ok", "failing"]},
            "ledger": _TRUTH,
            "games": _list(
                _object(
                    {
                        "name": _TEXT,
                        "posts": _WHOLE,
                        "threads": _WHOLE,
                        "polled_at": _TIME,
                        "poll_age": {"type": ["number", "null"], "description": "seconds since the last poll"},
                    }
                )
            ),
        }
    ),
}
_JUDGED: Schema = {"oneOf": [_ref("Judged"), _ref("Refused")]}
_MANY = {**_list(_JUDGED), "maxItems": MOST}

OPENAPI: dict[str, Any] = {
    "openapi": "3.1.0",
    "info": {
        "title": "referee",
        "version": __version__,
        "summary": "Verdicts and standings of games of ID-sugoroku; read-only.",
        "license": {"name": "MIT", "identifier": "MIT"},
    },
    "paths": {
        "/api/judge": {
            **_get(
                "What an ID is worth, with every finding; several give a list, in which a bad one is refused alone",
                _json("the verdict, or a list of them", {"oneOf": [_ref("Judged"), _MANY]}),
                [
                    {**_asked("id", _list(_TEXT), f"an ID, 1 to {MOST} times"), "required": True, "explode": True},
                    _asked("no", {"type": "integer", "minimum": 1}, "post number (PL, TO+, TO/)"),
                    _asked("second", _TEXT, "seconds of the stamp (PT), such as 45 or 45.67"),
                    *(_asked(name, schema, schema["description"]) for name, schema in _NUMBERS.items()),
                    _asked("chance", {"enum": ["0", "1"]}, "1: the player is in the chance state"),
                    _asked("game", _TEXT, "by the rules of which game (default: the first)"),
                    _LANG,
                ],
                "404",
                "503",
            ),
            "post": {
                "summary": "The same for rows, each with its own numbers (those of judge --batch)",
                "parameters": [_asked("game", _TEXT, "by the rules of which game (default: the first)"), _LANG],
                "requestBody": {
                    "required": True,
                    "content": {"application/json": {"schema": {**_list(_ref("Row")), "maxItems": MOST}}},
                },
                "responses": {"200": _json("an answer for each row", _MANY), **_failures("400", "404", "413", "503")},
            },
        },
        "/api/games": _get("The games", _json("the games", _list(_ref("GameInList"))), [], "503"),
        "/api/games/{name}": _get("One game", _json("the game", _ref("Game")), [_GAME], "404", "503"),
        "/api/games/{name}/standings": _get(
            "Who stands where", _json("the standings", _ref("Standings")), [_GAME], "404", "503"
        ),
        "/api/games/{name}/posts/{post}": _get(
            "One verdict in full, and what was declared before",
            _json("the verdict", _ref("Post")),
            [
                _GAME,
                _asked("post", _TEXT, "N of the newest thread, or THREAD/N with the slashes as they are", "path"),
                _LANG,
            ],
            "400",
            "404",
            "503",
        ),
        "/health": {
            "get": {
                "summary": "Whether the ledger can be read",
                "responses": {
                    "200": _json("it can", _ref("Health")),
                    "503": _json("it can't", _ref("Health")),
                    **_failures(),
                },
            }
        },
        "/metrics": {
            "get": {
                "summary": "Numbers in the text form of Prometheus",
                "responses": {"200": {"description": "numbers", "content": {"text/plain": {"schema": _TEXT}}}},
            }
        },
        "/openapi.json": _get("This description", _json("OpenAPI 3.1", {"type": "object"}), []),
    },
    "components": {"schemas": _SCHEMAS},
}
OPENAPI["paths"]["/api/judge"]["get"]["responses"]["400"] = _json(
    _WHY["400"], {"anyOf": [_ref("Error"), _ref("Refused")]}
)
