"""EUC-JP as したらば writes it, with row 13 (①, Ⅰ, ㈱); made into the characters that CP932 gives for the same text."""

from __future__ import annotations

import codecs
import re

#: Signs that EUC-JP and CP932 turn into different characters (FORMATS 0, row 28).
_AS_CP932 = tuple(zip("〜‖−¢£¬", "～∥－￠￡￢", strict=True))
_ERRORS = "referee-euc-jp"
#: Bytes that hardly any text in CP932 is without, and that EUC-JP never has.
_NOT_EUC = re.compile(rb"[\x80-\x8d\x90-\x9f]")
_PAIR = re.compile(rb"[\xa1-\xfe]{2}")
#: Punctuation and kana: hardly any text in EUC-JP is without.
_SIGN = re.compile(rb"[\xa1\xa4\xa5][\xa1-\xfe]")
#: The commonest kana as each encoding writes them.
_KANA_EUC = re.compile(rb"[\xa4\xa5][\xa1-\xf3]")
_KANA_CP932 = re.compile(rb"\x82[\x9f-\xf1]")


def is_euc(sample: bytes) -> bool:
    """Whether bytes other than ASCII that are no UTF-8 are EUC-JP rather than CP932."""
    if not _NOT_EUC.search(sample):
        return _SIGN.search(sample) is not None
    return len(_KANA_EUC.findall(sample)) > len(_KANA_CP932.findall(sample))


def decode_euc(body: bytes) -> str:
    """The text of bytes in EUC-JP; a byte that is none becomes U+FFFD."""
    try:
        text = body.decode("euc_jp")
    except UnicodeDecodeError:  # row 13, or a bad byte: read by the slower codec that knows more
        text = body.decode("euc_jis_2004", _ERRORS)
    for sign, same in _AS_CP932:
        text = text.replace(sign, same)
    return text


def _row_13_or_bad(error: UnicodeError) -> tuple[str, int]:
    """What Python's codec does not know: a pair of row 13 by way of CP932, else one bad byte."""
    if not isinstance(error, UnicodeDecodeError):
        raise error
    pair = error.object[error.start : error.start + 2]
    try:
        return _by_way_of_cp932(pair), error.start + 2
    except (ValueError, UnicodeDecodeError):
        return "\ufffd", error.start + 1


def _by_way_of_cp932(pair: bytes) -> str:
    """The character of a pair, by its row and cell.

    Raises:
        ValueError: it is no pair of EUC-JP, or CP932 knows no such character.
    """
    if not _PAIR.fullmatch(pair):
        raise ValueError(pair)
    row, cell = pair[0] - 0xA0, pair[1] - 0xA0
    lead = (row - 1) // 2 + (0x81 if row <= 62 else 0xC1)
    trail = cell + (0x3F + (cell >= 64) if row % 2 else 0x9E)
    return bytes((lead, trail)).decode("cp932")


codecs.register_error(_ERRORS, _row_13_or_bad)
