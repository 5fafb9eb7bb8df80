"""The checker page says what `referee judge` says: 20,000 IDs in a real browser.

Needs playwright (`pip install -e '.[browser]'`) and Debian's chromium; skipped where they are missing.
"""

from __future__ import annotations

import itertools
import json
import random
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from helpers import SHIPPED, ruleset
from msgspec import Struct
from published import site

from referee.app.checker import Form, context_of
from referee.app.checkerrules import rules_json
from referee.app.judge import Judge
from referee.app.question import Question
from referee.app.showrules import shown_value
from referee.errors import UsageError
from referee.rules import SWITCHES, Ruleset, load_ruleset
from referee.words import Speaker
from referee.words.short import whole_roll
from referee.words.tongue import Tongue

from id_maker import BASE64, ODD, SQUARES, some_id  # isort: skip

#: The ruleset of a host: another home, a row of its own, worths and products that no number of a browser holds.
HOSTS_OWN = (
    SHIPPED.replace("goal = 1000", "goal = 5000")
    + """
[[event]]
id = "E-H7"
trigger = "h"
case = "exact"
effect = "points"
worth = -999983
strikable = true
ja = "小文字の<h> … -999983 </script>"
en = "small <h>: -999983 </script>"
hit = "aHhF5mdv"
miss = "aHHF5mdv"

[[event]]
id = "E-J7"
trigger = "j"
follow = "digit !5"
effect = "hold"
ja = "j+数字 … 次回×n"
en = "j + digit: next ×n"
hit = "aHj7mmdv"
miss = "aHj5mmdv"
"""
)
EVENTS = "XKkLlIzZqQGSBWYCPERVUJOTNAd5+/.-"
#: Every switch by itself, and what is counted exactly only beyond 2^53: all of a long ID is dice.
READINGS: list[dict[str, bool | str]] = [
    *({name: value} for name, values in SWITCHES.items() for value in values[1:]),
    {"dice": "all", "fraction": "half_up", "x_strikes": "setbacks"},
    {"all_case": "letters", "miss_beside_shapes": False, "follower_digit_counts": False, "pt_hundredths": True},
]
#: What long IDs are made of.
LONG = ("9BK+", "JO9", "SSSY", BASE64 + ODD)
MARKS = ("0", "O●", ".net", "●", "(主)", "*", "NIKU", ".net●(主)")
REFUSED = (
    "", "  ", "ID:", "id：\u3000", "???", "???0", "NG", "NG0", "DELETED", "192.0.2.1", "aHdF５mnv", "ａＨdF5mnv",
    "aHdF 5mnv", "aHdF\u30005mn", "aHd\x1c5mnv", "aHdF5mn\x1cv", "aHdF5mnv\x1cv", "aHdF5mnv\x85x", "x" * 65,
    "🎲aHdF5mn", "aHdF5mn🎲", "🎲" * 65, "é'\"", "'é", "\u200baHdF5mn", "aHdF<5mn", "aHdF5m\\n", "ID:x" * 17,
    "ıd:aHdF5mn", "aHdF5mnv\ufeffx",
)  # fmt: skip
NUMBERS = ("", " 12 ", "0", "1", "55", "999", "1000", "1001", "+7", "-1", "１２", "1e3", "x", "1" * 11, "1000000000")


def forms(count: int, seed: str) -> Iterator[Form]:
    """So many forms as people may fill them in: mostly right, some with every kind of slip."""
    chance = random.Random(seed)
    for at in range(count):
        ident = some_id(chance)
        if at % 7 == 0:
            ident = "".join(chance.choices(BASE64, k=8)) + chance.choice(MARKS)
        elif at % 31 == 0:
            ident = chance.choice(REFUSED)
        elif at % 37 == 0:
            ident = "".join(
                chance.choices(chance.choice(("9BK+", "JO9", "SSSY", BASE64 + ODD)), k=chance.randint(20, 66))
            )
        if at % 11 == 0:
            ident = chance.choice(("ID:", "id: ", "\u3000Id：", " ")) + ident
        slip = at % 40 == 0

        def field(*usual: str, slip: bool = slip) -> str:
            return chance.choice((*NUMBERS, "59.9", "7.", "60") if slip else usual)

        yield Form(
            ident,
            no=field("", str(chance.randint(1, 1100))),
            second=field("", "0", "45", "59", "7.98"),
            square=field(str(chance.choice(SQUARES)), str(chance.randrange(1000))),
            held=field("", "1", "0", "3", "10"),
            chance=chance.random() < 0.1,
            gift=field("", "0", "10", "30"),
        )


