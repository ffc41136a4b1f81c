"""Where decks are kept, one for each game: export, import, and changes by one Herald at a time."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from msgspec import Struct

from companion.games import game_rules
from companion.home import herald_home
from companion.rules.errors import InvalidFile
from companion.rules.game import EditionLine, GameSetup, Seat
from companion.table.storage.disk import SideFileError, read_side_file, write_atomically
from companion.table.storage.edition_file import load_edition_lines
from companion.table.storage.kept_files import Content, move_aside
from companion.table.tags import deck_file
from companion.table.tags.deck import BoxPiece, Deck, deck_side_file, make_box_pieces

DECK_SUFFIX = ".deck"
REPLACED_SUFFIX = "replaced"
EXPORTS_FOLDER_NAME = "exports"


def deck_path(name: str, folder: Path | None = None) -> Path:
    """The file with the tags of that game."""
    return (folder or herald_home()) / f"{name}{DECK_SUFFIX}"


def all_pieces_in_box(
    name: str, folder: Path | None = None, edition_lines: tuple[EditionLine, ...] | None = None
) -> tuple[BoxPiece, ...]:
    """Everything in the box of a game, whoever plays, as printed on the owner's copy or as `edition_lines` say."""
    game = game_rules(name)
    lines = load_edition_lines(name, folder) if edition_lines is None else edition_lines
    everybody = GameSetup(tuple(Seat(colour, "") for colour in game.colours), "", edition_lines=lines)
    return make_box_pieces(game.taggable_pieces(everybody), game.colours)


def load_owner_deck(name: str, folder: Path | None = None) -> Deck:
    """The owner's deck of that game, empty where there is no file yet.

    A file that cannot be used is told and set aside, and its last good version holds.
    """
    return load_deck_or_empty(deck_path(name, folder), name, all_pieces_in_box(name, folder))


def load_deck_or_empty(path: Path, name: str, box: Iterable[BoxPiece]) -> Deck:
    """The deck in that file, empty where there is no file yet.

    A file that cannot be used is told and set aside, and its last good version holds.
    """
    box = tuple(box)

    def decode(raw: bytes, path: Path) -> Deck:
        return Deck.of_file(deck_file.decode_deck_file(raw, path.name), name, box, path.name)

    return deck_side_file(path).load(Content(decode, Deck(name, box)))


def check_owner_decks(folder: Path | None = None) -> None:
    """Look whether all decks can be used, so that what is wrong is told before somebody plays."""
    for path in sorted((folder or herald_home()).glob(f"*{DECK_SUFFIX}")):
        load_deck_or_empty(path, path.stem, ())


# -- tags of other games


class OtherGamePiece(Struct, frozen=True):
    """The piece (`card/king`) of another game on this computer to which a tag belongs."""

    game: str
    piece: str


def tags_and_errors_of_other_games(
    name: str, folder: Path | None = None
) -> tuple[Mapping[str, OtherGamePiece], tuple[str, ...]]:
    """The tags of all other games' decks, and what is wrong with decks that cannot be read. Raises OSError."""
    where, own = folder or herald_home(), deck_path(name, folder)
    holders: dict[str, OtherGamePiece] = {}
    wrong: list[str] = []
    for path in sorted(where.glob(f"*{DECK_SUFFIX}")):
        if path == own:
            continue
        try:
            file = deck_file.read_deck_file(path)
            if errors := tuple(deck_file.find_deck_file_errors(file, path.stem)):
                raise deck_file.DeckFileError(errors, path.name)
        except (InvalidFile, OSError) as fault:
            wrong.append(str(fault))
            continue
        holders |= {uid.lower(): OtherGamePiece(file.game, key) for key, uid in file.tags}
    return holders, tuple(wrong)


def uids_of_concealable_pieces(deck: Deck) -> frozenset[str]:
    """The tags of pieces that may lie face down while their game is played: they must not betray them."""
    public = game_rules(deck.game).public_piece
    hidden = (piece for piece in deck.pieces_by_key.values() if public(piece.word) != piece.word)
    return frozenset(tag.lower() for piece in hidden if (tag := deck.uid_of_piece(piece)) is not None)


# -- export and import


class DeckDifference(Struct, frozen=True):
    """How many pieces would lose their tag, get another one, or get their first, if a deck replaced another."""

    untagged_count: int
    retagged_count: int
    newly_tagged_count: int


def compare_decks(old: Mapping[str, str], new: Mapping[str, str]) -> DeckDifference:
    """The difference from the tags of one deck to those of another."""
    return DeckDifference(
        untagged_count=len(old.keys() - new.keys()),
        retagged_count=sum(1 for key, uid in new.items() if old.get(key, uid) != uid),
        newly_tagged_count=len(new.keys() - old.keys()),
    )


def exports_folder(folder: Path | None = None) -> Path:
    """The folder where the screen puts copies of decks, and looks for them."""
    return (folder or herald_home()) / EXPORTS_FOLDER_NAME


def exported_deck_files(folder: Path | None = None) -> tuple[Path, ...]:
    """The copies in that folder, the latest first. Raises OSError."""
    return tuple(
        sorted(
            exports_folder(folder).glob(f"*{DECK_SUFFIX}"),
            key=lambda path: path.stat().st_mtime,
            reverse=True,
        )
    )


def load_deck_to_import(source: Path, name: str, folder: Path | None = None) -> Deck:
    """A deck from elsewhere, checked completely; raises DeckFileError with all that is wrong with it, OSError.

    Its pieces must be in this box, and its tags belong to no other game here.
    """
    box = all_pieces_in_box(name, folder)
    file = deck_file.read_deck_file(source)
    wrong = [*deck_file.find_deck_file_errors(file, name, {piece.key for piece in box})]
    if file.game == name:
        others, _ = tags_and_errors_of_other_games(name, folder)
        wrong += _tags_used_by_other_games(file, others)
    if wrong:
        raise deck_file.DeckFileError(wrong, source.name)
    return Deck.load(source, name, box)


def _tags_used_by_other_games(
    file: deck_file.DeckFile, others: Mapping[str, OtherGamePiece]
) -> Iterator[str]:
    for key, tag in file.tags:
        if holder := others.get(tag.lower()):
            yield f"{key}: tag {tag.lower()} is {holder.piece} of {holder.game} here"


def replace_owner_deck(deck: Deck, folder: Path | None = None) -> Path | None:
    """Make this the owner's deck; return the backup of the old file, None when there was none. Raises OSError."""
    path = deck_path(deck.game, folder)
    backup = None
    try:
        old = read_side_file(path, deck_file.MAX_DECK_FILE_BYTES)
    except FileNotFoundError:
        pass
    except SideFileError:  # no file at all
        if (backup := move_aside(path)) is None:
            raise
    else:
        backup = _free_backup_path(path)
        write_atomically(backup, old)
    deck.save(path)
    return backup


def _free_backup_path(path: Path) -> Path:
    """A name beside the deck that is not used yet, and that is no deck's."""
    number = 1
    while (backup := path.with_name(f"{path.name}.{REPLACED_SUFFIX}-{number}")).exists():
        number += 1
    return backup
