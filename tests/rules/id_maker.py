"""IDs for tests: rich in events, plain base64, odd ones; and contexts of every kind."""

from __future__ import annotations

import random
import string

from referee.model import Context

BASE64 = string.ascii_letters + string.digits + "+/"
_EVENTS = """
    XX X x K k K3 K0 K+ KD Kd k/ + / l I z Z q Q GO go G SA sA S B b W w RV rv Y y UP UPD upi UPK UPM UPR UPH JO
    JO2 JO0 JO+ jo/ JOd C CP cn CN P PL pt PT PR PRV TO TO5 TO0 TO+ TO/ TOa TO. to E EA ec EN EO ET SSS 777 ++++
    HHH aaa 12 00 9
"""
EVENTS = tuple(_EVENTS.split())
ODD = ".-_ ~ßſıK１あéÀ\n\\"
SQUARES = (0, 1, 5, 10, 80, 100, 111, 120, 123, 222, 250, 321, 345, 432, 543, 654, 789, 876, 980, 987, 995, 999)
CAPITALS, SMALLS = "ADFHMNQLJVRU", "adfhmnvjrupt"


def some_id(chance: random.Random) -> str:
    """One ID: mostly eight dice of events and fillers, sometimes uniform, in one case, odd, short, long or empty."""
    kind = chance.randrange(32)
    length = 8 if kind < 28 else chance.randint(0, 26)
    if kind == 0:
        return "".join(chance.choices(BASE64, k=length))
    if kind == 1:
        return "".join(chance.choices(chance.choice((CAPITALS, SMALLS)) + chance.choice(("", "", "5", "+")), k=length))
    if kind == 2:
        return "".join(chance.choices(CAPITALS + SMALLS + ODD, k=length))
    text = ""
    while len(text) < length:
        text += chance.choice(EVENTS) if chance.random() < 0.7 else chance.choice(BASE64)
        if kind == 29:
            text += chance.choice(ODD)
    return text[:length] if chance.random() < 0.5 else text[len(text) - length :]


def some_context(chance: random.Random) -> Context:
    """One context: every kind of square, held states, gifts, numbers and stamps, known or not."""
    return Context(
        post_no=chance.choice((None, 1, 55, 123, 200, 999, 1000, 1001)),
        second=chance.choice((None, 0, 7, 45, 59)),
        square=chance.choice(SQUARES) if chance.random() < 0.7 else chance.randrange(1000),
        held=chance.choice((1, 1, 1, 0, 3, 10)),
        chance=chance.random() < 0.1,
        gift=chance.choice((0, 0, 10, 30)),
        fraction=chance.choice(("", "", "1", "98", "507")),
        seed=chance.choice((None, "entrance/1178000000/55")),
    )
