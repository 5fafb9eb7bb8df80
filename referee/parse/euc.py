"""EUC-JP as したらば writes it: the characters of CP932 in other bytes, NEC row 13 (①Ⅰ㈱) included (FORMATS 1.2)."""

from __future__ import annotations

import codecs
import re

from referee.parse.decode import Lines, content_lines, decode_lines, encoding_of, has_any

#: What stands at the place of an error: two bytes of a row that Python lacks, or three of JIS X 0212.
_CODE = re.compile(rb"[\xa1-\xfe]{2}|\x8f[\xa1-\xfe]{2}")
#: Where Python's `euc_jp` and CP932 give one code two characters; as on all other boards, that of CP932 (FORMATS 0,
#: row 28).
_OTHERS, _OF_CP932 = "〜‖−¢£¬", "～∥－￠￡￢"
_BAD = "\ufffd"
#: How many lines of a file are asked what it is.
_HEAD_LINES = 50
#: A text is EUC-JP where at most one of so many characters outside ASCII is none of it; of CP932 nearly all are none.
_FEW = 10
#: How many bytes are looked at before they are judged: of CP932 so many are enough.
_STEP = 256


def any_lines(body: bytes) -> Lines:
    """The lines of a body in EUC-JP, CP932 or UTF-8; the bytes decide. Never raises."""
    return euc_lines(body) if is_euc(head_of(body)) else decode_lines(body)


def head_of(body: bytes) -> bytes:
    """The first lines of a body, by which it is judged."""
    return b"\n".join(body.split(b"\n", _HEAD_LINES)[:_HEAD_LINES])


def is_euc(head: bytes) -> bool:
    """Whether bytes are EUC-JP and neither UTF-8 nor CP932."""
    if head.isascii() or encoding_of(head) == "utf-8":
        return False
    characters = len(head.translate(None, bytes(range(128)))) // 2
    return _has_at_most(characters // _FEW, head)


def euc_lines(body: bytes) -> Lines:
    """The lines of a body in EUC-JP, as `decode_lines` gives them; never raises."""
    raw, contents = content_lines(body)
    texts = []
    damaged = set()
    for number, line in enumerate(raw, 1):
        text, is_whole = euc_text(line)
        texts.append(text)
        if not is_whole:
            damaged.add(number)
    return Lines(texts, contents, frozenset(damaged))


def euc_text(raw: bytes) -> tuple[str, bool]:
    """Bytes in EUC-JP as text, and whether all of them could be read; a bad byte is one U+FFFD and harms no other.

    Python's codecs alone do not do it: `euc_jp` lacks row 13, `euc_jis_2004` has other characters in the rows of IBM's
    extensions.
    """
    is_whole = b"\0" not in raw and b"\r" not in raw
    if not is_whole:
        raw = raw.replace(b"\0", b" ").replace(b"\r", b" ")
    text = decode_euc(raw)
    return text, is_whole and _BAD not in text


def decode_euc(raw: bytes) -> str:
    """The text of bytes in EUC-JP; a byte that is none of it becomes U+FFFD."""
    text = raw.decode("euc_jp", _MORE_CODES)
    if has_any(text, _OTHERS):
        for other, character in zip(_OTHERS, _OF_CP932, strict=True):  # `translate` takes ten times as long
            text = text.replace(other, character)
    return text


def _has_at_most(faults: int, raw: bytes) -> bool:
    """Whether at most so many characters of the bytes are none of EUC-JP."""
    decoder = _Decoder(_MORE_CODES)
    for start in range(0, len(raw), _STEP):
        faults -= decoder.decode(raw[start : start + _STEP], start + _STEP >= len(raw)).count(_BAD)
        if faults < 0:
            return False
    return True


def _more_codes(error: UnicodeError) -> tuple[str, int]:
    """The character of CP932 at a code that `euc_jp` does not know, and where to go on."""
    assert isinstance(error, UnicodeDecodeError)
    found = _CODE.match(error.object, error.start)
    if found is None:
        return _BAD, error.start + 1
    if len(found[0]) == 2:
        try:
            return _shifted(found[0]).decode("cp932"), found.end()
        except UnicodeDecodeError:
            pass
    return _BAD, found.end()


def _shifted(pair: bytes) -> bytes:
    """A two-byte code of EUC-JP as the code that Shift_JIS has in the same row and cell."""
    row, cell = pair[0] - 0xA1, pair[1] - 0xA1
    first = row // 2 + (0x81 if row < 62 else 0xC1)
    second = cell + 0x9F if row % 2 else cell + (0x40 if cell < 63 else 0x41)
    return bytes((first, second))


#: The name under which the decoder asks for what it does not know.
_MORE_CODES = "referee.parse.euc"
_Decoder = codecs.getincrementaldecoder("euc_jp")
codecs.register_error(_MORE_CODES, _more_codes)
