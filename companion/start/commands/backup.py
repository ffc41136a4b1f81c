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

LEFT_OUT, NOT_AGREED = 1, 1
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
    parser.set_defaults(run=run_backup)


def add_restore_arguments(parser: ArgumentParser) -> None:
    """Define the arguments of `herald restore`."""
    parser.description = (
        "Replaces everything that Herald keeps by a backup, which is checked completely first. What was there before"
        " is kept. Nothing happens while an evening is open."
    )
    parser.add_argument("file", metavar="FILE", type=Path, help="a file that `herald backup` wrote")
    parser.add_argument("--yes", action="store_true", help="restore without asking")


def run_backup(args: Namespace) -> int:
    """Write a backup; 1 where something could not be put into it. Raises HeraldError."""
    home, now = usable_home(), datetime.now()
    file = args.file / backup_file_name(now) if args.file.is_dir() else args.file
    with _ProgressLine(sys.stderr) as progress:
        written = write_backup(file, home, now, progress.show)
    print(f"{written.file} holds {contents_text(written.manifest)}.")
    if written.manifest.games:
        names = ", ".join(f"{game.name} {game.version}" for game in written.manifest.games)
        print(f"It lists the added games, and does not hold them: {names}. Keep their files, too.")
    for path, why in written.left_out.items():
        print(f"herald: {path} is not in it: {why}", file=sys.stderr)
    return LEFT_OUT if written.left_out else 0


def run_restore(args: Namespace, lang: str) -> int:
    """Restore a backup; 1 where nobody agrees. Raises HeraldError and OSError."""
    home = usable_home(is_written=True)
    _refuse_folder(args.file)
    with open_backup(args.file) as backup:
        manifest = backup.manifest
    print(f"{args.file}, made on {manifest.made_at.replace('T', ' at ')}, holds {contents_text(manifest)}.")
    if not make_confirm(args.yes, lang)(
        "It replaces everything that is kept here, which stays beside it. Go on?"
    ):
        print("Everything is as it was.")
        return NOT_AGREED
    with _ProgressLine(sys.stderr) as progress:
        done = restore_backup(args.file, home, progress.show)
    print("Restored.")
    if done.replaced is not None:
        print(f"What was there before is kept in {done.replaced}")
    if missing := missing_games(done.manifest):
        print(f"Add these games again with `herald games add`: {', '.join(missing)}")
    return 0


def contents_text(manifest: BackupManifest) -> str:
    """What a backup holds, in a few words."""
    others = len(manifest.files) - manifest.evening_count - manifest.deck_count
    return (
        f"{manifest.evening_count} evenings, {manifest.deck_count} games' tags and {others} other files"
        f" ({manifest.total_bytes / 1e6:.1f} MB)"
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
