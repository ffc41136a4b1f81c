"""Examines whether readers have the names of zones, and how many pieces have their tags."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from difflib import get_close_matches
from pathlib import Path

from companion.games import game_names
from companion.rules.errors import HeraldError
from companion.start.real_table.reader_relay import zones_of_all_games
from companion.table.storage.edition_file import read_edition_lines
from companion.table.tags.deck import Deck
from companion.table.tags.deck_store import all_pieces_in_box, deck_path
from hardware.finding import Finding


def examine_reader_names(readers: Iterable[str]) -> Iterator[Finding]:
    """Readers whose name is no zone of any game, so that no game waits for their tags."""
    known = zones_of_all_games()
    for name in readers:
        if name not in known:
            near = get_close_matches(name, sorted(known), 1)
            meant = f": is it {near[0]}?" if near else f", as {', '.join(sorted(known)[:3])}"
            yield Finding(f"reader {name}", "no game has such a place", True, f"Name it as one{meant}")


def examine_decks(folder: Path) -> Iterator[Finding]:
    """How many pieces of each game have a tag."""
    for name in sorted(game_names()):
        what = f"tags of {name}"
        if not deck_path(name, folder).exists():
            yield Finding(what, "none yet", absent=True, advice="herald enrol gives each piece its own")
            continue
        try:
            box = all_pieces_in_box(name, folder, read_edition_lines(name, folder))
            deck = Deck.load(deck_path(name, folder), name, box)
        except HeraldError as wrong:
            yield Finding(what, str(wrong), True, f"The file is {deck_path(name, folder)}")
            continue
        except OSError as wrong:
            found = f"{deck_path(name, folder)} cannot be read ({wrong.strerror})"
            yield Finding(what, found, True, "Put a file there that this user can read, or remove it")
            continue
        except Exception as fault:  # a plugin may raise anything
            found = f"the game failed over its box ({type(fault).__name__})"
            yield Finding(what, found, True, f"herald check-game {name} says more")
            continue
        missing = len(deck.untagged_pieces)
        advice = (
            f"{missing} are touched on the screen until herald enrol gives them theirs" if missing else ""
        )
        yield Finding(
            what,
            f"{len(deck.pieces_by_key) - missing} of {len(deck.pieces_by_key)} pieces have one",
            advice=advice,
        )
