"""A deck as a file from outside: nothing in it is trusted, and every error is reported at once.

    {"deck": 1, "game": "louis-xiv", "tags": {"card/inf1": "04a1b2c3d4e5f6", "card/inf1#2": ...}, "sum": "0a1b2c3d"}

JSON; `tags` has a tag for each piece that carries one, 4, 7 or 10 bytes in hex; no piece and no tag twice. `sum` is
that of a file that Herald wrote; who changes it by hand takes the sum away.
"""

from __future__ import annotations

import json
import zlib
from collections.abc import Collection, Iterable, Iterator
from pathlib import Path
from typing import Final

import msgspec
from msgspec import Struct

from companion.rules.errors import InvalidFile
from companion.table.storage.disk import SideFileError, read_side_file
from companion.table.storage.kept_files import Content

DECK_FORMAT_VERSION = 1
MAX_DECK_FILE_BYTES = 1 << 20  # the largest box has a few hundred pieces
MAX_KEY_LETTERS = 100
DECK_FILE_FIELDS = frozenset({"deck", "game", "tags", "sum"})
MAX_ERRORS_LISTED = 5  # in one sentence
RANDOM_UID_PREFIX = "08"


class DeckFileError(InvalidFile):
    """A deck file that cannot be used as it is. `errors`: everything that is wrong with it, one by one."""

    def __init__(self, errors: Iterable[str], where: str) -> None:
        self.errors = tuple(errors)
        more = len(self.errors) - MAX_ERRORS_LISTED
        listed = "; ".join(self.errors[:MAX_ERRORS_LISTED]) + (f"; and {more} more" if more > 0 else "")
        super().__init__(
            f"{listed}; take in a saved copy (herald deck import), or remove the file and enrol anew", where
        )


class DeckFile(Struct, frozen=True):
    """The content of a deck file: the game, and key and tag line by line."""

    game: str
    tags: tuple[tuple[str, str], ...]


def normalise_uid(text: str) -> str:
    """A tag as it is compared, in lower-case hex; raises InvalidFile when it is not 4, 7 or 10 bytes."""
    low = text.lower()
    if len(low) not in (8, 14, 20) or any(letter not in "0123456789abcdef" for letter in low):
        raise InvalidFile(f"{text!r} is no tag: 4, 7 or 10 bytes in hex")
    return low


def is_random_uid(uid: str) -> bool:
    """Whether the tag makes up its number anew at each reading (ISO/IEC 14443-3: 4 bytes, the first 08)."""
    return len(uid) == 8 and uid.startswith(RANDOM_UID_PREFIX)


def encode_deck_file(game: str, tags: Iterable[tuple[str, str]]) -> bytes:
    """The bytes of a deck file."""
    listed = sorted(tags)
    file = {"deck": DECK_FORMAT_VERSION, "game": game, "tags": dict(listed), "sum": _sum_of(game, listed)}
    return msgspec.json.format(msgspec.json.encode(file), indent=2) + b"\n"


def _sum_of(game: str, tags: Iterable[tuple[str, str]]) -> str:
    """The checksum of a deck."""
    return f"{zlib.crc32(json.dumps((game, sorted(tags))).encode()):08x}"


def read_deck_file(path: Path) -> DeckFile:
    """The deck in a file, its format checked; raises DeckFileError with the file's name, OSError."""
    try:
        return decode_deck_file(read_side_file(path, MAX_DECK_FILE_BYTES, follows_links=True), path.name)
    except SideFileError as wrong:
        if wrong.why == "large":
            raise DeckFileError([f"{wrong.words}; no deck is"], path.name) from wrong
        raise


def decode_deck_file(raw: bytes, where: str) -> DeckFile:
    """The deck in the bytes of the file `where`, its format checked; raises DeckFileError."""
    try:
        found = json.loads(raw, object_pairs_hook=tuple)  # an object as its pairs: duplicates are kept
    except (ValueError, RecursionError) as wrong:
        raise DeckFileError([f"no JSON: {wrong}"], where) from wrong
    errors = list(_format_errors(found))
    if errors:
        raise DeckFileError(errors, where)
    fields = dict(found)
    if fields.get("sum", "") not in ("", _sum_of(fields["game"], fields["tags"])):
        raise DeckFileError(["its sum is another one: a tag was changed, or the file is damaged"], where)
    return DeckFile(fields["game"], fields["tags"])


def _decode_checked(raw: bytes, path: Path) -> DeckFile:
    """The deck, checked as one of the game that it names; raises DeckFileError."""
    file = decode_deck_file(raw, path.name)
    if errors := tuple(find_deck_file_errors(file, file.game)):
        raise DeckFileError(errors, path.name)
    return file


DECK: Final[Content[DeckFile | None]] = Content(_decode_checked, None)


def _format_errors(found: object) -> Iterator[str]:
    """What is wrong with its format."""
    if not isinstance(found, tuple):
        yield "no deck: a deck is an object with `game` and `tags`"
        return
    fields = dict(found)
    version = fields.get("deck", DECK_FORMAT_VERSION)
    if version != DECK_FORMAT_VERSION or isinstance(version, bool):
        yield (
            f"a deck of format {str(version)[:MAX_KEY_LETTERS]!r}; "
            f"this Herald reads {DECK_FORMAT_VERSION}: bring it up to date"
        )
        return
    if len(fields) < len(found):
        yield "a field stands there twice"
    yield from (
        f"unknown field {field[:MAX_KEY_LETTERS]!r}" for field in sorted(fields.keys() - DECK_FILE_FIELDS)
    )
    if not isinstance(fields.get("game"), str):
        yield "`game` is missing, or no text"
    tags = fields.get("tags")
    if not isinstance(tags, tuple):
        yield "`tags` is missing, or no object"
        return
    yield from (
        f"the tag of {key[:MAX_KEY_LETTERS]!r} is no text" for key, tag in tags if not isinstance(tag, str)
    )


def find_deck_file_errors(file: DeckFile, game: str, box: Collection[str] | None = None) -> Iterator[str]:
    """What is wrong with it as a deck of that game; with `box`, also pieces that are not in there."""
    if file.game != game:
        yield f"a deck of {_quote_unsafe(file.game)}, not of {game}"
        return
    pieces: set[str] = set()
    holders: dict[str, str] = {}
    for key, tag in file.tags:
        if key in pieces:
            yield f"{_quote_unsafe(key)} stands there twice"
        pieces.add(key)
        if not _is_key(key):
            yield f"{_quote_unsafe(key)} is no name of a piece"
        elif box is not None and key not in box:
            yield f"no piece {key} in the box of {game}"
        try:
            uid = normalise_uid(tag[:MAX_KEY_LETTERS])
        except InvalidFile as wrong:
            yield f"{_quote_unsafe(key)}: {wrong}"
            continue
        if is_random_uid(uid):
            yield f"{_quote_unsafe(key)}: {uid} is a random number, no tag's own"
        if holders.setdefault(uid, key) != key:
            yield f"tag {uid} is given to {_quote_unsafe(holders[uid])} and to {_quote_unsafe(key)}"


def _is_key(key: str) -> bool:
    return (
        bool(key) and len(key) <= MAX_KEY_LETTERS and key.isascii() and key.isprintable() and " " not in key
    )


def _quote_unsafe(key: str) -> str:
    """A key from a file from outside; quoted where it is none, for it might control a terminal."""
    return key if _is_key(key) else repr(key[:MAX_KEY_LETTERS])
