"""Long work by two processes is the work of one; what fails in either is told."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from helpers import ROOT
from process import referee
from test_publish import files

from referee.app.audit import open_audit
from referee.app.halves import by_two
from referee.app.report import run
from referee.app.site import PagesSink
from referee.app.sitewriter import publish_audit
from referee.errors import UsageError

GAME = ROOT / "fixtures/threads/long-game"


def test_each_part_is_made_once() -> None:
    def work(items: Iterator[int]) -> tuple[list[int], int]:
        return [item * 2 for item in items], os.getpid()

    (first, here), (second, there) = by_two(range(200), work)
    assert sorted(first + second) == [2 * item for item in range(200)]
    assert here == os.getpid() != there


@pytest.mark.parametrize("in_the_copy", [False, True])
def test_what_fails_in_either_is_told(in_the_copy: bool) -> None:
    here = os.getpid()

    def work(items: Iterator[int]) -> int:
        if (os.getpid() != here) is in_the_copy:
            raise UsageError("index.html", "was not made by the referee", "name another folder")
        return len(list(items))

    with pytest.raises(UsageError, match="was not made by the referee") as caught:
        by_two(range(8), work)
    assert caught.value.where == "index.html"


def test_a_process_that_ends_without_a_word_is_told() -> None:
    here = os.getpid()

    def work(items: Iterator[int]) -> int:
        if os.getpid() != here:
            os._exit(9)
        return len(list(items))

    with pytest.raises(OSError, match="without a word"):
        by_two(range(8), work)


def test_a_site_made_by_two_processes_is_the_same(tmp_path: Path) -> None:
    """A command has no threads: its pages are made by two processes where there are two processors."""
    folder = tmp_path
    sources = [str(GAME / "entrance")]
    linked = ["--linked", str(GAME / "linked")] if (GAME / "linked").is_dir() else []
    done = referee(folder, "audit", *sources, *linked, "--pages", "two")
    assert done.returncode in (0, 3), done.stderr
    audit, _ = open_audit(sources, linked[1:], None, None, [], "ja")
    sink = PagesSink()
    run(audit, [sink])
    publish_audit(audit, sink, str(folder / "one"))
    assert files(folder / "two") == files(folder / "one")
    again = referee(folder, "audit", *sources, *linked, "--pages", "two")
    assert "0" in again.stderr
    assert f"{len(files(folder / 'one'))}" in again.stderr, "all of them lie there already"
