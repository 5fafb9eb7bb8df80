"""Why a board could not be asked, or what came instead of a thread, in words."""

from __future__ import annotations

from referee.words.tongue import msg

REASONS = {
    "edited": msg("書きかえ"),
    "removed": msg("削除で番号がずれた"),
    "shortened": msg("短くなった"),
    "archived": msg("過去ログを読んだ"),
    "page": msg("HTMLの過去ログを読んだ"),
    "dns": msg("サーバの名前が引けない"),
    "connect": msg("つながらない"),
    "tls": msg("証明書が正しくない"),
    "timeout": msg("返事が遅すぎる"),
    "network": msg("つながらない"),
    "protocol": msg("返事が HTTP になっていない"),
    "bad_address": msg("住所がおかしい"),
    "unknown_host": msg("知らないサーバには聞かない。聞くなら [polling] の linked_hosts に書く"),
    "private_address": msg("外から見えない住所には聞かない"),
    "garbled": msg("圧縮がこわれている"),
    "cut": msg("途中で切れた"),
    "busy": msg("サーバが混んでいる"),
    "server_error": msg("サーバのエラー"),
    "forbidden": msg("サーバに断られた"),
    "too_large": msg("大きすぎる"),
    "encoding": msg("頼んでいない圧縮"),
    "not_authoritative": msg("本物ではない返事 (203)"),
    "other_thread": msg("別のスレ"),
    "redirect_loop": msg("転送がくり返した"),
    "too_many_requests": msg("1回の問い合わせが多すぎる"),
    "odd_status": msg("知らない返事"),
    "unasked": msg("頼んでいない返事"),
}
