"""The looks can see: a page with a planted fault is found out, by the look that is meant for it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from looks import fits, goes_by_keyboard, has_headings_in_order, prints, reads_without_style
from published import site
from sites import write
from test_browser_axe import violations
from test_browser_pages import strangers
from visit import Visitor

STYLE, PAGE = "style.css", "index.html"
_SQUARE = '<svg viewBox="0 0 9 9" width="90"><rect width="9" height="9"/><text y="8" font-size="9">5</text></svg>'
FAULTS = [
    (fits, PAGE, "</main>", '<p style="width:400px">wide</p></main>'),
    (fits, STYLE, "overflow-wrap:anywhere", "overflow-wrap:normal;white-space:nowrap"),
    (has_headings_in_order, PAGE, "<main", "<h2>early</h2><main"),
    (has_headings_in_order, PAGE, "</main>", "<h4>deep</h4></main>"),
    (has_headings_in_order, PAGE, "</main>", "<h1>again</h1></main>"),
    (reads_without_style, STYLE, ".home", "h2{display:none}.home"),
    (reads_without_style, STYLE, ".home", "body{display:flex;flex-direction:column-reverse}.home"),
    (reads_without_style, STYLE, ".home", "main{display:grid}h1{order:1}.home"),
    (reads_without_style, PAGE, "</main>", f"<p>{_SQUARE}</p></main>"),
    (prints, STYLE, "nav,.skip{display:none}", ""),
    (prints, STYLE, "nav,.skip{display:none}", "nav,.skip,h1{display:none}"),
    (prints, STYLE, "@media screen and (prefers-color-scheme:dark)", "@media (prefers-color-scheme:dark)"),
    (goes_by_keyboard, PAGE, "</main>", '<a href="#main" tabindex="1">first</a></main>'),
    (goes_by_keyboard, PAGE, '<a class="skip"', '<a href="#x">before</a><a class="skip"'),
    (goes_by_keyboard, STYLE, "outline:3px solid var(--link)", "outline:none"),
    (goes_by_keyboard, STYLE, ".skip:focus{left:.75rem;", ".skip:focus{"),
    (violations, STYLE, "--soft:#5c5a53", "--soft:#b0b0b0"),
    (violations, STYLE, "--soft:#b0aca0", "--soft:#505050"),
    (violations, PAGE, 'lang="ja"', ""),
]


@pytest.mark.parametrize(
    ("look", "path", "old", "new"), FAULTS, ids=[f"{row[0].__name__}-{at}" for at, row in enumerate(FAULTS)]
)
def test_a_planted_fault_is_seen(
    look: Callable[..., object], path: str, old: str, new: str, tmp_path: Path, visitor: Callable[..., Visitor]
) -> None:
    pages = {name: site("demo")[name] for name in (PAGE, STYLE)}
    # The policy would keep planted styles from showing; that is for the next test.
    pages[PAGE] = pages[PAGE].replace("style-src 'self'", "style-src 'self' 'unsafe-inline'")
    tab = visitor()
    write(tmp_path, pages)
    assert list(look(tab.open(f"file://{tmp_path}/{PAGE}"))) == []  # type: ignore[call-overload]
    assert old in pages[path]
    write(tmp_path, {path: pages[path].replace(old, new, 1)})
    assert list(look(tab.open(f"file://{tmp_path}/{PAGE}")))  # type: ignore[call-overload]


@pytest.mark.parametrize("planted", ['<img src="https://example.net/x.png" alt="">', "<script>alert(1)</script>",
                                     '<p style="color:red">x</p>', '<img src="gone.png" alt="">'])  # fmt: skip
def test_what_is_forbidden_is_heard_of(planted: str, tmp_path: Path, visitor: Callable[..., Visitor]) -> None:
    write(tmp_path, {name: site("demo")[name] for name in (PAGE, STYLE)})
    write(tmp_path, {PAGE: site("demo")[PAGE].replace("</main>", f"{planted}</main>")})
    tab = visitor()
    tab.open(f"file://{tmp_path}/{PAGE}")
    assert tab.said


def test_a_request_to_others_is_seen(tmp_path: Path, visitor: Callable[..., Visitor]) -> None:
    free = '<!DOCTYPE html><html lang="ja"><title>x</title><img src="http://127.0.0.1:9/x.png" alt="">'
    write(tmp_path, {PAGE: free})
    tab = visitor()
    tab.open(f"file://{tmp_path}/{PAGE}")
    assert strangers(tab.asked, f"file://{tmp_path}/") == ["asks for http://127.0.0.1:9/x.png"]
