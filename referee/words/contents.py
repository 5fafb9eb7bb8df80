"""What a post ever held, in words: each content with when it was seen, and in what it differs from the one before."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime

from msgspec import Struct

from referee.model import Name, Post
from referee.words.polling import moment
from referee.words.problems import DIFFERENCES
from referee.words.tongue import Tongue, date_shown, msg, shown, time_text
from referee.words.width import ELLIPSIS, cut

#: Columns for a name, a mail, an ID.
_LONG = 60
#: Columns for a body, and signs of it that are told before the first one that differs.
_BODY = 80
_BEFORE = 8
#: More columns than of any field are looked at.
_WHOLE = 1_000_000

_LIVES = {
    "present": msg("いまもある"),
    "gone": msg("いまはない"),
    "thread_gone": msg("スレがもうない"),
}


class Content(Struct, frozen=True):
    """What stood at a post: `post` as read and `text` its body as people read it; `life` what became of it (`present`,
    `gone`, `thread_gone`); `first_seen` and `gone_at` (UTC) are None of a file, and of what is still there."""

    post: Post
    text: str
    life: str
    first_seen: datetime | None
    gone_at: datetime | None


def content_text(_: Tongue, content: Content) -> str:
    """A content in one line: its ID and body, since when it was seen, and until when."""
    post = content.post
    line = held_text(_, post.id, content.life, content.first_seen, content.gone_at, is_erased=post.status == "erased")
    body = body_shown(content)
    return f"{line} {_('「{body}」', body=body)}" if body else line


def held_text(
    _: Tongue, ident: str | None, life: str, first_seen: datetime | None, gone_at: datetime | None, *, is_erased: bool
) -> str:
    """A content in one line, without its body."""
    what = _("消されたレス") if is_erased else f"ID:{shown(ident, _LONG)}" if ident else _("IDなし")
    seen = _("{when}に見た", when=moment(first_seen)) if first_seen else _("ファイルで見た")
    gone = _("{when}にはもうない", when=moment(gone_at)) if gone_at else _(_LIVES[life])
    return _("レスの中身: {what} ({seen}、{gone})", what=what, seen=seen, gone=gone)


def body_shown(content: Content) -> str:
    """The body, shortened, addresses masked; nothing of an erased post."""
    return "" if content.post.status == "erased" else shown(content.text, _BODY)


def fields_shown(content: Content) -> dict[str, str | None]:
    """The fields of a content as JSON has them, each shortened and its addresses masked; None where there is none (of a
    mail: where the source hides it)."""
    post = content.post
    if post.status == "erased":
        return dict.fromkeys(("name", "mail", "time", "id", "body"))
    return {
        "name": shown(post.name.text, _LONG),
        "mail": None if post.mail is None else shown(post.mail, _LONG),
        "time": None if post.stamp is None else post.stamp.iso,
        "id": None if post.id is None else shown(post.id, _LONG),
        "body": body_shown(content),
    }


def differing(before: Content, after: Content) -> Iterator[str]:
    """The fields in which two contents of a post differ, by their codes; a mail that a source hides differs from none.

    Nothing where one of them is an erased post: that is told already.
    """
    old, new = before.post, after.post
    if "erased" in (old.status, new.status):
        return
    if old.status != new.status:
        yield "status"
    if old.name.text != new.name.text and _is_somebodys(old.name, new.name):
        yield "name"
    if None not in (old.mail, new.mail) and old.mail != new.mail:
        yield "mail"
    if (old.stamp, "" if old.stamp else old.date) != (new.stamp, "" if new.stamp else new.date):
        yield "time"
    if (old.id, old.id_kind) != (new.id, new.id_kind):
        yield "id"
    if before.text != after.text:
        yield "body"


def _is_somebodys(*names: Name) -> bool:
    """Whether a name is of anybody; boards rewrite their default name in posts that stand, which is no edit."""
    return any(name.trip or name.lookalike or name.cap for name in names)


def difference_text(_: Tongue, before: Content, after: Content) -> str:
    """In what a content differs from the one before it; nothing where one of them is an erased post."""
    if "erased" in (before.post.status, after.post.status):
        return ""
    return _differing_text(_, [_field(_, code, before, after) for code in differing(before, after)])


def fields_text(_: Tongue, codes: Iterable[str]) -> str:
    """In which fields a content differs from the one before it, without what they held."""
    return _differing_text(_, [_(DIFFERENCES[code]) for code in codes])


def _differing_text(_: Tongue, told: Sequence[str]) -> str:
    return _("前の中身とちがうところ: {fields}", fields=_.join(told) or _("書き方だけ"))


def _field(_: Tongue, code: str, before: Content, after: Content) -> str:
    label = _(DIFFERENCES[code])
    if code == "status":
        return label
    if code == "body":
        old, new = (_("「{body}」", body=body) for body in _bodies(before, after))
    else:
        old, new = (_value(_, code, one.post) for one in (before, after))
    return _("{label} {before} → {after}", label=label, before=old, after=new)


def _value(_: Tongue, code: str, post: Post) -> str:
    if code == "name":
        return shown(post.name.text, _LONG) or _("名無し")
    if code == "mail":
        return shown(post.mail or "", _LONG) or _("なし")
    if code == "id":
        return shown(post.id, _LONG) if post.id else _("IDなし")
    return time_text(post.stamp) if post.stamp is not None else date_shown(post.date, _LONG) or _("日付なし")


def _bodies(before: Content, after: Content) -> tuple[str, str]:
    """Both bodies from a little before the first sign that differs; masked before they are cut, so that no half of an
    address is left."""
    old, new = (shown(one.text, _WHOLE) for one in (before, after))
    pairs = enumerate(zip(old, new, strict=False))
    common = next((place for place, (one, other) in pairs if one != other), min(len(old), len(new)))
    start = max(common - _BEFORE, 0)
    first = ELLIPSIS if start else ""
    return cut(f"{first}{old[start:]}", _LONG), cut(f"{first}{new[start:]}", _LONG)
