"""The Nu validator finds no error and nothing to warn of, on any page of any game, SVG and style sheet included."""

from __future__ import annotations

import json
import re
import subprocess
from pathlib import Path

from sites import Looked
from tools import from_npm, java

#: Passed over: in a folder the validator can't tell that a page and its style sheet are of one origin, it takes data
#: of the checker page for scripts (what a browser refuses is told by `test_every_page`), and what people typed is shown
#: as they typed it.
_PASSED_OVER = re.compile(
    r"external stylesheet “(\.\./)*style\.css” blocked by “style-src” directive\.$"
    r"|^Inline script violates Content Security Policy .* “script-src” directive"
    r"|^Text run is not in Unicode Normalization Form C\."
)


def messages(folder: Path) -> list[str]:
    """What the validator says of a folder."""
    jar = from_npm("BROWSER_TESTS_VNU", "vnu-jar/build/dist/vnu.jar")
    command = [java(), "-Xss4m", "-XX:TieredStopAtLevel=1", "-jar", str(jar), "--format", "json", "--stdout"]
    only = ("--skip-non-html", "--also-check-css")
    done = subprocess.run([*command, *only, str(folder)], capture_output=True, text=True, check=False)
    assert done.stdout.startswith("{"), done.stdout + done.stderr
    return [
        f"{one.get('url', '').removeprefix(f'file:{folder}/')}:{one.get('lastLine')}: {one['type']}: {one['message']}"
        for one in json.loads(done.stdout)["messages"]
        if not _PASSED_OVER.search(one["message"])
    ]


def test_every_page_is_valid(root: Path, looked: dict[str, Looked]) -> None:
    assert looked
    said = messages(root)
    assert said == [], "\n".join(said[:20])


def test_the_validator_sees_a_fault(tmp_path: Path) -> None:
    head = '<!DOCTYPE html>\n<html lang="ja"><head><meta charset="utf-8"><title>順位</title></head>'
    (tmp_path / "good.html").write_text(f"{head}<body><p>順位</p></body></html>", encoding="utf-8")
    (tmp_path / "bad.html").write_text(f"{head}<body><p><h2>順位</h2></p></body></html>", encoding="utf-8")
    (tmp_path / "style.css").write_text("p{colour:red}", encoding="utf-8")
    said = messages(tmp_path)
    assert {one.partition(":")[0] for one in said} == {"bad.html", "style.css"}
