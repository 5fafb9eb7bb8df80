"""Where notes may go, and how the settings name it: never a board, never by way of one."""

from __future__ import annotations

import pytest
from fakeboard import FakeThread
from fakehook import FakeHook
from noted import write
from scene import TRIPS, Scene

from referee.app.targets import masked
from referee.errors import UsageError

A, B, C = TRIPS[:3]

# Where notes may go


@pytest.mark.parametrize(
    ("url", "why"),
    [
        ("https://etc7.2ch.net/hook", "leads to a board"),
        ("https://jbbs.shitaraba.net/bbs/write.cgi/x/1/", "leads to a board"),
        ("https://x.machi.to/x", "leads to a board"),
        ("https://bbs.example.jp/hook", "leads to a board"),
        ("https://BBS.example.jp:8443/hook", "leads to a board"),
        ("https://own.example.net/test/bbs.cgi", "leads to a board"),
        ("https://own.example.net/test/read.cgi/entrance/1178000000/", "names a thread"),
        ("discord://etc7.2ch.net/x", "leads to a board"),
        ("jsons://hooks.example.com/x", "posts anywhere"),
        ("http://hooks.example.com/s3cret", "is not encrypted"),
        ("http://192.168.1.5/s3cret", "is not encrypted"),
        ("hooks.example.com/s3cret", "is no address"),
        ("https:///s3cret", "is no address"),
        ("https://hooks.example.com/s3 cret", "is no address"),
        ("https://hooks.example.com:x/s3cret", "is no address"),
        ("", "is no address"),
    ],
)
def test_boards_and_what_is_no_target_are_refused(scene: Scene, thread: FakeThread, url: str, why: str) -> None:
    polling = 'linked_hosts = ["bbs.example.jp"]'
    scene.write(thread, polling=polling, also=f'\n[[notify]]\nurl = "{url}"\n')
    with pytest.raises(UsageError, match=why) as error:
        _ = scene.folder
    assert "s3" not in str(error.value)


def test_the_board_of_a_thread_is_refused_also_on_this_machine(scene: Scene, thread: FakeThread) -> None:
    url = thread.url.partition("/test/")[0]
    scene.write(thread, also=f'\n[[notify]]\nurl = "{url}/hook"\n')
    with pytest.raises(UsageError, match="leads to a board"):
        _ = scene.folder


@pytest.mark.parametrize(
    "url",
    [
        "https://hooks.example.com/services/T0/B0/x", "https://192.168.1.5:8443/hook", "http://localhost:9000/x",
        "http://[::1]:9000/x", "tgram://123456:ABC-def/12345/", "mailto://me:word@example.com", "ntfy://topic",
    ],
)  # fmt: skip
def test_what_may_be_told_is_accepted(scene: Scene, thread: FakeThread, url: str) -> None:
    scene.write(thread, also=f'\n[[notify]]\nurl = "{url}"\n')
    assert scene.folder.settings.notify[0].url == url
    assert not {"ABC", "word", "topic", "services"} & set(masked(url).replace("/", " ").replace(":", " ").split())


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ('events = ["passes"]', "events"),
        ('players = ["AbCdEfGhIj"]', "did you mean ◆AbCdEfGhIj"),
        ('games = ["sugorok"]', "did you mean sugoroku"),
        ("thread_end = 0", "thread_end"),
        ('ulr = "x"', "unknown key ulr"),
    ],
)
def test_a_wrong_setting_is_told(scene: Scene, thread: FakeThread, hook: FakeHook, line: str, why: str) -> None:
    write(scene, thread, hook, line)
    with pytest.raises(UsageError, match=why) as error:
        _ = scene.folder
    assert "s3cret" not in str(error.value)


def test_one_table_is_told_to_be_a_list(scene: Scene, thread: FakeThread) -> None:
    scene.write(thread, also='\n[notify]\nurl = "https://x.example/s3cret"\n')
    with pytest.raises(UsageError, match=r"write \[\[notify") as error:
        _ = scene.folder
    assert "s3cret" not in str(error.value)


def test_the_environment_may_keep_the_secret(
    scene: Scene, thread: FakeThread, hook: FakeHook, monkeypatch: pytest.MonkeyPatch
) -> None:
    scene.write(thread, also='\n[[notify]]\nurl = "https://x.example/"\n')
    monkeypatch.setenv("REFEREE_NOTIFY__0__URL", hook.url)
    assert scene.folder.settings.notify[0].url == hook.url
