"""`referee serve` in a real Chromium: the checker as a form without scripts, its page under the headers sent."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from test_browser_axe import axe, violations
from visit import Visitor

from benchmarks.poll import folder
from benchmarks.threads import dat
from tests.app.process import PATIENCE, REFEREE, environment
from tests.fakeboard import FakeBoard, FakeClock

#: Two IDs that other readings would change.
ASKED = "check?id=GqAYNWJO%20EOkdkTO4&second=45&square=340"


@pytest.fixture(scope="module")
def live(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a game that is served."""
    path, clock = tmp_path_factory.mktemp("live"), FakeClock()
    with pytest.MonkeyPatch.context() as patch, FakeBoard(clock) as board:
        for name in [name for name in os.environ if name.startswith("REFEREE_")]:
            patch.delenv(name)  # those of the browser tests are no settings of a game
        thread = board.thread()
        thread.lines.extend(dat(40).splitlines())
        with folder(board, [thread]) as (made, poller, ledger):
            poller.poll(poller.places[0], clock(), hurry=True)
            ledger.close()
            shutil.copytree(made, path, dirs_exist_ok=True)
    names = [name for name in os.environ if name.startswith("REFEREE_")]
    plain = {name: value for name, value in environment().items() if name not in names}
    command = [*REFEREE, "serve", "--port", "0", "--rate", "0"]
    process = subprocess.Popen(command, cwd=path, env=plain, stderr=subprocess.PIPE, text=True)
    try:
        assert process.stderr is not None
        found = re.search(r"http://\S+/", process.stderr.readline())
        assert found is not None
        yield f"{found[0]}sugoroku0/"
    finally:
        process.terminate()
        process.wait(PATIENCE)


def test_the_checker_page_runs_under_the_headers_sent(live: str, visitor: Callable[..., Visitor]) -> None:
    tab = visitor()
    for language in ("", "en/"):
        page = tab.open(f"{live}{language}checker.html#id=GqAYNWJO&square=340")
        assert page.locator("#result tbody tr").count() == 5
        assert tab.said == []
        assert all(url.startswith(live) for url in tab.asked)


def test_the_form_is_found_and_used_without_scripts(live: str, visitor: Callable[..., Visitor]) -> None:
    tab = visitor(java_script_enabled=False, viewport={"width": 320, "height": 640})
    page = tab.open(live)
    page.click("nav a[href='check']")
    page.fill("#id", "GqAYNWJO")
    page.fill("#square", "340")
    page.keyboard.press("Enter")
    page.wait_for_url("**/check?*")
    assert page.locator("ul.others li").count() == 2
    shared: Any = page.locator("main a").last.get_attribute("href")
    assert tab.open(live + shared).locator("table.roll").count() == 1
    assert tab.said == []


@pytest.mark.parametrize("path", ["check", ASKED, f"en/{ASKED}", f"check?id={'W' * 64}"])
def test_the_form_at_all_widths(path: str, live: str, visitor: Callable[..., Visitor]) -> None:
    axe()
    for width in (320, 360, 1200):
        page = visitor(viewport={"width": width, "height": 800}).open(live + path)
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        assert list(violations(page)) == []
