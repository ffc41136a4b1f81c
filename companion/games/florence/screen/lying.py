"""What lies on the table of the Princes of Florence, as plain values made from what everybody may know."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from companion.games.florence.rules.auction import limit
from companion.games.florence.rules.printed import MATERIAL
from companion.games.florence.rules.state import Table as Position
from companion.games.florence.screen.amount import grouped
from companion.games.florence.screen.named import marks, sign
from companion.games.florence.screen.selling import purse
from companion.games.florence.screen.views import Laid, Lot, Part, Player, Result, When
from companion.rules.game import Seat
from companion.voice.translator import Translator


def ground(position: Position, who: str, words: Translator) -> tuple[Laid, ...]:
    """What lies in a principality."""
    letters = marks(words)
    return tuple(
        Laid(tile.name, tile.squares, letters.get(tile.name, "")) for tile in position.players[who].grid
    )


def players(position: Position, seats: Iterable[Seat], words: Translator) -> tuple[Player, ...]:
    """Everybody's panel, clockwise."""
    return tuple(_player(position, seat, words) for seat in seats)


def _player(position: Position, seat: Seat, words: Translator) -> Player:
    who = seat.colour
    player = position.players[who]
    part = _part(position, who)
    return Player(
        seat,
        player.money,
        player.points,
        ground(position, who, words),
        player.jesters,
        player.builders,
        player.freedoms,
        sum(player.hand.values()),
        len(player.table),
        sum(player.bonus.values()),
        sum(player.prestige.values()),
        player.recruiting,
        player.best,
        tuple(Lot("", "", sign(won.kind), price=won.price) for won in player.won),
        part,
        "" if player.won else _note(position, part, words),
        start=position.start == who,
        turn=position.turn == who,
        purse="" if position.outcome() is not None else purse(who),
    )


def _part(position: Position, who: str) -> Part:
    """What he does in the auction that is on."""
    player = position.players[who]
    if position.phase != "auction":
        return ""
    if player.out or len(player.won) >= limit(position):
        return "out"
    auction = position.auction
    if auction is not None and auction.by == who:
        return "bids"
    if auction is not None and who in auction.passed:
        return "passed"
    return "asked" if position.turn == who else ""


def _note(position: Position, part: Part, words: Translator) -> str:
    """The same in a word."""
    match part:
        case "bids" if position.auction is not None:
            return grouped(position.auction.bid)
        case "passed":
            return words.gettext("passes")
        case "out":
            return words.gettext("out")
    return ""


def when(position: Position, words: Translator) -> When:
    """Which round, and what a work of it must be worth."""
    said = words.gettext("Round {round}", round=position.round)
    return When(position.round, MATERIAL["rounds"], said, position.least)


def results(position: Position, seats: Iterable[Seat], words: Translator) -> Iterator[Result]:
    """How it ended, the first place first; who has as many points and florins shares a place (P-E2)."""
    outcome = position.outcome()
    if outcome is None:
        return
    found = players(position, seats, words)
    for player in sorted(found, key=lambda player: (-player.points, -player.money)):
        better = sum((each.points, each.money) > (player.points, player.money) for each in found)
        yield Result(player, 1 + better, player.seat.colour in outcome.winners)
