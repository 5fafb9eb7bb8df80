// What Python does and JavaScript does otherwise. Parts are divided by empty lines; a translation takes what it needs.
// Whole numbers are exact: beyond 2^53 they are BigInt, and come back as soon as they fit.

const $narrow = (n) => (n >= -9007199254740991n && n <= 9007199254740991n ? Number(n) : n);

const $exact = (a, b, quick, wide) => {
 if (typeof a === "number" && typeof b === "number") {
  const found = quick(a, b);
  if (Number.isSafeInteger(found) || !Number.isInteger(a) || !Number.isInteger(b)) return found;
 }
 return $narrow(wide(BigInt(a), BigInt(b)));
};

const $add = (a, b) => {
 if (typeof a === "string") return a + b;
 if (Array.isArray(a)) return [...a, ...$iter(b)];
 if (a instanceof Set) return a.add(b);
 return $exact(a, b, (x, y) => x + y, (x, y) => x + y);
};

const $sub = (a, b) => $exact(a, b, (x, y) => x - y, (x, y) => x - y);

const $mul = (a, b) => {
 if (Array.isArray(a)) return Array.from({ length: b }, () => a).flat();
 if (typeof a === "string") return a.repeat(b);
 return $exact(a, b, (x, y) => x * y + 0, (x, y) => x * y);
};

const $floordiv = (a, b) => $exact(a, b, (x, y) => (x - ((x % y) + y) % y) / y, (x, y) => (x - ((x % y) + y) % y) / y);

const $mod = (a, b) => $exact(a, b, (x, y) => ((x % y) + y) % y, (x, y) => ((x % y) + y) % y);

const $pow = (a, b) => $narrow(BigInt(a) ** BigInt(b));

const $shl = (a, b) => $mul(a, $pow(2, b));

const $and = (a, b) => $narrow(BigInt(a) & BigInt(b));

const $abs = (a) => (a < 0 ? $sub(0, a) : a);

const $divmod = (a, b) => [$floordiv(a, b), $mod(a, b)];

const $sum = (items) => [...$iter(items)].reduce($add, 0);

const $prod = (items) => [...$iter(items)].reduce($mul, 1);

const $max = (...items) => items.reduce((a, b) => (b > a ? b : a));

const $min = (...items) => items.reduce((a, b) => (b < a ? b : a));

const $int = (x) => (typeof x === "string" ? $narrow(BigInt(x)) : typeof x === "bigint" ? x : Math.trunc(x));

const $isfloat = (x) => typeof x === "number" && !Number.isInteger(x);

const $truth = (x) => {
 if (x === null || typeof x !== "object") return !!x;
 if (Array.isArray(x)) return x.length > 0;
 if (x instanceof Map || x instanceof Set) return x.size > 0;
 return x.constructor !== Object || Object.keys(x).length > 0;
};

const $or = (a, rest) => ($truth(a) ? a : rest());

const $both = (a, rest) => ($truth(a) ? rest() : a);

const $eq = (a, b) => {
 if (a === b) return true;
 if (a === null || b === null || typeof a !== "object" || typeof b !== "object") return false;
 if (a.constructor !== b.constructor) return false;
 if (a instanceof Set) return a.size === b.size && [...a].every((one) => b.has(one));
 const keys = Object.keys(a);
 return keys.length === Object.keys(b).length && keys.every((key) => $eq(a[key], b[key]));
};

const $in = (x, items) => {
 if (typeof items === "string") return items.includes(x);
 if (items instanceof Map || items instanceof Set) return items.has(x);
 return items.some((one) => $eq(one, x));
};

const $wide = (text) => /[\ud800-\udfff]/.test(text);

const $chars = (x) => (typeof x === "string" && x.length > 1 && $wide(x) ? [...x] : x);

const $len = (x) => $chars(x).length ?? x.size;

const $iter = (x) => (x instanceof Map ? x.keys() : x);

const $at = (x, index) => {
 if (x instanceof Map) return x.get(index);
 const all = $chars(x);
 return all[index < 0 ? all.length + index : index] ?? null;
};

const $put = (x, index, value) => {
 if (x instanceof Map) x.set(index, value);
 else x[index < 0 ? x.length + index : index] = value;
};

const $slice = (x, start, end) => {
 const all = $chars(x);
 const found = all.slice(start ?? 0, end ?? all.length);
 return typeof x === "string" && typeof found !== "string" ? found.join("") : found;
};

const $comp = (items, make, test) => {
 const found = [];
 for (const one of $iter(items)) if (!test || test(one)) found.push(make(one));
 return found;
};

const $flat = (items, make) => {
 const found = [];
 for (const one of $iter(items)) for (const other of make(one)) found.push(other);
 return found;
};

const $any = (items) => {
 for (const one of $iter(items)) if ($truth(one)) return true;
 return false;
};

const $all = (items) => {
 for (const one of $iter(items)) if (!$truth(one)) return false;
 return true;
};

const $map = (make, items) => $comp(items, (one) => make(one));

const $sorted = (items, key = (x) => x) => [...$iter(items)].sort((a, b) => (key(a) < key(b) ? -1 : key(a) > key(b) ? 1 : 0));

const $reversed = (items) => [...items].reverse();

const $enumerate = (items, from = 0) => [...$iter(items)].map((one, at) => [at + from, one]);

const $zip = (...lists) => [...lists[0]].map((_, at) => lists.map((list) => [...list][at]));