def pairs() -> Iterator[Form]:
    """Every event character before every other, before a digit or a letter."""
    for one, other in itertools.product(EVENTS, repeat=2):
        for rest in ("3h7mnvD", "dD+h4mn", "x9x"):
            yield Form(f"{one}{other}{rest}", "155", "37", "222")


def plain(value: object) -> object:
    """Records as objects, and whole numbers beyond 2^53 as texts, as the page hands them out."""
    if isinstance(value, Struct):
        return {name: plain(getattr(value, name)) for name in value.__struct_fields__}
    if isinstance(value, list | tuple):
        return [plain(one) for one in value]
    return f"{value}n" if isinstance(value, int) and abs(value) >= 2**53 else value


def judged(judge: Judge, tongue: Tongue, form: Form) -> object:
    """What `referee judge` says, and what it knows of the other readings that matter."""
    try:
        answer = judge.answer(Question(form.id, context_of(form)))
    except UsageError as error:
        return str(error)
    told = [f"{one.switch} = {shown_value(one.value)}: {whole_roll(tongue, one.roll)}" for one in answer.others]
    return [plain(answer.roll), plain(answer.worth), plain(answer.cited), judge.explain(answer).split("\n")[1:], told]


#: The page judges all forms; without the readings, which cost it as much again for each, where `is_quick`.
JUDGE_ALL = """
([forms, is_quick]) => {
  const light = new Rules(rules.ruleset, [], rules.sentences, rules.index, rules.tongue);
  const answer = (fields) => {
    try {
      const checked = is_quick ? check(light, record(Form, fields)) : judge(fields);
      const {roll, worth, cited, lines, sums, remarks, others} = checked;
      return [roll, worth, cited, [...lines.map((line) => `  ${line.text}`), ...sums, ...remarks], others];
    } catch (error) {
      if (!(error instanceof UsageError)) throw error;
      return error.__str__();
    }
  };
  return JSON.stringify(forms.map(answer), (_, value) => typeof value === "bigint" ? `${value}n` : value);
}
"""


def opened(browser: Any, folder: Path, lang: str, rules: Ruleset) -> Any:
    """The published page with the rules of a game, opened as a file; whatever it asks for is an error."""
    name = "en/checker.html" if lang == "en" else "checker.html"
    text, count = re.subn(
        r'(<script type="application/json" id="rules">).*?(</script>)',
        lambda at: at[1] + rules_json(rules, lang).replace("<", "\\u003c") + at[2],
        site("demo")[name],
    )
    assert count == 1
    (folder / "checker.html").write_text(text, encoding="utf-8")
    page = browser.new_page()
    page.on("pageerror", lambda error: pytest.fail(f"the page fails: {error}"))
    page.goto(f"file://{folder}/checker.html")
    return page


def compare(browser: Any, folder: Path, lang: str, rules: Ruleset, asked: list[Form], quick: int = 0) -> None:
    """Both judge the same forms; the last `quick` of them without the readings that matter."""
    page = opened(browser, folder, lang, rules)
    for some, is_quick in ((asked[: len(asked) - quick], False), (asked[len(asked) - quick :], True)):
        judge, tongue = Judge(rules, Speaker(lang, rules.texts(lang))), Tongue(lang, rules.texts(lang))
        if is_quick:
            judge._others._others = ()
        said = json.loads(page.evaluate(JUDGE_ALL, [[plain(form) for form in some], is_quick]))
        assert len(said) == len(some)
        for form, one in zip(some, said, strict=True):
            assert one == json.loads(json.dumps(judged(judge, tongue, form))), form
    page.close()


@pytest.mark.parametrize("lang", ["ja", "en"])
def test_ids_of_every_kind(browser: Any, tmp_path: Path, lang: str) -> None:
    compare(browser, tmp_path, lang, ruleset(), list(forms(6200, lang)), quick=4700)


def test_every_event_beside_every_other(browser: Any, tmp_path: Path) -> None:
    compare(browser, tmp_path, "en", ruleset(), list(pairs()), quick=2400)


@pytest.mark.parametrize("chosen", READINGS, ids=lambda chosen: " ".join(f"{k}={v}" for k, v in chosen.items()))
def test_under_every_reading(browser: Any, tmp_path: Path, chosen: dict[str, bool | str]) -> None:
    compare(browser, tmp_path, "ja", ruleset(**chosen), list(forms(200, f"{chosen}")))


def test_rules_of_a_file(browser: Any, tmp_path: Path) -> None:
    compare(browser, tmp_path, "en", load_ruleset(HOSTS_OWN, "own"), list(forms(1400, "own")))
