"""A fake board for trying by hand: `python -m tests.fakeboard PORT [--grow SECONDS] [--misbehave NAME]`."""

from __future__ import annotations

import argparse
import random
import string

from . import MISBEHAVIOURS, FakeBoard


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("port", type=int)
    parser.add_argument("--posts", type=int, default=20, help="posts at the start")
    parser.add_argument("--grow", type=float, default=0, help="seconds between two new posts")
    parser.add_argument("--misbehave", choices=sorted(MISBEHAVIOURS), help="how to misbehave")
    options = parser.parse_args()
    with FakeBoard(port=options.port) as board:
        thread = board.thread()
        for _ in range(options.posts):
            post(thread)
        if options.misbehave:
            board.misbehave(options.misbehave)
        print(f"{thread.url}\n{thread.dat_url}\nCtrl-C ends", flush=True)
        seen = 0
        try:
            while not board.closing.wait(options.grow or 1):
                if options.grow:
                    post(thread)
                for exchange in board.log[seen:]:
                    print(exchange.method, exchange.path, exchange.status, exchange.sent, "bytes", flush=True)
                    seen += 1
        except KeyboardInterrupt:
            pass


def post(thread) -> None:  # type: ignore[no-untyped-def]
    """A post of somebody, half of them players."""
    ident = "".join(random.choices(string.ascii_letters + string.digits + "+/", k=8))
    player = random.choice(["名無しさん", "歩く人 </b>◆AbCdEfGhIj <b>"])
    thread.post(random.choice(["とりゃ", "おはよう", "それ"]), name=player, ident=ident)


if __name__ == "__main__":
    main()
