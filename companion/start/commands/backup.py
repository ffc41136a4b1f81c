"""`herald backup` and `herald restore`: everything that is kept as one file, and the way back from it."""

from __future__ import annotations

import sys
import time
from argparse import ArgumentParser, Namespace
from collections.abc import Sequence
from datetime import datetime
from pathlib import Path
from typing import TextIO

from companion.rules.errors import UsageError
from companion.start.commands.confirmation import make_confirm
from companion.table.storage.backup import (
    BackupManifest,
    backup_file_name,
    backups_in,
    open_backup,
    write_backup,
)
from companion.table.storage.disk import usable_home
from companion.table.storage.restore import restore_backup
from companion.voice.language import load_translation, mark_message

LEFT_OUT, NOT_AGREED = 1, 1
CONTENTS = mark_message("evenings: {evenings}, games with tags: {decks}, other files: {others} ({size} MB)")
WRITTEN = mark_message("{file} holds {contents}.")
LISTED_GAMES = mark_message(
    "It lists the added games, and does not hold them: {games}. Keep their files, too."
)
NOT_IN_IT = mark_message("{path} is not in it: {why}")
TO_RESTORE = mark_message("{file}, made on {date}, holds {contents}.")
QUESTION = mark_message("It replaces everything that is kept here, which stays beside it. Go on?")
NOTHING_DONE = mark_message("Everything is as it was.")
RESTORED = mark_message("Restored.")
KEPT_BESIDE = mark_message("What was there before is kept in {folder}")
ADD_GAMES = mark_message("Add these games again with `herald games add`: {games}")
PROGRESS_INTERVAL_S = 0.2


def add_backup_arguments(parser: ArgumentParser) -> None:
    """Define the arguments of `herald backup`."""
    parser.description = (
        "Writes everything that Herald keeps into one file that only you can read: evenings, tags, settings, names,"
        " the wiring plan, what was read off your copies, and a list of the added games. An evening may be open."
    )
    parser.add_argument(
        "file",
        metavar="FILE",
        type=Path,
        help="where to write it; in a folder it gets a name. Nothing is overwritten",
    )


def add_restore_arguments(parser: ArgumentParser) -> None:
    """Define the arguments of `herald restore`."""
    parser.description = (
        "Replaces everything that Herald keeps by a backup, which is checked completely first. What was there before"
        " is kept. Nothing happens while an evening is open."
    )
    parser.add_argument("file", metavar="FILE", type=Path, help="a file that `herald backup` wrote")
    parser.add_argument("--yes", action="store_true", help="restore without asking")


def run_backup(args: Namespace, lang: str) -> int:
    """Write a backup; 1 where something could not be put into it. Raises HeraldError."""
    text = load_translation(lang).gettext
    home, now = usable_home(), datetime.now()
    file = args.file / backup_file_name(now) if args.file.is_dir() else args.file
    with _ProgressLine(sys.stderr) as progress:
        written = write_backup(file, home, now, progress.show)
    print(text(WRITTEN).format(file=written.file, contents=contents_text(written.manifest, lang)))
    if written.manifest.games:
        names = ", ".join(f"{game.name} {game.version}" for game in written.manifest.games)
        print(text(LISTED_GAMES).format(games=names))
    for path, why in written.left_out.items():
        print(f"herald: {text(NOT_IN_IT).format(path=path, why=why)}", file=sys.stderr)
    return LEFT_OUT if written.left_out else 0


def run_restore(args: Namespace, lang: str) -> int:
    """Restore a backup; 1 where nobody agrees. Raises HeraldError and OSError."""
    text = load_translation(lang).gettext
    home = usable_home(is_written=True)
    _refuse_folder(args.file)
    with open_backup(args.file) as backup:
        manifest = backup.manifest
    made_on, contents = manifest.made_at.replace("T", " "), contents_text(manifest, lang)
    print(text(TO_RESTORE).format(file=args.file, date=made_on, contents=contents))
    if not make_confirm(args.yes, lang)(text(QUESTION)):
        print(text(NOTHING_DONE))
        return NOT_AGREED
    with _ProgressLine(sys.stderr) as progress:
        done = restore_backup(args.file, home, progress.show)
    print(text(RESTORED))
    if done.replaced is not None:
        print(text(KEPT_BESIDE).format(folder=done.replaced))
    if missing := missing_games(done.manifest):
        print(text(ADD_GAMES).format(games=", ".join(missing)))
    return 0


def contents_text(manifest: BackupManifest, lang: str) -> str:
    """What a backup holds, in a few words."""
    others = len(manifest.files) - manifest.evening_count - manifest.deck_count
    return (
        load_translation(lang)
        .gettext(CONTENTS)
        .format(
            evenings=manifest.evening_count,
            decks=manifest.deck_count,
            others=others,
            size=f"{manifest.total_bytes / 1e6:.1f}",
        )
    )


def missing_games(manifest: BackupManifest) -> Sequence[str]:
    """The added games that a backup lists and that are not installed here."""
    from companion.games.installed import entry_points_and_games

    here = {game.name for _, game in entry_points_and_games()}
    return [f"{game.name} {game.version}" for game in manifest.games if game.name not in here]


def _refuse_folder(file: Path) -> None:
    """Raise UsageError for a folder, with the backups that are in it."""
    if file.is_dir():
        found = backups_in(file)
        names = ", ".join(path.name for path in found[:3])
        raise UsageError(
            f"a folder; name one of its files: {names}" if found else "a folder without a backup", str(file)
        )


class _ProgressLine:
    """How much is done, in a line that is overwritten, on a terminal only."""

    def __init__(self, stream: TextIO) -> None:
        self._stream, self._last = stream, 0.0

    def __enter__(self) -> _ProgressLine:
        return self

    def __exit__(self, *fault: object) -> None:
        if self._last:
            self._stream.write("\r\x1b[K")
            self._stream.flush()

    def show(self, done: int, total: int) -> None:
        """Show it, five times a second at most."""
        now = time.monotonic()
        if self._stream.isatty() and now - self._last >= PROGRESS_INTERVAL_S:
            self._stream.write(f"\r{done * 100 // max(1, total)} %\x1b[K")
            self._stream.flush()
            self._last = now
