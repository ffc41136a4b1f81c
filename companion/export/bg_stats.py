"""The QR by which BG Stats, an app that keeps what people have played, takes a result by a link with JSON in it.

Ids stay the same from play to play: of a game its name in records, of a person a word for their name.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any, Final
from urllib.parse import quote

import segno

from companion.export.evening_result import EveningResult, PlayerResult, stable_id
from companion.games import find_plugin
from companion.rules.errors import HeraldError

ADDRESS: Final = "https://app.bgstatsapp.com/createPlay.html?data="
LARGEST_VERSION: Final = 27
"""The largest QR: more modules than a screen of 480 pixels shows with three pixels each are not read."""
MAX_LINK_LETTERS: Final = 1465
"""What a QR of that version holds in bytes at the lowest error correction (ISO/IEC 18004, table 7)."""
MIN_NAME_LETTERS: Final = 4
READABLE: Final = "!$'()*,/:;@~"
"""Letters that need no `%` in the part of a link behind the question mark."""


class NoResultYet(HeraldError, ValueError):
    """Raised for a game that is not over: there is no result to hand on."""

    def __init__(self) -> None:
        super().__init__("the game is not over, so it has no result yet")


def bg_stats_play(result: EveningResult, comment_letters: int | None = None, name_letters: int = 200) -> Any:
    """The play as BG Stats takes it, its comment and its names with so many letters at most. Raises NoResultYet."""
    if not result.is_over:
        raise NoResultYet
    comment = "; ".join(rule.text for rule in result.house_rules)
    if comment_letters is not None and len(comment) > comment_letters:
        comment = f"{comment[: comment_letters - 1]}…" if comment_letters > 1 else ""
    play: dict[str, Any] = {"sourceName": "Herald", "sourcePlayId": result.id}
    if result.began is not None:
        play["playDate"] = result.began.strftime("%Y-%m-%d %H:%M:%S")
    if result.minutes:
        play["durationMin"] = result.minutes
    if comment:
        play["comments"] = comment
    game: dict[str, Any] = {"name": result.title, "sourceGameId": f"herald-{result.game}"}
    if number := find_plugin(result.game).bgg:
        game["bggId"] = number
    play["game"] = {**game, "highestWins": True, "noPoints": False}
    play["players"] = [_player(player, name_letters) for player in result.players]
    return play


def _player(player: PlayerResult, name_letters: int) -> dict[str, Any]:
    name = player.name if len(player.name) <= name_letters else f"{player.name[: name_letters - 1]}…"
    return {
        "name": name,
        "sourcePlayerId": f"herald-{stable_id(player.name.casefold())}",
        "score": str(player.points),
        "rank": player.rank,
        "winner": player.wins,
        "startPlayer": player.starts,
    }


def bg_stats_link(result: EveningResult) -> str:
    """The link that hands the play to BG Stats, short enough for a QR: first the comment is cut, then names are.

    Raises NoResultYet.
    """
    link = ""
    for comment_letters, name_letters in _cuts():
        play = bg_stats_play(result, comment_letters, name_letters)
        link = ADDRESS + quote(json.dumps(play, ensure_ascii=False, separators=(",", ":")), safe=READABLE)
        if len(link) <= MAX_LINK_LETTERS:
            break
    return link


def _cuts() -> Iterator[tuple[int | None, int]]:
    """How many letters of the comment and of each name stay, less and less."""
    yield None, 200
    yield from ((letters, 200) for letters in range(400, -1, -20))
    yield from ((0, letters) for letters in range(100, MIN_NAME_LETTERS - 1, -4))


def result_qr(result: EveningResult) -> segno.QRCode:
    """The QR of that link. Raises NoResultYet."""
    return segno.make_qr(bg_stats_link(result), error="l", mode="byte", boost_error=False)
