"""The fake board itself: what a good board does, asked by the standard library's client."""

from __future__ import annotations

import gzip
import http.client

import pytest
from fakeboard import MISBEHAVIOURS, FakeBoard, FakeClock


def get(board: FakeBoard, path: str, method: str = "GET", **headers: str) -> tuple[int, dict[str, str], bytes]:
    way = http.client.HTTPConnection("127.0.0.1", board.port, timeout=5)
    way.request(method, path, headers={name.replace("_", "-"): value for name, value in headers.items()})
    answer = way.getresponse()
    body = answer.read()
    way.close()
    return answer.status, {name.lower(): value for name, value in answer.getheaders()}, body


def test_ranges(board: FakeBoard) -> None:
    thread = board.thread(posts=5)
    dat = thread.dat
    size = len(dat)
    assert get(board, thread.path)[2] == dat
    for text, part in (("bytes=10-", dat[10:]), ("bytes=10-19", dat[10:20]), ("bytes=-7", dat[-7:])):
        status, headers, body = get(board, thread.path, Range=text)
        assert (status, body) == (206, part)
        start = size - len(part) if text != "bytes=10-19" else 10
        assert headers["content-range"] == f"bytes {start}-{start + len(part) - 1}/{size}"
    status, headers, _ = get(board, thread.path, Range=f"bytes={size}-")
    assert (status, headers["content-range"]) == (416, f"bytes */{size}")
    assert get(board, thread.path, Range="lines=1-")[0] == 200
    assert get(board, thread.path, "HEAD") == (200, get(board, thread.path)[1], b"")


def test_conditions(board: FakeBoard, clock: FakeClock) -> None:
    thread = board.thread(posts=2)
    _, headers, _ = get(board, thread.path)
    known = {"If_Modified_Since": headers["last-modified"]}
    tagged = {"If_None_Match": headers["etag"]}
    assert get(board, thread.path, **known)[0] == get(board, thread.path, **tagged)[0] == 304
    thread.post()  # in the same second
    assert get(board, thread.path, **known)[0] == 304
    assert get(board, thread.path, **tagged)[0] == get(board, thread.path, **known, **tagged)[0] == 200
    clock.advance(1)
    thread.post()
    status, headers, _ = get(board, thread.path, **known, Range="bytes=9-")
    assert status == 206
    assert headers["date"] == headers["last-modified"] == "Tue, 01 May 2007 06:13:21 GMT"


def test_packing(board: FakeBoard) -> None:
    thread = board.thread(posts=5)
    status, headers, body = get(board, thread.path, Accept_Encoding="gzip")
    assert (status, headers["content-encoding"]) == (200, "gzip")
    assert headers["etag"].endswith('-gzip"')
    assert gzip.decompress(body) == thread.dat
    assert get(board, thread.path, Accept_Encoding="gzip", Range="bytes=20-")[2] == body[20:]


def test_the_other_files(board: FakeBoard) -> None:
    thread = board.thread(title="IDすごろく その13", posts=3)
    board.thread(key="1178000001", title="IDすごろく その13 (避難所)", posts=1)
    subject = "1178000000.dat<>IDすごろく その13 (3)\n1178000001.dat<>IDすごろく その13 (避難所) (1)\n"
    assert get(board, "/entrance/subject.txt")[2].decode("cp932") == subject
    board.subject_lag = 2
    assert "その13 (1)" in get(board, "/entrance/subject.txt")[2].decode("cp932")
    assert "BBS_FORCE_ID=checked" in get(board, "/entrance/SETTING.TXT")[2].decode("cp932")
    page = get(board, f"/test/read.cgi/entrance/{thread.key}/l50")[2].decode("cp932")
    assert page.count("<dt>") == 3
    assert thread.key in get(board, "/entrance/subback.html")[2].decode("cp932")
    for path in ("/nowhere/subject.txt", "/test/read.cgi/entrance/1/", "/entrance/dat/1.dat", "/"):
        assert get(board, path)[0] == 404


def test_moderators(board: FakeBoard) -> None:
    thread = board.thread(posts=5)
    lines = list(thread.lines)
    thread.erase(2)
    assert "あぼーん" in thread.lines[1].decode("cp932")
    thread.remove(1)
    assert thread.lines[1:] == lines[2:]
    thread.edit(4, lines[0])
    thread.stop()
    thread.fill()
    assert len(thread.lines) == 6
    thread.fall("oyster", status=302)
    status, headers, _ = get(board, thread.path)
    assert (status, headers["location"]) == (302, "/entrance/oyster/1178/1178000000.dat")
    assert get(board, headers["location"])[2] == thread.dat
    thread.rise()
    assert get(board, thread.path)[0] == 200


def test_everything_is_counted(board: FakeBoard) -> None:
    thread = board.thread(posts=1)
    _, headers, body = get(board, thread.path, X_Test="あ".encode().decode("latin-1"))
    head = "HTTP/1.1 200 OK\r\n\r\n" + "".join(f"{name}: {value}\r\n" for name, value in headers.items())
    assert board.requests == 1
    assert board.sent == len(head) + len(body)
    assert board.log[0].headers["x-test"]
    assert board.received == len(f"GET {thread.path} HTTP/1.1\r\n\r\n") + sum(
        len(name) + len(value) + 4 for name, value in board.log[0].headers.items()
    )
    board.forget()
    assert (board.requests, board.sent) == (0, 0)


def test_misbehaviours_are_known_by_name_and_end(board: FakeBoard) -> None:
    thread = board.thread(posts=1)
    with pytest.raises(KeyError, match="no such misbehaviour"):
        board.misbehave("nonsense")
    board.misbehave("not_found", times=2)
    assert [get(board, thread.path)[0] for _ in range(3)] == [404, 404, 200]
    board.misbehave("not_found")
    board.misbehave("busy_503", path="/oyster/")
    assert get(board, thread.path)[0] == 404
    assert get(board, "/entrance/subject.txt")[0] == 200
    board.behave()
    assert get(board, thread.path)[0] == 200
    assert len(MISBEHAVIOURS) > 60
