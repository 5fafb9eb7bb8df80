"""What RFC 4287 and JSON Feed 1.1 ask of a feed, rule by rule; a feed as a reader sees it."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator
from typing import Any
from urllib.parse import urljoin, urlsplit
from xml.etree import ElementTree

ATOM = "{http://www.w3.org/2005/Atom}"
XHTML = "{http://www.w3.org/1999/xhtml}"
BASE = "{http://www.w3.org/XML/1998/namespace}base"
LANG = "{http://www.w3.org/XML/1998/namespace}lang"
_TIME = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)")
_URN = re.compile(r"urn:uuid:[0-9a-f]{8}-[0-9a-f]{4}-5[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}")
#: Of these an element has exactly one, or at most one (sections 4.1.1 and 4.1.2).
_ONE = {"feed": ("id", "title", "updated"), "entry": ("id", "title", "updated")}
_AT_MOST = {"feed": ("generator", "icon", "logo", "rights", "subtitle"), "entry": ("content", "published", "summary")}
_MAY = {
    "feed": {"author", "category", "contributor", "link", "entry", *_ONE["feed"], *_AT_MOST["feed"]},
    "entry": {"author", "category", "contributor", "link", "rights", "source", *_ONE["entry"], *_AT_MOST["entry"]},
}
_JSON_FEED = {
    "version", "title", "home_page_url", "feed_url", "description", "user_comment", "next_url", "icon", "favicon",
    "authors", "language", "expired", "hubs", "items",
}  # fmt: skip
_JSON_ITEM = {
    "id", "url", "external_url", "title", "content_html", "content_text", "summary", "image", "banner_image",
    "date_published", "date_modified", "authors", "tags", "language", "attachments",
}  # fmt: skip


def atom_faults(text: str) -> Iterator[str]:
    """What the RFC would not have."""
    feed = ElementTree.fromstring(text)
    if feed.tag != f"{ATOM}feed":
        yield f"the root is {feed.tag}"
    yield from _faults(feed, "feed")
    entries = feed.findall(f"{ATOM}entry")
    for entry in entries:
        yield from _faults(entry, "entry")
        if feed.find(f"{ATOM}author") is None and entry.find(f"{ATOM}author") is None:
            yield "an entry without an author"
        if entry.find(f"{ATOM}content") is None and not _links(entry, "alternate"):
            yield "an entry without content or a page"
    ids = Counter(element.findtext(f"{ATOM}id") for element in (feed, *entries))
    yield from (f"two are called {name}" for name, count in ids.items() if count > 1)
    if entries and feed.findtext(f"{ATOM}updated") != max(str(one.findtext(f"{ATOM}updated")) for one in entries):
        yield "the feed is not as new as its newest entry"


def _links(element: ElementTree.Element, rel: str) -> list[ElementTree.Element]:
    return [link for link in element.findall(f"{ATOM}link") if link.get("rel", "alternate") == rel]


def _faults(element: ElementTree.Element, kind: str) -> Iterator[str]:
    names = Counter(child.tag.removeprefix(ATOM) for child in element)
    yield from (f"{kind} without {name}, or with several" for name in _ONE[kind] if names[name] != 1)
    yield from (f"{kind} with several {name}" for name in _AT_MOST[kind] if names[name] > 1)
    yield from (f"{kind} with {name}" for name in names if name not in _MAY[kind])
    if not _URN.fullmatch(str(element.findtext(f"{ATOM}id"))):
        yield f"an id that is no name of ours: {element.findtext(f'{ATOM}id')}"
    for name in ("updated", "published"):
        for child in element.findall(ATOM + name):
            if not _TIME.fullmatch(child.text or ""):
                yield f"{name} is no time of RFC 3339: {child.text}"
    kinds = Counter(
        (link.get("rel"), link.get("type"), link.get("hreflang")) for link in element.findall(f"{ATOM}link")
    )
    yield from (f"several links {one}" for one, count in kinds.items() if count > 1 and one[0] == "alternate")
    if any(not link.get("href") for link in element.findall(f"{ATOM}link")):
        yield "a link without an address"
    if any(not category.get("term") for category in element.findall(f"{ATOM}category")):
        yield "a category without a term"
    content = element.find(f"{ATOM}content")
    if content is not None and content.get("type") == "xhtml" and [child.tag for child in content] != [f"{XHTML}div"]:
        yield "XHTML that is not in one div"
    if not (element.findtext(f"{ATOM}title") or "").strip():
        yield f"{kind} with an empty title"


def atom_links(text: str, where: str) -> Iterator[str]:
    """Every link of a feed that lies at `where`, as a reader resolves it."""
    feed = ElementTree.fromstring(text)
    base = urljoin(where, feed.get(BASE, ""))
    for link in feed.iter(f"{ATOM}link"):
        yield urljoin(base, str(link.get("href")))


def atom_entries(text: str) -> list[dict[str, Any]]:
    """The entries of a feed: id, title, times, kind and lines."""
    found = []
    for entry in ElementTree.fromstring(text).findall(f"{ATOM}entry"):
        category, content = entry.find(f"{ATOM}category"), entry.find(f"{ATOM}content")
        assert category is not None
        assert content is not None
        found.append(
            {name: entry.findtext(ATOM + name) for name in ("id", "title", "published", "updated")}
            | {"kind": category.get("term"), "lines": [line.text or "" for line in content.iter(f"{XHTML}p")]}
        )
    return found


def json_feed_faults(text: str, *, absolute: bool) -> Iterator[str]:
    """What JSON Feed 1.1 would not have; `absolute`: every address must be whole."""
    feed = json.loads(text)
    if feed.get("version") != "https://jsonfeed.org/version/1.1" or not isinstance(feed.get("title"), str):
        yield "without version or title"
    yield from (f"unknown {name}" for name in feed if name not in _JSON_FEED and not name.startswith("_"))
    yield from (
        f"extension {name} is no object" for name in feed if name[0] == "_" and not isinstance(feed[name], dict)
    )
    if not all(set(author) & {"name", "url", "avatar"} for author in feed["authors"]):
        yield "an author without a name"
    addresses = [feed["home_page_url"], feed["feed_url"]]
    for item in feed["items"]:
        yield from (f"unknown {name}" for name in item if name not in _JSON_ITEM and not name.startswith("_"))
        if not isinstance(item.get("id"), str) or not (item.get("content_text") or item.get("content_html")):
            yield "an item without id or content"
        if not all(_TIME.fullmatch(item[name]) for name in ("date_published", "date_modified")):
            yield "a date that is not of RFC 3339"
        if not all(isinstance(tag, str) for tag in item["tags"]):
            yield "a tag that is no text"
        addresses.append(item["url"])
    yield from (f"{one} is not whole" for one in addresses if absolute and not urlsplit(one).scheme)
    yield from (f"two are called {name}" for name, n in Counter(item["id"] for item in feed["items"]).items() if n > 1)
