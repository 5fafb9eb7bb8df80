"""What is looked at on a page that a browser shows: each look tells what is wrong, in words; nothing is fine.

A look leaves the page as it found it, so that the next one sees the same.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import pairwise
from typing import Any, TypeAlias

Look: TypeAlias = Callable[[Any], Iterator[str]]

NARROW = (320, 360)
HEIGHT = 800
_WIDER = """() => {
  const limit = document.documentElement.clientWidth, scrolls = element => {
    for (let up = element; up && up !== document.body; up = up.parentElement)
      if (/auto|scroll|hidden/.test(getComputedStyle(up).overflowX)) return true;
    return false;
  };
  const out = [...document.body.querySelectorAll('*')].filter(element =>
    !element.matches('.skip') && element.getBoundingClientRect().right > limit + 1 && !scrolls(element));
  return [document.documentElement.scrollWidth, limit, out.slice(0, 3).map(element =>
    element.tagName + '.' + (element.getAttribute('class') || '') + ' ' + element.textContent.slice(0, 30))];
}"""
_HEADINGS = "[...document.querySelectorAll('h1,h2,h3,h4,h5,h6')].map(heading => +heading.tagName[1])"
_UNSTYLE = "off => { for (const sheet of document.styleSheets) sheet.disabled = off }"
_TEXT = r"document.body.innerText.replace(/\s+/g, '')"
_TOPS = """selector => [...document.querySelectorAll(selector)].filter(one => one.getClientRects().length)
  .map(one => [one.tagName + '.' + one.className, one.getBoundingClientRect().top])"""
#: A shape of a letter's own colour that lies below it; without a style sheet all shapes are black, and so are letters.
_COVERED = """() => [...document.querySelectorAll('svg text')].filter(text => {
  const box = text.getBoundingClientRect(), ink = getComputedStyle(text).fill;
  const x = (box.left + box.right) / 2, y = (box.top + box.bottom) / 2;
  return [...text.ownerSVGElement.querySelectorAll('rect,circle,ellipse,polygon')].some(shape => {
    const around = shape.getBoundingClientRect();
    return getComputedStyle(shape).fill === ink
      && around.left < x && x < around.right && around.top < y && y < around.bottom;
  });
}).map(text => text.textContent)"""
_SHOWN = "selector => [...document.querySelectorAll(selector)].filter(one => one.getClientRects().length).length"
_INKS = """() => ["color-scheme", "--ink", "--line", "--tint", "--plus", "--c1"].map(name =>
  getComputedStyle(document.documentElement).getPropertyValue(name))"""
_STOPS = """() => [...document.querySelectorAll(
  'a[href],button,input:not([type=hidden]),select,textarea,summary,[tabindex]')]
  .filter(one => one.tabIndex >= 0 && !one.disabled && one.getClientRects().length).map((one, place) => {
    one.dataset.stop = place; return one.textContent.trim().slice(0, 30) })"""
#: Writes down each stop as the focus comes there.
_RECORD = """() => { window.stops = []; document.addEventListener('focusin', event => {
  const one = event.target, style = getComputedStyle(one), box = one.getBoundingClientRect();
  window.stops.push({
    stop: one.dataset.stop === undefined ? -1 : +one.dataset.stop, href: one.getAttribute('href'),
    name: one.tagName + ' ' + one.textContent.trim().slice(0, 30),
    outlined: style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) >= 2,
    seen: box.width > 0 && box.right > 0 && box.left < innerWidth && box.bottom > 0 && box.top < innerHeight,
  }) }) }"""
#: Of a page with more stops the first ones are gone through.
_MOST = 80


def fits(page: Any) -> Iterator[str]:
    """Nothing is wider than the narrowest phones."""
    size = page.viewport_size
    for width in NARROW:
        page.set_viewport_size({"width": width, "height": HEIGHT})
        reached, limit, wide = page.evaluate(_WIDER)
        if reached > limit or wide:
            yield f"{reached} px wide on a phone of {width} px: {'; '.join(wide)}"
    page.set_viewport_size(size)


def has_headings_in_order(page: Any) -> Iterator[str]:
    """One first heading, before all others; none that skips a level."""
    levels = page.evaluate(_HEADINGS)
    if levels[:1] != [1] or levels.count(1) != 1:
        yield f"its headings do not begin with the only h1: {levels[:9]}"
    for one, other in pairwise(levels):
        if other > one + 1:
            yield f"an h{other} follows an h{one}"


def reads_without_style(page: Any) -> Iterator[str]:
    """Without the style sheet all of it is there, one below the other in the same order; with it nothing moves up."""
    styled = page.evaluate(_TEXT)
    yield from _goes_down(page, "with the style sheet")
    page.evaluate(_UNSTYLE, True)
    if page.evaluate("getComputedStyle(document.body).maxWidth") != "none":
        yield "the style sheet could not be taken away"
    if page.evaluate(_TEXT) != styled:
        yield "without the style sheet it has another text"
    covered = page.evaluate(_COVERED)
    if covered:
        yield f"without the style sheet a shape hides the letters {covered[:5]}"
    yield from _goes_down(page, "without the style sheet")
    page.evaluate(_UNSTYLE, False)


def _goes_down(page: Any, how: str) -> Iterator[str]:
    for selector in ("header,main,footer", "main > *", "main table tr"):
        tops = page.evaluate(_TOPS, selector)
        for (above, top), (below, lower) in pairwise(tops):
            if lower < top - 1:
                yield f"{how} {below} stands above {above}, which comes before it"


def prints(page: Any) -> Iterator[str]:
    """On paper there is the content, and nothing to click."""
    page.emulate_media(media="print")
    if page.evaluate(_SHOWN, "nav, .skip"):
        yield "its navigation is printed"
    if page.evaluate(_SHOWN, "main h1") != 1:
        yield "its heading is not printed"
    light, dark = [_inks(page, scheme) for scheme in ("light", "dark")]
    if light != dark:
        yield f"it is printed in other colours where the screen is dark: {dark}, not {light}"
    page.emulate_media(media="screen", color_scheme="light")


def _inks(page: Any, scheme: str) -> list[str]:
    page.emulate_media(color_scheme=scheme)
    return list(map(str, page.evaluate(_INKS)))


def goes_by_keyboard(page: Any) -> Iterator[str]:
    """Tab reaches the link to the content first, then every stop in the order of the document, each visibly."""
    stops = page.evaluate(_STOPS)[:_MOST]
    page.evaluate(_RECORD)
    for _ in range(len(stops)):
        page.keyboard.press("Tab")
    record = page.evaluate("window.stops")
    while record and record[-1]["stop"] < len(stops) - 1 and len(record) < 2 * _MOST:  # boxes that scroll are stops too
        page.keyboard.press("Tab")
        record = page.evaluate("window.stops")
    for now in record:
        if not now["outlined"]:
            yield f"focus can't be seen on {now['name']}"
        if not now["seen"]:
            yield f"focus lies out of sight on {now['name']}"
    reached = [now["stop"] for now in record if 0 <= now["stop"] < len(stops)]
    if reached != list(range(len(stops))):
        lost = [name for at, name in enumerate(stops) if at not in reached]
        yield f"Tab goes {reached}, and never reaches {lost[:5]}"
    if page.evaluate("document.querySelector('nav')") and (not record or record[0]["href"] != "#main"):
        yield "its first stop does not lead to the content"


#: In this order; every page goes through all of them.
LOOKS: tuple[Look, ...] = (fits, has_headings_in_order, reads_without_style, prints)
#: What takes long: one page of each kind goes through it.
LONG_LOOKS: tuple[Look, ...] = (goes_by_keyboard,)
