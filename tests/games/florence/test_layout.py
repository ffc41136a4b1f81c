"""The layout of a position agrees with the real table, whatever has just happened."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from random import Random

import pytest

from companion.games.florence.rules.auction_events import LandscapeReturned, ObjectChosen
from companion.games.florence.rules.position import FlorencePosition
from companion.rules.layout import Layout, PlacedPieces, Stock, inventory_faults
from companion.rules.moves import UNKNOWN
from companion.rules.transaction import Event
from tests.games.florence.people import BONUS, PRESTIGE, WANTED
from tests.games.florence.real import UP, Evening, Table, evening, looks
from tests.games.florence.tables import GAME, florence, read, setup
from tests.long import usually

EVENINGS = [(2, 6, 1.0), (3, 4, 0.5), (4, 1, 1.0), (5, 4, 0.5)]
at_every_number = pytest.mark.parametrize(("players", "seed", "knows"), EVENINGS)
every_evening = pytest.mark.parametrize(("players", "seed", "knows"), usually(EVENINGS[2:3], EVENINGS))
CARDS = ("profession", "bonus", "prestige")
HIDDEN = {"hand": tuple(WANTED), "bonus": BONUS, "prestige": PRESTIGE}
OPEN = {"hand": "table", "bonus": "used"}
"""Where a player's cards of the same kind lie face up."""


def whose(piece: str) -> str:
    """The piece, or the kind of a card: in hands and stacks nobody else knows which it is."""
    kind = piece.partition("/")[0]
    return f"{kind}/{UNKNOWN}" if kind in CARDS else piece


def where(place: str, lying: PlacedPieces) -> str:
    """The place as `real.py` has it."""
    return f"{place}/{lying.at}" if place.startswith(("grid/", "track", "round")) else place


# -- as it lies


def believed(position: FlorencePosition) -> Table:
    """The table that the layout makes, with what it does not list where the box has it."""
    table: Table = {}
    laid = GAME.layout(position)
    for place in laid:
        for lying in place.pieces:
            name = whose(lying.piece) if lying.face == "down" else lying.piece
            table.setdefault(where(place.id, lying), Counter())[name] += lying.count
    for stock in GAME.inventory(setup(len(position.players))):
        if stock.total is not None and stock.rest_place:
            kind = f"{stock.family}/{UNKNOWN}" if stock.copies_by_name else stock.family
            table.setdefault(stock.rest_place, Counter())[kind] += stock.total - found(laid, stock)
    return looks(table)


def found(laid: Layout, stock: Stock) -> int:
    every = [lying for place in laid for lying in place.pieces]
    return sum(lying.count for lying in every if f"{lying.piece}/".startswith(f"{stock.family}/"))


def truly(table: Table) -> Table:
    """The real table, with cards face down unnamed."""
    seen: Table = {}
    for place, things in table.items():
        for what, count in things.items():
            down = place.startswith(("hand/", "stack/")) or (what.startswith("prestige/") and UP not in what)
            name = whose(what) if down else what.removesuffix(UP)
            seen.setdefault(place, Counter())[name] += count
    return looks(seen)


@pytest.mark.long(usual="4-1-1.0")
@at_every_number
def test_what_the_layout_says_lies_on_the_real_table(players: int, seed: int, knows: float) -> None:
    played = evening(players, seed, knows)
    for position, table in zip(played.positions, played.tables, strict=True):
        assert believed(position) == truly(table)


@every_evening
def test_a_named_card_lies_where_the_layout_says(players: int, seed: int, knows: float) -> None:
    played = evening(players, seed, knows)
    for position, table in zip(played.positions, played.tables, strict=True):
        for place in GAME.layout(position):
            for lying in place.pieces:
                if lying.piece.startswith(CARDS) and not lying.piece.endswith(UNKNOWN):
                    shown = UP if place.id.startswith("player/") and lying.face == "up" else ""
                    assert table[place.id][lying.piece + shown] == lying.count, lying


def test_a_place_of_a_players_own_says_whose_it_is_and_every_place_is_there_once() -> None:
    for position in evening(2, 6, 1.0).positions:
        laid = GAME.layout(position)
        own = ("player", "hand", "table", "used", "grid", "aside")
        assert all(
            place.owner == (place.id.split("/")[1] if place.id.startswith(own) else "") for place in laid
        )
        assert len({place.id for place in laid}) == len(laid)


def test_P_A4__a_tile_covers_the_squares_that_it_lies_on() -> None:
    blue = {"grid": ["lake d1 r0"], "table": ["poet", "recruiting", "painter"]}
    places = {
        place.id: place.pieces for place in GAME.layout(florence("actions", people={"blue": blue}).position)
    }
    (lake,) = places["grid/blue"]
    assert (lake.piece, lake.at, lake.covered_cells[0]) == ("landscape/lake", "d1/r0", "d1")
    assert [each.piece for each in places["table/blue"]] == [
        "profession/poet",
        "recruiting",
        "profession/painter",
    ]


