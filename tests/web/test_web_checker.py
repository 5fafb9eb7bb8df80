"""The ID checker as a form that works without scripts."""

from __future__ import annotations

import pytest
from selectolax.lexbor import LexborHTMLParser
from served import Served
from starlette.routing import Route

from referee.app.judge import Judge
from referee.app.question import Question
from referee.app.rulesets import find_ruleset
from referee.model import Context
from referee.words.pages import PageSpeaker

CHECK = "/sugoroku/check"


def asked(site: Served, query: str, status: int = 200, folder: str = "") -> LexborHTMLParser:
    answer = site.get(f"/sugoroku/{folder}check?{query}")
    assert answer.status_code == status, answer.text
    return LexborHTMLParser(answer.text)


def told(page: LexborHTMLParser) -> str:
    return page.css_first("main").text()  # type: ignore[union-attr]


def test_the_form_is_a_form(site: Served) -> None:
    page = asked(site, "")
    form = page.css_first("form")
    assert form is not None
    assert (form.attributes["method"], form.attributes["action"]) == ("get", "check")
    names = [node.attributes["name"] for node in form.css("input")]
    assert set(names) == {"id", "no", "second", "square", "held", "chance", "gift"}
    assert {node.attributes["for"] for node in form.css("label")} == set(names), "each has a label"
    assert page.css("script, .roll") == []
    assert "form-action 'self'" in site.get(CHECK).headers["content-security-policy"]


def test_a_verdict_is_told_as_judge_tells_it(site: Served) -> None:
    ruleset = find_ruleset()
    for lang, folder in (("ja", ""), ("en", "en/")):
        speaker = PageSpeaker(lang, ruleset.texts(lang))
        judge = Judge(ruleset, speaker)
        answer = judge.answer(Question("GBd5haPT", Context(post_no=12, second=45, square=111, gift=10)))
        text = told(asked(site, "id=GBd5haPT&no=12&second=45&square=111&gift=10", folder=folder))
        for line in speaker.conclusion(answer.roll):
            assert line in text
        for finding in answer.roll.findings:
            assert speaker.finding(finding, answer.roll.dice, 111, answer.roll) in text


def test_what_other_readings_would_make_of_it_is_told(site: Served) -> None:
    """As on the page of a verdict: each switch that matters with each of its values, and the roll that it makes."""
    ruleset = find_ruleset()
    for lang, folder in (("ja", ""), ("en", "en/")):
        speaker = PageSpeaker(lang, ruleset.texts(lang))
        answer = Judge(ruleset, speaker).answer(Question("GqAYNWJO", Context(second=45, square=340)))
        assert answer.others
        page = asked(site, "id=GqAYNWJO&second=45&square=340", folder=folder)
        lines = [node.text() for node in page.css("ul.others li")]
        assert [line.partition(" = ")[0] for line in lines] == [one.switch for one in answer.others]
        assert all(speaker.short_roll(one.roll) in line for one, line in zip(answer.others, lines, strict=True))
    assert not asked(site, "id=a5dMhaAn").css("ul.others"), "nothing where no reading matters"


def test_what_was_typed_stays_in_the_form_and_the_address_asks_it_again(site: Served) -> None:
    page = asked(site, "id=ID%3AGBd5haA2&id=zzzz%2Fzzz&square=111&chance=1&held=&no=&second=")
    values = {node.attributes["name"]: node.attributes.get("value") for node in page.css("form input")}
    assert (values["id"], values["square"], values["held"]) == ("GBd5haA2 zzzz/zzz", "111", "")
    assert "checked" in page.css_first("#chance").attributes  # type: ignore[union-attr]
    share = str(page.css("main a")[-1].attributes["href"])
    assert share == "check?id=GBd5haA2%20zzzz%2Fzzz&square=111&chance=1"
    assert told(asked(site, share.partition("?")[2])) == told(page)
    other = str(page.css_first("link[rel=alternate]").attributes["href"])  # type: ignore[union-attr]
    assert other == f"en/{share}"


