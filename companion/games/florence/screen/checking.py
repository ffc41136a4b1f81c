"""Table check in the Princes of Florence: what should lie in each principality, which cards lie face up, and what was
touched instead.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from companion.games.florence.rules import grid
from companion.games.florence.rules.pieces import BONUS_CARD, PROFESSION
from companion.games.florence.rules.placing import why_not
from companion.games.florence.rules.printed import BONUS, FREEDOMS, MATERIAL, PROFESSIONS, TILES
from companion.games.florence.rules.state import Table as Position
from companion.games.florence.rules.state import Tile
from companion.games.florence.screen import asides
from companion.games.florence.screen.as_set import ADDING, GONE, Set, as_set, counted, owner, tiles
from companion.games.florence.screen.asides import Adding, CardsCheck, PrincipalityCheck, Toggle
from companion.games.florence.screen.named import marks, sign
from companion.games.florence.screen.placing import Labels, Placing, where
from companion.games.florence.screen.points import table_of, track
from companion.games.florence.screen.views import Laid
from companion.rules.correcting import Pairs, differences
from companion.screen.scene import Scene
from companion.screen.views import Choice, Counter
from companion.voice.language import message
from companion.voice.words import Words

CARDS: Final[Mapping[str, tuple[str, ...]]] = {PROFESSION: tuple(PROFESSIONS), BONUS_CARD: BONUS}
"""Kinds of cards that lie face up once they were used."""

NOBODY: Final = {PROFESSION: message("Not on the table"), BONUS_CARD: message("Not played")}
"""Where such a card is that lies face up at nobody."""

COUNTERS: Final = {
    "money": (message("Florins"), "florin", 999),
    "hand": (message("Professions"), "profession", MATERIAL["professions"]),
    "points": (message("Prestige"), "points", 999),
    "bonus": (message("Bonus cards"), "bonus", MATERIAL["bonus"]),
    "builders": (message("Builders"), "builder", MATERIAL["builders-most"]),
    "prestige": (message("Prestige cards"), "prestige", MATERIAL["prestige"]),
    "jesters": (message("Jesters"), "jester", MATERIAL["jester"]),
    "recruiting": (message("Recruiting cards"), "recruiting", MATERIAL["recruiting"]),
    "left": (message("On the table"), "recruiting", MATERIAL["recruiting"]),
}
"""What is counted of each player: in words, its symbol, and how many there can be."""


def check(who: str, counts: Set, scene: Scene) -> PrincipalityCheck | CardsCheck:
    """One principality, or the cards of a kind, as they were set or should be."""
    believed, words, seats = table_of(scene.now), scene.voice.words, scene.now.setup.seats
    position = as_set(believed, counts)
    sums, wrong = _sums(position, who, scene)
    places, changed = tuple(_places(words)), bool(pairs(counts, scene))
    if who in CARDS:
        cards = tuple(_cards(believed, who, counts, words))
        return CardsCheck(who, seats, places, sums, wrong, changed, cards, words.gettext(NOBODY[who]))
    before, now = counted(believed.players[who]), counted(position.players[who])
    return PrincipalityCheck(
        who,
        seats,
        places,
        sums,
        wrong,
        changed,
        tuple(_tiles(believed, who, counts, words)),
        tuple(_more(words)),
        tuple(
            Counter(thing, words.gettext(said), symbol, now[thing], most)
            for thing, (said, symbol, most) in COUNTERS.items()
        ),
        frozenset(thing for thing in now if now[thing] != before[thing]),
        tuple(_freedoms(believed, position, who, words)),
        _placing(position, who, counts, scene),
    )


def pairs(counts: Set, scene: Scene) -> Pairs:
    """What `table correct` must set; nothing where nothing differs."""
    believed = table_of(scene.now)
    before, after = believed.to_json(), as_set(believed, counts).to_json()
    return tuple(differences("/players", before["players"], after["players"]))


def _places(words: Words) -> Iterator[Choice]:
    yield Choice(PROFESSION, words.gettext("Works"), "work")
    yield Choice(BONUS_CARD, words.gettext("Bonus"), "bonus")


def _sums(position: Position, who: str, scene: Scene) -> tuple[str, bool]:
    """What to do, and where the figure stands; or why it cannot be so."""
    words, faults = scene.voice.words, position.faults()
    if faults:
        return scene.voice.refusal(faults[0]), True
    if who in CARDS:
        return words.gettext("Does it look like this? Touch what differs."), False
    place = words.gettext("Figure on the track: {number}", number=track(position.players[who].points))
    return words.gettext("Does the table look like this? Touch what differs. {stones}.", stones=place), False


# -- cards that lie face up


def _cards(believed: Position, kind: str, counts: Set, words: Words) -> Iterator[asides.Card]:
    for card in CARDS[kind]:
        at = owner(believed, kind, card, counts)
        differs = at != owner(believed, kind, card, {})
        yield asides.Card(f"count/{card}", words.named("face", card), at, differs)


# -- a principality


def _tiles(believed: Position, who: str, counts: Set, words: Words) -> Iterator[asides.Tile]:
    """Those that should lie there, taken away or not, and those that were put there."""
    letters = marks(words)
    for thing, tile in tiles(believed, who, counts):
        if thing.startswith("tile/"):
            there = believed.players[who].grid[int(thing.removeprefix("tile/"))]
            yield asides.Tile(f"count/{thing}={int(tile is None)}", _laid(there, letters), tile is None)
        elif tile is not None:
            yield asides.Tile(f"count/{thing}={GONE}", _laid(tile, letters))


def _laid(tile: Tile, letters: Mapping[str, str]) -> Laid:
    return Laid(tile.name, tile.squares, letters.get(tile.name, ""))


def _more(words: Words) -> Iterator[Toggle]:
    for number, tile in enumerate(TILES, 1):
        yield Toggle(f"count/adding={number}", words.named("face", tile), sign(tile))


def _freedoms(believed: Position, position: Position, who: str, words: Words) -> Iterator[Toggle]:
    for freedom in FREEDOMS:
        there = freedom in position.players[who].freedoms
        differs = there != (freedom in believed.players[who].freedoms)
        thing = f"count/freedom/{freedom}={int(not there)}"
        yield Toggle(thing, words.named("face", freedom), sign(freedom), there, differs)


def _placing(position: Position, who: str, counts: Set, scene: Scene) -> Adding | None:
    """The tile that is to be put there, on the principality as it was set."""
    number = counts.get((who, ADDING), 0)
    if not number:
        return None
    tile, words = TILES[number - 1], scene.voice.words
    refusals = {
        where(spot): why_not(position, who, tile, spot) for spot in grid.spots(position.house.outlines[tile])
    }
    why = {at: "" if no is None else scene.voice.refusal(no) for at, no in refusals.items()}
    placing = Placing(
        scene.seat(who),
        tile,
        words.named("face", tile),
        position.house.outlines[tile],
        tuple(_laid(each, {}) for each in position.players[who].grid),
        why,
        _labels(words),
        ADDING,
    )
    more = sum(of == who and thing.startswith("more/") for of, thing in counts)
    return Adding(placing, f"count/more/{more}=", f"count/{ADDING}=0")


def _labels(words: Words) -> Labels:
    _ = words.gettext
    return Labels(
        lay=_("Lay it here"),
        cancel=_("Put nothing there"),
        well=_("Here it may lie."),
        otherwise=_("Turned like this it fits nowhere: turn or flip it."),
    )
