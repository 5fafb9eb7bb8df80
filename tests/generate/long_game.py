"""The long game: two threads of 1,000 posts over eighty days, a random body with the scenes in between.

Each day runs the same way. Steady players roll first and last, with IDs that touch nobody else, so that no gift of the
day is still on its way at ten in the evening; between them free players roll what chance gives, and chatters talk.
From ten on the scenes of the day are played, each without a break: what happens in them follows from RULES.md alone,
whatever chance did before. The keys of the threads are names, not times.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date
from random import Random

from .chance import pick, plain_id, rich_id, steady_id, talk, vary
from .post import Person, Said, Story, about
from .schedule import Cast, Planned, plan
from .script import Scene, read_scenes, say, with_addresses
from .styles import Style

SEED = 1178000000
FIRST_DAY = date(2007, 5, 1)
DAYS = 80
#: The last day of the first thread.
SEAM = 40
POSTS = 1000
THREADS = ("1178000000", "1179000000")
TITLES = ("IDすごろく その1", "IDすごろく その2")
LINKED = {"entrance2": "1178100000", "qa": "1177900000", "pcqa": "1177800000", "news4vip": "1178200000"}
#: The sections, in the order in which their scenes begin; who is home first is to be known, so moves come first.
SECTIONS = ("moves", "turns", "events", "gifts", "states", "extra")

_READ = "http://etc7.2ch.net/test/read.cgi"
_EVENING = 22 * 3600
_NOTICE = "１００１<><>Over 1000 Thread<> このスレッドは１０００を超えました。 <br> もう書けないです。。。 <>"
_OPENING = "IDの数字で進むすごろくです。1000があがり。 <br> 参加する人はトリップをつけてください。"
_WORDS = ("いきます", "えいっ", "今日の分", "どうだ", "　")
_RULES = "【基本】IDに出る数字を足していき、1000を目指す。 <br> トリップをつけて1日1回。2回目からは sage で。"

CAST = Cast(
    steady=[Person("朝びと", "◆Asabito.01"), Person("夕びと", "◆Yuubito.02"), Person("夜びと", "◆Yorubito03")],
    free=[Person("ころん", "◆Koron/4aZ8"), Person("まるた", "◆MaruTa5.kQ"), Person("ぽち", "◆pOchi6Wan.")],
    pool=[
        Person("たぬき", "◆TanuKi7pon"), Person("きつね", "◆KitSune8Kn"), Person("うさぎ", "◆UsaGi9pyon"),
        Person("かえる", "◆Kaeru10ker"), Person("ふくろう", "◆Fukurou11H"),
    ],
    fresh=[
        Person("いちばん", "◆ichiBan.ya"), Person("にばん", "◆niBan/2222"), Person("さんばん", "◆sanBan3.33"),
        Person("しばん", "◆yonBan44.4"), Person("ごばん", "◆goBan55/5a"), Person("ろくばん", "◆rokuBan666"),
        Person("ななばん", "◆nanaBan7.7"), Person("はちばん", "◆hachiBan88"),
    ],
)  # fmt: skip


def long_game() -> Story:
    """The folder `long-game`."""
    return _LongGame(Random(SEED)).story()


class _LongGame:
    def __init__(self, random: Random) -> None:
        self.random = random
        self.elsewhere: list[Said] = []
        self.trips: list[tuple[Said, Said, Said]] = []
        self.idents: dict[tuple[str, str, int, str, str], str] = {}
        scenes = [scene for section in SECTIONS for scene in read_scenes(section)]
        self.planned = plan(_mixed(scenes), CAST, DAYS - 1, random)
        (seam,) = read_scenes("seam")
        fresh = CAST.fresh[-len(seam.fresh) :]
        self.seam = Planned(seam, SEAM - 1, dict(zip(seam.fresh, fresh, strict=True)), [])

    def story(self) -> Story:
        threads = self._threads()
        labels, addresses = self._number(threads)
        style = Style(FIRST_DAY)
        files = {}
        boards: dict[str, tuple[list[Said], str]] = {}
        for key, posts, title in zip(THREADS, threads, TITLES, strict=True):
            boards[f"entrance/{key}.dat"] = posts, title
        for board, key in LINKED.items():
            there = [said for said in self.elsewhere if said.board == board]
            boards[f"linked/{board}/{key}.dat"] = there, f"{board}の雑談スレ"
        for path, (posts, title) in boards.items():
            lines: list[bytes] = []
            for said in posts:
                said.body = with_addresses(said.body, labels, addresses)
                lines.append(style.line(said, "" if lines else title))
            if not path.startswith("linked"):
                lines.append(f"{_NOTICE}\n".encode("cp932"))
            files[path] = b"".join(lines)
        files["about.toml"] = about(
            "長いゲーム",
            "1000レスのスレ2本、約80日のゲーム。T・E・M・S・G・X・H1・Nのどの規則も一度は出てくる",
            "2ch",
            [f"entrance/{key}.dat" for key in THREADS],
            [f"linked/{board}/{key}.dat" for board, key in LINKED.items()],
        )
        scripted = [said for posts in threads for said in posts if said.expect]
        return Story("long-game", files, scripted, labels, FIRST_DAY)

    def _threads(self) -> tuple[list[Said], list[Said]]:
        """The posts of both threads, with as much talk as makes each 1,000 posts long."""
        days = [self._day(day) for day in range(DAYS + 1)]
        first, second = days[: SEAM + 1], days[SEAM + 1 :]
        # The seam: its first half ends the first thread, its second half follows the head of the second.
        first[-1][1].extend(self._play(self.seam, SEAM, 86_400 - 900))
        head = self._head(SEAM + 1, "次スレです")
        head.extend(self._play(self.seam, SEAM + 1, 120))
        return self._fill([], first), self._fill(head, second)

    def _fill(self, head: list[Said], days: list[tuple[list[Said], list[Said]]]) -> list[Said]:
        """A thread of its head and its days (body and evening), filled up with talk."""
        missing = POSTS - len(head) - sum(len(body) + len(evening) for body, evening in days)
        if missing < 0:
            raise ValueError(f"the thread has {-missing} posts too many without any talk")
        posts = list(head)
        for place, (body, evening) in enumerate(days):
            share = missing * (place + 1) // len(days) - missing * place // len(days)
            day = body[0].day
            first = 2 if day == 0 else 1  # behind the head of the first thread, behind the first steady player
            for _ in range(share):
                body.insert(first + self.random.randrange(len(body) - first + 1), Said(day, 0))
            posts.extend(self._timed(body, day))
            posts.extend(evening)
        for number, said in enumerate(posts, 1):
            if not said.ident and not said.body and not said.trip:
                chatter = self.random.randrange(6)
                key = ("talk", str(chatter), said.day, "", "")
                said.ident = self.idents.setdefault(key, plain_id(self.random))
                said.mail, said.body = pick(self.random, ["sage", "sage", ""]), talk(self.random, number)
        return posts

    def _timed(self, body: list[Said], day: int) -> list[Said]:
        """The posts of a day's body with times in order, from after midnight (the first day: from 15:13) to ten."""
        begin = 15 * 3600 + 14 * 60 if day == 0 else 900
        span = _EVENING - 60 - begin
        seconds = sorted(begin + self.random.randrange(span) for _ in body)
        for said, second in zip(body, seconds, strict=True):
            said.second = second
        for roll, there, link in self.trips:  # on another board between the roll and the post that tells of it
            there.second = (roll.second + link.second + 1) // 2
        return body

    def _day(self, day: int) -> tuple[list[Said], list[Said]]:
        """Body and evening of a day; day 0 has nothing but the head of the thread."""
        if day == 0:
            return self._head(0, _OPENING), []
        random = self.random
        first, *last = CAST.steady
        body = [self._rolls(first, day, steady_id(random))]
        for person in CAST.free:
            if random.random() < 0.85:
                body.extend(self._free(person, day))
        body.extend(self._rolls(person, day, steady_id(random)) for person in last)
        return body, self._evening(day)

    def _head(self, day: int, opening: str) -> list[Said]:
        ident = "hs8Kd0aB"
        return [Said(day, 0, ident=ident, body=opening), Said(day, 60, mail="sage", ident=ident, body=_RULES)]

    def _rolls(self, person: Person, day: int, ident: str) -> Said:
        return Said(day, 0, person.name, person.trip, ident=ident, body=pick(self.random, _WORDS))

    def _free(self, person: Person, day: int) -> Iterator[Said]:
        """What a free player posts on a day: a roll, now and then a second post, a picture, an extra roll."""
        random, ident = self.random, rich_id(self.random)
        roll = self._rolls(person, day, ident)
        if random.random() < 0.15:  # counts digits only, so the total is wrong as often as not
            roll.name += f" {sum(int(die) for die in ident if die.isdecimal())}歩"
        yield roll
        if "PR" in ident.upper() and random.random() < 0.7:
            label = f"body.{person.trip[1:4]}{day}"
            there = Said(day, 0, person.name, person.trip, "sage", plain_id(random), "振らせてください", label=label)
            there.board = "entrance2"
            link = Said(day, 0, person.name, person.trip, "sage", "???", f"振ってきた <br> @{label}")
            self.elsewhere.append(there)
            self.trips.append((roll, there, link))
            yield link
        elif "UP" in ident.upper() and random.random() < 0.6:
            picture = f"http://example.com/{person.trip[1:4]}{day}.jpg"
            yield Said(day, 0, person.name, person.trip, "sage", "???", f"これ <br> {picture}")
        elif random.random() < 0.2:
            yield Said(day, 0, person.name, person.trip, pick(random, ["sage", "sage", ""]), ident, talk(random, 9))

    def _evening(self, day: int) -> list[Said]:
        """The scenes of a day, one after the other; one that ends at midnight comes last."""
        today = [planned for planned in self.planned if planned.start <= day <= planned.start + planned.scene.last_day]
        today.sort(key=lambda planned: (_has_midnight(planned, day), planned.start))
        posts: list[Said] = []
        clock = _EVENING
        for planned in today:
            played = self._play(planned, day, clock)
            posts.extend(played)
            clock = max([clock, *(said.second for said in played)])
        return posts

    def _play(self, planned: Planned, day: int, clock: int) -> list[Said]:
        """The lines of a scene for a day, from a second of the day on; posts elsewhere go to their boards."""
        random, scene = self.random, planned.scene
        posts = []
        if day == planned.start:
            for person in planned.resets:
                clock += 20 + random.randrange(60)
                ident = vary(random, "aTOdHmnv")
                posts.append(Said(day, clock, person.name, person.trip, ident=ident, body="ふりだしに戻った"))
        for line in scene.lines:
            if line.day != day - planned.start:
                continue
            clock += 20 + random.randrange(60)
            if line.at is not None:
                clock = line.at if line.at >= 0 else clock // 60 * 60 + 59 - line.at
            said = say(line, scene, planned.people, day, clock - 100 if line.early else clock)
            said.ident = self._ident(said, scene)
            if said.board:
                self.elsewhere.append(said)
            else:
                posts.append(said)
        return posts

    def _ident(self, said: Said, scene: Scene) -> str:
        """The ID of a scene, varied: the same for all that show it on that day on that board."""
        if len(said.ident) < 8 or ":" in said.ident:
            return said.ident
        who = said.who if said.who in said.people else "A"
        key = (scene.slug, who, said.day, said.board, said.ident)
        if key not in self.idents:
            self.idents[key] = vary(self.random, said.ident)
        return self.idents[key]

    def _number(self, threads: tuple[list[Said], list[Said]]) -> tuple[dict[str, Said], dict[str, str]]:
        """Give every post its place; tells the posts that have a label, and the addresses of threads."""
        for key, posts in zip(THREADS, threads, strict=True):
            for number, said in enumerate(posts, 1):
                said.thread, said.no = f"entrance/{key}", number
        for board, key in LINKED.items():
            for day in range(0, DAYS, 3):
                at = 9 * 3600 + self.random.randrange(9 * 3600)
                talker = Said(day, at, mail="sage", ident=plain_id(self.random), body=talk(self.random, 0), board=board)
                self.elsewhere.append(talker)
            self.elsewhere.sort(key=lambda said: said.place)
            for number, said in enumerate([said for said in self.elsewhere if said.board == board], 1):
                said.thread, said.no = f"{board}/{key}", number
        labels = {said.label: said for said in self.elsewhere if said.label}
        addresses = {board: f"{_READ}/{board}/{key}" for board, key in LINKED.items()}
        addresses |= {"lost": f"{_READ}/qa/1100000000", "game1": f"{_READ}/entrance/{THREADS[0]}"}
        return labels, addresses


def _mixed(scenes: list[Scene]) -> list[Scene]:
    """The scenes with the sections mixed, so that no week is about one thing only; the first stays first."""
    first, *others = scenes
    return [first, *(scene for offset in range(7) for scene in others[offset::7])]


def _has_midnight(planned: Planned, day: int) -> bool:
    lines = [line for line in planned.scene.lines if planned.start + line.day == day]
    return any(line.at is not None and line.at >= 86_000 for line in lines)
