"""What the published pages say besides verdicts: headings, notes, and whether a player may roll today."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime

from referee.model import Roll, Thrown, Verdict
from referee.model.game import Step
from referee.words import checker, contents, findings, full, rolls, story
from referee.words.archive import ARCHIVE
from referee.words.counting import say_counted
from referee.words.feeds import FEED_LABELS
from referee.words.race import RACE
from referee.words.serving import SERVING
from referee.words.speaker import Speaker
from referee.words.tongue import Tongue, msg

#: What each language calls itself.
LANGUAGES = {"ja": "日本語", "en": "English"}

#: What a template or a page asks for → the message.
LABELS = {
    **checker.LABELS,
    # every page: what leads there, where a title is too long for a phone
    "to_tomorrow": msg("予定"),
    "to_story": msg("物語"),
    "to_checker": msg("判定機"),
    # every page
    "standings": msg("いまの順位"),
    "board": msg("盤面"),
    "rules": msg("ルール"),
    "threads": msg("スレ"),
    "skip": msg("本文へ"),
    "pages": msg("このゲームのページ"),
    "life_live": msg("速報"),
    "life_final": msg("確定"),
    "life_unsettled": msg("速報 (未確定)"),
    "life_saved": msg("保存したログから"),
    "cut": msg("{thread} の{number}レス目 ({time}) まで"),
    "cut_undated": msg("{thread} の{number}レス目まで"),
    "cut_behind": msg("{thread} の{number}レス目まで (時刻の読める最後のレスは{post}、{time})"),
    "no_posts": msg("まだレスがない"),
    "footer": msg("審判が数えたものです。書き込みはしません"),
    "jst": msg("{time} JST"),
    # standings
    "today_is": msg("{day}の時点"),
    "polled": msg("最後に読んだ時刻: {time}"),
    "open_items": msg("主の判断待ち: {count}件"),
    "at_home": msg("あがった人"),
    "on_the_way": msg("まだの人"),
    "nobody": msg("まだ誰も振っていない"),
    "rank": msg("順位"),
    "player": msg("プレイヤー"),
    "square": msg("マス"),
    "square_no": msg("{square}マス"),
    "since_yesterday": msg("前日比\u00a0{steps}"),
    "may_stand": msg("裁定しだいで {low}\u2060–\u2060{high}"),
    "home_on": msg("{day}にあがり、サイコロ{rolls}回"),
    "home_undated": msg("あがり、サイコロ{rolls}回"),
    "rolls_made": msg("サイコロ{rolls}回"),
    "away": msg("最後の書き込みは{day}"),
    "square_times": msg("次の出目は{times} ({square}マス)"),
    "gift_waits": msg("次に振ると+{steps}"),
    "gifts_waiting": msg("次に振る人を待っているボーナス: {steps}歩"),
    "more_players": msg("{first}人目から{last}人目"),
    # may a player roll today?
    "turn_can": msg("振れる"),
    "turn_done": msg("今日はもう振った"),
    "turn_rests": msg("{day}まで休み"),
    "turn_shows": msg("晒し待ち: {things} ({day}まで休み)"),
    "turn_waits": msg("{day}から振れる"),
    "turn_extra": msg("{boards}であと{count}回振れる"),
    "turn_extra_each": msg("あと{count}回振れる ({boards}の順)"),
    "turn_extra_any": msg("どの板でもあと{count}回振れる"),
    "any_board": msg("好きな板"),
    "then": msg("{before}→{after}"),
    "chance": msg("chance状態"),
    "held": msg("次回×{n}"),
    "pending": msg("次回のあと、もう{n}回振れる ({boards})"),
    # board
    "board_picture": msg("0から{goal}までの盤面とコマ"),
    "board_note": msg("左上がふりだし。1段に{count}マス、左から右へ進む。数字のコマは順位"),
    "mark_hundred": msg("100の倍数: 止まると20マス進む"),
    "mark_times": msg("{times}: ここから振ると{times} ({squares}マス)"),
    "mark_piece": msg("コマ (数字は順位、輪つきは2人以上)"),
    "pieces": msg("コマの一覧"),
    "as_text": msg("貼り付け用の盤面"),
    "text_note": msg("1文字が{width}マス。●は1人、◎は2人以上、★は倍率のマス"),
    "home": msg("あがり"),
    "start": msg("ふりだし"),
    # which thread of several
    "thread_no": msg("{n}スレ目"),
    # player
    "name_of": msg("{name} ({trip})"),
    "records": msg("これまでの記録"),
    "biggest_roll": msg("いちばん大きい出目"),
    "misses": msg("スカの回数"),
    "returns": msg("ふりだしに戻った回数"),
    "roll_count": msg("サイコロの回数"),
    "times_n": msg("{n}回"),
    "none_yet": msg("なし"),
    "all_rolls": msg("これまでの動き"),
    "no_moves": msg("引き継がれてから、まだ動いていない"),
    "post": msg("レス"),
    "dice_and_sum": msg("サイコロと計算"),
    "from": msg("前"),
    "to": msg("後"),
    "steps": msg("歩数"),
    "total": msg("合計"),
    "undecided": msg("未定"),
    "extra_on": msg("もう一度 ({place})"),
    "event_gift": msg("もらったボーナスで進んだ"),
    "event_ruling": msg("主の裁定"),
    "event_round": msg("新しい回"),
    "why": msg("なぜ?"),
    "why_of": msg("なぜ? ({place})"),
    "gifts": msg("ボーナスのやりとり"),
    "given": msg("渡した"),
    "received": msg("もらった"),
    "gift_to": msg("{kind}で{player}へ{steps}歩"),
    "gift_to_nobody": msg("{kind}で{steps}歩 (受け取る人なし)"),
    "gift_to_come": msg("{kind}で{steps}歩 (次に振る人を待っている)"),
    "gift_lost_by_jump": msg("ぶっ飛びなので消えた"),
    "gift_lost_by_round": msg("新しい回で消えた"),
    "gift_from": msg("{kind}で{player}から{steps}歩"),
    "legend": msg("文字の印"),
    "legend_num": msg("数字"),
    "legend_plus": msg("増える"),
    "legend_minus": msg("減る"),
    "legend_times": msg("かける、計算を変える"),
    "legend_jump": msg("ぶっ飛び"),
    "legend_rest": msg("休み、晒し"),
    "legend_next": msg("次回、もう一度"),
    "legend_gift": msg("人へのボーナス"),
    "legend_void": msg("無効"),
    "legend_task": msg("お題"),
    # verdict
    "verdict_of": msg("{place} の判定"),
    "findings": msg("文字とその意味"),
    "meaning": msg("意味"),
    "read_post": msg("元のレスを読む"),
    "in_thread": msg("スレの判定一覧で見る"),
    "page_of": msg("{player} のページ"),
    "rulings": msg("裁定"),
    "ruling_no": msg("裁定{numbers}"),
    "own_verdict": msg("審判だけの判定"),
    "judged_by": msg("判定に使ったルール: {name} ({digest})"),
    "otherwise_heading": msg("ほかの読み方なら"),
    "otherwise_note": msg("元のルールが決めていないところを別に読んだときの、このサイコロだけの結果"),
    "otherwise": msg("{switch} = {value}: {roll}"),
    # thread
    "posts": msg("レスと判定"),
    "count_posts": msg("{count}レス"),
    "board_link": msg("板で読む"),
    "undated": msg("時刻なし"),
    # rules
    "readings": msg("読み方"),
    "switch": msg("スイッチ"),
    "in_force": msg("使っている値"),
    "means": msg("意味の説明"),
    # the site
    "games": msg("ゲーム"),
    **ARCHIVE,
    **RACE,
    **FEED_LABELS,
    **SERVING,
}


class PageSpeaker(Speaker):
    """Says what stands on pages alone, and verdicts in parts; a module of its own, so that no poll loads it."""

    def label(self, key: str, **fields: object) -> str:
        """What stands under a key of `LABELS`."""
        return say_counted(self._tongue, LABELS[key], fields)

    def published(self, game: str, where: str, written: int, removed: int, unchanged: int) -> str:
        """What publishing a game came to."""
        return _published(self._tongue, game, where, written, removed, unchanged)

    def head(self, verdict: Verdict) -> list[str]:
        """The first lines of a verdict in full: whose post it is, what was declared, by which rule."""
        return full.head_lines(self._tongue, verdict)

    def step(self, verdict: Verdict, step: Step) -> list[str]:
        """The lines of one step of a verdict."""
        return full.step_lines(self._tongue, verdict, step)

    def tail(self, verdict: Verdict) -> list[str]:
        """The last lines of a verdict in full: claim, notices, rest, what the host may want to see."""
        return full.tail_lines(self._tongue, verdict)

    def extra_head(self, step: Thrown) -> str:
        """Which post of another board a roll rolled; nothing for a daily roll."""
        return "" if step.linked is None else full.extra_head(self._tongue, step.linked)

    def conclusion(self, roll: Roll, *, lost: bool = False) -> list[str]:
        """What the findings of a roll come to, in lines; `lost`: nobody took its CP."""
        return rolls.conclusion(self._tongue, roll, lost=lost)

    def sums(self, roll: Roll) -> list[str]:
        """How a roll is added up and multiplied, in lines."""
        return rolls.sum_lines(self._tongue, roll)

    def sentence(self, row: str) -> str:
        """The ruleset's sentence of a row or rule; nothing where it has none."""
        return self._tongue.sentence(row)

    def listed(self, parts: Sequence[str]) -> str:
        """Some texts as one list."""
        return self._tongue.join(parts)

    def things(self, letters: tuple[str, ...]) -> str:
        """Exposures by their letters."""
        return findings.exposed(self._tongue, letters)

    def story(self, kind: str, turn: int, **fields: object) -> str:
        """A sentence of the story (`words.story.TALES`), told in one of its ways."""
        return story.told(self._tongue, kind, turn, fields)

    def was_held(
        self, ident: str | None, life: str, first_seen: datetime | None, gone_at: datetime | None, *, is_erased: bool
    ) -> str:
        """A content that a post had, without its text (see `words.contents`)."""
        return contents.held_text(self._tongue, ident, life, first_seen, gone_at, is_erased=is_erased)

    def differs(self, fields: Sequence[str]) -> str:
        """In which fields (codes) a content differs from the one before it."""
        return contents.fields_text(self._tongue, fields)

    def sentences(self, parts: Iterable[str]) -> str:
        """Sentences that follow each other."""
        return ("" if self.lang == "ja" else " ").join(parts)

    def full_day(self, ordinal: int) -> str:
        """A day with its year."""
        return story.full_day(self._tongue, ordinal)

    def story_day(self, ordinal: int) -> str:
        """A day in a sentence of the story."""
        return story.story_day(self._tongue, ordinal)

    def story_month(self, ordinal: int) -> str:
        """The month of a day."""
        return story.story_month(self._tongue, ordinal)


def _published(_: Tongue, game: str, where: str, written: int, removed: int, unchanged: int) -> str:
    """What publishing a game came to."""
    fields = {"game": game, "where": where, "written": written, "removed": removed, "unchanged": unchanged}
    return _("{game}: {where} に書いた{written}、消した{removed}、そのまま{unchanged}", **fields)
