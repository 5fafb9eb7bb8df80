"""What the browser tests need from the machine, and what is said where it is missing.

`BROWSER_TESTS=required` makes a failure of every such skip: so `.ci/run` can't pass without having looked.
"""

from __future__ import annotations

import os
import shutil
from hashlib import sha256
from pathlib import Path
from typing import NoReturn

import pytest
from helpers import ROOT

HERE = Path(__file__).parent
#: The one family of fonts that pages are drawn in: a machine's other fonts would move every line.
FONTS = ("NotoSansCJK-Regular.ttc", "NotoSansCJK-Bold.ttc")
FONT_FOLDERS = (Path("/usr/share/fonts/opentype/noto"), Path("/usr/share/fonts/noto-cjk"))
_CONF = """<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "urn:fontconfig:fonts.dtd">
<fontconfig>
<dir>{folder}</dir>
<cachedir>{cache}</cachedir>
<selectfont><rejectfont><glob>*</glob></rejectfont></selectfont>
<selectfont>{accepted}</selectfont>
<match target="pattern">
<edit name="family" mode="append" binding="strong"><string>Noto Sans CJK JP</string></edit>
</match>
<alias binding="strong"><family>monospace</family><prefer><family>Noto Sans Mono CJK JP</family></prefer></alias>
<match target="font">
<edit name="antialias" mode="assign"><bool>true</bool></edit>
<edit name="hinting" mode="assign"><bool>false</bool></edit>
<edit name="hintstyle" mode="assign"><const>hintnone</const></edit>
<edit name="rgba" mode="assign"><const>none</const></edit>
</match>
</fontconfig>
"""


def missing(what: str) -> NoReturn:
    """Skip for want of something; fail where the browser tests are required."""
    if os.environ.get("BROWSER_TESTS") in ("required", "all"):
        pytest.fail(f"BROWSER_TESTS=required, but {what}", pytrace=False)
    pytest.skip(what)


def chromium() -> str:
    """The path of Debian's Chromium."""
    found = os.environ.get("BROWSER_TESTS_CHROMIUM") or shutil.which("chromium")
    return found or missing("there is no chromium here (Debian: apt-get install chromium)")


def java() -> str:
    """The path of a Java."""
    return shutil.which("java") or missing("there is no java here (Debian: apt-get install default-jre-headless)")


def from_npm(variable: str, path: str) -> Path:
    """A file of an npm package: where the variable says, or beside the tests."""
    named = os.environ.get(variable)
    places = [Path(named)] if named else [folder / "node_modules" / path for folder in (HERE, ROOT)]
    for place in places:
        if place.is_file():
            return place
    missing(f"{path} is not here: npm install --prefix tests/browser --ignore-scripts --no-package-lock, or {variable}")


def font_folder() -> Path | None:
    """Where the fonts lie; None where they don't (Debian: apt-get install fonts-noto-cjk)."""
    return next((folder for folder in FONT_FOLDERS if all((folder / name).is_file() for name in FONTS)), None)


def font_settings(folder: Path, cache: Path) -> str:
    """Settings of fontconfig under which nothing but our fonts is known."""
    accepted = "".join(f"<acceptfont><glob>*/{name}</glob></acceptfont>" for name in FONTS)
    return _CONF.format(folder=folder, cache=cache, accepted=accepted)


def font_digests(folder: Path) -> dict[str, str]:
    """What the fonts are, by name: two machines draw alike only with the same ones."""
    return {name: sha256((folder / name).read_bytes()).hexdigest()[:16] for name in FONTS}
