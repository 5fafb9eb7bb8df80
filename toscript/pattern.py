"""Regular expressions: those that mean the same in both languages once white space is spelled out."""

from __future__ import annotations

import ast
import re

from toscript.module import Module

#: What `\\s` is in Python: JavaScript's knows U+FEFF too, and not the four separators.
SPACE = "\\t-\\r\\x1c-\\x20\\x85\\xa0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000"
#: Parts that mean something else in JavaScript, or that old browsers do not know.
_OTHERWISE = re.compile(r"\(\?(?!:)|\\[wWbBDS]|\{,|\\A.*\||\$|\^(?<!\[\^)")


def pattern(module: Module, node: ast.AST, source: str, flags: list[ast.expr]) -> str:
    """A regular expression as a literal of JavaScript; one that might mean something else is refused."""
    known = {"DOTALL": "s", "ASCII": ""}
    names = [flag.attr if isinstance(flag, ast.Attribute) else "" for flag in flags]
    if any(name not in known for name in names):
        module.refuse(node, "this flag of a regular expression")
    if _OTHERWISE.search(source) or ("\\d" in source and "ASCII" not in names) or _has_dot(source, names):
        module.refuse(node, f"the regular expression {source!r}")
    found = re.sub(r"\[(\^?)\\s", lambda at: f"[{at[1]}{SPACE}", source)
    found = found.replace("\\s", f"[{SPACE}]").replace("\\A", "^").replace("\\Z", "$").replace("/", "\\/")
    return f"/{found}/u{''.join(known[name] for name in names)}"


def _has_dot(source: str, names: list[str]) -> bool:
    """A dot that stands for any character, where line ends are none: those of the two languages differ."""
    outside = re.sub(r"\\.|\[[^\]]*\]", "", source)
    return "." in outside and "DOTALL" not in names
