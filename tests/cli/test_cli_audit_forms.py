"""Saved threads in other forms than a dat: packed, rawmode, with and without a host."""

from __future__ import annotations

import gzip
from pathlib import Path

import pytest
from audits import ROOT, THREAD, audited


def test_a_packed_dat_is_read_like_any_other(tmp_path: Path) -> None:
    board = tmp_path / "entrance"
    board.mkdir()
    packed = gzip.compress(Path(THREAD).read_bytes(), mtime=0)
    (board / "1178000000.dat.gz").write_bytes(packed)
    (board / "1178000009.dat.gz").write_bytes(packed[:-20])
    whole = audited(str(board))
    assert [(thread["refused"], thread["posts"]) for thread in whole["threads"]] == [(None, 60), ("cut", 0)]
    lines = Path(THREAD).read_bytes().splitlines(keepends=True)
    members = [gzip.compress(b"".join(lines[at : at + 20]), mtime=0) for at in range(0, 60, 20)]
    (board / "1178000000.dat.gz").write_bytes(b"".join(members))  # put together of several
    assert audited(str(board / "1178000000.dat.gz"))["threads"][0]["posts"] == 60


@pytest.mark.parametrize("name", ["saved.rawmode.txt", "1207900000.rawmode.cgi", "1207900000.dat"])
def test_rawmode_is_recognised_by_its_bytes_whatever_the_file_is_called(name: str, tmp_path: Path) -> None:
    saved = ROOT / "fixtures/threads/family-jbbs/jbbs.shitaraba.net/game/10000/1207900000.dat"
    folder = tmp_path / "jbbs.shitaraba.net/game/10000"
    folder.mkdir(parents=True)
    (folder / name).write_bytes(saved.read_bytes())
    (thread,) = audited(str(folder / name))["threads"]
    key = name.partition(".")[0]
    assert (thread["thread"], thread["posts"], thread["title"]) == (
        f"jbbs.shitaraba.net/game/10000/{key}", 33, "IDすごろく",
    )  # fmt: skip


def test_the_same_thread_with_and_without_its_host_is_judged_once() -> None:
    url = f"http://etc7.2ch.net/test/read.cgi/entrance/1178000000/={THREAD}"
    for arguments in ((url, THREAD), (THREAD, url)):
        assert sum(thread["posts"] for thread in audited(*arguments)["threads"]) == 60
