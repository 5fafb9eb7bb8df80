"""What a post says, whatever format it was read from."""

from __future__ import annotations

import re
import struct
from hashlib import blake2b

from referee.model import Post
from referee.parse.text import plain_text

_INT64 = struct.Struct(">q")
_SPACE = re.compile(r"\s+")
#: Characters that encodings of one text disagree about (FORMATS 0, row 28).
_ALIKE = str.maketrans("〜‖−¢£¬―", "～∥－￠￡￢—")


def content_key(post: Post) -> int:
    """64 bits (signed) of what people read in a post: equal for the same post in every format (FORMATS 2.2).

    Unlike the fingerprint it does not depend on mark-up, encoding, white space, mail or number. Equal posts of one
    thread (a double post within one unit of the stamp, erased posts) have equal keys.
    """
    if post.status == "erased":
        said: tuple[str, ...] = ("erased",)
    else:
        stamp = post.stamp.iso if post.stamp is not None else ""
        said = (post.status, post.name.text, post.name.trip or "", stamp, post.dice_id or "", plain_text(post.body))
    text = _SPACE.sub("", "<>".join(said)).translate(_ALIKE)
    return _INT64.unpack(blake2b(text.encode("utf-8", "replace"), digest_size=8).digest())[0]  # type: ignore[no-any-return]
