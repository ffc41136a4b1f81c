"""`herald deck`: shows the tags of a game, exports them to a file and imports them from one."""

from __future__ import annotations

import sys
from argparse import SUPPRESS, ArgumentParser, Namespace
from collections.abc import Mapping
from pathlib import Path

from companion.games import default_game_name
from companion.rules.errors import HeraldError
from companion.rules.shown_text import shown_line
from companion.start.commands.confirmation import Confirm, make_confirm
from companion.table.storage.disk import usable_home
from companion.voice.language import languages

REFUSED, UNREADABLE = 1, 2


class DeckUnavailable(HeraldError, OSError):
    """Raised where there is no deck to export, or no place to write it."""


def add_arguments(parser: ArgumentParser) -> None:
    """Define the arguments of `herald deck`."""
    parser.description = "Shows, exports and imports the tags of a game."
    actions = parser.add_subparsers(title="actions", metavar="action", required=True, dest="action")
    show = actions.add_parser("show", help="every piece with its tag")
    out = actions.add_parser("export", help="write a copy, for another computer or as a backup")
    out.add_argument("file", metavar="FILE", type=Path, help="where to write it")
    taken = actions.add_parser(
        "import", help="import a copy; a faulty one is rejected with a list of all its faults"
    )
    taken.add_argument("file", metavar="FILE", type=Path, help="a file that `herald deck export` made")
    for action in (out, taken):
        action.add_argument("--yes", action="store_true", help="replace what is there without asking")
    for action in (show, out, taken):
        action.add_argument("--game", default=SUPPRESS, metavar="G", help="one of `herald games`")
        action.add_argument("--lang", default=SUPPRESS, choices=languages(), help="language of the texts")


def run(args: Namespace, lang: str) -> int:
    """Carry out the action of the command line; returns the exit status. Raises HeraldError and OSError."""
    usable_home(is_written=args.action == "import")
    game = args.game or default_game_name()
    match args.action:
        case "show":
            return _show(game, lang)
        case "export":
            return _export(game, args.file, make_confirm(args.yes, lang))
    return _import(game, args.file, make_confirm(args.yes, lang))


def _show(name: str, lang: str) -> int:
    from companion.table.tags.deck_store import deck_path, load_owner_deck
    from companion.voice.enrolment_messages import EnrolmentMessages

    deck = load_owner_deck(name)
    messages = EnrolmentMessages(deck, lang)
    wide = max(map(len, (*deck.pieces_by_key, *deck.tagged_keys_outside_box)), default=0)
    for key, piece in deck.pieces_by_key.items():
        name_of_piece = shown_line(messages.piece_with_copy_number(piece))
        print(f"{key:{wide}}  {deck.uid_of_piece(piece) or '-':14}  {name_of_piece}")
    for key in deck.tagged_keys_outside_box:
        print(f"{key:{wide}}  {deck.uid_by_key[key]:14}  ?")
    tagged = len(deck.pieces_by_key) - len(deck.untagged_pieces)
    print(f"{tagged} of {len(deck.pieces_by_key)} pieces of {name} have their tag. Kept in {deck_path(name)}")
    return 0


def _export(name: str, file: Path, agreed: Confirm) -> int:
    from companion.table.storage.disk import write_atomically
    from companion.table.tags.deck_file import encode_deck_file
    from companion.table.tags.deck_store import deck_path, load_owner_deck

    deck = load_owner_deck(name)
    if not deck.uid_by_key:
        raise DeckUnavailable(
            f"no piece of {name} has a tag yet ({deck_path(name)}): begin with `herald enrol`"
        )
    if not file.parent.is_dir():
        raise DeckUnavailable(
            f"{file}: there is no folder {file.parent}; make it, or connect the disk it is on"
        )
    if file.exists() and not file.is_file():
        raise DeckUnavailable(f"{file} is {'a folder' if file.is_dir() else 'no file'}; name a file")
    if file.resolve() == deck_path(name).resolve():
        raise DeckUnavailable(f"{file} is the deck itself; name another file")
    data = encode_deck_file(name, deck.uid_by_key.items())
    if file.exists() and file.read_bytes() != data and not agreed(f"{file} is there already. Replace it?"):
        print(f"{file} is as it was.")
        return REFUSED
    write_atomically(file, data)
    print(f"{len(deck.uid_by_key)} tags of {name} are in {file}.")
    return 0


def _import(name: str, file: Path, agreed: Confirm) -> int:
    from companion.table.storage.disk import FileLock
    from companion.table.tags.deck_file import DeckFileError
    from companion.table.tags.deck_store import deck_path, load_deck_to_import, replace_owner_deck

    path = deck_path(name)
    with FileLock(path):
        try:
            new = load_deck_to_import(file, name)
        except DeckFileError as wrong:
            for fault in wrong.errors:
                print(f"herald: {file.name}: {fault}", file=sys.stderr)
            print("herald: nothing was taken in: mend the file, or take another copy", file=sys.stderr)
            return UNREADABLE
        old = _existing_tags(path, name)
        if old == new.uid_by_key:
            print(f"Nothing to do: {name} has these tags already.")
            return 0
        if path.exists() and not agreed(_difference(name, old, new.uid_by_key)):
            print(f"The tags of {name} are as they were.")
            return REFUSED
        aside = replace_owner_deck(new)
    print(f"{len(new.uid_by_key)} tags of {name} were taken in. {len(new.untagged_pieces)} pieces have none.")
    if aside is not None:
        print(f"What was there is kept in {aside}")
    return 0


def _existing_tags(path: Path, name: str) -> Mapping[str, str] | None:
    """The tags that are kept now; None when they cannot be read."""
    from companion.rules.errors import InvalidFile
    from companion.table.storage.disk import SideFileError
    from companion.table.tags.deck import Deck

    try:
        return Deck.load(path, name, ()).uid_by_key
    except FileNotFoundError:
        return {}
    except (InvalidFile, SideFileError):
        return None


def _difference(name: str, old: Mapping[str, str] | None, new: Mapping[str, str]) -> str:
    from companion.table.tags.deck_store import compare_decks

    if old is None:
        return f"The deck of {name} that is here cannot be read. Replace it?"
    difference = compare_decks(old, new)
    return (
        f"There is another deck of {name}: {difference.untagged_count} pieces would lose their tag,"
        f" {difference.retagged_count} change it, {difference.newly_tagged_count} get one. Replace it?"
    )