const $range = (start, end) => {
 if (end === undefined) [start, end] = [0, start];
 const found = [];
 for (; start < end; start++) found.push(start);
 return found;
};

const $next = (items, otherwise) => {
 for (const one of items) return one;
 return otherwise;
};

const $fromkeys = (items) => new Map([...$iter(items)].map((one) => [one, null]));

const $counter = (items) => {
 const found = new Map();
 for (const one of items) found.set(one, (found.get(one) ?? 0) + 1);
 return found;
};

const $remember = (make) => {
 const known = new Map();
 return (...given) => {
  const key = given.length === 1 ? given[0] : given.join("\0");
  if (!known.has(key)) known.set(key, make(...given));
  return known.get(key);
 };
};

const $append = (items, one) => { items.push(one); };

const $pop = (items) => items.pop();

const $get = (map, key, otherwise = null) => (map.has(key) ? map.get(key) : otherwise);

const $setdefault = (map, key, value) => {
 if (!map.has(key)) map.set(key, value);
 return map.get(key);
};

const $items = (map) => [...map];

const $keys = (map) => [...map.keys()];

const $values = (map) => [...map.values()];

const $index = (items, one) => items.findIndex((other) => $eq(one, other));

const $str = (x) => {
 if (x === null || x === undefined) return "None";
 if (typeof x === "boolean") return x ? "True" : "False";
 return typeof x === "object" && x.__str__ ? x.__str__() : String(x);
};

const $printable = (one) => one === " " || !/[\p{C}\p{Z}]/u.test(one);

const $repr = (text) => {
 const quote = text.includes("'") && !text.includes('"') ? '"' : "'";
 const named = { "\n": "\\n", "\r": "\\r", "\t": "\\t", "\\": "\\\\", [quote]: `\\${quote}` };
 const escaped = (one) => {
  const code = one.codePointAt(0), digits = code.toString(16);
  if (one in named) return named[one];
  if ($printable(one)) return one;
  return code < 256 ? `\\x${digits.padStart(2, "0")}` : code < 65536 ? `\\u${digits.padStart(4, "0")}` : `\\U${digits.padStart(8, "0")}`;
 };
 return quote + [...text].map(escaped).join("") + quote;
};

const $format = (x, form) => {
 const shown = form === "+g" ? String(Number(x.toPrecision(6))) : String(x);
 return x < 0 ? shown : `+${shown}`;
};

const $fill = (text, fields) => text.replace(/\{(\w+)\}/g, (_, name) => $str(fields[name]));

const $space = "\\t-\\r\\x1c-\\x20\\x85\\xa0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000";

const $ends = [new RegExp(`^[${$space}]+`), new RegExp(`[${$space}]+$`), new RegExp(`[${$space}]+`)];

const $strip = (text) => (/^[!-~]$|^[!-~][ -~]*[!-~]$/.test(text) ? text : text.replace($ends[0], "").replace($ends[1], ""));

const $rstrip = (text, only) => {
 if (only === undefined) return text.replace($ends[1], "");
 while (text !== "" && only.includes(text.at(-1))) text = text.slice(0, -1);
 return text;
};

const $split = (text) => text.split($ends[2]).filter((one) => one !== "");

const $isspace = (text) => $strip(text) === "" && text !== "";

const $isprintable = (text) => [...text].every($printable);

const $isascii = (text) => /^[\0-\x7f]*$/.test(text);

const $isalpha = (text) => /^\p{L}+$/u.test(text);

const $isdigit = (text) => /^[0-9]+$/.test(text);

const $isalnum = (text) => /^[\p{L}\p{N}]+$/u.test(text);

const $isupper = (text) => text !== text.toLowerCase() && text === text.toUpperCase();

const $islower = (text) => text !== text.toUpperCase() && text === text.toLowerCase();

const $upper = (text) => text.toUpperCase();

const $lower = (text) => text.toLowerCase();

const $startswith = (text, start, from = 0) => text.startsWith(start, from);

const $endswith = (text, end) => text.endsWith(end);

const $removeprefix = (text, start) => (start && text.startsWith(start) ? text.slice(start.length) : text);

const $removesuffix = (text, end) => (end && text.endsWith(end) ? text.slice(0, -end.length) : text);

const $partition = (text, mark) => {
 const at = text.indexOf(mark);
 return at < 0 ? [text, "", ""] : [text.slice(0, at), mark, text.slice(at + mark.length)];
};

const $find = (text, part) => {
 const at = text.indexOf(part);
 return at < 0 ? at : $len(text.slice(0, at));
};

const $join = (mark, items) => [...$iter(items)].join(mark);

const $zfill = (text, width) => text.padStart(width, "0");

const $category = (one) => ["Cc", "Cf", "Cs", "Mn", "Me"].find((name) => new RegExp(`^\\p{${name}}$`, "u").test(one)) ?? "other";

const $whole = $remember((source, flags) => new RegExp(source, flags));

const $match = (pattern, text) => $whole(`^(?:${pattern.source})`, pattern.flags).exec(text);

const $fullmatch = (pattern, text) => $whole(`^(?:${pattern.source})$`, pattern.flags).exec(text);

const $search = (pattern, text) => pattern.exec(text);

const $finditer = (pattern, text) => [...text.matchAll(new RegExp(pattern.source, `${pattern.flags}g`))];

const $start = (found) => $len(found.input.slice(0, found.index));

const $end = (found) => $start(found) + $len(found[0]);
