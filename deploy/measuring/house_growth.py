"""What could grow with the house and the group: evenings kept, pieces of a box, games added, players."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from functools import partial
from pathlib import Path

from msgspec.structs import replace

from companion.games.installed import installed_games
from companion.simulator.virtual_sensors import make_tagged_deck
from companion.table.messages import DismissNotices, ReportInput, TagPresent, TagRemoved
from companion.table.session import Session
from companion.table.storage.evenings import INDEX_FILE_NAME
from companion.table.storage.saved_games import last_interrupted_game
from companion.table.tags.deck import Deck
from companion.table.tags.deck_store import all_pieces_in_box, deck_path
from companion.table.tags.enrolment import Enrolment, TagBound
from companion.table.zones import ZonePlan
from measuring.growth_operation import (
    GrowingOperation,
    GrowingThing,
    SizedOperations,
    flat,
    heap_lines,
    make_heap_header,
    take_back,
    time_line,
    time_message,
    time_touch,
    timed,
    whole,
)
from measuring.long_evenings import add_heap_game, forget_installed_games, write_record

KEPT_EVENINGS = 10
PIECES = 100
PLAYERS = 4
SPARE_UIDS = "04fffffffffffe", "04ffffffffffff"
HEAP_MOVES = 20
"""Moves after which a heap of half as many stones again is empty."""


def growing_house() -> Iterator[GrowingThing]:
    """The house and the group."""
    yield GrowingThing(
        "evenings kept", f"{KEPT_EVENINGS} that are over, one older that is not", _kept_evenings
    )
    yield GrowingThing("box, pieces", f"{PIECES}, each with a tag", _box)
    yield GrowingThing("games added", "one", _added_games)
    yield GrowingThing("group, players", f"{PLAYERS}", _group)


def _kept_evenings(factor: int, folder: Path) -> SizedOperations:
    name = f"kept-{factor}"
    add_heap_game(name, stones=HEAP_MOVES * 3 // 2)
    header = make_heap_header(name)
    write_record(folder / "0-interrupted.herald", header, ())
    for number in range(KEPT_EVENINGS * factor):
        write_record(folder / f"{number + 1}-over.herald", header, heap_lines(header, HEAP_MOVES))

    def time_first() -> float:
        (folder / INDEX_FILE_NAME).unlink(missing_ok=True)
        return timed(partial(last_interrupted_game, folder))

    return SizedOperations(
        KEPT_EVENINGS * factor,
        (
            GrowingOperation("the one to go on with, all read", "whole", time_first),
            whole("the one to go on with, as at each start", partial(last_interrupted_game, folder)),
        ),
    )


def _box(factor: int, folder: Path) -> SizedOperations:
    name, pieces = f"box-{factor}", PIECES * factor
    add_heap_game(name, cards=pieces)
    write_record(folder / "evening.herald", make_heap_header(name), ())
    box = all_pieces_in_box(name)
    deck = make_tagged_deck(name, box)
    path = deck_path(name, folder)
    deck.save(path)
    half = Deck(name, box)  # the other half must be touched
    half.restore_tags(dict([*deck.uid_by_key.items()][: pieces // 2]))
    session = Session.resume(folder / "evening.herald", half, ZonePlan({"play": "reader"}))
    uid = next(iter(half.uid_by_key.values()))
    enrolment, first = Enrolment(deck, path), box[0]

    def time_tag() -> float:
        seconds = time_message(session, ReportInput(TagPresent("play", uid)))
        take_back(session)
        session.handle_message(ReportInput(TagRemoved("play", uid)))
        session.handle_message(DismissNotices())
        return seconds

    def time_binding() -> float:
        """Give the first piece another tag, as people do who lay it down."""
        enrolment.go_to_piece(first)
        spare = next(each for each in SPARE_UIDS if each != deck.uid_of_piece(first))
        outcomes: list[object] = []
        seconds = timed(lambda: outcomes.append(enrolment.on_tag_arrived(spare)))
        enrolment.on_tag_removed(spare)
        assert isinstance(outcomes[0], TagBound)
        return seconds

    return SizedOperations(
        pieces,
        (
            GrowingOperation("a tag laid", "flat", time_tag),
            flat("what must be touched", lambda: replace(session.snapshot).touch_only_targets),
            whole("the deck loaded", lambda: Deck.load(path, name, box)),
            GrowingOperation("a tag bound, the deck saved", "whole", time_binding),
        ),
    )


def _added_games(factor: int, folder: Path) -> SizedOperations:
    for number in range(factor):
        add_heap_game(f"added-{factor}-{number}")

    def find_anew() -> None:
        for name in [each for each in sys.modules if each.startswith("added_")]:
            del sys.modules[name]
        forget_installed_games()
        installed_games()

    return SizedOperations(factor, (whole("all found at the start", find_anew),))


def _group(factor: int, folder: Path) -> SizedOperations:
    name, players = f"group-{factor}", PLAYERS * factor
    add_heap_game(name, players=players)
    header = make_heap_header(name, players)
    write_record(folder / "evening.herald", header, ())
    session = Session.resume(folder / "evening.herald")
    return SizedOperations(
        players,
        (
            GrowingOperation("a touch judged", "whole", partial(time_touch, session, "card/1")),
            GrowingOperation(
                "a line accepted", "whole", partial(time_line, session, heap_lines(header, 1)[0])
            ),
        ),
    )
