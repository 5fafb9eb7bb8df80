"""`referee serve` as a process: it starts, answers, stops; and says in one line why it can't."""

from __future__ import annotations

import re
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path

import httpx
import pytest
from fakeboard import FakeThread
from process import PATIENCE, REFEREE, Running, environment, is_one_line, referee
from scene import Scene


@contextmanager
def serving(folder: Path, *arguments: str, command: Sequence[str] = REFEREE) -> Iterator[tuple[Running, str]]:
    """A server under way, and its address; killed at the end if it still lives."""
    process = subprocess.Popen(
        [*command, "serve", "--port", "0", *arguments],
        cwd=folder,
        env=environment(),
        stderr=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
        text=True,
    )
    running = Running(process)
    try:
        address = re.search(r"http://\S+/", running.says("serving"))
        assert address is not None
        yield running, address[0]
    finally:
        if process.poll() is None:
            process.kill()
        process.wait(PATIENCE)


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_it_serves_and_stops(scene: Scene, thread: FakeThread, number: signal.Signals) -> None:
    scene.close()
    with serving(scene.path, "--access-log") as (running, address):
        with httpx.Client(base_url=address, timeout=PATIENCE) as client:
            answer = client.get("sugoroku/")
            assert answer.status_code == 200
            assert "server" not in answer.headers
            assert client.get("sugoroku/", headers={"if-none-match": answer.headers["etag"]}).status_code == 304
            assert client.get("health").json()["status"] == "ok"
            assert client.post("api/judge", json=[{"id": "a5dMhaAn"}]).status_code == 200
            assert client.head("sugoroku/").content == b""
        running.tell(number)
        code, seconds = running.ends()
    assert code == 0
    assert seconds < 10
    assert any(re.fullmatch(r"referee: GET /sugoroku/ 200 [\d.]+ ms", line) for line in running.lines)
    assert not [line for line in running.lines[1:] if "127.0.0.1" in line or "Traceback" in line]


def test_what_is_no_http_is_refused_in_silence(scene: Scene, thread: FakeThread) -> None:
    scene.close()
    with serving(scene.path) as (running, address):
        host, port = address.removeprefix("http://").rstrip("/").split(":")
        for said in (
            b"\x16\x03\x01\x02\x00\r\n\r\n",
            b"GET /\xff HTTP/1.1\r\nHost: x\r\n\r\n",
        ):
            with socket.create_connection((host, int(port)), timeout=PATIENCE) as line:
                line.sendall(said)
                assert not line.recv(1000).startswith(b"HTTP/1.1 200")
        with socket.create_connection((host, int(port)), timeout=PATIENCE) as line:
            line.sendall(b"GET http://evil.example/x HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n")
            answer = b""
            while part := line.recv(1000):
                answer += part
            assert answer.startswith(b"HTTP/1.1 404")
            assert b"evil" not in answer
        with socket.create_connection((host, int(port)), timeout=PATIENCE) as line:
            line.sendall(b"GET / HTTP/1.1\r\nX: " + b"x" * 200_000)
            assert b" 200 " not in line.recv(1000)[:20]
        assert httpx.get(address, timeout=PATIENCE).status_code == 200
        running.tell(signal.SIGTERM)
        assert running.ends()[0] == 0
    assert running.lines == running.lines[:1]


#: A server that waits half a second for a request, and not ten.
_HURRIED = "import sys, referee.web.server as it; it._ASKING = 0.5; from referee.cli import main; main(sys.argv[1:])"


def test_who_asks_too_slowly_is_cut_off(scene: Scene, thread: FakeThread) -> None:
    """Silence, half a head, one byte after another: the connection is closed without an answer, others are served."""
    scene.close()
    with serving(scene.path, command=(sys.executable, "-c", _HURRIED)) as (_, address):
        host, port = address.removeprefix("http://").rstrip("/").split(":")
        for said in (b"", b"GET / HT", b"GET / HTTP/1.1\r\nX: "):
            with socket.create_connection((host, int(port)), timeout=PATIENCE) as line:
                begin = time.monotonic()
                line.sendall(said)
                line.settimeout(0.1)
                while True:
                    with suppress(TimeoutError):
                        assert line.recv(100) == b""
                        break
                    if said:
                        line.sendall(b"x")
                    assert time.monotonic() - begin < PATIENCE
                assert 0.4 < time.monotonic() - begin < 5
        assert httpx.get(address, timeout=PATIENCE).status_code == 200


def test_no_ledger_no_settings_no_port(scene: Scene, thread: FakeThread, tmp_path: Path) -> None:
    scene.close()
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        done = referee(scene.path, "serve", "--port", str(taken.getsockname()[1]))
    assert (done.returncode, is_one_line(done.stderr)) == (2, True)
    assert "can't be served" in done.stderr
    scene.database.unlink()
    done = referee(scene.path, "serve", "--port", "0")
    assert (done.returncode, is_one_line(done.stderr)) == (4, True)
    assert "there is no ledger here" in done.stderr
    scene.file.unlink()
    done = referee(scene.path, "serve", "--port", "0")
    assert (done.returncode, is_one_line(done.stderr)) == (2, True)


def test_another_host_is_told_of(scene: Scene, thread: FakeThread) -> None:
    scene.close()
    with serving(scene.path, "--host", "0.0.0.0") as (running, _):
        running.tell(signal.SIGTERM)
        running.ends()
    assert "read-only, and should stand behind a proxy" in running.lines[0]


@pytest.mark.parametrize("missing", ["uvicorn", "starlette"])
def test_a_missing_extra_is_one_line(scene: Scene, thread: FakeThread, missing: str) -> None:
    code = f"import sys; sys.modules[{missing!r}] = None; from referee.cli import main; main(['serve', '--port', '0'])"
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=scene.path, env=environment(), capture_output=True, text=True, timeout=60
    )
    assert (done.returncode, is_one_line(done.stderr)) == (2, True)
    assert "pip install 'referee[serve]'" in done.stderr
