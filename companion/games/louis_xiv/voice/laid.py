"""The table as it lies, in words: for whoever does not see it before him."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from companion.games.louis_xiv.rules.pieces import CHIPS, STACKS
from companion.games.louis_xiv.rules.state import Player, Table
from companion.games.louis_xiv.voice import names
from companion.voice.words import Words


def laid(position: Table, words: Words) -> Iterator[str]:
    """What everybody may see, a line each: the moment, the players clockwise, the persons by number."""
    yield words.sentence(", ".join(_moment(position, words)))
    for who, player in position.players.items():
        yield words.sentence(f"{words.player(who)}: {', '.join(_before(player, words))}")
    for number in position.tiles:
        yield _person(position, number, words)


def _moment(position: Table, words: Words) -> Iterator[str]:
    yield words.gettext("Round {round}", round=position.round)
    yield words.named("phase", position.phase)
    if position.king is not None:
        yield f"{words.named('thing', 'king')}: {names.tile(words, position.king)}"


def _before(player: Player, words: Words) -> Iterator[str]:
    """What lies before a player, and how many cards he holds."""
    yield names.louis(words, player.money)
    yield _counted(words.named("thing", "own"), player.own)
    yield _counted(words.named("thing", "general"), player.general)
    yield names.arms(words, player.arms)
    for chip in CHIPS:
        if player.chips.get(chip):
            yield _counted(names.chip(words, chip), player.chips[chip])
    yield names.cards(words, "influence", sum(player.influence.values()))
    yield names.cards(words, "intrigue", sum(player.intrigue.values()))
    for stack in STACKS:
        if player.hand.get(stack):
            yield names.cards(words, stack, player.hand[stack])
    if player.missions:
        yield _counted(words.gettext("missions laid out"), len(player.missions))


def _person(position: Table, number: int, words: Words) -> str:
    """A person: what is wanted there, and whose stones stand there, most first."""
    condition = position.condition(number)
    wanted = words.named("condition", condition.kind)
    if condition.number:
        wanted = _counted(wanted, condition.number)
    stones: Mapping[str, int] = {who: count for who, count in position.tiles[number].stones.items() if count}
    stand = f": {names.whose(words, stones)}" if stones else ""
    return f"{number} {names.tile(words, number)} ({wanted}){stand}"


def _counted(what: str, number: int) -> str:
    """So many of something, where several such counts stand beside each other."""
    return f"{what} {number}"
