"""The bytes of a page made into text whose posts a parser of HTML can take apart without spoiling them."""

from __future__ import annotations

import re

from referee.parse.decode import MISREAD_KANA, UNMAPPED, UNMAPPED_CHARACTERS, Encoding, encoding_of, field_text, has_any
from referee.parse.euc import decode_euc, is_euc

#: Stands behind text that was in another encoding than its page: nothing is lost, but the post is told.
_ODD = "\uf8f4"
#: What a damaged byte leaves in a text; `restored` makes it what it is in a dat.
_DAMAGE = "\ufffd" + UNMAPPED_CHARACTERS + _ODD
_RESTORED = {**UNMAPPED, ord(_ODD): ""}
#: Stands for a NUL, which parsers of HTML drop: it becomes a space, and damages the post (FORMATS 0, row 25).
_GAP = "\uf8f0"
_BOM = b"\xef\xbb\xbf"
_MARKUP = re.compile(rb"(<[^<>]*>)")
#: The full-width colon that parts the fields of old pages, which a damaged field must not take with it.
_COLON = re.compile(rb"(\x81\x46)")
_UTF8_KANA = re.compile(rb"\xe3[\x81-\x83][\x80-\xbf]")
_ASCII = bytes(range(128))
#: How far into a page the encoding is looked for (bytes): the first reach is enough where it holds so many that are no
#: ASCII; more are not asked.
_REACHES = (1 << 14, 1 << 20)
_ENOUGH, _SAMPLE = 2048, 8192

#: How begins what a browser does not show, and what ends it; the `>` behind that belongs to it.
_UNSEEN = {"<!--": "-->", "<script": "</script", "<SCRIPT": "</SCRIPT"}
#: An address that Cloudflare hides in text: the code stands in an attribute, a notice in the element.
_HIDDEN = re.compile(r"<(a|span)\b[^<>]*\bdata-cfemail=[\"']?([0-9A-Fa-f]+)[^<>]*>[^<]*</\1>", re.IGNORECASE)
#: A link that the server made inside the mail's own attribute (FORMATS 1.7).
_LINK_IN_MAIL = re.compile(r"(mailto:[^\"<>]{0,1000})<[aA]\b[^<>]*>([^<]*)</[aA]>")


def page_text(body: bytes) -> str:
    """The text of a page: decoded by what its bytes are, without comments and scripts; never raises.

    A header's charset is not asked. Bad bytes become U+FFFD or private characters that `restored` knows.
    """
    text = _decoded(body.removeprefix(_BOM)).replace("\0", _GAP)
    if "\r" in text:
        text = text.replace("\r\n", "\n").replace("\r", "\n")
    return _without_hidden(text)


def parseable(text: str) -> str:
    """The text of a page as a parser of HTML should get it: hidden addresses shown, `&` written as `&amp;`.

    So every reference comes out of the parser as it was typed, which is how a dat has it.
    """
    if "data-cfemail" in text:
        text = _HIDDEN.sub(_shown, text)
    if _LINK_IN_MAIL.search(text):
        text = _LINK_IN_MAIL.sub(r"\1\2", text)
    return text.replace("&", "&amp;")


def is_damaged(text: str) -> bool:
    """Whether bytes of it could not be decoded."""
    return has_any(text, _DAMAGE)


def restored(text: str) -> str:
    """Damaged text as the same bytes in a dat would be read."""
    return text.translate(_RESTORED)


def decode_hidden(code: str) -> str | None:
    """A mail or address that Cloudflare hides as hex: each byte is XORed with the first (FORMATS 0, row 22).

    None where the code is none.
    """
    try:
        key, *hidden = bytes.fromhex(code)
        return bytes(byte ^ key for byte in hidden).decode("utf-8")
    except ValueError:
        return None


def _without_hidden(text: str) -> str:
    """The text without comments and scripts, whichever begins first; one that does not end reaches to the end."""
    kept, at = [], 0
    begins = {begin: text.find(begin) for begin in _UNSEEN}
    while begins := {begin: start for begin, start in begins.items() if start >= 0}:
        begin = min(begins, key=lambda one: begins[one])
        start = begins[begin]
        kept.append(text[at:start])
        end = text.find(_UNSEEN[begin], start + 2)
        at = text.find(">", end) + 1 if end >= 0 else 0
        if not at:
            return "".join(kept)
        begins = {one: place if place >= at else text.find(one, at) for one, place in begins.items()}
    return "".join(kept) + text[at:]


def _shown(match: re.Match[str]) -> str:
    address = decode_hidden(match[2])
    return match[0] if address is None else address.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


def _decoded(body: bytes) -> str:
    encoding = _encoding(body)
    if encoding == "euc-jp":
        return decode_euc(body)
    try:
        text = body.decode(encoding)
    except UnicodeDecodeError:
        text = None
    if text is not None and (encoding == "utf-8" or not has_any(text, MISREAD_KANA)):
        return text
    # A bad byte, or UTF-8 in the midst of CP932, harms the text between two tags and no more.
    return "".join(_piece(piece, encoding) for piece in _MARKUP.split(body))


def _encoding(body: bytes) -> str:
    """What a page is in: UTF-8, EUC-JP, or else CP932, by a sample of its bytes that are no ASCII."""
    sample = b""
    for reach in _REACHES:
        sample = body[:reach].translate(None, _ASCII)[:_SAMPLE]
        if len(sample) >= _ENOUGH:
            break
    if len(_UTF8_KANA.findall(sample)) * 9 > len(sample):
        return "utf-8"
    if encoding_of(sample) == "utf-8":
        return "utf-8"
    return "euc-jp" if is_euc(sample) else "cp932"


def _piece(piece: bytes, encoding: str) -> str:
    kind: Encoding = "utf-8" if encoding == "utf-8" else "cp932"
    try:
        text = piece.decode(kind)
        if kind == "utf-8" or not has_any(text, MISREAD_KANA):
            return text
    except UnicodeDecodeError:
        pass
    return "".join(field_text(part, kind) for part in _COLON.split(piece)) + _ODD
