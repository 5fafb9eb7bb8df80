"""Screenshots: small as files, and compared with some tolerance."""

from __future__ import annotations

from collections import Counter
from io import BytesIO
from pathlib import Path

from PIL import Image, ImageChops

#: A channel that differs by more is another colour; less is what a machine's rounding and coarse colours may cost.
_FAINT = 24
#: So many colours are kept as they are; others, the smoothed edges of letters, are made coarse by steps of this size.
_KEPT, _STEP = 24, 17


def save(picture: bytes, path: Path) -> None:
    """Keep a screenshot (a PNG) as a small file."""
    path.parent.mkdir(parents=True, exist_ok=True)
    image = Image.open(BytesIO(picture)).convert("RGB")
    raw = image.tobytes()
    dots = list(zip(raw[::3], raw[1::3], raw[2::3], strict=True))
    kept = {dot for dot, _ in Counter(dots).most_common(_KEPT)}
    coarse = {dot: dot if dot in kept else tuple(round(part / _STEP) * _STEP for part in dot) for dot in set(dots)}
    small = Image.frombytes("RGB", image.size, bytes(part for dot in dots for part in coarse[dot]))
    small.quantize(256, dither=Image.Dither.NONE).save(path, optimize=True)


def difference(picture: bytes, path: Path) -> float:
    """Which part of a screenshot (a PNG) differs from a kept one, 0 to 1; all of it, if the sizes differ."""
    one, other = Image.open(BytesIO(picture)).convert("RGB"), Image.open(path).convert("RGB")
    if one.size != other.size:
        return 1.0
    red, green, blue = ImageChops.difference(one, other).split()
    strongest = ImageChops.lighter(ImageChops.lighter(red, green), blue)
    return sum(strongest.histogram()[_FAINT + 1 :]) / (one.width * one.height)
