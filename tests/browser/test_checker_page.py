"""The checker page as people use it: typed in, shared, by keyboard, on a small phone, without scripts, off line."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from helpers import ruleset, vectors
from published import site

from referee.app.judge import Judge
from referee.app.question import Question
from referee.app.site import shown_others
from referee.model import Context
from referee.words import Speaker
from referee.words.pages import PageSpeaker

#: Option of `judge` → field of the form.
FIELDS = {"post_no": "no", "second": "second", "square": "square", "held": "held", "gift": "gift"}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("site")
    for name in ("checker.html", "en/checker.html", "style.css"):
        (path / name).parent.mkdir(exist_ok=True)
        (path / name).write_text(site("demo")[name], encoding="utf-8")
    return path


@pytest.fixture
def page(browser: Any, folder: Path) -> Any:
    """The page on a small phone; a request to anybody, an error or a complaint of the browser fails the test."""
    context = browser.new_context(viewport={"width": 320, "height": 640})
    one = context.new_page()
    wrong: list[str] = []
    one.on(
        "request", lambda request: None if request.url.startswith(f"file://{folder}/") else wrong.append(request.url)
    )
    one.on("console", lambda message: wrong.append(message.text))
    one.on("pageerror", lambda error: wrong.append(str(error)))
    yield one
    assert wrong == []
    context.close()


def told(page: Any) -> list[str]:
    """What the page shows of a verdict, line by line, without the sentences of the rules."""
    lines = page.evaluate("""() => {
      const rows = [...document.querySelectorAll("#result tbody tr")].map((row) => {
        const last = row.lastChild.cloneNode(true);
        last.querySelector("small")?.remove();
        return `  ${last.textContent.trimEnd()}`;
      });
      return [...rows, ...[...document.querySelectorAll("#result ul:not(.others) li")].map((one) => one.textContent)];
    }""")
    return [str(line) for line in lines]


def judged(lang: str, ident: str, context: Context) -> list[str]:
    judge = Judge(ruleset(), Speaker(lang, ruleset().texts(lang)))
    return judge.explain(judge.answer(Question(ident, context))).split("\n")[1:]


@pytest.mark.parametrize("lang", ["ja", "en"])
def test_the_worked_examples_typed_into_the_form(page: Any, folder: Path, lang: str) -> None:
    page.goto(f"file://{folder}/{'en/' if lang == 'en' else ''}checker.html")
    cases, typed = vectors("vectors-judge.json"), dict.fromkeys(FIELDS, "")
    for case in cases[:: 4 if lang == "ja" else 10]:
        args = case["args"]
        page.fill("#id", args["dice"])
        for name, field in FIELDS.items():
            text = "" if args.get(name) is None else str(args[name])
            if typed[name] != text:
                page.fill(f"#{field}", text)
                typed[name] = text
        page.set_checked("#chance", bool(args.get("chance")))
        page.click("button")
        context = Context(**{name: value for name, value in args.items() if name != "dice" and value is not None})
        assert told(page) == judged(lang, args["dice"], context), case["id"]
        head = page.evaluate(
            "[...document.querySelectorAll('#result thead .die')].map((one) => one.textContent).join('')"
        )
        assert head == args["dice"][:8]


def test_what_other_readings_would_make_of_an_id_is_told(page: Any, folder: Path) -> None:
    """As the form of `serve` tells it; nothing where no other reading matters."""
    speaker = PageSpeaker("ja", ruleset().texts("ja"))
    judge = Judge(ruleset(), speaker)
    others = shown_others(judge.answer(Question("XRVSadH5", Context())).others)
    assert others
    page.goto(f"file://{folder}/checker.html#id=XRVSadH5")
    said = page.evaluate("[...document.querySelectorAll('#result .others li')].map((one) => one.textContent)")
    assert said == [
        speaker.label("otherwise", switch=one.switch, value=one.value, roll=speaker.short_roll(one.roll))
        for one in others
    ]
    assert page.inner_text("#result h3") == speaker.label("otherwise_heading")
    page.fill("#id", "aHdFmmnv")
    page.click("button")
    assert page.query_selector("#result h3, #result .others") is None


def test_a_verdict_can_be_shared_and_is_read_back(page: Any, folder: Path) -> None:
    page.goto(f"file://{folder}/checker.html")
    assert page.is_hidden("#link")
    for field, value in {"id": "ID:GB+/haA2●", "no": "55", "second": "7.98", "square": "111", "held": "3"}.items():
        page.fill(f"#{field}", value)
    page.check("#chance")
    page.keyboard.press("Enter")
    address, shown = page.get_attribute("#link", "href"), told(page)
    assert shown
    assert page.evaluate("location.hash") == address
    page.goto("about:blank")
    page.goto(f"file://{folder}/checker.html{address}")
    assert told(page) == shown
    assert (page.input_value("#id"), page.is_checked("#chance")) == ("ID:GB+/haA2●", True)
    page.evaluate("location.hash = '#id=aHdF5mnv&square=95'")
    page.wait_for_function("document.getElementById('id').value === 'aHdF5mnv'")
    assert told(page) == judged("ja", "aHdF5mnv", Context(square=95))


def test_what_can_not_be_judged_is_told_in_one_line(page: Any, folder: Path) -> None:
    asked = "#id=%3Cimg%20src%3Dx%20onerror%3Dalert(1)%3E&square=x"
    page.goto(f"file://{folder}/en/checker.html{asked}")
    assert page.inner_text("#result") == "square x: no whole number — write digits, for example 55"
    page.goto(f"file://{folder}/checker.html{asked}")
    assert page.inner_text("#result") == "いまのマスが x になっている。0から1000000000までの数 を書いてください"
    page.fill("#square", "")
    page.click("button")
    assert page.inner_text("#result").startswith("<img はサイコロにならない")
    assert page.locator("#result .refused").count() == 3
    assert page.locator("#result img").count() == 0
    assert page.is_hidden("#legend")


def test_several_ids_are_judged_one_after_the_other(page: Any, folder: Path) -> None:
    page.goto(f"file://{folder}/en/checker.html")
    page.fill("#id", "ID:CPd5MhaA, 99999999")
    page.click("button")
    heads = [one.inner_text() for one in page.locator("#result h2").all()]
    assert [head.rpartition(" ")[2] for head in heads] == ["CPd5MhaA", "99999999"]
    tables = page.locator("#result table.roll").all()
    assert len(tables) == 2
    assert len({one.get_attribute("aria-label") for one in page.locator("#result .wide").all()}) == 2
    assert told(page)[-1:] == judged("en", "99999999", Context())[-1:]


def test_everything_is_reached_by_keyboard_and_the_answer_is_read_out(page: Any, folder: Path) -> None:
    page.goto(f"file://{folder}/checker.html")
    page.focus("#id")
    page.keyboard.type("GBd5haA2")
    reached = []
    for _ in range(7):
        page.keyboard.press("Tab")
        reached.append(page.evaluate("document.activeElement.id || document.activeElement.tagName"))
    assert reached == ["no", "second", "square", "held", "gift", "chance", "BUTTON"]
    page.keyboard.press("Space")
    assert told(page) == judged("ja", "GBd5haA2", Context())
    assert page.get_attribute("#result", "aria-live") == "polite"
    unnamed = "[...document.querySelectorAll('input')].filter((one) => !one.labels.length).length"
    assert page.evaluate(unnamed) == 0
    assert page.evaluate("document.documentElement.scrollWidth") <= 320


def test_without_scripts_a_sentence_says_so(browser: Any, folder: Path) -> None:
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(f"file://{folder}/en/checker.html#id=aHdF5mnv")
    assert "referee judge" in page.inner_text("noscript")
    assert page.is_hidden("form")
    context.close()


def test_a_changed_script_does_not_run(browser: Any, folder: Path) -> None:
    """The policy names the one script that may run."""
    (folder / "changed.html").write_text(
        site("demo")["checker.html"].replace("function check(", "function  check("), "utf-8"
    )
    page = browser.new_page()
    page.goto(f"file://{folder}/changed.html#id=aHdF5mnv")
    assert page.is_hidden("form")
    page.close()
