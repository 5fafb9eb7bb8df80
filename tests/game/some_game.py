"""Games that hypothesis makes up: few players, few days, IDs full of events, links, pictures, hosts, odd posts."""

from __future__ import annotations

from hypothesis import strategies as st
from scenario import HOME_THREAD, post

from referee.model import DAY_ONLY, MINUTES, Post, Stamp, ThreadRef

TRIPS = ("◆A", "◆B", "◆C", "◆D")
BOARDS = ("entrance2", "qa", "pcqa", "news")
FIRST_DAY = 732797
#: What many rolls are made of; some of these make an ID.
_PARTS = """
    PR PR JO. JO3 JO0 JOd Y YY UPD UPI CP CN CPCN XX X TO5 TO9 TO+ TO/ TOd RV B W SA GO K3 PL PT EA 999 88 5 1 a d + /
"""
_WHOLE = "a5dMhaAn PRPRPRd1 PRPRPRd2 JOdJO.2h UPDUPK1d 9999999d adfHm5TO ? 5 YUPMJO+1éß休x"
_LINKS = """
    http://example.com/ @qa/12/1 @entrance/1178000000/1 @entrance/1178000001/ @news/11/1 @qa/11/1 @qa/11 @pcqa/11/2
    http://example.com/a.jpg http://example.com/b.png @entrance2/11/1 @entrance2/11/2 @entrance2/11/3 @entrance2/11
"""

parts = st.lists(st.sampled_from(_PARTS.split()), min_size=2, max_size=5)
idents = st.one_of(parts.map(lambda few: f"{''.join(few):n<8}"[:8]), st.sampled_from(_WHOLE.split()))
bodies = st.lists(st.sampled_from(_LINKS.split()), max_size=3).map(" ".join)


@st.composite
def stamps(draw: st.DrawFn, day: int) -> Stamp:
    """A stamp of about this day, of any precision; now and then just before midnight of the day before."""
    digits = draw(st.sampled_from((0, 0, 0, 2, 3, MINUTES, DAY_ONLY)))
    day += draw(st.sampled_from((0, 0, 0, 0, 0, -1)))
    seconds = draw(st.sampled_from((5, 36_000, 36_030, 50_000, 86_390)))
    if digits == DAY_ONLY:
        return Stamp(day, 0, digits)
    return Stamp(day, seconds // 60 * 60_000 if digits == MINUTES else seconds * 1000, digits)


@st.composite
def posts_of_a_thread(draw: st.DrawFn, thread: ThreadRef, day: int) -> list[Post]:
    """Up to twenty posts in the order of their numbers, with gaps, over a few days."""
    made: list[Post] = []
    number = 0
    for _ in range(draw(st.integers(0, 20))):
        number += draw(st.sampled_from((1, 1, 1, 2, 300)))
        day += draw(st.sampled_from((0, 0, 1, 1, 3)))
        kind = draw(st.sampled_from(("id", "id", "id", "id", "link", "link", "odd")))
        trip = draw(st.sampled_from(TRIPS if kind != "odd" else ("-", "◇A", "◆A", "◆E")))
        ident = draw(idents) if kind == "id" else draw(st.sampled_from(("-", "???", "a5dMhaAn")))
        at = None if kind == "odd" and draw(st.booleans()) else draw(stamps(day))
        status = draw(st.sampled_from(("normal", "erased", "server_notice", "broken"))) if kind == "odd" else "normal"
        body = draw(bodies) if kind != "odd" or at is None else ""
        name = draw(st.sampled_from(("", "歩く人 5歩", "0", "累計１００", "7人目")))
        mail = draw(st.sampled_from(("", "sage", None)))
        host = draw(st.sampled_from((False, False, False, True)))
        made.append(
            post(number, at, trip, ident, thread=thread, mail=mail, name=name, body=body, host=host, status=status)
        )
    return made


@st.composite
def elsewhere(draw: st.DrawFn) -> dict[tuple[str, str], dict[int, Post]]:
    """Posts of other boards that links may lead to."""
    known: dict[tuple[str, str], dict[int, Post]] = {}
    for board in BOARDS:
        thread = ThreadRef(board, "11", HOME_THREAD.host, HOME_THREAD.family)
        for number in draw(st.sets(st.sampled_from((1, 2, 3)))):
            later = draw(st.sampled_from((None, 0, 6, 12, 12, 12)))
            at = None if later is None else draw(stamps(FIRST_DAY + later))
            trip = draw(st.sampled_from((*TRIPS, "◆X", "◆X", "◆X", "-")))
            body = draw(st.sampled_from(("", "IDすごろくから", "IDすごろくから")))
            known.setdefault((board, "11"), {})[number] = post(number, at, trip, draw(idents), thread=thread, body=body)
    return known


@st.composite
def games(draw: st.DrawFn) -> list[Post]:
    """Posts of one to three threads in a row; now and then the same post again."""
    made: list[Post] = []
    for offset in range(draw(st.integers(1, 3))):
        thread = ThreadRef("entrance", str(1178000000 + offset), HOME_THREAD.host, HOME_THREAD.family)
        made += draw(posts_of_a_thread(thread, FIRST_DAY + 4 * offset))
    if made and draw(st.booleans()):
        made.append(draw(st.sampled_from(made)))
    return made


readings = st.fixed_dictionaries(
    {},
    optional={
        "roll_on_sage": st.just(False),
        "dice": st.just("all"),
        "rest_unit": st.just("turns"),
        "showing_allows_second_roll": st.just(True),
        "gift_to": st.just("shown"),
        "xx_lifts_chance": st.just(True),
        "land_after_jump": st.just(False),
    },
)
