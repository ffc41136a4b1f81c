"""Table check in Kabale und Hiebe: how many cards a player has, what lies in a column, and what was touched instead."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from msgspec.structs import replace

from companion.games.kabale.rules.objectives import KINDS
from companion.games.kabale.rules.printed import CARDS, MATERIAL, printed, symbol_of, value_of
from companion.games.kabale.rules.state import Card, Column, Player
from companion.games.kabale.rules.state import Table as Position
from companion.games.kabale.screen.asides import Checked, ColumnCheck
from companion.games.kabale.screen.lying import drawn, table_of
from companion.games.kabale.screen.named import face
from companion.games.kabale.screen.named import value_of as said
from companion.games.kabale.screen.views import Face, Objective
from companion.rules.correcting import Pairs, differences
from companion.rules.counts import plus
from companion.rules.moves import UNKNOWN
from companion.screen.asides import Check
from companion.screen.scene import Scene
from companion.screen.views import Choice, Counter
from companion.voice.words import Words

Counts = Mapping[tuple[str, str], int]
"""What was set by touch: (whose, thing) -> number. A player has `hand`, `deck`, `discard`; a column `column/2` has
its `objective`, each `card/3` that lies there, and each `more/0` that was put to its end: the number tells which."""

FACES: Final = (*CARDS, UNKNOWN, "")
"""What a card may be, by number: face up, face down, or not there at all. A card put there has `OWNER` more for each
seat before its owner's."""
OWNER: Final = 100
DOWN, GONE = FACES.index(UNKNOWN), FACES.index("")
SYMBOLS: Final = {"hand": "held", "deck": "drawn", "discard": "discarded"}


def check(who: str, counts: Counts, scene: Scene) -> Check | ColumnCheck:
    """One player's cards, or one column, as they were set or should be."""
    believed = table_of(scene.now)
    position, words = _as_set(believed, counts), scene.voice.words
    changed = bool(pairs(counts, scene))
    if who.startswith("column/"):
        return _column(who, position, counts, changed, scene)
    before, after = _counted(believed.players[who]), _counted(position.players[who])
    sums, wrong = _sums(position, who, words)
    return Check(
        scene.now.setup.seats,
        who,
        tuple(
            Counter(thing, words.named("thing", thing), SYMBOLS[thing], number, MATERIAL["copies"])
            for thing, number in after.items()
        ),
        sums,
        wrong,
        frozenset(thing for thing in after if after[thing] != before[thing]),
        changed,
        tuple(_places(position, words)),
    )


def pairs(counts: Counts, scene: Scene) -> Pairs:
    """What `table correct` must set; nothing where nothing differs."""
    believed = table_of(scene.now)
    before, after = believed.to_json(), _as_set(believed, counts).to_json()
    columns = zip(before["columns"], after["columns"], strict=True)
    return (
        *differences("/players", before["players"], after["players"]),
        *(pair for at, column in enumerate(columns) for pair in differences(f"/columns/{at}", *column)),
    )


def _places(position: Position, words: Words) -> Iterator[Choice]:
    for number, column in enumerate(position.columns, 1):
        yield Choice(f"column/{number}", str(number), symbol_of(column.objective))


def _column(who: str, position: Position, counts: Counts, changed: bool, scene: Scene) -> ColumnCheck:
    words, seats = scene.voice.words, scene.now.setup.seats
    number = int(who.removeprefix("column/"))
    there = position.column(number)
    symbol = symbol_of(there.objective)
    wrong = next((found for seat in seats if (found := _sums(position, seat.colour, words))[1]), None)
    cards = tuple(thing for thing, card in _cards(table_of(scene.now), number, counts) if card is not None)
    more = sum(thing.startswith("more/") for of, thing in counts if of == who)
    return ColumnCheck(
        who,
        drawn(there, number, words, judged=False),
        tuple(Checked(thing, counts.get((who, thing), 0) // OWNER * OWNER) for thing in cards),
        tuple(Face(str(at), face(words, name), said(printed(name, symbol))) for at, name in enumerate(CARDS)),
        tuple(Objective(str(at), symbol_of(name), value_of(name)) for at, name in enumerate(KINDS)),
        tuple(f"count/more/{more}={at * OWNER + DOWN}" for at in range(len(seats))),
        seats,
        tuple(_places(position, words)),
        words.gettext("Does it look like this? Touch what differs.") if wrong is None else wrong[0],
        wrong is not None,
        changed,
    )


def _sums(position: Position, who: str, words: Words) -> tuple[str, bool]:
    """What a player's cards add up to, in words, and whether that is wrong (K-M1)."""
    laid = sum(card.by == who for column in position.columns for card in column.cards)
    cards, wanted = sum(_counted(position.players[who]).values()) + laid, MATERIAL["copies"]
    count = words.ngettext("{n} card of {all}", "{n} cards of {all}", cards, all=wanted)
    if cards == wanted:
        return words.gettext(
            "Does the table look like this? Touch what differs. {stones}.", stones=count
        ), False
    count = f"{words.player(who)}: {count}"
    return words.gettext("{stones}: they must add up before it can be written down.", stones=count), True


def _counted(player: Player) -> dict[str, int]:
    return {"hand": player.held, "deck": player.deck, "discard": sum(player.discard.values())}


# -- the position as it was set


def _as_set(position: Position, counts: Counts) -> Position:
    numbers = range(1, len(position.columns) + 1)
    return replace(
        position,
        columns=tuple(_column_as_set(position, number, counts) for number in numbers),
        players={who: _player_as_set(who, player, counts) for who, player in position.players.items()},
    )


def _player_as_set(who: str, player: Player, counts: Counts) -> Player:
    """More or fewer cards in a hand or a discard pile are such as nobody knows."""
    before = _counted(player)
    more = {thing: counts.get((who, thing), number) - number for thing, number in before.items()}
    return replace(
        player,
        hand=plus(player.hand, UNKNOWN, more["hand"]),
        deck=player.deck + more["deck"],
        discard=plus(player.discard, UNKNOWN, more["discard"]),
    )


def _column_as_set(position: Position, number: int, counts: Counts) -> Column:
    """A column that was touched; in a round a Storm that turned up has closed it (K-2.3)."""
    there, who = position.column(number), f"column/{number}"
    if not any(of == who for of, _ in counts):
        return there
    kind = counts.get((who, "objective"))
    cards = tuple(card for _, card in _cards(position, number, counts) if card is not None)
    storm = len(cards) > 1 and cards[-2].up and cards[-2].card == "storm"
    closed = storm if position.phase == "play" else there.closed
    return Column(there.objective if kind is None else KINDS[kind], closed, cards)


def _cards(position: Position, number: int, counts: Counts) -> Iterator[tuple[str, Card | None]]:
    """What each card of a column is called when it is touched, and what it was set to; None: it does not lie there."""
    who, seats = f"column/{number}", position.house.seats
    for at, card in enumerate(position.column(number).cards, 1):
        code = counts.get((who, f"card/{at}"))
        yield f"card/{at}", card if code is None else _card(card.by, code)
    for (of, thing), code in counts.items():
        if of == who and thing.startswith("more/"):
            yield thing, _card(seats[code // OWNER], code % OWNER)


def _card(by: str, code: int) -> Card | None:
    if code == GONE:
        return None
    return Card(by, FACES[code], up=code != DOWN)
