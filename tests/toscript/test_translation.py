"""The translator: what it makes means the same in JavaScript (by node, where it is), and what it does not know it
refuses."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path

import pytest
import sample
from helpers import ROOT

import toscript.module
from toscript import Untranslatable, translate

HELPERS = (ROOT / "toscript/helpers.js").read_text("utf-8")
NODE = shutil.which("node")


def exact(value: object) -> object:
    """Whole numbers that JSON can't carry, as texts."""
    if isinstance(value, list | tuple):
        return [exact(one) for one in value]
    return f"{value}n" if isinstance(value, int) and abs(value) >= 2**53 else value


@pytest.mark.skipif(NODE is None, reason="no node here (Debian: apt-get install nodejs)")
def test_a_sample_means_the_same(tmp_path: Path) -> None:
    names = dict.fromkeys(name for name, _ in sample.CALLS)
    script = translate([f"tests.toscript.sample.{name}" for name in names], {}, HELPERS)
    given = json.dumps([(name, args) for name, args in sample.CALLS])
    (tmp_path / "sample.js").write_text(f"""{script}
    const calls = {{{", ".join(names)}}};
    const whole = (x) => Array.isArray(x) ? x.map(whole) : Number.isInteger(x) ? $narrow(BigInt(x)) : x;
    const found = {given}.map(([name, args]) => calls[name](...args));
    console.log(JSON.stringify(found, (_, value) => typeof value === "bigint" ? `${{value}}n` : value));
    """)
    found = json.loads(subprocess.run([str(NODE), str(tmp_path / "sample.js")], check=True, capture_output=True).stdout)
    for (name, args), one in zip(sample.CALLS, found, strict=True):
        assert one == exact(getattr(sample, name)(*args)), (name, args)


@pytest.mark.parametrize(
    ("source", "told"),
    [
        ("def f(x):\n    return x / 2", "line 2|the operator Div"),
        ("def f(x):\n    try:\n        return x\n    except ValueError:\n        return 0", "a statement Try"),
        ("def f(x):\n    with x:\n        pass", "a statement With"),
        ("def f(x):\n    return f'{x:>5}'", "a format of this kind"),
        ("def f(x):\n    return x[::2]", "Slice"),
        ("def f(x):\n    return f'{x:{x}}'", "a format of this kind"),
        ("def f(x):\n    return x.casefold()", "the method casefold of something"),
        ("def f(x):\n    return open(x)", "a call of builtins.open"),
        ("import os\ndef f(x):\n    return os.getcwd()", "a call of os.getcwd"),
        ("import re\nP = re.compile(r'(?<=a)b')\ndef f(x):\n    return P.match(x)", "the regular expression"),
        ("import re\nP = re.compile(r'\\d')\ndef f(x):\n    return P.match(x)", "the regular expression"),
        ("import re\nP = re.compile('a', re.IGNORECASE)\ndef f(x):\n    return P.match(x)", "this flag of"),
        ("def f(x):\n    match x:\n        case [a, b]:\n            return a", "a case that is no text"),
        ("def f(x):\n    return x is f", "`is` beside anything but a constant"),
        ("def f(x):\n    return g(x, named=1)\ng = f", "the argument named"),
        ("def f(x):\n    global y\n    y = x", "a statement Global"),
        ("class C(dict):\n    pass\ndef f(x):\n    return C(x)", "the class C"),
        ("def f(x):\n    return [a for a in x if a for b in a]", "a condition before another `for`"),
        ("def f(x):\n    return 1 < abs(x) < 3", "a chain of comparisons"),
        ("async def g(x):\n    return x\ndef f(x):\n    return g(x)", "a call of builtins.g"),
    ],
)
def test_what_is_not_known_is_refused(source: str, told: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(toscript.module, "ROOT", tmp_path)
    toscript.module.module.cache_clear()
    (tmp_path / "planted.py").write_text(source)
    with pytest.raises(Untranslatable) as refused:
        translate(["planted.f"], {}, HELPERS)
    toscript.module.module.cache_clear()
    assert told.rpartition("|")[2] in str(refused.value)
    assert str(refused.value).startswith("planted.py:")
    assert str(refused.value).endswith("has no translation to JavaScript")
