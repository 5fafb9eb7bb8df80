"""Feeds: valid, the newest first, under names that stay, and of one mind in both forms."""

from __future__ import annotations

import json
from datetime import datetime
from urllib.parse import urlsplit

import pytest
from feedrules import atom_entries, atom_faults, atom_links, json_feed_faults
from msgspec.structs import replace
from published import Site, audited, pages_of, played, ruled_game, site
from scenario import play
from test_pages_hostile import NASTY, hostile

from referee.app.site import templates
from referee.pages import Game, build
from referee.pages.feeds import NEWEST
from referee.pages.ranks import rank_days

FEEDS = ["feed", "en/feed"]
DAYS = """
    1 05-01 10:00:05 ◆A a5dMhaAn 歩く人
    2 05-01 10:00:06 ◆B a9dMhaAn 風
    3 05-01 10:00:07 - xxxxxxx3 名無し
    4 05-02 10:00:05 ◆A a9dMhaAn 歩く人
    5 05-02 10:00:06 ◆A a9dMhaAn 歩く人
"""


def entries(pages: Site, feed: str = "en/feed") -> list[dict[str, object]]:
    return atom_entries(pages[f"{feed}.atom"])


def absolute(game: Game) -> Game:
    return replace(game, base="https://sugoroku.example/~me/demo/")


@pytest.mark.parametrize("name", ["demo", "long-game"])
@pytest.mark.parametrize("feed", FEEDS)
def test_feeds_are_valid(name: str, feed: str) -> None:
    assert list(atom_faults(site(name)[f"{feed}.atom"])) == []
    assert list(json_feed_faults(site(name)[f"{feed}.json"], absolute=False)) == []
    assert len(entries(site(name), feed)) == NEWEST


def test_the_rules_find_faults() -> None:
    good = site("demo")["feed.atom"]
    for wrong, right in [
        ("<name>", "<nome>"), ("urn:uuid:", "urn:uuid:x"), ("<updated>", "<updated> "), ('term="', 'term="" t="'),
        ("<div ", "<p/><div "),
    ]:  # fmt: skip
        bad = good.replace(wrong, right).replace("</name>", "</nome>" if wrong == "<name>" else "</name>")
        assert wrong == "<name>" or list(atom_faults(bad)), wrong
    assert list(atom_faults(good.replace("<author><name>referee</name></author>", "")))
    assert list(json_feed_faults(site("demo")["feed.json"], absolute=True))


@pytest.mark.parametrize("feed", FEEDS)
def test_both_forms_say_the_same(feed: str) -> None:
    items = json.loads(site("demo")[f"{feed}.json"])["items"]
    told = [
        (one["id"], one["title"], one["published"], one["updated"], one["kind"], "\n".join(map(str, one["lines"])))
        for one in entries(site("demo"), feed)
    ]
    assert told == [
        (one["id"], one["title"], one["date_published"], one["date_modified"], *one["tags"], one["content_text"])
        for one in items
    ]


def test_links_lead_to_pages_of_the_site() -> None:
    pages = site("demo")
    for feed in FEEDS:
        for link in atom_links(pages[f"{feed}.atom"], f"https://x.example/{feed}.atom"):
            assert urlsplit(link).path.lstrip("/") in pages, link


def test_where_the_site_stands_is_told_and_nothing_else_changes() -> None:
    game = audited("demo")
    here, there = pages_of(game), pages_of(absolute(game))
    base = "https://sugoroku.example/~me/demo/"
    for feed, folder in zip(FEEDS, ("", "en/"), strict=True):
        text = there[f"{feed}.atom"]
        assert text == here[f"{feed}.atom"].replace('.org/2005/Atom" ', '.org/2005/Atom" ').replace(
            f'xml:lang="{"en" if folder else "ja"}"', f'xml:lang="{"en" if folder else "ja"}" xml:base="{base}{folder}"'
        )
        links = set(atom_links(text, "https://elsewhere.example/copy.xml"))
        assert {link.removeprefix(base) for link in links} <= there.keys()
        assert list(json_feed_faults(there[f"{feed}.json"], absolute=True)) == []
        for item in json.loads(there[f"{feed}.json"])["items"]:
            assert item["url"].removeprefix(base) in there
    changed = {path for path in here if here[path] != there[path]}
    assert changed == {"feed.atom", "feed.json", "en/feed.atom", "en/feed.json", "game.json"}


def test_what_a_feed_tells() -> None:
    told = [(one["kind"], one["title"]) for one in entries(pages_of(played(play(DAYS))))]
    assert told == [
        ("void", ">>5 ◆A void: already rolled on this day (T2) sage, please"),
        ("ranks", "Ranks of 2007-05-02"),
        ("roll", "歩く人 (◆A) 5→14"),
        ("ranks", "Ranks of 2007-05-01"),
        ("roll", "風 (◆B) 0→9"),
        ("roll", "歩く人 (◆A) 0→5"),
    ]


def test_the_ranks_of_a_day_tell_who_passed_whom() -> None:
    ranks = [one["lines"] for one in entries(pages_of(played(play(DAYS)))) if one["kind"] == "ranks"]
    assert ranks == [
        ["歩く人 (◆A) passed 風 (◆B): rank 2→1"],
        ["風 (◆B): new in the table, rank 1", "歩く人 (◆A): new in the table, rank 2"],
    ]


