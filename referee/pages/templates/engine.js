// generator: referee. Made by toscript (docs/checker.md) from the Python of the same names: change that.
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
const $finditer = (pattern, text) => [...text.matchAll(new RegExp(pattern.source, `${pattern.flags}g`))];
const $start = (found) => $len(found.input.slice(0, found.index));
const $end = (found) => $start(found) + $len(found[0]);
class Context {
 constructor(post_no=null,second=null,square=0,held=1,chance=false,gift=0,fraction="",seed=null,random=null){Object.assign(this,{post_no,second,square,held,chance,gift,fraction,seed,random})}
}
class Question {
 constructor(id,context=new Context()){Object.assign(this,{id,context})}
}
const _NUMBER = /[+-]?[0-9]{1,20}/u;
class RefereeError extends Error {
constructor(where,what,hint=""){
super();
this.where=where;
this.what=what;
this.hint=hint;
}
__str__(){
 let line;
line=($truth(this.where)?`${$str(this.where)}: ${$str(this.what)}`:this.what);
line=($truth(this.hint)?`${$str(line)} — ${$str(this.hint)}`:line);
return $join("",$comp($join(" ",$split(line)),(one)=>($isprintable(one)?one:"?")));
}
}
class UsageError extends RefereeError {
}
function read_number(name,text){
text=$strip(text);
if(!$truth(text)){
return null;
}
if(!$truth($fullmatch(_NUMBER,text))){
throw new UsageError(`${$str(name)} ${$str(text)}`,"no whole number","write digits, for example 55");
}
return $int(text);
}
const _SECOND = /(\d{1,2})(?:\.(\d{1,3}))?/u;
function read_second(text){
 let found;
found=$fullmatch(_SECOND,$strip(text));
if(((found===null)||($int($at(found,1))>59))){
throw new UsageError(`second ${$str(text)}`,"no second of a stamp","write 0 to 59, for example 45 or 45.67");
}
return [$int($at(found,1)),$or($at(found,2),()=>"")];
}
const LOWEST = new Map([["no",1],["square",0],["held",0],["gift",0]]);
const HIGHEST = $pow(10,9);
function make_context(post_no,second,fraction,square,held,chance,gift){
 let name,value;
for([name,value] of $iter([["no",post_no],["square",square],["held",held],["gift",gift]])){
if(((value!==null)&&!(($at(LOWEST,name)<=value)&&(value<=HIGHEST)))){
throw new UsageError(`${$str(name)} ${$str(value)}`,"out of range",`${$str($at(LOWEST,name))} to ${$str(HIGHEST)}`);
}
}
return new Context(post_no,second,square,held,chance,gift,fraction);
}
function context_of(form){
 let post_no,second,fraction,square,held,gift;
post_no=read_number("no",form.no);
[second,fraction]=($truth($strip(form.second))?read_second(form.second):[null,""]);
[square,held,gift]=[read_number("square",form.square),read_number("held",form.held),read_number("gift",form.gift)];
return make_context(post_no,second,fraction,$or(square,()=>0),((held===null)?1:held),form.chance,$or(gift,()=>0));
}
const _LABEL = /[\t-\r\x1c-\x20\x85\xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]*[Ii][Dd][:：][\t-\r\x1c-\x20\x85\xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]*/u;
const LONGEST = 64;
function _shown(text){
return (($len(text)<=24)?text:`${$str($slice(text,null,24))}…`);
}
const DICE = 8;
const _TOKEN = /[^\t-\r\x1c-\x20\x85\xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000<]{0,100}/u;
const _MARKS = ["●","*","(主)"];
const _DICE = 8;
const _COPIED = ".net";
function _without_marks(shown){
 let found,mark;
found="";
while(!$eq(found,shown)){
found=shown;
for(mark of $iter(_MARKS)){
shown=$removesuffix(shown,mark);
}
if(($len(shown)>=$add(_DICE,$len(_COPIED)))){
shown=$removesuffix(shown,_COPIED);
}
}
return found;
}
class Ident {
 constructor(id,dice_id,kind){Object.assign(this,{id,dice_id,kind})}
}
const NO_ID = new Ident(null,null,"none");
const _HIDDEN = new Ident(null,null,"hidden");
const _NO_IDS = new Set($iter(new Set(["NG","NG0","DELETED","Thread"])));
const _REAL = /[0-9A-Za-z+\/._!-]{1,64}/u;
const _NUMERIC_ADDRESS = /[0-9]{1,3}(?:\.[0-9]{1,3}){3}/u;
const _NOT_AN_ID = new Ident(null,null,"not_an_id");
function _identified(shown){
 let dice_id;
dice_id=_without_marks(shown);
if(!$truth(dice_id)){
return NO_ID;
}
if($startswith(dice_id,"???")){
return _HIDDEN;
}
if(($in(dice_id,_NO_IDS)||!$truth($fullmatch(_REAL,dice_id))||$truth($fullmatch(_NUMERIC_ADDRESS,dice_id)))){
return _NOT_AN_ID;
}
return new Ident(shown,dice_id,"shown");
}
function read_bare_ident(text){
 let match;
match=$match(_TOKEN,text);
return _identified(($truth(match)?$at(match,0):""));
}
function ident_of(typed){
 let label,text,character,ident,dice,odd;
label=$match(_LABEL,typed);
text=$strip(($truth(label)?$slice(typed,$end(label),null):typed));
if(($len(text)>LONGEST)){
throw new UsageError(_shown(text),`an ID of ${$str($len(text))} characters`,`IDs have at most ${$str(LONGEST)}`);
}
if(!$truth(text)){
throw new UsageError($repr(typed),"an empty ID","give the characters behind ID:");
}
for(character of $iter($slice(text,null,DICE))){
if((!$isprintable(character)||$isspace(character))){
throw new UsageError(_shown(text),"white space among the dice","give one ID without spaces");
}
}
ident=read_bare_ident(text);
if(((ident.dice_id===null)&&(ident.kind==="hidden"))){
throw new UsageError(text,"a hidden ID","an ID that the board hides is no roll");
}
dice=$or(ident.dice_id,()=>"");
odd=$next($comp($slice(text,null,DICE),(character)=>character,(character)=>!$isascii(character)),null);
if((!$truth(dice)&&(odd!==null))){
throw new UsageError(_shown(text),`${$repr(odd)} is no die`,"dice are half-width letters, digits and symbols");
}
if(!$truth(dice)){
throw new UsageError(_shown(text),"no ID of a player","give the characters behind ID: as the board shows them");
}
return dice;
}
const HUNDRED = 100;
const LANDING = 20;
function arrive(reached,goal){
if((reached>=goal)){
return [goal,0,$sub(reached,goal)];
}
if((reached<=0)){
return [0,0,0];
}
if($truth($mod(reached,HUNDRED))){
return [reached,0,0];
}
return [$min($add(reached,LANDING),goal),LANDING,0];
}
function _land(reached,goal,lands){
if((reached===null)){
return [null,0,0];
}
if(($truth(lands)||(reached>=goal))){
return arrive(reached,goal);
}
return [reached,0,0];
}
class Finding {
 constructor(rule,at,effect,worth,row){Object.assign(this,{rule,at,effect,worth,row})}
}
class Roll {
 constructor(dice,findings,digits,points,factors,roll,bonus,jump,is_random,origin,target,landing,overshoot,home,rests,exposures,next,again,cp,cn,tasks,miss,gift_before=0,gift_after=0,lifts=false,by_chance=false){Object.assign(this,{dice,findings,digits,points,factors,roll,bonus,jump,is_random,origin,target,landing,overshoot,home,rests,exposures,next,again,cp,cn,tasks,miss,gift_before,gift_after,lifts,by_chance})}
}
class Factors {
 constructor(doubles=0,negations=0,square=1,held=1){Object.assign(this,{doubles,negations,square,held})}
}
class Next {
 constructor(chance=false,held=1,rolls=1){Object.assign(this,{chance,held,rolls})}
}
function _chance_roll(dice,context,readings,goal){
 let plus,jump,target,landing,overshoot,finding;
plus=$find(dice,"+");
jump=$add($floordiv(context.square,2),((plus>=0)?$floordiv(goal,2):0));
[target,landing,overshoot]=_land(jump,goal,readings.land_after_jump);
finding=new Finding("S3",((plus>=0)?[plus,$add(plus,1)]:null),"chance_jump",jump,"S3");
return new Roll(dice,[finding],0,0,new Factors(),0,0,jump,false,context.square,target,landing,overshoot,$eq(target,goal),0,[],new Next(),0,0,0,[],false,undefined,undefined,undefined,true);
}
function _doubled(value,doubles,fraction){
 let unit;
if((doubles>0)){
return $shl(value,doubles);
}
unit=$shl(1,$sub(0,doubles));
if((fraction==="floor")){
return $floordiv(value,unit);
}
if((fraction==="ceil")){
return $sub(0,$floordiv($sub(0,value),unit));
}
if((fraction==="half_up")){
return $floordiv($add($mul(2,value),unit),$mul(2,unit));
}
return ((value>=0)?$floordiv(value,unit):$sub(0,$floordiv($sub(0,value),unit)));
}
const random_square = () => null;
function _random(dice,context){
if((context.random!==null)){
return context.random;
}
return ((context.seed===null)?null:random_square(context.seed,dice));
}
function _target(effect,n,context,goal){
if((effect==="jump_start")){
return 0;
}
if((effect==="jump_hundreds")){
return $mul(HUNDRED,n);
}
if((context.post_no===null)){
return null;
}
return ((effect==="jump_number")?context.post_no:$max(0,$sub(goal,context.post_no)));
}
function _jump(dice,tally,context,goal){
 let effect,n,square;
for([effect,n] of $iter($reversed(tally.jumps))){
if((effect==="jump_random")){
return [_random(dice,context),true];
}
square=_target(effect,n,context,goal);
if((square!==null)){
return [square,false];
}
}
return [null,false];
}
function digit_sum(number){
return $sum($map($int,$str(number)));
}
function seconds_sum(context,readings){
 let total;
total=digit_sum($or(context.second,()=>0));
return (($truth(readings.pt_hundredths)&&$truth(context.fraction))?$add(total,$sum($map($int,$slice(context.fraction,null,2)))):total);
}
function _bonus(tally,context,readings){
 let bonus;
bonus=0;
if(($truth(tally.numbers)&&(context.post_no!==null))){
bonus=$add(bonus,$mul(tally.numbers,digit_sum(context.post_no)));
}
if(($truth(tally.seconds)&&(context.second!==null))){
bonus=$add(bonus,$mul(tally.seconds,seconds_sum(context,readings)));
}
return bonus;
}
function _fill(finding,dice,context,readings,strikes,goal){
 let worth,effect;
if(finding.effect==="bonus_number"){
worth=((context.post_no===null)?null:digit_sum(context.post_no));
}else if(finding.effect==="bonus_seconds"){
worth=((context.second===null)?null:seconds_sum(context,readings));
}else if(finding.effect==="jump_number"||finding.effect==="jump_complement"){
worth=_target(finding.effect,0,context,goal);
}else if(finding.effect==="jump_random"){
worth=_random(dice,context);
}else if(finding.effect==="setback"){
[effect,worth]=($truth(strikes)?["struck",0]:["points",finding.worth]);
return new Finding(finding.rule,finding.at,effect,worth,finding.row);
}else{
return finding;
}
return new Finding(finding.rule,finding.at,finding.effect,worth,finding.row);
}
function _context_findings(square_times,held,gift){
 let found;
found=[];
if((square_times!==1)){
$append(found,new Finding("M2",null,"square_times",square_times,"M2"));
}
if((held!==1)){
$append(found,new Finding("S1",null,"held_times",held,"S1"));
}
if($truth(gift)){
$append(found,new Finding("G3",null,"gift",gift,"G3"));
}
return [...$iter(found)];
}
const _NO_FACTORS = new Factors();
const _NOTHING_NEXT = new Next();
const EXPOSURE_DAYS = 2;
function settle(dice,tally,context,readings,multipliers,goal){
 let square,square_times,held,times,strikes,points,roll,findings,jump,is_random,jumps,bonus,reached,target,landing,overshoot,factors,following;
if(($truth(context.chance)&&!($truth(tally.xx)&&$truth(readings.xx_lifts_chance)))){
return _chance_roll(dice,context,readings,goal);
}
square=context.square;
square_times=$get(multipliers,square,1);
held=($truth(tally.xx)?1:context.held);
times=$mul(square_times,held);
if($truth($and(tally.negations,1))){
times=$sub(0,times);
}
strikes=$both(tally.x,()=>((readings.x_strikes==="always")||(times>0)));
points=($truth(strikes)?tally.points:$add(tally.points,tally.strikable));
roll=$mul($add(tally.digits,points),times);
if($truth(tally.doubles)){
roll=_doubled(roll,tally.doubles,readings.fraction);
}
findings=tally.findings;
[jump,is_random]=($truth(tally.jumps)?_jump(dice,tally,context,goal):[null,false]);
jumps=$or(is_random,()=>(jump!==null));
bonus=context.gift;
if($truth(jumps)){
bonus=0;
}else if(($truth(tally.numbers)||$truth(tally.seconds))){
bonus=$add(bonus,_bonus(tally,context,readings));
}
if($truth(tally.waits)){
findings=[...$iter($comp(findings,(finding)=>_fill(finding,dice,context,readings,strikes,goal)))];
}
if(((square_times!==1)||(held!==1)||$truth(context.gift))){
findings=$add(findings,_context_findings(square_times,held,context.gift));
}
reached=$add($add(square,roll),bonus);
target=reached;
landing=overshoot=0;
if($truth(jumps)){
[target,landing,overshoot]=_land(jump,goal,readings.land_after_jump);
}else if((!((0<reached)&&(reached<goal))||!$truth($mod(reached,HUNDRED)))){
[target,landing,overshoot]=arrive(reached,goal);
}
[factors,following]=[_NO_FACTORS,_NOTHING_NEXT];
if(((times!==1)||$truth(tally.doubles)||$truth(tally.negations))){
factors=new Factors(tally.doubles,tally.negations,square_times,held);
}
if(($truth(tally.chance)||(tally.held!==1)||$truth(tally.more_rolls))){
following=new Next(tally.chance,tally.held,$add(1,tally.more_rolls));
}
return new Roll(dice,findings,tally.digits,points,factors,roll,bonus,jump,is_random,square,target,landing,overshoot,$eq(target,goal),($truth(tally.exposures)?$mul(EXPOSURE_DAYS,$len(tally.exposures)):tally.rests),tally.exposures,following,tally.again,tally.cp,tally.cn,tally.tasks,tally.miss,tally.gift_before,tally.gift_after,tally.xx);
}
function _capitals(dice){
return ($isascii(dice)?$upper(dice):$join("",$comp(dice,(c)=>($isascii(c)?$upper(c):c))));
}
class Match {
 constructor(row,start,end,n=0){Object.assign(this,{row,start,end,n})}
}
function _is_miss(dice,ruleset){
 let shapes,row,spoils;
shapes=($truth(ruleset.values.miss_beside_shapes)?new Set(["digit"]):new Set(["digit","run","all_capital","all_small"]));
for(row of $iter(ruleset.event)){
if((row.trigger!==null)){
spoils=((row.case==="exact")?$in(row.trigger,dice):$in($upper(row.trigger),_capitals(dice)));
}else{
spoils=($in(row.shape,shapes)&&$truth(_shape_matches(row,dice,ruleset)));
}
if($truth(spoils)){
return false;
}
}
return true;
}
function _shape_matches(row,dice,ruleset){
 let whole,letters_only,letters,judged,runs;
whole=[new Match(row,0,$len(dice),$or(row.worth,()=>0))];
letters_only=(ruleset.values.all_case==="letters");
letters=$comp(dice,(c)=>c,(c)=>($isascii(c)&&$isalpha(c)));
judged=($truth(letters_only)?letters:[...$iter(dice)]);
if(row.shape==="digit"){
return $comp($enumerate(dice),([i,c])=>new Match(row,i,$add(i,1),$int(c)),([i,c])=>$in(c,"0123456789"));
}else if(row.shape==="run"){
runs=$finditer(/(.)\1\1+/us,dice);
return $comp(runs,(m)=>new Match(row,$start(m),$end(m),$mul($or(row.worth,()=>0),$len($at(m,0)))));
}else if(row.shape==="all_capital"){
return (($truth(judged)&&$all($comp(judged,(c)=>(("A"<=c)&&(c<="Z")))))?whole:[]);
}else if(row.shape==="all_small"){
return (($truth(judged)&&$all($comp(judged,(c)=>(("a"<=c)&&(c<="z")))))?whole:[]);
}else{
return (($truth(dice)&&$truth(_is_miss(dice,ruleset)))?whole:[]);
}
}
const CLASSES = new Map([["capital",((c)=>($isascii(c)&&$isupper(c)))],["small",((c)=>($isascii(c)&&$islower(c)))],["letter",((c)=>($isascii(c)&&$isalpha(c)))],["digit",((c)=>($isascii(c)&&$isdigit(c)))],["symbol",((c)=>((c!=="")&&!($isascii(c)&&$isalnum(c))))],["end",((c)=>(c===""))]]);
function _word(word,blind){
 let negated,body,test,letters;
negated=$startswith(word,"!");
body=$removeprefix(word,"!");
if($in(body,CLASSES)){
test=$at(CLASSES,body);
}else{
letters=new Set($iter(($truth(blind)?$add($upper(body),$lower(body)):body)));
test=function(c){
return $in(c,letters);
};
}
return ($truth(negated)?((c)=>!$truth(test(c))):test);
}
const follower = $remember(function follower(follow,blind){
 let tests;
tests=$comp($split($or(follow,()=>"")),(word)=>_word(word,blind));
if(($len(tests)===1)){
return $at(tests,0);
}
return ((c)=>$all($comp(tests,(test)=>test(c))));
});
class Effect {
 constructor(worth="no",kind=false,shapes=[],told=0){Object.assign(this,{worth,kind,shapes,told})}
}
const EFFECTS = new Map([["points",new Effect("needed",undefined,["all_capital","all_small","miss"])],["points_per_length",new Effect("needed",undefined,["run"])],["digit",new Effect(undefined,undefined,["digit"])],["digits_product",new Effect()],["digits_join",new Effect()],["digits_times",new Effect("or_digit")],["double",new Effect(undefined,undefined,undefined,2)],["halve",new Effect(undefined,undefined,undefined,0.5)],["negate",new Effect(undefined,undefined,undefined,(-1))],["strike",new Effect()],["digits_only",new Effect()],["rest",new Effect("optional",undefined,undefined,1)],["exposure",new Effect(undefined,true,undefined,2)],["chance",new Effect()],["hold",new Effect("or_digit")],["more_rolls",new Effect(undefined,undefined,undefined,1)],["gift_before",new Effect("needed")],["gift_after",new Effect("needed")],["bonus_number",new Effect()],["bonus_seconds",new Effect()],["again",new Effect(undefined,undefined,undefined,1)],["jump_start",new Effect()],["jump_hundreds",new Effect("or_digit")],["jump_number",new Effect()],["jump_complement",new Effect()],["jump_random",new Effect()],["task",new Effect(undefined,true)],["nothing",new Effect()]]);
function takes_digit(row){
return ((row.worth===null)&&($at(EFFECTS,row.effect).worth==="or_digit"));
}
function consumes(follow){
return ((follow!==null)&&((follow!=="end")&&!$startswith(follow,"!")));
}
function match_at(row,dice,start){
 let trigger,end,blind,found,n;
trigger=$or(row.trigger,()=>"");
end=$add(start,$len(trigger));
blind=(row.case==="blind");
found=$slice(dice,start,end);
if((!$eq(found,trigger)&&(!$truth(blind)||!$eq(_capitals(found),$upper(trigger))))){
return null;
}
if(!$truth(follower(row.follow,blind)($slice(dice,end,$add(end,1))))){
return null;
}
n=($truth(takes_digit(row))?$int($at(dice,end)):$or(row.worth,()=>0));
return new Match(row,start,($truth(consumes(row.follow))?$add(end,1):end),n);
}
function row_matches(row,dice,ruleset){
 let text,trigger,starts,match;
if((row.shape!==null)){
return _shape_matches(row,dice,ruleset);
}
[text,trigger]=((row.case==="blind")?[_capitals(dice),$upper(row.trigger)]:[dice,row.trigger]);
if(!$in(trigger,text)){
return [];
}
starts=$comp($range($len(dice)),(start)=>start,(start)=>$startswith(text,trigger,start));
return $comp(starts,(start)=>match,(start)=>((match=match_at(row,dice,start))!==null));
}
function all_matches(dice,ruleset){
 let capitals,rows,found;
capitals=_capitals(dice);
rows=$comp(ruleset.event,(row)=>row,(row)=>((row.trigger===null)||$in($upper(row.trigger),capitals)));
found=$flat(rows,(row)=>$comp(row_matches(row,dice,ruleset),(match)=>match));
return $sorted(found,((match)=>match.start));
}
const CONTEXTUAL = new Set($iter(new Set(["bonus_number","bonus_seconds","jump_number","jump_complement","jump_random"])));
function worth_told(row,n){
if($in(row.effect,CONTEXTUAL)){
return null;
}
if((row.effect==="jump_hundreds")){
return $mul(100,n);
}
return $or(n,()=>$at(EFFECTS,row.effect).told);
}
class Tally {
 constructor(findings,waits,digits,points,strikable=0,x=false,xx=false,doubles=0,negations=0,rests=0,exposures=[],chance=false,held=1,more_rolls=0,again=0,cp=0,cn=0,gift_before=0,gift_after=0,numbers=0,seconds=0,jumps=[],tasks=[],miss=false){Object.assign(this,{findings,waits,digits,points,strikable,x,xx,doubles,negations,rests,exposures,chance,held,more_rolls,again,cp,cn,gift_before,gift_after,numbers,seconds,jumps,tasks,miss})}
}
function _tally_digits_only(dice,matches,ruleset){
 let findings,digits,points,m,row,effect,worth;
findings=[];
digits=points=0;
for(m of $iter(matches)){
row=m.row;
[effect,worth]=[row.effect,$or(worth_told(row,m.n),()=>0)];
if((effect==="digit")){
digits=$add(digits,m.n);
}else if(((row.shape==="run")&&$in($at(dice,m.start),"0123456789")&&$truth(ruleset.values.xx_keeps_runs))){
points=$add(points,m.n);
}else if((effect!=="digits_only")){
[effect,worth]=["struck",0];
}
$append(findings,new Finding(row.rule,[m.start,m.end],effect,worth,row.id));
}
return new Tally([...$iter(findings)],false,digits,points,undefined,undefined,true);
}
function _numbers(dice,matches,ruleset){
 let digits,followers,joined,m,start,_,value;
digits=$comp(matches,(m)=>m,(m)=>(m.row.effect==="digit"));
if(!$truth(ruleset.values.follower_digit_counts)){
followers=new Set($comp(matches,(m)=>$sub(m.end,1),(m)=>(m.row.follow==="digit")));
digits=$comp(digits,(m)=>m,(m)=>!$in(m.start,followers));
}
if(!$any($comp(matches,(m)=>(m.row.effect==="digits_join")))){
return $comp(digits,(m)=>[m.start,m.end,m.n]);
}
joined=[];
for(m of $iter(digits)){
if(($truth(joined)&&$eq($at($at(joined,(-1)),1),m.start))){
[start,_,value]=$pop(joined);
$append(joined,[start,m.end,$add($mul(value,10),m.n)]);
}else{
$append(joined,[m.start,m.end,m.n]);
}
}
return joined;
}
function _findings(matches,numbers,strike){
 let spans,found,m,row,at,effect,worth,end;
spans=new Map($comp(numbers,([start,end,value])=>[start,[end,value]]));
found=[];
for(m of $iter(matches)){
row=m.row;
[at,effect,worth]=[[m.start,m.end],row.effect,worth_told(row,m.n)];
if((effect==="digit")){
if(!$in(m.start,spans)){
continue;
}
[end,worth]=$at(spans,m.start);
at=[m.start,end];
}else if(($truth(row.strikable)&&(strike==="setback")&&(effect==="points"))){
effect="setback";
}else if(($truth(row.strikable)&&$truth(strike))){
[effect,worth]=["struck",0];
}
$append(found,new Finding(row.rule,at,effect,worth,row.id));
}
return [...$iter(found)];
}
const JUMPS = new Set($iter(new Set(["jump_start","jump_hundreds","jump_number","jump_complement","jump_random"])));
function tally_plain(dice,ruleset){
 let matches,by_effect,match,x,always,numbers,values,part,flat,of;
matches=all_matches(dice,ruleset);
if($any($comp(matches,(match)=>(match.row.effect==="digits_only")))){
return _tally_digits_only(dice,matches,ruleset);
}
by_effect=new Map([]);
for(match of $iter(matches)){
$append($setdefault(by_effect,match.row.effect,[]),match);
}
of=function(effect){
return $get(by_effect,effect,[]);
};
x=$truth(of("strike"));
always=(ruleset.values.x_strikes==="always");
numbers=_numbers(dice,matches,ruleset);
values=$comp(numbers,([,_,value])=>value);
part=(($truth(values)&&$truth(of("digits_product")))?$prod(values):$sum(values));
flat=[...$iter(of("points")),...$iter(of("points_per_length"))];
return new Tally(_findings(matches,numbers,($truth(x)?($truth(always)?"struck":"setback"):"")),($any($comp(matches,(m)=>$in(m.row.effect,CONTEXTUAL)))||$both(x,()=>(!$truth(always)&&$any($comp(flat,(m)=>m.row.strikable))))),$mul(part,$prod($comp(of("digits_times"),(m)=>m.n))),$sum($comp(flat,(m)=>m.n,(m)=>!$truth(m.row.strikable))),(($truth(x)&&$truth(always))?0:$sum($comp(flat,(m)=>m.n,(m)=>$truth(m.row.strikable)))),x,undefined,$sub($len(of("double")),$len(of("halve"))),$len(of("negate")),$sum($comp(of("rest"),(m)=>$or(m.row.worth,()=>1),(m)=>!($truth(m.row.strikable)&&$truth(x)))),[...$iter($comp(of("exposure"),(m)=>$or(m.row.kind,()=>"")))],$truth(of("chance")),$prod($comp(of("hold"),(m)=>m.n)),$len(of("more_rolls")),$len(of("again")),$len(of("gift_before")),$len(of("gift_after")),$sum($comp(of("gift_before"),(m)=>m.n)),$sum($comp(of("gift_after"),(m)=>m.n)),$len(of("bonus_number")),$len(of("bonus_seconds")),[...$iter($comp(matches,(m)=>[m.row.effect,m.n],(m)=>$in(m.row.effect,JUMPS)))],[...$iter($comp(of("task"),(m)=>$or(m.row.kind,()=>"")))],$any($comp(matches,(m)=>(m.row.shape==="miss"))));
}
function evaluate_plain(dice,context,ruleset){
return settle(dice,tally_plain(dice,ruleset),context,ruleset.values,ruleset.multipliers,ruleset.goal);
}
function dice_in(ident,readings){
return ((readings.dice==="first8")?$slice(ident,null,DICE):ident);
}
class Worth {
 constructor(digits,points,roll,bonus,jump,to,home,rests,exposures,next,again,cp,cn,tasks,miss,overshoot){Object.assign(this,{digits,points,roll,bonus,jump,to,home,rests,exposures,next,again,cp,cn,tasks,miss,overshoot})}
}
function worth_of(roll){
return new Worth(roll.digits,roll.points,roll.roll,roll.bonus,(($truth(roll.is_random)&&(roll.jump===null))?"random":roll.jump),roll.target,roll.home,roll.rests,roll.exposures,roll.next,roll.again,roll.cp,roll.cn,roll.tasks,roll.miss,roll.overshoot);
}
class Otherwise {
 constructor(switch_,value,roll){Object.assign(this,{switch:switch_,value,roll})}
}
function* otherwise(ident,context,roll,alternatives){
 let worth,name,value,ruleset,evaluate,other;
worth=worth_of(roll);
for([name,value,ruleset,evaluate] of $iter(alternatives)){
other=evaluate(dice_in(ident,ruleset.values),context);
if(!$eq(worth_of(other),worth)){
yield new Otherwise(name,value,other);
}
}
}
class Cited {
 constructor(readings=[],numbers=[]){Object.assign(this,{readings,numbers})}
}
function cite(readings,signs,index){
 let numbers;
numbers=$comp(readings,(name)=>$at(index.by_reading,name),(name)=>$in(name,index.by_reading));
numbers=$add(numbers,$comp(signs,(sign)=>$at(index.by_sign,sign),(sign)=>$in(sign,index.by_sign)));
return new Cited([...$iter(readings)],[...$iter($fromkeys(numbers))]);
}
function switches(others){
return [...$iter($fromkeys($comp(others,(one)=>one.switch)))];
}
const _DICE$signs = 8;
const _IDLE = ["nothing","struck"];
const _PLACELESS = [...$iter(_IDLE),"digit","points_per_length"];
function _spans(roll){
return $comp(roll.findings,(finding)=>finding.at,(finding)=>(!$in(finding.effect,_PLACELESS)&&(finding.at!==null)&&!$eq(finding.at,[0,$len(roll.dice)])));
}
function _overlap(one,other){
return (($at(one,0)<$at(other,1))&&($at(other,0)<$at(one,1)));
}
function _shares_a_letter(roll,effects,_){
 let spans;
spans=_spans(roll);
return (($len(spans)>1)&&$any($flat($enumerate(spans),([place,one])=>$comp($slice(spans,null,place),(other)=>_overlap(one,other)))));
}
const _K = ["digits_product","digits_join","digits_times"];
function _of(roll,effect){
return $comp(roll.findings,(finding)=>finding,(finding)=>$eq(finding.effect,effect));
}
function _runs(roll){
return $comp(_of(roll,"points_per_length"),(finding)=>finding.at,(finding)=>(finding.at!==null));
}
function _symbol_run(roll,effects,_){
return ($in("points_per_length",effects)&&$any($comp(_runs(roll),([start,_end])=>!$isalnum($at(roll.dice,start)))));
}
function _run_on_top(roll,effects,_){
 let worth;
if(!$in("points_per_length",effects)){
return false;
}
worth=[...$iter(_spans(roll)),...$iter($comp(_of(roll,"digit"),(finding)=>finding.at,(finding)=>(finding.at!==null)))];
return $any($flat(_runs(roll),(run)=>$comp(worth,(span)=>_overlap(run,span))));
}
function _spoiled_miss(roll,effects,_){
 let events;
if(!$in("nothing",effects)){
return false;
}
events=$comp(roll.findings,(finding)=>finding,(finding)=>!$in(finding.at,[null,[0,$len(roll.dice)]]));
events=$comp(events,(finding)=>finding,(finding)=>(finding.effect!=="points_per_length"));
return $both($truth(events),()=>$all($comp(events,(finding)=>(finding.effect==="nothing"))));
}
function _no_seconds(roll,effects,_){
return ($in("bonus_seconds",effects)&&$any($comp(_of(roll,"bonus_seconds"),(finding)=>(finding.worth===null))));
}
function _jumps_in(effects){
return $sum($comp($items(effects),([effect,count])=>count,([effect,count])=>$startswith(effect,"jump_")));
}
function _jumps(roll){
return ((roll.jump!==null)||roll.is_random);
}
function _and_more(roll,effects,_){
 let others;
if((!$truth(_jumps(roll))||$truth(roll.by_chance))){
return false;
}
others=$or(roll.rests,()=>$or(roll.exposures,()=>$or(roll.again,()=>$or(roll.cp,()=>$or(roll.cn,()=>$or(roll.tasks,()=>!$eq(roll.next,new Next())))))));
return $truth(others);
}
const SIGNS = new Map([["short_id",((roll,effects,_)=>((0<$len(roll.dice))&&($len(roll.dice)<_DICE$signs)))],["shared_letter",_shares_a_letter],["xx_with_square_or_gift",((roll,effects,_)=>$both(roll.lifts,()=>($in("square_times",effects)||$in("gift",effects))))],["product_of_no_digit",((roll,effects,_)=>($in("digits_product",effects)&&!$in("digit",effects)))],["several_times",((roll,effects,_)=>($get(effects,"digits_times",0)>1))],["combined_k",((roll,effects,_)=>($len($comp(_K,(effect)=>effect,(effect)=>$in(effect,effects)))>1))],["symbol_run",_symbol_run],["run_on_top",_run_on_top],["spoiled_miss",_spoiled_miss],["no_seconds",_no_seconds],["several_jumps",((roll,effects,_)=>(_jumps_in(effects)>1))],["jump_past_home",((roll,effects,goal)=>$both(_jumps(roll),()=>(!$truth(roll.by_chance)&&($add(roll.origin,roll.roll)>=goal))))],["jump_and_more",_and_more],["random_square",((roll,effects,_)=>roll.is_random)],["halved_odd",((roll,effects,_)=>$both(roll.by_chance,()=>$truth($mod(roll.origin,2))))],["several_held",((roll,effects,_)=>($get(effects,"hold",0)>1))],["several_more_rolls",((roll,effects,_)=>($get(effects,"more_rolls",0)>1))]]);
function signs_of(roll,goal){
 let effects,finding;
effects=new Map([]);
for(finding of $iter(roll.findings)){
$put(effects,finding.effect,$add($get(effects,finding.effect,0),1));
}
return [...$iter($comp($items(SIGNS),([name,holds])=>name,([name,holds])=>$truth(holds(roll,effects,goal))))];
}
class Checked {
 constructor(roll,worth,cited,dice,lines,sums,remarks,others){Object.assign(this,{roll,worth,cited,dice,lines,sums,remarks,others})}
}
class Letter {
 constructor(text,mark){Object.assign(this,{text,mark})}
}
const _SHORT = 200;
function _is_mark(character){
return $in($category(character),["Mn","Me"]);
}
const _MARKS$width = 3;
function _cleaned(text){
 let kept,marks,character;
kept=[];
marks=0;
for(character of $iter(text)){
if($isspace(character)){
character=((character==="\u3000")?"\u3000":" ");
}else if($in($category(character),["Cc","Cf","Cs"])){
continue;
}
marks=($truth(_is_mark(character))?$add(marks,1):0);
if((marks<=_MARKS$width)){
$append(kept,character);
}
}
return $strip($join("",kept));
}
const _remembered = $remember(_cleaned);
function clean(text){
if(($isascii(text)&&$isprintable(text))){
return $strip(text);
}
return (($len(text)<=_SHORT)?_remembered(text):_cleaned(text));
}
const _MARKS$letters = new Map([["digit","num"],["points","plus"],["points_per_length","plus"],["bonus_number","plus"],["bonus_seconds","plus"],["setback","minus"],["digits_product","times"],["digits_join","times"],["digits_times","times"],["digits_only","times"],["double","times"],["halve","times"],["negate","times"],["strike","void"],["struck","void"],["rest","rest"],["exposure","rest"],["chance","next"],["hold","next"],["more_rolls","next"],["again","next"],["gift_before","gift"],["gift_after","gift"],["jump_start","jump"],["jump_hundreds","jump"],["jump_number","jump"],["jump_complement","jump"],["jump_random","jump"],["chance_jump","jump"],["task","task"]]);
function mark_of(finding){
 let mark;
mark=$get(_MARKS$letters,finding.effect,"");
return (((mark==="plus")&&($or(finding.worth,()=>0)<0))?"minus":mark);
}
function marks(roll){
 let found,finding,mark,place;
found=$mul([""],$len(roll.dice));
for(finding of $iter(roll.findings)){
mark=mark_of(finding);
for(place of $iter($range(...$iter($or(finding.at,()=>[0,0]))))){
if(($in($at(found,place),["","num"])&&$truth(mark))){
$put(found,place,mark);
}
}
}
return found;
}
function dice_marked(roll){
return [...$iter($comp($zip(roll.dice,marks(roll)),([die,mark])=>new Letter(clean(die),mark)))];
}
function msg(text){
return text;
}
const _UNKNOWN = new Map([["bonus_number",msg("{letters}: レス番号の数字の合計 (レス番号が必要)")],["bonus_seconds",msg("{letters}: 秒の数字の合計 (秒が必要)")],["jump_number",msg("{letters}: レス番号と同じマスへぶっ飛び (レス番号が必要)")],["jump_complement",msg("{letters}: レス番号から決まるマスへぶっ飛び (レス番号が必要)")],["jump_random",msg("{letters}: ランダムのマスへぶっ飛び (マスは未定)")]]);
const _EFFECTS = new Map([["digit",msg("{letters} → {n}")],["points",msg("{letters} {signed}")],["setback",msg("{letters} {signed}")],["points_per_length",msg("{letters} ({length}連) {signed}")],["digits_product",msg("{letters}: 数字は掛け算")],["digits_join",msg("{letters}: 続きの数字は一つの数")],["digits_times",msg("{letters}: 数字×{n}")],["double",msg("{letters} ×2")],["halve",msg("{letters} ×1/2")],["negate",msg("{letters} ×(-1)")],["strike",msg("{letters}: 後退とYの休みを消す")],["digits_only",msg("{letters}: 数字だけを数える")],["struck",msg("{letters} → 無効")],["rest",msg("{letters}: {n}回休み")],["exposure",msg("{letters}: {thing}を晒す")],["chance",msg("{letters}: 次回chance")],["hold",msg("{letters}: 次回×{n}")],["more_rolls",msg("{letters}: 次回{signed}回")],["gift_before",msg("{letters}: 直前の人へ{signed}")],["gift_after",msg("{letters}: 直後の人へ{signed}")],["bonus_number",msg("{letters}: レス番号の数字の合計 {signed}")],["bonus_seconds",msg("{letters}: 秒の数字の合計 {signed}")],["again",msg("{letters}: もう一度振る")],["jump_start",msg("{letters}: ふりだしへ")],["jump_hundreds",msg("{letters}: {n}マスへぶっ飛び")],["jump_number",msg("{letters}: レス番号と同じ{n}マスへぶっ飛び")],["jump_complement",msg("{letters}: レス番号から決まる{n}マスへぶっ飛び")],["jump_random",msg("{letters}: ランダムの{n}マスへぶっ飛び")],["task",msg("{letters}: {thing}")],["square_times",msg("マスの倍率 {times}{square}")],["held_times",msg("持ち越しの倍率 {times}")],["gift",msg("もらったボーナス {signed}")],["chance_jump",msg("chance: {plus} → {n}マスへ")]]);
const _WHOLE = new Map([["E-MISS",msg("スカ")],["E-UPPER",msg("全て英大文字")],["E-LOWER",msg("全て英小文字")]]);
function _letters(_,finding,dice){
if($in(finding.rule,_WHOLE)){
return _.__call__($at(_WHOLE,finding.rule));
}
return ($truth(finding.at)?clean($slice(dice, ...finding.at)):"");
}
function _striker(_,dice,roll){
 let spans,at,letters,place;
if((roll!==null)){
spans=new Map($comp($reversed(roll.findings),(f)=>[f.effect,f.at],(f)=>($truth(f.at)&&$in(f.effect,["digits_only","strike"]))));
at=$or($get(spans,"digits_only"),()=>$get(spans,"strike"));
return ($truth(at)?clean($slice(dice, ...at)):"");
}
for(letters of $iter(["XX","X"])){
place=($isascii(dice)?$find($upper(dice),letters):(-1));
if(((place>=0)&&$startswith(_.sentence(`E-${$str(letters)}`),((_.lang==="ja")?`${$str(letters)} `:`${$str(letters)}:`)))){
return $slice(dice,place,$add(place,$len(letters)));
}
}
return "";
}
const _STRUCK = msg("{letters} → 無効 ({by})");
const _KINDS = ["exposure","task"];
const _EXPOSED = new Map([["D",msg("デスクトップ")],["I",msg("リモートホスト")],["K",msg("顔")],["M",msg("食事")],["R",msg("部屋")]]);
const _TASKS = new Map([["A",msg("面白いAAをコピペ")],["C",msg("面白い文章をコピペ")],["N",msg("「ぬるぽ」と書き込む")],["O",msg("おやじギャグを披露")],["T",msg("トリビアを披露")]]);
function _kind(finding,dice,roll){
 let kinds,place,last,known;
if(((roll!==null)&&$in(finding,roll.findings))){
kinds=((finding.effect==="exposure")?roll.exposures:roll.tasks);
place=$index($comp(roll.findings,(f)=>f,(f)=>$eq(f.effect,finding.effect)),finding);
return ((place<$len(kinds))?$at(kinds,place):"");
}
last=($truth(finding.at)?$upper($slice($slice(dice, ...finding.at),(-1),null)):"");
known=((finding.effect==="exposure")?_EXPOSED:_TASKS);
return (($in(last,known)&&$truth($endswith(finding.row,last)))?last:"");
}
function _by_row(_,finding,letters){
 let sentence;
sentence=$or(_.sentence(finding.row),()=>_.__call__("なにもなし"));
return ($truth(letters)?`${$str(letters)}: ${$str(sentence)}`:sentence);
}
function _whole_number(worth){
if((worth===null)){
return 0;
}
return ($eq(worth,$int(worth))?$int(worth):worth);
}
function signed(number){
return ($isfloat(number)?`${$format(number,"+g")}`:($truth(number)?`${$format(number,"+d")}`:"0"));
}
function times(factor){
return ((factor>=0)?`×${$str(factor)}`:`×(${$str(factor)})`);
}
const _SOMETHING = msg("何か ({kind})");
function _counted(_,known,kinds){
 let counts;
if(!$truth(kinds)){
return "";
}
counts=$counter($comp(kinds,(kind)=>($in(kind,known)?_.__call__($at(known,kind)):_.__call__(_SOMETHING,{kind: clean(kind)}))));
return _.join($comp($items(counts),([name,count])=>((count>1)?`${$str(name)}×${$str(count)}`:name)));
}
function exposed(_,kinds){
return _counted(_,_EXPOSED,kinds);
}
function tasks(_,kinds){
return _counted(_,_TASKS,kinds);
}
function _thing(_,effect,kind){
return ((effect==="exposure")?exposed(_,[kind]):tasks(_,[kind]));
}
function finding_text(_,finding,dice,square=null,roll=null){
 let effect,worth,text,letters,by,kind,number;
[effect,worth]=[finding.effect,finding.worth];
text=((worth===null)?$get(_UNKNOWN,effect):$get(_EFFECTS,effect));
letters=_letters(_,finding,dice);
by=((effect==="struck")?_striker(_,dice,roll):"");
if($truth(by)){
return _.__call__(_STRUCK,{letters: letters,by: by});
}
kind=($in(effect,_KINDS)?_kind(finding,dice,roll):"");
if(((text===null)||($in(effect,_KINDS)&&!$truth(kind)&&$truth(_.sentence(finding.row))))){
return _by_row(_,finding,letters);
}
number=_whole_number(worth);
return _.__call__(text,{letters: letters,length: ($truth(finding.at)?$sub($at(finding.at,1),$at(finding.at,0)):0),n: number,signed: signed(number),times: times($int(number)),thing: ($in(effect,_KINDS)?_thing(_,effect,$or(kind,()=>"?")):""),square: ((square!==null)?` (${$str(square)})`:""),plus: ($truth(finding.at)?_.__call__("+あり"):_.__call__("+なし"))});
}
class Line {
 constructor(before,span,after,letters,mark,text,sentence){Object.assign(this,{before,span,after,letters,mark,text,sentence})}
}
function finding_line(_,finding,roll){
 let start,end,text,sentence,own,told;
[start,end]=$or(finding.at,()=>[0,0]);
[text,sentence]=[finding_text(_,finding,roll.dice,roll.origin,roll),_.sentence(finding.row)];
own=clean($slice(roll.dice,start,end));
told=($in(sentence,text)?"":sentence);
return new Line(start,$sub(end,start),$sub($len(roll.dice),end),own,mark_of(finding),text,told);
}
function finding_lines(_,roll){
return [...$iter($comp(roll.findings,(finding)=>finding_line(_,finding,roll)))];
}
function _exact(roll,base){
 let factors,product,places,whole,rest,sign,decimals;
factors=roll.factors;
product=$mul($mul($mul(base,factors.square),factors.held),($truth($and(factors.negations,1))?(-1):1));
if((factors.doubles>=0)){
return $str($shl(product,factors.doubles));
}
places=$sub(0,factors.doubles);
[whole,rest]=$divmod($abs(product),$shl(1,places));
sign=((product<0)?"-":"");
if(!$truth(rest)){
return `${$str(sign)}${$str(whole)}`;
}
decimals=$rstrip($zfill($str($mul(rest,$pow(5,places))),places),"0");
return `${$str(sign)}${$str(whole)}.${$str(decimals)}`;
}
function _product(_,roll,base){
 let factors,parts,power,exact,text;
factors=roll.factors;
parts=[$str(base)];
if($truth(factors.doubles)){
power=$shl(1,$abs(factors.doubles));
$append(parts,((factors.doubles>0)?`×${$str(power)} (B/W)`:`×1/${$str(power)} (B/W)`));
}
if($truth(factors.negations)){
$append(parts,`${$str(times(($truth($and(factors.negations,1))?(-1):1)))} (RV)`);
}
if((factors.square!==1)){
$append(parts,_.__call__("{times} ({square}マス)",{times: times(factors.square),square: roll.origin}));
}
if((factors.held!==1)){
$append(parts,_.__call__("{times} (持ち越し)",{times: times(factors.held)}));
}
if(($len(parts)===1)){
return $str(roll.roll);
}
exact=_exact(roll,base);
text=`${$str($join(" ",parts))} = ${$str(exact)}`;
return ($eq(exact,$str(roll.roll))?text:_.__call__("{text} → {roll} (端数を処理)",{text: text,roll: roll.roll}));
}
function _product_lines(_,roll){
 let base,points,total;
if($truth(roll.by_chance)){
return [_.__call__("chance状態なので数字とイベントは数えない (S3)")];
}
base=$add(roll.digits,roll.points);
points=((roll.points>=0)?$str(roll.points):`(${$str(roll.points)})`);
total=_.__call__("合計: 数字 {digits} + 点 {points} = {base}",{digits: roll.digits,points: points,base: base});
return [total,_.__call__("出目: {product}",{product: _product(_,roll,base)})];
}
function sum_lines(_,roll){
 let lines;
lines=_product_lines(_,roll);
if($truth(roll.bonus)){
$append(lines,_.__call__("ボーナス: {bonus} (倍率はかからない)",{bonus: signed(roll.bonus)}));
}
return lines;
}
function arrival(_,stops,home,overshoot=0){
if(!$truth(home)){
return _.__call__("{stops}マス",{stops: stops});
}
if($truth(overshoot)){
return _.__call__("{stops}マス あがり! ({overshoot}超過)",{stops: stops,overshoot: overshoot});
}
return _.__call__("{stops}マス あがり!",{stops: stops});
}
function way(_,roll){
 let stops;
stops=[$str(roll.origin)];
if((roll.jump!==null)){
$append(stops,_.__call__("{square}(ぶっ飛び)",{square: roll.jump}));
}
if((roll.target===null)){
return _.__call__("{stops}→未定のマス (ランダム)",{stops: $join("→",stops)});
}
if(($truth(roll.landing)&&(roll.jump===null))){
$append(stops,$str($sub(roll.target,roll.landing)));
}
if(((roll.jump===null)||!$eq(roll.target,roll.jump))){
$append(stops,$str(roll.target));
}
return arrival(_,$join("→",stops),roll.home,roll.overshoot);
}
function jumps(roll){
return $or(roll.is_random,()=>(roll.jump!==null));
}
function* _remarks(_,roll){
if($truth(jumps(roll))){
if(!$truth(roll.by_chance)){
yield _.__call__("  ぶっ飛びなので出目もボーナスも歩かない (M4)");
}
if($any($comp(roll.findings,(finding)=>(finding.effect==="gift")))){
yield _.__call__("  もらったボーナスは消えた (G3)");
}
}else if(($add($add(roll.origin,roll.roll),roll.bonus)<0)){
yield _.__call__("  ふりだしより下はない (M3)");
}
if(($truth(roll.exposures)&&$any($comp(roll.findings,(finding)=>(finding.effect==="rest"))))){
yield _.__call__("  晒しがあるのでYの休みは数えない (S5)");
}
if($truth(roll.landing)){
yield _.__call__("  100の倍数に止まったので+{n} (M3)",{n: roll.landing});
}
}
function* handed_on(_,roll,lost=false){
if($truth(roll.lifts)){
yield _.__call__("状態変化を解除 (XX)");
}
if($truth(roll.exposures)){
yield _.__call__("晒し: {things} (晒すまで{n}日休み)",{things: exposed(_,roll.exposures),n: roll.rests});
}else if($truth(roll.rests)){
yield _.__call__("{n}回休み",{n: roll.rests});
}
if($truth(roll.next.chance)){
yield _.__call__("次回chance");
}
if((roll.next.held!==1)){
yield _.__call__("次回×{n}",{n: roll.next.held});
}
if((roll.next.rolls>1)){
yield _.__call__("次回は{n}回振れる",{n: roll.next.rolls});
}
if($truth(roll.again)){
yield _.__call__("あと{n}回振れる",{n: roll.again});
}
if(($truth(roll.gift_before)&&$truth(lost))){
yield _.__call__("直前の人へ{steps}: 渡す相手なし (G2)",{steps: signed(roll.gift_before)});
}else if($truth(roll.gift_before)){
yield _.__call__("直前の人へ{steps}",{steps: signed(roll.gift_before)});
}
if($truth(roll.gift_after)){
yield _.__call__("直後の人へ{steps}",{steps: signed(roll.gift_after)});
}
if($truth(roll.tasks)){
yield _.__call__("お題 (自由): {tasks}",{tasks: tasks(_,roll.tasks)});
}
}
function conclusion(_,roll,lost=false){
 let lines;
lines=[...$iter(sum_lines(_,roll)),_.__call__("移動: {way}",{way: way(_,roll)}),...$iter(_remarks(_,roll))];
return [...$iter(lines),...$iter($comp(handed_on(_,roll,lost),(text)=>`  ${$str(text)}`))];
}
function reading(_,sentence,number=""){
if($truth(number)){
return _.__call__("結果に効いた読み方 ({number}): {sentence}",{number: number,sentence: clean(sentence)});
}
return _.__call__("結果に効いた読み方: {sentence}",{sentence: clean(sentence)});
}
function cited_text(_,number,question){
return _.__call__("先例 {number}: {question}",{number: number,question: clean(question)});
}
function* cited_lines(_,cited,sentences,index){
 let told,name,number;
told=new Set([]);
for(name of $iter(cited.readings)){
number=$get(index.by_reading,name,"");
$add(told,number);
if($in(name,sentences)){
yield reading(_,$at(sentences,name),number);
}
}
for(number of $iter(cited.numbers)){
if(!$in(number,told)){
yield cited_text(_,number,$at(index.questions,number));
}
}
}
function shown_value(value){
return ((value===true)?"true":((value===false)?"false":$str(value)));
}
function _worth(_,dice,roll){
 let parts;
parts=[dice];
$append(parts,($truth(roll.by_chance)?_.__call__("chance状態"):_.__call__("出目{roll}",{roll: signed(roll.roll)})));
if($truth(roll.bonus)){
$append(parts,_.__call__("ボーナス{bonus}",{bonus: signed(roll.bonus)}));
}
return $join(" ",[...$iter(parts),way(_,roll)]);
}
function whole_roll(_,roll){
 let head,handed;
[head,handed]=[_worth(_,clean(roll.dice),roll),_.join(handed_on(_,roll))];
return ($truth(handed)?`${$str(head)} ${$str(handed)}`:head);
}
function check(rules,form){
 let question,tongue,ident,roll,others,cited;
[question,tongue]=[new Question(form.id,context_of(form)),rules.tongue];
ident=ident_of(question.id);
roll=evaluate_plain(dice_in(ident,rules.ruleset.values),question.context,rules.ruleset);
others=[...$iter(otherwise(ident,question.context,roll,rules.alternatives))];
cited=cite(switches(others),$comp(signs_of(roll,rules.ruleset.goal),(sign)=>`roll/${$str(sign)}`),rules.index);
return new Checked(roll,worth_of(roll),cited,dice_marked(roll),finding_lines(tongue,roll),[...$iter(conclusion(tongue,roll))],[...$iter(cited_lines(tongue,cited,rules.sentences,rules.index))],[...$iter($comp(others,(one)=>`${$str(one.switch)} = ${$str(shown_value(one.value))}: ${$str(whole_roll(tongue,one.roll))}`))]);
}
class Rules {
 constructor(ruleset,alternatives,sentences,index,tongue){Object.assign(this,{ruleset,alternatives,sentences,index,tongue})}
}
class Form {
 constructor(id,no="",second="",square="",held="",chance=false,gift=""){Object.assign(this,{id,no,second,square,held,chance,gift})}
}
class Index {
 constructor(by_reading,by_sign,questions){Object.assign(this,{by_reading,by_sign,questions})}
}
function plainly(ruleset){
return ((dice,context)=>evaluate_plain(dice,context,ruleset));
}
class Readings {
 constructor(roll_on_sage=true,dice="first8",follower_digit_counts=true,x_strikes="always",xx_keeps_runs=true,xx_lifts_chance=false,all_case="dice",miss_beside_shapes=true,pt_hundredths=false,fraction="towards_zero",land_after_jump=true,rest_unit="days",showing_allows_second_roll=false,gift_to="rolls"){Object.assign(this,{roll_on_sage,dice,follower_digit_counts,x_strikes,xx_keeps_runs,xx_lifts_chance,all_case,miss_beside_shapes,pt_hundredths,fraction,land_after_jump,rest_unit,showing_allows_second_roll,gift_to})}
}
class Ruleset {
 constructor(ruleset,event,square=[],readings=new Map([]),rule=[],values=new Readings()){Object.assign(this,{ruleset,event,square,readings,rule,values})}
get goal(){
return this.ruleset.goal;
}
get multipliers(){
return new Map($flat(this.square,(row)=>$comp(row.squares,(square)=>[square,row.times])));
}
}
class Head {
 constructor(name,goal=1000){Object.assign(this,{name,goal})}
}
class EventRow {
 constructor(id,effect,ja,en,hit,miss,trigger=null,case_="blind",follow=null,shape=null,worth=null,kind=null,strikable=false){Object.assign(this,{id,effect,ja,en,hit,miss,trigger,case:case_,follow,shape,worth,kind,strikable})}
get rule(){
return $at($partition(this.id,"/"),0);
}
}
class SquareRow {
 constructor(squares,times){Object.assign(this,{squares,times})}
}
const ENGLISH = new Map();
class Tongue {
constructor(lang,texts){
this.lang=((lang==="en")?"en":"ja");
this.texts=texts;
}
__call__(text,fields ={}){
if((this.lang==="en")){
text=$get(ENGLISH,text,text);
}
return ($truth(fields)?$fill(text,fields):text);
}
sentence(row){
return clean($or($get(this.texts,row),()=>$or($get(this.texts,$at($partition(row,"/"),0)),()=>"")));
}
join(parts){
return $join(((this.lang==="en")?", ":"、"),parts);
}
}
