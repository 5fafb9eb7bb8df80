"""The API: the JSON of the commands, each answer as the description says, each route described."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from click.testing import CliRunner
from fakeboard import FakeThread
from jsonschema import Draft202012Validator
from openapi_spec_validator import validate
from served import Served

from referee.app.checkform import MOST
from referee.cli import group
from referee.web.openapi import OPENAPI
from referee.web.site import Service

GAME = "/api/games/sugoroku"


def command(*arguments: str) -> Any:
    result = CliRunner().invoke(group, arguments, prog_name="referee")
    return json.loads(result.stdout)


def is_as_described(path: str, status: int, answer: Any, method: str = "get") -> None:
    described = OPENAPI["paths"][path][method]["responses"][str(status)]["content"]["application/json"]["schema"]
    schema = {**described, "components": OPENAPI["components"]}
    errors = [error.message for error in Draft202012Validator(schema).iter_errors(answer)]
    assert errors == []


def test_the_description_is_one(site: Served) -> None:
    answer = site.get("/openapi.json")
    assert answer.status_code == 200
    assert answer.json()["openapi"] == "3.1.0"
    validate(answer.json())


def test_every_route_is_described_and_no_other(site: Served) -> None:
    routes = Service(site.live, None, None).routes()  # type: ignore[arg-type]
    paths = {re.sub(r":\w+\}", "}", route.path): route.methods or set() for route in routes}
    for_programs = {path: methods - {"HEAD"} for path, methods in paths.items() if not path.startswith("/{")}
    described = {path: {name.upper() for name in methods} for path, methods in OPENAPI["paths"].items()}
    assert for_programs == described


def test_games_and_one_game(site: Served, thread: FakeThread) -> None:
    games = site.get("/api/games")
    is_as_described("/api/games", 200, games.json())
    (only,) = games.json()
    assert (only["name"], only["known"]) == ("sugoroku", True)
    game = site.get(GAME)
    is_as_described("/api/games/{name}", 200, game.json())
    assert game.json()["posts"] == 30
    assert game.json()["threads"][0]["address"] == thread.url
    assert game.json()["polled_at"].endswith("+09:00")


def test_standings_are_those_of_the_command(site: Served) -> None:
    answer = site.get(f"{GAME}/standings")
    is_as_described("/api/games/{name}/standings", 200, answer.json())
    assert answer.json() == command("standings", "--json", "--settings", str(site.scene.file))
    assert answer.headers["content-type"] == "application/json"
    assert site.get(f"{GAME}/standings", if_none_match=answer.headers["etag"]).status_code == 304


def test_posts_are_those_of_why(site: Served, thread: FakeThread) -> None:
    (only,) = site.get(GAME).json()["threads"]
    for number in range(1, 31):
        answer = site.get(f"{GAME}/posts/{number}?lang=ja")
        is_as_described("/api/games/{name}/posts/{post}", 200, answer.json())
    why = command("why", "30", "--json", "--lang", "ja", "--settings", str(site.scene.file))
    assert answer.json() == why
    for name in (only["thread"], only["thread"].partition("/")[2], only["thread"].rpartition("/")[2]):
        assert site.get(f"{GAME}/posts/{name}/30?lang=ja").json() == why


def test_what_was_declared_anew_is_told_anew(site: Served, thread: FakeThread) -> None:
    assert site.get(f"{GAME}/posts/31").status_code == 404
    thread.post("31", ident="a5dMhaAn")
    site.scene.poll(90, hurry=True)
    assert site.get(f"{GAME}/posts/31").status_code == 200


@pytest.mark.parametrize("post", ["99", "0", "x", "nope/3", "-1", "1" * 40, "@abc", "3/", "%00", "../../3"])
def test_posts_that_are_not_there(site: Served, post: str) -> None:
    answer = site.client.get(f"{GAME}/posts/{post}")
    assert answer.status_code == 404
    assert set(answer.json()) == {"error"}
    assert "\n" not in answer.json()["error"]


def test_games_that_are_not_there(site: Served) -> None:
    for path in ("/api/games/x", "/api/games/x/standings", "/api/games/x/posts/1", "/api/judge?id=a5dMhaAn&game=x"):
        answer = site.get(path)
        assert answer.status_code == 404, path
        is_as_described("/api/games/{name}", 404, answer.json())
    assert site.get(f"{GAME}/posts/1?lang=fr").status_code == 400


def test_an_id_is_judged_as_by_the_command(site: Served) -> None:
    answer = site.get("/api/judge?id=GBd5haPT&no=12&second=45.6&square=111&held=2&gift=10&lang=ja")
    is_as_described("/api/judge", 200, answer.json())
    numbers = ("--no", "12", "--second", "45.6", "--square", "111", "--held", "2", "--gift", "10")
    assert answer.json() == command("judge", "GBd5haPT", *numbers, "--json", "--lang", "ja")
    unknown = site.get("/api/judge?id=PTPLTOxx&lang=en").json()
    assert unknown == command("judge", "PTPLTOxx", "--json", "--lang", "en")
    assert site.get("/api/judge?id=dTOxTOdT&chance=1").status_code == 200


def test_several_ids_are_a_list(site: Served) -> None:
    answer = site.get("/api/judge?id=a5dMhaAn&id=%3F%3F%3F&id=GBd5haA2")
    assert answer.status_code == 200
    is_as_described("/api/judge", 200, answer.json())
    assert [row["id"] for row in answer.json()] == ["a5dMhaAn", "???", "GBd5haA2"]
    assert "error" in answer.json()[1]


@pytest.mark.parametrize(
    "query",
    [
        "",
        "id=",
        "id=%3F%3F%3F",
        "id=a5dMhaAn&square=x",
        "id=a5dMhaAn&oops=1",
        "id=a5dMhaAn&lang=fr",
        "id=a" * (MOST + 1),
    ],
)
def test_wrong_questions_get_one_sentence(site: Served, query: str) -> None:
    answer = site.get(f"/api/judge?{query}")
    assert answer.status_code == 400
    is_as_described("/api/judge", 400, answer.json())
    assert "\n" not in answer.json()["error"]


def test_rows_are_those_of_a_batch(site: Served) -> None:
    rows = [
        {"id": "GBd5haA2", "square": 111},
        {"dice": "PTa5dMha", "second": "45"},
        {"id": "x", "oops": 1},
        {"id": "???"},
    ]
    as_array = site.client.post("/api/judge?lang=ja", json=rows)
    is_as_described("/api/judge", 200, as_array.json(), "post")
    as_lines = site.client.post("/api/judge?lang=ja", content="\n".join(map(json.dumps, rows)))
    assert as_array.json() == as_lines.json()
    assert ["error" in row for row in as_array.json()] == [False, False, True, True]
    single = site.get("/api/judge?id=GBd5haA2&square=111&lang=ja").json()
    assert as_array.json()[0] == single


@pytest.mark.parametrize(
    "body", [b"", b"[]", b"[1,", b"\xff\xfe", b"{}" * 3, b"[" * 5000, b'{"id":"a"}\n' * (MOST + 1)]
)
def test_bodies_that_are_none(site: Served, body: bytes) -> None:
    answer = site.client.post("/api/judge", content=body)
    assert answer.status_code in (200, 400)
    if answer.status_code == 200:
        assert all("error" in row for row in answer.json())
    else:
        assert "\n" not in answer.json()["error"]


def test_health_and_metrics(site: Served) -> None:
    answer = site.get("/health")
    is_as_described("/health", 200, answer.json())
    assert answer.json()["games"][0]["posts"] == 30
    site.get("/sugoroku/")
    site.get("/nope")
    text = site.get("/metrics").text
    for line in (
        'referee_requests_total{route="page",status="200"} 1',
        'referee_requests_total{route="page",status="404"} 1',
        'referee_request_seconds_bucket{route="page",le="+Inf"} 2',
        'referee_posts{game="sugoroku"} 30',
        "referee_ledger_up 1",
        "referee_requests_at_work 1",
    ):
        assert line in text.splitlines()
    assert 'referee_poll_age_seconds{game="sugoroku"} ' in text
    assert all(re.fullmatch(r"# TYPE \w+ \w+|\w+(\{[^}]*\})? [\d.e+-]+", line) for line in text.splitlines())


def test_a_ledger_that_cant_be_read_and_comes_back(site: Served) -> None:
    site.scene.close()
    database = site.scene.database
    kept = database.read_bytes()
    database.rename(database.with_name("away"))
    site.later()
    health = site.get("/health")
    assert health.status_code == 503
    is_as_described("/health", 503, health.json())
    assert str(site.scene.path) not in health.text
    for path in ("/sugoroku/", "/", GAME, "/api/games"):
        answer = site.get(path)
        assert answer.status_code == 503, path
        assert str(site.scene.path) not in answer.text
    assert "referee_ledger_up 0" in site.get("/metrics").text
    assert site.get("/sugoroku/check?id=a5dMhaAn").status_code == 200, "IDs are judged without it"
    assert len([line for line in site.told if "referee.db" in line]) <= 2, "told once, not at every request"
    database.write_bytes(kept)
    assert site.get("/sugoroku/").status_code == 200
    assert site.get("/health").status_code == 200