def test_names_stay_while_the_game_goes_on_and_differ_by_language_and_game() -> None:
    first, later = play(DAYS), play(f"{DAYS}\n6 05-03 10:00:00 ◆B a1dMhaAn 風")
    before = {one["title"]: one["id"] for one in entries(pages_of(played(first)))}
    after = {one["title"]: one["id"] for one in entries(pages_of(played(later)))}
    assert before.items() <= after.items()
    japanese = {one["id"] for one in entries(pages_of(played(first)), "feed")}
    other = {one["id"] for one in entries(pages_of(replace(played(first), name="other")))}
    assert not set(before.values()) & japanese
    assert not set(before.values()) & other


def test_a_changed_verdict_is_new_again_and_keeps_its_name() -> None:
    game = played(play(DAYS))
    verdict = game.verdicts[0]
    changed = {(verdict.thread.identity, verdict.fingerprint): datetime(2007, 5, 9, 12, 30)}
    before, after = entries(pages_of(game)), entries(pages_of(replace(game, changed=changed)))
    (one,) = [entry for entry in after if entry["title"] == "歩く人 (◆A) 0→5"]
    assert one["updated"] == "2007-05-09T12:30:00+09:00"
    assert one["published"] == "2007-05-01T10:00:05+09:00"
    assert {entry["id"] for entry in before} == {entry["id"] for entry in after}
    assert {entry["title"] for entry in after[:2]} == {"Ranks of 2007-05-01", "歩く人 (◆A) 0→5"}


def test_a_ruling_is_told_with_its_reason() -> None:
    (told,) = [one for one in entries(pages_of(ruled_game())) if "because of the storm" in str(one["lines"])]
    assert "after this post ◆B stands on 7" in "\n".join(map(str, told["lines"]))


def test_a_feed_without_entries_is_a_feed() -> None:
    game = replace(played(play(DAYS)), verdicts=(), standings=(), threads=())
    pages = pages_of(game)
    for feed in FEEDS:
        assert list(atom_faults(pages[f"{feed}.atom"])) == []
        assert list(json_feed_faults(pages[f"{feed}.json"], absolute=False)) == []
        assert entries(pages, feed) == []


def test_posts_without_a_time_have_that_of_the_post_before() -> None:
    game = played(play(DAYS))
    undated = [replace(one, stamp=None) if one.number == 2 else one for one in game.verdicts]
    (one,) = [entry for entry in entries(pages_of(replace(game, verdicts=undated))) if entry["title"] == "風 (◆B) 0→9"]
    assert one["published"] == one["updated"] == "2007-05-01T10:00:05+09:00"
    nothing = [replace(verdict, stamp=None) for verdict in game.verdicts]
    assert list(atom_faults(pages_of(replace(game, verdicts=nothing))["feed.atom"])) == []


@pytest.mark.parametrize("day", [1, 3_652_059])
def test_days_at_the_ends_of_the_calendar_break_no_feed(day: int) -> None:
    game = played(play(DAYS))
    odd = [replace(one, stamp=replace(one.stamp, day=day, millis=90_000_000)) for one in game.verdicts if one.stamp]
    assert list(atom_faults(pages_of(replace(game, verdicts=odd))["feed.atom"])) == []


@pytest.mark.parametrize("text", [*NASTY, "\ufffe\uffff]]>\x00\x1b"], ids=range(len(NASTY) + 1))
def test_a_nasty_text_breaks_no_feed(text: str) -> None:
    pages = hostile(text)
    for feed in FEEDS:
        assert list(atom_faults(pages[f"{feed}.atom"])) == []
        assert list(json_feed_faults(pages[f"{feed}.json"], absolute=False)) == []
        assert "<script" not in pages[f"{feed}.atom"]
        assert len(entries(pages, feed)) == len(entries(hostile("x"), feed))


@pytest.mark.parametrize("name", ["demo", "long-game"])
def test_the_last_day_ends_with_the_standings(name: str) -> None:
    game = audited(name)
    after = rank_days(game.verdicts)[-1].after
    assert [(row.player, row.rank, row.square, row.home) for row in game.standings] == [
        (trip, spot.rank, spot.square, spot.home) for trip, spot in after.items()
    ]


def test_feeds_that_tell_something_else_are_made_of_something_else() -> None:
    game, other = played(play(DAYS)), played(play(DAYS.replace("風", "嵐")))
    verdict = game.verdicts[0]
    games = [
        game, other, absolute(game), ruled_game(), replace(game, name="x"), replace(game, title="x"),
        replace(game, changed={(verdict.thread.identity, verdict.fingerprint): datetime(2007, 5, 9)}),
        replace(game, threads=(replace(game.threads[0], address=None),)), replace(game, verdicts=game.verdicts[:4]),
    ]  # fmt: skip
    drafts = [draft for one in games for draft in build(one, templates()) if "feed" in draft.path]
    assert len({draft.basis for draft in drafts}) == len({draft.make().text for draft in drafts}) == 4 * len(games)
    again = [draft.basis for draft in build(played(play(DAYS)), templates()) if "feed" in draft.path]
    assert again == [draft.basis for draft in drafts[:4]]


def test_the_standings_lead_to_the_feeds() -> None:
    for folder in ("", "en/"):
        head = site("demo")[f"{folder}index.html"].partition("</head>")[0]
        assert '<link rel="alternate" type="application/atom+xml"' in head
        assert 'href="feed.atom"' in head
        assert 'href="feed.json"' in head
        assert "feed.atom" not in site("demo")[f"{folder}board.html"]
