"""What was read of a ruleset is kept, and is never needed."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from referee.app.asread import read_toml

TEXT = '[ruleset]\nname = "すごろく"\ngoal = 1000\n[[event]]\nid = "E-1"\nworth = -0.5\nhit = ["a", "b"]\n'


def test_what_was_read_once_is_read_no_more(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    first = read_toml(TEXT, tmp_path)
    assert first == tomllib.loads(TEXT)
    monkeypatch.setattr(tomllib, "loads", None)
    assert read_toml(TEXT, tmp_path) == first


def test_another_text_is_read_anew(tmp_path: Path) -> None:
    read_toml(TEXT, tmp_path)
    assert read_toml(TEXT.replace("1000", "999"), tmp_path)["ruleset"]["goal"] == 999


@pytest.mark.parametrize("kept", [b"", b"\xc1", b"\x01", b"\x81\x01\x02"])
def test_what_is_damaged_is_read_anew(tmp_path: Path, kept: bytes) -> None:
    read_toml(TEXT, tmp_path)
    (file,) = tmp_path.iterdir()
    file.write_bytes(kept)
    assert read_toml(TEXT, tmp_path) == tomllib.loads(TEXT)
    assert read_toml(TEXT, tmp_path) == tomllib.loads(TEXT)
    assert file.read_bytes() != kept


def test_where_nothing_can_be_kept_it_is_read_each_time(tmp_path: Path) -> None:
    gone = tmp_path / "gone"
    gone.write_bytes(b"")  # a file: nothing can be put below it
    assert read_toml(TEXT, gone) == tomllib.loads(TEXT)


def test_what_is_no_toml_is_refused_and_not_kept(tmp_path: Path) -> None:
    with pytest.raises(tomllib.TOMLDecodeError):
        read_toml("[ruleset", tmp_path)
    assert list(tmp_path.iterdir()) == []
