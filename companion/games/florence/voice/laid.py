"""The table as it lies, in words: for whoever does not see it before him."""

from __future__ import annotations

from collections.abc import Iterator

from companion.games.florence.rules.printed import FREEDOMS, KINDS, POINTS
from companion.games.florence.rules.state import Auction, Player, Table
from companion.games.florence.voice import names
from companion.voice.words import Words


def laid(position: Table, words: Words) -> Iterator[str]:
    """What everybody may see, a line each: the moment, what is bid for, the players clockwise, the supply."""
    yield words.sentence(", ".join(_moment(position, words)))
    if position.auction is not None:
        yield words.sentence(_auction(position.auction, words))
    for who, player in position.players.items():
        yield words.sentence(f"{words.player(who)}: {', '.join(_before(player, words))}")
        if lying := [*_lying(player, words)]:
            yield words.sentence(f"{words.player(who)}: {'; '.join(lying)}")
    yield words.sentence(words.gettext("Left: {things}", things=", ".join(_left(position, words))))


def _moment(position: Table, words: Words) -> Iterator[str]:
    yield words.gettext("Round {round}", round=position.round)
    yield words.named("phase", position.phase)
    if position.phase in ("auction", "actions"):
        yield words.gettext("works from value {least}", least=position.least)


def _auction(auction: Auction, words: Words) -> str:
    bid = words.gettext("{price} from {who}", price=auction.bid, who=words.player(auction.by))
    text = f"{words.named('kind', auction.kind)}: {bid}"
    if not auction.passed:
        return text
    passed = words.gettext("passed: {who}", who=words.players(auction.passed))
    return f"{text}; {passed}"


def _before(player: Player, words: Words) -> Iterator[str]:
    """Florins, prestige and what is counted; of cards that lie face down only how many."""
    yield names.florins(words, player.money)
    yield _prestige(player.points, words)
    for what, number in (("builder", player.builders), ("jester", player.jesters)):
        if number:
            yield f"{words.named('many', what)} {number}"
    yield from (words.named("freedom", freedom) for freedom in player.freedoms)
    yield f"{words.named('thing', 'hand')} {sum(player.hand.values())}"
    for what, number in (
        ("recruiting", player.recruiting),
        ("bonus", sum(player.bonus.values())),
        ("prestige", sum(player.prestige.values())),
    ):
        if number:
            yield f"{words.named('thing', what)} {number}"


def _prestige(points: int, words: Words) -> str:
    """P-B7: true points, and where the figure stands once it has been round."""
    text = f"{words.named('thing', 'points')} {points}"
    if points < POINTS["track"]:
        return text
    return words.gettext("{points} (on the track {place})", points=text, place=points % POINTS["track"])


def _lying(player: Player, words: Words) -> Iterator[str]:
    """What lies open: tiles, professions whose work is done, bonus cards played, what was won in this round."""
    if player.grid:
        yield ", ".join(
            f"{names.tile(words, tile.name)} {names.place(words, tile.square, tile.turn)}"
            for tile in player.grid
        )
    for what, kind, cards in (("table", "profession", player.table), ("used", "bonus", player.used)):
        if cards:
            called = names.cards(words, kind, cards)
            yield f"{words.named('thing', what)}: {called}"
    if player.won:
        won = ", ".join(f"{words.named('kind', won.kind)} {won.price}" for won in player.won)
        yield words.gettext("won in this round: {things}", things=won)


def _left(position: Table, words: Words) -> Iterator[str]:
    for kind in KINDS:
        yield f"{words.named('kind', kind)} {position.supply(kind)}"
    for freedom in FREEDOMS:
        yield f"{words.named('freedom', freedom)} {position.supply(freedom)}"
    yield f"{words.named('thing', 'profession')} {position.professions}"
    yield f"{words.named('thing', 'bonus')} {position.bonus_cards}"
