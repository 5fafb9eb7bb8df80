"""`referee.toml`: every wrong key and value is refused by its path with the nearest right name; the environment."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from pathlib import Path

import pytest
from process import command, is_one_line

from referee.app.init import init
from referee.app.open import open_folder
from referee.app.settings import Game, Polling, Settings, read_settings
from referee.errors import UsageError
from referee.ledger import open_ledger

URL = "http://127.0.0.1:8080/test/read.cgi/entrance/1178000000/"
NOW = datetime(2007, 5, 1, tzinfo=UTC)
GAME = '[[game]]\nname = "x"\n'


def read(folder: Path, text: str, **environment: str) -> Settings:
    path = folder / "referee.toml"
    path.write_text(text, encoding="utf-8")
    return read_settings(str(path), environment)


def refusal(folder: Path, text: str, **environment: str) -> str:
    with pytest.raises(UsageError) as caught:
        read(folder, text, **environment)
    line = str(caught.value)
    assert "\n" not in line
    assert caught.value.exit_code == 2
    return line


def keys(kind: type) -> list[str]:
    return list(kind.__struct_fields__)  # type: ignore[attr-defined]


@pytest.mark.parametrize("key", keys(Settings))
def test_a_key_misspelt_at_the_top_is_told_with_the_right_one(tmp_path: Path, key: str) -> None:
    wrong = key[:-1] + "x"
    line = refusal(tmp_path, f"{wrong} = 1\n{GAME}")
    assert line.startswith(f"{tmp_path}/referee.toml")
    assert f"unknown key {wrong}" in line
    assert f"did you mean {key}?" in line


@pytest.mark.parametrize("key", keys(Game))
def test_a_key_misspelt_in_a_game(tmp_path: Path, key: str) -> None:
    line = refusal(tmp_path, f"{GAME}{key}q = 1\n")
    assert "[[game]] no. 1" in line
    assert f"did you mean {key}?" in line


@pytest.mark.parametrize("key", keys(Polling))
def test_a_key_misspelt_in_polling(tmp_path: Path, key: str) -> None:
    line = refusal(tmp_path, f"{GAME}[polling]\n{key}q = 1\n")
    assert "[polling]" in line
    assert f"did you mean {key}?" in line


def test_a_key_like_no_other_is_told_with_all(tmp_path: Path) -> None:
    line = refusal(tmp_path, f"zzz = 1\n{GAME}")
    assert all(key in line for key in keys(Settings))


#: Wrong values: where in the file, what stands there, what the refusal must name.
VALUES = {
    "ledger": ("", "ledger = 3", ["ledger"]),
    "ledger_kind": ("", 'ledger = "postgres://x"', ["ledger", "sqlite:///"]),
    "pages": ("", "pages = 3", ["pages"]),
    "lang": ("", 'lang = "jp"', ["lang", "did you mean ja?"]),
    "contact": ("", "contact = []", ["contact"]),
    "site_url": ("", 'site_url = "example.jp"', ["site_url", "https://"]),
    "game": ("", "game = 3", ["game"]),
    "no_game": (None, 'lang = "ja"', ["[[game]]"]),
    "game_text": (None, 'game = ["x"]', ["[[game]] no. 1"]),
    "name": (None, "[[game]]\nname = 3", ["[[game]] no. 1", "name"]),
    "no_name": (None, '[[game]]\ntitle = "x"', ["[[game]] no. 1", "name"]),
    "empty_name": (None, '[[game]]\nname = ""', ["name"]),
    "two_names": (None, GAME + GAME, ["two games are called x"]),
    "title": ("game", "title = 1", ["title"]),
    "host": ("game", 'host = "◆AbCdEfGhIj"', ["host"]),
    "host_trip": ("game", 'host = ["AbCdEfGhIj"]', ["host", "◆AbCdEfGhIj"]),
    "ruleset": ("game", "ruleset = 1", ["ruleset"]),
    "readings": ("game", "readings = 1", ["readings"]),
    "reading": ("game", "readings = { fraction = 3 }", ["readings"]),
    "threads": ("game", f'threads = "{URL}"', ["threads"]),
    "thread": ("game", 'threads = ["http://127.0.0.1/"]', ["threads", "names no thread"]),
    "search": ("game", 'threads = ["http://127.0.0.1/bbs/read.cgi/kanto/ ID*"]', ["threads", "is no search"]),
    "extra_boards": ("game", "extra_boards = [1]", ["extra_boards"]),
    "exposures": ("game", 'exposures = "links"', ["exposures", "did you mean link?"]),
    "random": ("game", 'random = "seed"', ["random", "did you mean seeded?"]),
    "next_thread": ("game", 'next_thread = "folow"', ["next_thread", "did you mean follow?"]),
    "rulings": ("game", "rulings = 1", ["rulings"]),
    "interval": ("polling", "interval = 59", ["[polling]", "interval", "60"]),
    "interval_text": ("polling", 'interval = "60"', ["interval"]),
    "slowest": ("polling", "slowest = 1", ["slowest", "60"]),
    "slowest_below_interval": ("polling", "interval = 300\nslowest = 200", ["slowest", "interval"]),
    "full": ("polling", "full = 10", ["full", "600"]),
    "requests_per_day": ("polling", "requests_per_day = 0", ["requests_per_day", "1"]),
    "linked_hosts": ("polling", 'linked_hosts = "bbs.example.jp"', ["linked_hosts"]),
    "linked_host": ("polling", 'linked_hosts = ["http://bbs.example.jp/"]', ["linked_hosts", "the host alone"]),
    "polling": ("", "polling = 3", ["[polling]"]),
    "toml": ("", "= 3", ["TOML"]),
}  # fmt: skip


@pytest.mark.parametrize("name", VALUES)
def test_a_wrong_value_is_refused(tmp_path: Path, name: str) -> None:
    where, text, words = VALUES[name]
    whole = {None: text, "": f"{text}\n" + (GAME if "game =" not in text else ""), "game": GAME + text}.get(
        where, f"{GAME}[polling]\n{text}"
    )
    path = tmp_path / "referee.toml"
    path.write_text(whole, encoding="utf-8")
    done = command("poll", "--settings", str(path))
    assert (done.returncode, done.stdout) == (2, "")
    assert is_one_line(done.stderr)
    assert str(path) in done.stderr
    for word in words:
        assert word in done.stderr, done.stderr


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ('ruleset = "id-sugoruku"', ["id-sugoruku", "did you mean id-sugoroku?"]),
        ('ruleset = "none.toml"', ["none.toml"]),
        ('readings = { fractoin = "floor" }', ["fractoin", "fraction"]),
        ('readings = { fraction = "flor" }', ["flor", "floor"]),
    ],
)
@pytest.mark.parametrize("arguments", [["standings"], ["rebuild"], ["verify"]], ids=" ".join)
def test_a_ruleset_or_reading_that_there_is_not(
    tmp_path: Path, text: str, words: list[str], arguments: list[str]
) -> None:
    path = tmp_path / "referee.toml"
    path.write_text(f'ledger = "sqlite:///{tmp_path}/referee.db"\n{GAME}{text}\n', encoding="utf-8")
    open_ledger(f"sqlite:///{tmp_path}/referee.db", create=True, now=NOW).close()
    done = command(*arguments, "--settings", str(path))
    assert (done.returncode, done.stdout) == (2, "")
    assert is_one_line(done.stderr)
    for word in [*words, f"{path}, game x, {text.partition(' ')[0]}"]:
        assert word in done.stderr, done.stderr


def test_status_tells_of_rules_that_can_not_be_used(tmp_path: Path) -> None:
    """All else is told too: a host who mistyped a ruleset still sees how the polling stands."""
    path = tmp_path / "referee.toml"
    other = f'[[game]]\nname = "y"\nthreads = ["{URL}"]\nreadings = {{ fractoin = "floor" }}\n'
    path.write_text(
        f'ledger = "sqlite:///{tmp_path}/referee.db"\nlang = "en"\n{GAME}ruleset = "none.toml"\n{other}',
        encoding="utf-8",
    )
    open_ledger(f"sqlite:///{tmp_path}/referee.db", create=True, now=NOW).close()
    done = command("status", "--settings", str(path))
    assert (done.returncode, done.stderr) == (2, "")
    assert "entrance/1178000000" in done.stdout
    first, second = [line for line in done.stdout.splitlines() if "can't be judged" in line]
    assert f"game x can't be judged by its rules: {path}, game x, ruleset: none.toml: no such ruleset" in first
    assert f"{path}, game y, readings, fractoin: unknown switch" in second
    assert "fraction" in second
    assert "ゲーム x は" in command("status", "--settings", str(path), "--lang", "ja").stdout
    done = command("status", "--json", "--settings", str(path))
    assert done.returncode == 2
    assert [one["game"] for one in json.loads(done.stdout)["problems"]] == ["x", "y"]


def test_rules_that_a_variable_names_are_blamed_on_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "referee.toml"
    path.write_text(f'ledger = "sqlite:///{tmp_path}/referee.db"\n{GAME}', encoding="utf-8")
    open_ledger(f"sqlite:///{tmp_path}/referee.db", create=True, now=NOW).close()
    for name, value in (("RULESET", "none.toml"), ("READINGS__FRACTION", "flor")):
        monkeypatch.setenv(f"REFEREE_GAME__0__{name}", value)
        done = command("verify", "--settings", str(path))
        monkeypatch.delenv(f"REFEREE_GAME__0__{name}")
        assert done.returncode == 2
        assert done.stderr.startswith(f"referee: REFEREE_GAME__0__{name}, game x, ")


def test_an_audit_names_the_file_and_the_game_of_bad_rules(tmp_path: Path) -> None:
    path = tmp_path / "referee.toml"
    path.write_text(f'{GAME}readings = {{ fractoin = "floor" }}\n', encoding="utf-8")
    done = command("audit", "nowhere.dat", "--game", str(path))
    assert done.returncode == 2
    assert f"{path}, game x, readings, fractoin: unknown switch" in done.stderr


def test_no_file_is_told_with_the_command_that_makes_one(tmp_path: Path) -> None:
    done = command("poll", "--settings", str(tmp_path / "referee.toml"))
    assert done.returncode == 2
    assert is_one_line(done.stderr)
    assert "referee init" in done.stderr


# The environment


@pytest.mark.parametrize(
    ("name", "value", "found"),
    [
        ("REFEREE_LEDGER", "sqlite:///other.db", lambda s: s.ledger == "sqlite:///other.db"),
        ("REFEREE_LANG", "en", lambda s: s.lang == "en"),
        ("REFEREE_CONTACT", "me@example.jp", lambda s: s.contact == "me@example.jp"),
        ("REFEREE_CONTACT", "0312345678", lambda s: s.contact == "0312345678"),
        ("REFEREE_PAGES", "2007", lambda s: s.pages == "2007"),
        ("REFEREE_POLLING__INTERVAL", "120", lambda s: s.polling.interval == 120),
        ("REFEREE_POLLING__REQUESTS_PER_DAY", "7", lambda s: s.polling.requests_per_day == 7),
        ("REFEREE_POLLING__LINKED_HOSTS", '["a.example"]', lambda s: s.polling.linked_hosts == ("a.example",)),
        ("REFEREE_GAME__0__NAME", "true", lambda s: s.game[0].name == "true"),
        ("REFEREE_GAME__0__RULESET", "mine.toml", lambda s: s.game[0].ruleset == "mine.toml"),
        ("REFEREE_GAME__0__HOST", '["◆AbCdEfGhIj"]', lambda s: s.game[0].host == ("◆AbCdEfGhIj",)),
        ("REFEREE_GAME__0__THREADS", f'["{URL}"]', lambda s: s.game[0].threads == (URL,)),
        ("REFEREE_GAME__0__READINGS__FRACTION", "floor", lambda s: s.game[0].readings == {"fraction": "floor"}),
        ("REFEREE_GAME__0__READINGS__ROLL_ON_SAGE", "false", lambda s: s.game[0].readings == {"roll_on_sage": False}),
    ],
)  # fmt: skip
def test_the_environment_stands_above_the_file(tmp_path: Path, name: str, value: str, found: object) -> None:
    assert found(read(tmp_path, GAME, **{name: value}))  # type: ignore[operator]


@pytest.mark.parametrize(
    ("name", "value", "words"),
    [
        ("REFEREE_LEDGR", "x", ["ledgr", "did you mean ledger?"]),
        ("REFEREE_POLLING__INTERVAL", "10", ["interval", "60"]),
        ("REFEREE_POLLING__INTERVAL", "often", ["interval"]),
        ("REFEREE_GAME__1__NAME", "x", ["REFEREE_GAME__1__NAME"]),
        ("REFEREE_GAME__X__NAME", "x", ["REFEREE_GAME__X__NAME"]),
        ("REFEREE_LEDGER__X", "x", ["ledger"]),
        ("REFEREE_GAME__0__RANDOM", "seed", ["random", "did you mean seeded?"]),
    ],
)
def test_a_wrong_variable_is_refused_too(tmp_path: Path, name: str, value: str, words: list[str]) -> None:
    line = refusal(tmp_path, GAME, **{name: value})
    assert line.startswith(f"{name}: ")
    assert "referee.toml" not in line
    for word in words:
        assert word in line


def test_of_several_variables_the_one_to_blame_is_named(tmp_path: Path) -> None:
    good = {"REFEREE_CONTACT": "me", "REFEREE_LANG": "en", "REFEREE_PAGES": "x"}
    assert refusal(tmp_path, GAME, **good, REFEREE_POLLING__FULL="1").startswith("REFEREE_POLLING__FULL: full")
    line = refusal(tmp_path, GAME, **good, REFEREE_POLLING__FULL="1", REFEREE_POLLING__SLOWEST="1")
    assert line.startswith(("REFEREE_POLLING__FULL: full", "REFEREE_POLLING__SLOWEST: slowest"))


def test_a_variable_that_is_wrong_only_beside_the_file(tmp_path: Path) -> None:
    line = refusal(tmp_path, f"{GAME}[polling]\nslowest = 200\n", REFEREE_POLLING__INTERVAL="300")
    assert line.startswith("REFEREE_POLLING__INTERVAL: slowest (200) is less than interval (300)")
    assert read(tmp_path, GAME, REFEREE_POLLING__INTERVAL="2000", REFEREE_POLLING__SLOWEST="2000").polling.full == 3600


def test_what_is_wrong_in_the_file_is_not_blamed_on_variables(tmp_path: Path) -> None:
    line = refusal(tmp_path, f"{GAME}[polling]\nfull = 10\n", REFEREE_LANG="en", REFEREE_POLLING__INTERVAL="90")
    assert line.startswith(f"{tmp_path}/referee.toml, [polling]: full")


def test_a_variable_mends_what_is_wrong_in_the_file(tmp_path: Path) -> None:
    assert read(tmp_path, f"{GAME}[polling]\nfull = 10\n", REFEREE_POLLING__FULL="700").polling.full == 700


def test_a_ledger_named_by_a_variable(tmp_path: Path) -> None:
    assert refusal(tmp_path, GAME, REFEREE_LEDGER="postgres://x").startswith(
        "REFEREE_LEDGER: postgres://x is no SQLite"
    )


def test_an_audit_honours_the_environment_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path, saved = tmp_path / "referee.toml", tmp_path / "saved.dat"
    path.write_text(GAME, encoding="utf-8")
    saved.write_bytes(
        "歩く人 </b>◆AbCdEfGhIj <b><>sage<>2007/05/01(火) 12:00:00.00 ID:abcd1234<> とりゃ <>x\n".encode("cp932")
    )
    arguments = ["audit", f"{URL}={saved}", "--json", "--game", str(path)]

    def kind() -> str:
        done = command(*arguments)
        assert (done.returncode, done.stderr) == (0, "")
        return str(json.loads(done.stdout)["posts"][0]["kind"])

    assert kind() == "roll"
    monkeypatch.setenv("REFEREE_GAME__0__READINGS__ROLL_ON_SAGE", "false")
    assert kind() == "chat"
    monkeypatch.setenv("REFEREE_POLLING__INTERVAL", "often")
    done = command(*arguments)
    assert (done.returncode, done.stdout) == (2, "")
    assert "REFEREE_POLLING__INTERVAL: interval" in done.stderr


def test_variables_of_others_mean_nothing(tmp_path: Path) -> None:
    assert read(tmp_path, GAME, HOME="/", LANG="C", MY_REFEREE_LANG="xx").lang == "ja"


# init


def test_init_writes_settings_that_can_be_read_and_an_empty_ledger(tmp_path: Path) -> None:
    made = init(tmp_path, URL, NOW)
    settings, ledger = made.settings, made.ledger
    found = read_settings(str(settings))
    assert found.game[0].threads == (URL,)
    assert found == Settings(game=(Game(name="entrance", title="IDすごろく", threads=(URL,)),))
    text = settings.read_text("utf-8")
    named = [line for line in text.splitlines() if " = " in line and not line.startswith("#")]
    assert all("#" in line for line in named if not line.startswith(("name", "title", "threads")))
    with open_ledger(ledger, now=NOW) as opened, opened.read() as view:
        assert view.games() == ()
    assert open_folder(str(settings)).ledger_path == tmp_path / "referee.db"


@pytest.mark.parametrize("there", ["referee.toml", "referee.db"])
def test_init_never_overwrites(tmp_path: Path, there: str) -> None:
    (tmp_path / there).write_text("mine", encoding="utf-8")
    with pytest.raises(UsageError, match=there):
        init(tmp_path, URL, NOW)
    assert [path.name for path in tmp_path.iterdir()] == [there]
    assert (tmp_path / there).read_text("utf-8") == "mine"


@pytest.mark.parametrize("there", ["referee.toml", "referee.db"])
def test_nor_through_a_link_that_leads_nowhere(tmp_path: Path, there: str) -> None:
    (tmp_path / there).symlink_to(tmp_path / "elsewhere")
    with pytest.raises(UsageError, match=there):
        init(tmp_path, URL, NOW)
    assert [path.name for path in tmp_path.iterdir()] == [there]


@pytest.mark.parametrize("url", ["", "hello", "http://127.0.0.1:8080/", "http://127.0.0.1:8080/entrance/", "ftp://x/y"])
def test_init_refuses_what_is_no_thread(tmp_path: Path, url: str) -> None:
    with pytest.raises(UsageError):
        init(tmp_path, url, NOW)
    assert list(tmp_path.iterdir()) == []