def test_P_B7__figures_and_stones_go_on_behind_the_end_of_the_track_from_its_start() -> None:
    position = florence(
        "actions", people={"blue": {"points": 103, "best": 51}, "green": {"points": 49}}
    ).position
    (track,) = [place.pieces for place in GAME.layout(position) if place.id == "track"]
    steps = {lying.piece: lying.at for lying in track}
    assert steps == {"points/blue": "3", "stone/blue": "1", "points/green": "49", "points/orange": "0"}


# -- every event conserves pieces


def steps(played: Evening) -> Iterator[tuple[FlorencePosition, Event, FlorencePosition]]:
    """Each event with the table before and after it."""
    before = played.positions[0]
    for accepted in played.account.accepted_lines:
        for event in accepted.events:
            after = event.apply_to(before)
            yield before, event, after
            before = after
        assert isinstance(accepted.position, FlorencePosition)
        before = accepted.position


@pytest.mark.long(usual="2-6-1.0")
@at_every_number
def test_after_every_event_every_piece_of_the_box_is_there_once(
    players: int, seed: int, knows: float
) -> None:
    box = GAME.inventory(setup(players))
    for _, event, after in steps(evening(players, seed, knows)):
        assert not list(inventory_faults(box, GAME.layout(after))), event


@pytest.mark.long(usual="2-6-1.0")
@at_every_number
def test_nothing_that_lay_on_the_table_is_lost_by_an_event(players: int, seed: int, knows: float) -> None:
    """Back into the supply goes what fits nowhere; what is chosen goes there until it comes (P-A4, P-2.1)."""
    for before, event, after in steps(evening(players, seed, knows)):
        lost = counted(GAME.layout(before)) - counted(GAME.layout(after))
        match event:
            case ObjectChosen(kind=kind) | LandscapeReturned(kind=kind):
                assert lost.total() == sum(lost[what] for what in lost if kind in what) <= 1, event
            case _:
                assert not lost, event


def counted(laid: Layout) -> Counter[str]:
    every = Counter[str]()
    for place in laid:
        for lying in place.pieces:
            every[whose(lying.piece)] += lying.count
    del every["money"]
    return every


def test_P_A4__a_landscape_to_be_placed_lies_before_its_owner_and_once_it_is_laid_on_the_grid_alone() -> None:
    table = florence(people={"blue": {"grid": ["forest d4 r1"]}}, owed="place forest")
    assert owed(table.position) == [("player/blue", "landscape/forest")]
    deed = next(iter(table.position.legal_moves()))
    _, events = table.position.play(deed)
    assert owed(events[0].apply_to(table.position)) == []


def owed(position: FlorencePosition) -> list[tuple[str, str]]:
    places = [place for place in GAME.layout(position) if place.id.startswith("player/")]
    return [
        (place.id, lying.piece) for place in places for lying in place.pieces if "landscape" in lying.piece
    ]


# -- what everybody may know


def as_seen(laid: Layout) -> dict[str, Counter[PlacedPieces]]:
    """The pieces of each place, with cards face down unnamed."""
    seen: dict[str, Counter[PlacedPieces]] = {}
    for place in laid:
        things = seen.setdefault(place.id, Counter())
        for each in place.pieces:
            piece = whose(each.piece) if each.face == "down" else each.piece
            things[PlacedPieces(piece, 1, each.face, each.at, each.covered_cells)] += each.count
    return seen


@every_evening
def test_the_public_table_has_the_layout_in_which_nothing_that_lies_face_down_is_named(
    players: int, seed: int, knows: float
) -> None:
    for position in evening(players, seed, knows).positions:
        public = GAME.layout(position.to_public())
        assert as_seen(public) == as_seen(GAME.layout(position))
        every = [lying for place in public for lying in place.pieces]
        assert all(lying.piece == whose(lying.piece) for lying in every if lying.face == "down")
        assert all(lying.face == "down" for lying in every if lying.piece.endswith(UNKNOWN))


@every_evening
def test_tables_that_differ_in_hidden_names_alone_look_the_same(
    players: int, seed: int, knows: float
) -> None:
    rng = Random(seed)
    differ = 0
    for position in evening(players, seed, knows).positions[::10]:
        other = with_other_names(rng, position)
        differ += GAME.layout(other) != GAME.layout(position)
        assert GAME.layout(other.to_public()) == GAME.layout(position.to_public())
    assert differ > 2


def with_other_names(rng: Random, position: FlorencePosition) -> FlorencePosition:
    """The table with other names for the cards that nobody sees."""
    paper = position.to_json()
    final = position.phase in ("final", "over")
    for part, names in HIDDEN.items():
        if part == "prestige" and final:
            continue
        up = (
            {name for each in paper["players"].values() for name in each[OPEN[part]]}
            if part in OPEN
            else set()
        )
        free = rng.sample([name for name in names if name not in up], len(names) - len(up))
        for player in paper["players"].values():
            number = sum(player[part].values())
            known = rng.randint(0, number)
            player[part] = {free.pop(): 1 for _ in range(known)} | {UNKNOWN: number - known}
    for key in ("scores", "winners"):
        paper.pop(key, None)
    return read(paper, setup(len(paper["players"])))
