"""The name field taken apart: what the player typed, and what the server put in between `</b>` and `<b>`."""

from __future__ import annotations

import re

from referee.model import Name
from referee.parse.text import UNSEEN, plain_text

MASK = "***"

_TRIP_CHARACTERS = "0-9A-Za-z./+!｡-ﾟ"
#: A name with nothing to take apart but one trip at its end: most names of a game.
_SIMPLE = re.compile(rf"([^<&◆◇★.:\t\n{UNSEEN}]*+)(?:</b>(◆[{_TRIP_CHARACTERS}]+) ?<b>)?\s*")
_RUN_BEGIN = re.compile("</b>", re.IGNORECASE)
_RUN_END = re.compile("<b>", re.IGNORECASE)
_TRIP = re.compile(rf"◆[{_TRIP_CHARACTERS}]+")
#: How servers of some families print a trip (FORMATS 0, row 21), and the same in the form of all others. eddist uses
#: no tags at all, and never lets a typed ◆ through.
_OWN_FORMS = {
    "eddist": (re.compile(rf"(?:\A|\s)(◆[{_TRIP_CHARACTERS}]+)(?=\s|\(|\Z)"), r" </b>\1 <b>"),
    "jbbs": (re.compile(rf"</b>\s*(◆[{_TRIP_CHARACTERS}]+)<b>"), r"</b>\1<b>"),
    "machi": (re.compile(rf"◆</b>([{_TRIP_CHARACTERS}]+)<b>"), r"</b>◆\1<b>"),
}
#: A trip that is none: typed ◆ or ◇ before at least so many characters of a trip, or the ◆??? of a refused key.
_LOOKALIKE = re.compile(rf"[◆◇]\s?(?:[{_TRIP_CHARACTERS}]{{4,}}|\?{{3,}})")
#: Elements that only servers write into names: `<small>[US]</small>`, どんぐり, 【男の娘】 (FORMATS 1.6).
_SERVER_ELEMENT = re.compile(r"<(small|span)\b[^>]*>.*?(?:</\1>|\Z)", re.IGNORECASE | re.DOTALL)

_IP = (
    r"[0-9]{1,3}(?:\.[0-9]{1,3}){3}"
    r"|(?:[0-9A-Fa-f]{1,4}:){4,7}[0-9A-Fa-f]{1,4}|(?:[0-9A-Fa-f]{1,4}:){1,6}(?::[0-9A-Fa-f]{1,4}){1,6}"
)
_HOST = rf"(?:{_IP}|localhost|(?:[A-Za-z0-9_-]+\.)+[A-Za-z]{{2,}}\.?)"
_ADDRESS = re.compile(_IP)
#: A run that is a host name and nothing else, or the form of p2 (FORMATS 1.6, fusianasan).
_HOST_RUN = re.compile(rf"\s*(?:{_HOST}\s*(?:[(\[]{_HOST}[)\]])?|p2-user:.*|p2-client-ip:.*)\s*", re.ASCII)


def read_name(raw: str, family: str = "") -> Name:
    """A name field, decoded but with its mark-up, as a `Name` (FORMATS 1.6; RULES S6, N2, N3).

    A trip is genuine only in a run of the server that begins with ◆, looked for before references are decoded; in the
    families whose servers print it otherwise (`eddist`, `jbbs`, `machi`), as they print it. `◆???` is no identity.
    """
    simple = _SIMPLE.fullmatch(raw)
    if simple is not None and family not in _OWN_FORMS:
        typed = simple[1].strip()
        return Name(raw, typed, typed, simple[2])
    markup = raw
    if family in _OWN_FORMS:
        form, usual = _OWN_FORMS[family]
        markup = form.sub(usual, raw)
    parts, runs = _split(markup)
    hosts = [_HOST_RUN.fullmatch(run) is not None for run in runs]
    trip = next((match[0] for run in runs if (match := _TRIP.match(run))), None)
    shown = "".join(part + MASK * is_host for part, is_host in zip(parts, [*hosts, False], strict=True))
    typed_markup = "".join(parts)
    typed = _visible(typed_markup)
    lookalike = _LOOKALIKE.search(typed)
    if lookalike is None and trip is None:
        lookalike = _LOOKALIKE.search(_visible(" ".join(runs)))
    return Name(
        raw,
        _ADDRESS.sub(MASK, _visible(shown)),
        typed,
        trip,
        lookalike[0] if lookalike else None,
        _cap(typed_markup, family),
        any(hosts),
    )


def _split(markup: str) -> tuple[list[str], list[str]]:
    """What the player typed, in parts, and the runs of the server between them; an unclosed run reaches to the end."""
    first, *others = _RUN_BEGIN.split(markup)
    typed, runs = [first], []
    for part in others:
        run, *rest = _RUN_END.split(part, maxsplit=1)
        runs.append(run)
        typed.append("".join(rest))
    return [_SERVER_ELEMENT.sub("", part) for part in typed], runs


def _cap(markup: str, family: str) -> str | None:
    """The cap, with its ★: servers turn a typed ★ into ☆, and one made by a reference is no cap."""
    if "★" not in markup:
        return None
    text = re.sub("<[^>]*>", "", markup).strip()
    if family == "eddist":
        return plain_text(text[text.index("★") :]).strip()
    if not text.endswith("★"):
        return None
    start = max(text.rfind("＠"), text.rfind("@"))
    return plain_text(text[start + 1 :]).strip()


def _visible(markup: str) -> str:
    return plain_text(markup).replace("\n", " ").strip()
