"""One short thread of each family of boards, with what is read of it beside it."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from referee.model import Capture, Post, ThreadRef
from referee.parse import ReadThread, looks_like_thread, plain_text, read_dat

FIXTURES = Path(__file__).resolve().parents[2] / "fixtures" / "dat"
#: The thread that each fixture is a capture of.
THREADS = {
    "2ch_1999_comma": ThreadRef("entrance", "935244300", "piza.2ch.net", "2ch"),
    "2ch_2004": ThreadRef("entrance", "1083380400", "etc3.2ch.net", "2ch"),
    "5ch_2023": ThreadRef("entrance", "1680079881", "krsw.5ch.net", "2ch"),
    "bbspink": ThreadRef("pinkplus", "1206124444", "venus.bbspink.com", "bbspink"),
    "2chsc": ThreadRef("news4vip", "1409796283", "viper.2ch.sc", "2ch.sc"),
    "open2ch": ThreadRef("netgame", "1473379948", "hayabusa.open2ch.net", "open2ch"),
    "0ch": ThreadRef("sugoroku", "1795981783", "127.0.0.1:8080", "0ch"),
    "ex0ch": ThreadRef("sugoroku", "1795981783", "127.0.0.1:8080", "0ch"),
    "eddist": ThreadRef("liveedge", "1735657200", "bbs.eddibb.cc", "eddist"),
}


@pytest.mark.parametrize("name", THREADS)
def test_a_thread_of_each_family_is_read_as_its_golden_file_says(
    name: str, golden: Callable[[Path, str], None]
) -> None:
    body = (FIXTURES / f"{name}.dat").read_bytes()
    assert looks_like_thread(body) is None
    golden(FIXTURES / f"{name}.json", told(read_dat(Capture(THREADS[name], f"{name}.dat", body))))


def told(thread: ReadThread) -> str:
    """A thread as JSON for people: one post a line, without what is empty."""
    posts = ",\n  ".join(json.dumps(told_post(post), ensure_ascii=False) for post in thread.posts)
    problems = json.dumps([[p.kind, p.number, p.detail] for p in thread.problems], ensure_ascii=False)
    title = json.dumps(thread.title, ensure_ascii=False)
    return f'{{"title": {title},\n "problems": {problems},\n "posts": [\n  {posts}]}}\n'


def told_post(post: Post) -> dict[str, object]:
    facts = {
        "no": post.number,
        "status": None if post.status == "normal" else post.status,
        "name": post.name.text,
        "typed": None if post.name.typed == post.name.text else post.name.typed,
        "trip": post.name.trip,
        "lookalike": post.name.lookalike,
        "cap": post.name.cap,
        "host": post.name.host,
        "mail": post.mail,
        "time": post.stamp.iso if post.stamp else None,
        "id": post.id,
        "dice_id": None if post.dice_id == post.id else post.dice_id,
        "id_kind": None if post.id_kind == "shown" else post.id_kind,
        "body": plain_text(post.body).strip(),
        "links": [told_link(post, number) for number in range(len(post.links))],
    }
    return {key: value for key, value in facts.items() if value or key == "name"}


def told_link(post: Post, index: int) -> str:
    link = post.links[index]
    what = "picture" if link.picture else f"{link.thread} {link.number or ''}" if link.thread else ""
    return f"{link.url} {what}".strip()
