"""The Princes of Florence in hand movements: where everything lies, and what nobody can unsee.

    place           is
    bank            where florins come from and go to
    supply          beside the board: landscapes, jesters, builders, recruiting cards, buildings, freedoms
    stack/bonus     a stack face down: stack/profession, stack/bonus, stack/prestige
    box             what has left the game
    player/blue     what lies before a player: florins, builders, jesters, recruiting cards, freedoms, prestige cards
                    kept, his stone, the figure of the start player
    hand/blue       his hand: professions and bonus cards
    table/blue      professions whose work is done, face up, and recruiting cards left in the place of one
    used/blue       bonus cards he has played, face up
    aside/blue      with two players: objects won, of which he will keep one
    grid/blue/d4/r1m   his grid: the square of a tile, and how it is turned
    pile/forest     an object's pile, where the stone of who won it lies
    track/12        a square of the prestige track: of a figure, or of the stone that tells a work's value
    round/3         a square of the line of rounds

    what            is
    money           florins, so many
    landscape/forest, building/library, freedom/travel, builder, jester, recruiting
    profession/poet, bonus/each-lake, prestige/most-lakes   named if it lies open before the movements or after them, or
                    lay open between; else profession/?, bonus/?, prestige/?, and its owner knows which are meant
    points/blue     his figure on the prestige track
    stone/blue      his stone; with two players he has two
    start           the black figure of the start player
    round           the black stone of the round

Everything is a `move`, but that prestige cards shown in the final count `turn` from `up` to `down` or back. Florins go
between a player and the bank, tiles between a grid and the supply: one that only changed its place is taken off and
laid anew.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from companion.games.florence.events import BonusTaken, PrestigeKept, ProfessionTaken
from companion.games.florence.final import PrestigeShown
from companion.games.florence.state import Table
from companion.rules.hands import Hand, moved
from companion.rules.tale import Event

UNSEEN = (BonusTaken, PrestigeKept, PrestigeShown, ProfessionTaken)


def unseen(events: Sequence[Event]) -> tuple[Event, ...]:
    """Those that showed something hidden or drew by chance: taking them back cannot make it unknown."""
    return tuple(event for event in events if isinstance(event, UNSEEN))


def hands(before: Table, after: Table) -> tuple[Hand, ...]:
    """The movements from one position to the other, take back before put down."""
    return tuple(_money(before, after))


def _money(before: Table, after: Table) -> Iterator[Hand]:
    yield from moved(
        "money",
        {f"player/{who}": player.money for who, player in before.players.items()},
        {f"player/{who}": player.money for who, player in after.players.items()},
        "bank",
    )
