"""The QR by which BG Stats, an app that keeps what people have played, takes a result by a link with JSON in it.

Ids stay the same from play to play: of a game its name in records, of a person a word for their name; of several
people of one name, by their seats.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from typing import Any, Final
from unicodedata import normalize
from urllib.parse import quote

import segno

from companion.export.evening_result import EveningResult, stable_id
from companion.games import find_plugin
from companion.rules.errors import HeraldError

ADDRESS: Final = "https://app.bgstatsapp.com/createPlay.html?data="
LARGEST_VERSION: Final = 27
"""The largest QR: more modules than a screen of 480 pixels shows with three pixels each are not read."""
MAX_LINK_LETTERS: Final = 1465
"""What a QR of that version holds in bytes at the lowest error correction (ISO/IEC 18004, table 7)."""
ENOUGH_LETTERS, MIN_NAME_LETTERS = 12, 2
"""Letters by which people know a name, and those to which it is cut at most."""
READABLE: Final = "!$'()*,/:;@~"
"""Letters that need no `%` in the part of a link behind the question mark."""


class NoResultYet(HeraldError, ValueError):
    """Raised for a game that is not over: there is no result to hand on."""

    def __init__(self) -> None:
        super().__init__("the game is not over, so it has no result yet")


def bg_stats_play(
    result: EveningResult, comment_letters: int | None = None, name_letters: int = 200, has_ranks: bool = True
) -> Any:
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
    play["players"] = [*_players(result, name_letters, has_ranks)]
    return play


def _players(result: EveningResult, name_letters: int, has_ranks: bool) -> Iterator[dict[str, Any]]:
    namesakes = Counter[str]()
    for player in result.players:
        person = normalize("NFC", player.name.casefold())
        namesakes[person] += 1
        words = (person, str(namesakes[person])) if namesakes[person] > 1 else (person,)
        cut = f"{player.name[: name_letters - 1]}…"
        yield {
            "name": player.name if len(player.name) <= name_letters else cut,
            "sourcePlayerId": f"herald-{stable_id(*words)}",
            "score": str(player.points),
            **({"rank": player.rank} if has_ranks else {}),
            "winner": player.wins,
            "startPlayer": player.starts,
        }


def bg_stats_link(result: EveningResult) -> str:
    """The link that hands the play to BG Stats, short enough for a QR of six people.

    First the comment is cut, then names are; where that is not enough, places are left out, which points and winners
    tell, too. Raises NoResultYet.
    """
    link = ""
    for cuts in _cuts():
        play = bg_stats_play(result, *cuts)
        link = ADDRESS + quote(json.dumps(play, ensure_ascii=False, separators=(",", ":")), safe=READABLE)
        if len(link) <= MAX_LINK_LETTERS:
            break
    return link


def _cuts() -> Iterator[tuple[int | None, int, bool]]:
    """How many letters of the comment and of each name stay, less and less, and whether places do."""
    yield None, 200, True
    yield from ((letters, 200, True) for letters in range(400, -1, -20))
    for has_ranks, fewest in ((True, ENOUGH_LETTERS), (False, MIN_NAME_LETTERS)):
        yield from ((0, letters, has_ranks) for letters in range(100, fewest - 1, -2))
    yield 0, ENOUGH_LETTERS, False  # so many people that only a larger QR holds them


def result_qr(result: EveningResult) -> segno.QRCode:
    """The QR of that link. Raises NoResultYet."""
    return segno.make_qr(bg_stats_link(result), error="l", mode="byte", boost_error=False)