def test_numbers_of_full_width_are_numbers(site: Served) -> None:
    page = asked(site, "id=a5dMhaAn&square=１１１")
    assert "111" in told(page)


@pytest.mark.parametrize(
    ("query", "sentence"),
    [
        ("id=a5dMhaAn&square=x", "今いるマスが x になっている。0から1000000000までの数 を書いてください"),
        ("id=a5dMhaAn&no=0", "レス番号が 0 になっている。1から1000000000までの数 を書いてください"),
        ("id=a5dMhaAn&held=-1", "持ち越しの×nが -1 になっている"),
        ("id=a5dMhaAn&gift=99999999999", "もらったボーナスが 99999999999 になっている"),
        ("id=a5dMhaAn&second=60", "秒が 60 になっている。0から59まで"),
        ("id=a5dMhaAn&chance=maybe", "次回chanceの状態が maybe になっている"),
        ("id=あいうえお", "あいうえお はサイコロにならない"),
        ("id=%3F%3F%3F", "??? はサイコロにならない"),
        ("id=" + "a" * 65, "はサイコロにならない"),
        ("id=" + "a+" * 21, "一度に判定できるIDは20個まで"),
    ],
)
def test_what_is_wrong_is_told_in_one_sentence(site: Served, query: str, sentence: str) -> None:
    page = asked(site, query, 400)
    troubles = [node.text() for node in page.css("[role=alert]")]
    assert len(troubles) == 1
    assert sentence in troubles[0]


def test_the_checker_is_asked_before_the_routes_and_by_no_other_way(
    site: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = site.client.post(CHECK)
    assert (other.status_code, set(other.headers["allow"].split(", "))) == (405, {"GET", "HEAD"})
    for path in ("/check", "/en/check", "/nope/check", "/sugoroku/xx/check", "/sugoroku/en/en/check"):
        assert site.get(path).status_code == 404, path
    monkeypatch.setattr(Route, "matches", lambda *_: pytest.fail("asked the routes"))
    told = site.get(f"{CHECK}?id=a5dMhaAn")
    assert (told.status_code, site.client.head(CHECK).content) == (200, b"")
    assert site.get(f"{CHECK}?id=a5dMhaAn", if_none_match=told.headers["etag"]).status_code == 304
    assert site.get("/sugoroku/en/check?id=a5dMhaAn").text != told.text
    monkeypatch.undo()
    assert 'referee_requests_total{route="check",status="200"} 3' in site.get("/metrics").text


def test_a_form_of_odd_characters_is_filled_in_as_it_was_typed(site: Served) -> None:
    page = asked(site, "id=%22%26%3C%27x&square=5%3C&held=%00", 400)
    values = {node.attributes["name"]: node.attributes.get("value") for node in page.css("form input")}
    assert (values["id"], values["square"]) == ("\"&<'x", "5<")
    for query, box in (("chance=1", True), ("chance=0", False), ("chance=", False)):
        form = asked(site, f"id=a5dMhaAn&{query}")
        assert ("checked" in form.css_first("#chance").attributes) is box  # type: ignore[union-attr]


def test_a_bad_id_among_good_ones_is_refused_alone(site: Served) -> None:
    page = asked(site, "id=a5dMhaAn+ああ+GBd5haA2", 400)
    assert len(page.css("table.roll")) == 2
    assert len(page.css("[role=alert]")) == 1


@pytest.mark.parametrize(
    "text", ["<script>alert(1)</script>", '"><img src=x onerror=alert(1)>', "203.0.113.7", "{{7*7}}", "\x00"]
)
def test_hostile_text_stays_text(site: Served, text: str) -> None:
    harmless = asked(site, "id=ああ&square=x", 400)
    for name in ("id", "square"):
        answer = site.client.get(CHECK, params={"id": "ああ", "square": "x", name: text})
        page = LexborHTMLParser(answer.text)
        assert answer.status_code == 400
        assert page.css("script, img") == []
        assert len(page.css("form *")) == len(harmless.css("form *"))
        if text == "203.0.113.7":
            assert text not in "".join(node.text() for node in page.css("[role=alert]"))
