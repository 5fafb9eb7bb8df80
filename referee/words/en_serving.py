"""The web service in English."""

from __future__ import annotations

SERVING: dict[str, str] = {
    "ID判定機": "ID checker",
    "ID (いくつかは空白で区切る)": "ID (several with spaces between)",
    "レス番号": "Post number",
    "秒": "Seconds",
    "今いるマス": "Square now",
    "持ち越しの×n": "Held ×n",
    "次回chanceの状態": "In the chance state",
    "もらったボーナス": "Gift received",
    "判定する": "Judge",
    "この判定の住所 (リンクにどうぞ)": "Address of this verdict, to be linked",
    "レス番号と秒は、それで決まる文字があるときだけ要る": "Post number and seconds are needed only by letters that depend on them",
    "{id} の判定": "Verdict of {id}",
    "{id} はサイコロにならない。板が表示したID (半角の英数字と記号) を1つずつ書いてください": (
        "{id} is no dice: write IDs as the board shows them (half-width letters, digits, symbols), one by one"
    ),
    "{field}が {typed} になっている。{right} を書いてください": "{field} is {typed}: write {right}",
    "一度に判定できるIDは{most}個まで": "at most {most} IDs are judged at once",
    "{low}から{high}までの数": "a number from {low} to {high}",
    "0から59まで (例: 45、45.67)": "0 to 59, for example 45 or 45.67",
    "1 (状態) か空白": "1 (in the state) or nothing",
    "このページの頼み方が正しくありません": "This was asked for in a wrong way",
    "このページはありません": "There is no such page",
    "このページは読むだけです": "This page can only be read",
    "時間がかかりすぎました。もう一度どうぞ": "This took too long, please try again",
    "送られたものが大きすぎます": "What was sent is too large",
    "住所が長すぎます": "The address is too long",
    "少し間をおいてからもう一度どうぞ": "Please wait a little and try again",
    "審判の側でまちがいが起きました": "Something went wrong on the referee's side",
    "今は見せられません。少し間をおいてからもう一度どうぞ": "This can't be shown right now, please wait a little and try again",
    "ゲームの一覧へ": "To the games",
}
