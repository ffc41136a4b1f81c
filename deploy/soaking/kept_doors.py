"""The doors of what is kept or brought as a file: journals, records, decks, settings, plans, backups, packages."""

from __future__ import annotations

import io
import os
import zipfile
from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from pathlib import Path

from companion.export.game_report import report_lines
from companion.export.public_record import public_record_lines
from companion.export.referee import answer_record, to_json_line
from companion.games import game_names
from companion.rules.errors import InvalidFile
from companion.rules.game import GameSetup, Seat
from companion.rules.record import RecordHeader
from companion.screen.draw.rasteriser import check_svg
from companion.start.game_installer import GameNotAdded, install_wheel
from companion.start.kept_files_check import examine_kept_files
from companion.table.storage.backup import MANIFEST_NAME, open_backup, parse_manifest, write_backup
from companion.table.storage.evenings import INDEX_FILE_NAME, load_index, table_of_evening
from companion.table.storage.journal import journal_content, replay_history
from companion.table.storage.kept_files import KEPT_FILES, KeptFile, take_untold_problems
from companion.table.storage.restore import restore_backup
from companion.table.storage.saved_games import saved_games
from companion.table.tags.deck_file import decode_deck_file, encode_deck_file
from companion.table.tags.deck_store import load_owner_deck
from companion.voice.compile_catalogue import read_po_file
from hardware.readers.hub.bootsel import uf2_families
from hardware.wiring_plan import parse_plan
from soaking.doorway import ROOT, Door, Doorway, real_records

HEAD = RecordHeader("kabale", GameSetup((Seat("black", "Anna"), Seat("blue", "Bert")), "black"))
PEOPLE = b'["Anna","Bert","\xc5\xbdofie"]'
SETTINGS = (
    b'lang = "cs"\nvoice = "short"\nspeed = "usual"\nstrictness = "strict"\ntext = "normal"\nside = 0\n'
)
EDITION = b"print tile 1 money:3\nprint tile 4 money:5 card\n"
UF2 = (
    bytes.fromhex("0a324655 5751 5d9e 00200000 00000010 00010000 00000000 01000000 56ff8be4".replace(" ", ""))
    + bytes(476)
    + bytes.fromhex("306fb10a")
)


def _journal(_folder: Path) -> Doorway:
    def enter(data: bytes) -> None:
        content = journal_content(data, Path("evening.herald"))
        replay_history(content.head, content.texts[:8])

    return Doorway(real_records(), enter)


def _referee(_folder: Path) -> Doorway:
    def enter(data: bytes) -> None:
        for answer in answer_record(io.BytesIO(data), "en", position=True):
            to_json_line(answer)

    return Doorway(real_records(), enter)


def _public_record(_folder: Path) -> Doorway:
    return Doorway(real_records(), lambda data: list(public_record_lines(io.BytesIO(data))))


def _written(path: Path, samples: Sequence[bytes], read: Callable[[], object]) -> Doorway:
    """Write it as a file, and read that; what is told then is forgotten, and what was set aside taken away."""

    def enter(data: bytes) -> None:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
        try:
            read()
        finally:
            take_untold_problems()
            for each in path.parent.glob(f"{path.name}*.damaged*"):
                each.unlink()

    return Doorway(samples, enter)


def _home(folder: Path) -> Path:
    os.environ["HERALD_HOME"] = str(folder)
    return folder


def _report(folder: Path) -> Doorway:
    path = folder / "evening.herald"
    return _written(path, real_records(), lambda: list(report_lines(path, "cs")))


def _evening_list(folder: Path) -> Doorway:
    path = folder / "evenings" / "one.herald"
    return _written(path, real_records(), lambda: saved_games(path.parent))


def _index(folder: Path) -> Doorway:
    for name in ("one", "two"):
        path = folder / "evenings" / f"{name}.herald"
        path.parent.mkdir(exist_ok=True)
        path.write_bytes(real_records()[0])
    saved_games(folder / "evenings")
    index = folder / "evenings" / INDEX_FILE_NAME
    return _written(index, [index.read_bytes()], lambda: load_index(index.parent))


def _sidecar(folder: Path) -> Doorway:
    journal = folder / "evening.herald"
    path, example = journal.with_suffix(".virtual"), KEPT_FILES["virtual"].example
    return _written(path, [example], lambda: table_of_evening(journal, HEAD))


def _kept(row: KeptFile) -> Callable[[Path], Doorway]:
    """Any file of that kind, read as at a start."""

    def opened(folder: Path) -> Doorway:
        _home(folder)
        path = folder / row.kind / row.file_name.replace("*", "louis-xiv")
        samples = [row.example, *REAL_ONES.get(row.kind, list)()]
        return _written(path, samples, lambda: row.at(path).load(row.load_content()))

    return opened


def _decks() -> list[bytes]:
    return [
        encode_deck_file(name, [(f"card/{at}", f"04{at:012x}") for at in range(1, 9)])
        for name in game_names()
    ]


def _deck(_folder: Path) -> Doorway:
    return Doorway(_decks(), lambda data: decode_deck_file(data, "some.deck"))


def _owner_deck(folder: Path) -> Doorway:
    path = folder / "decks" / "louis-xiv.deck"
    return _written(path, _decks(), lambda: load_owner_deck("louis-xiv", path.parent))


def _plan(_folder: Path) -> Doorway:
    samples = [path.read_bytes() for path in sorted((ROOT / "hardware/kits").glob("*.toml"))]
    return Doorway(samples, parse_plan)


def _backup_of(folder: Path) -> bytes:
    home = folder / "saved"
    (home / "evenings").mkdir(parents=True)
    (home / "evenings" / "one.herald").write_bytes(real_records()[0])
    (home / "people.json").write_bytes(PEOPLE)
    return write_backup(folder / "a.backup", home, datetime(2026, 11, 23)).file.read_bytes()


def _backup(folder: Path) -> Doorway:
    raw = _backup_of(folder)
    path = folder / "b.backup"

    def read() -> None:
        with open_backup(path) as opened:
            list(opened.read_files())

    return _written(path, [raw], read)


def _restore(folder: Path) -> Doorway:
    raw, path = _backup_of(folder), folder / "b.backup"
    home = folder / "restored"
    home.mkdir()
    return _written(path, [raw], lambda: restore_backup(path, home))


def _manifest(folder: Path) -> Doorway:
    with zipfile.ZipFile(io.BytesIO(_backup_of(folder))) as archive:
        raw = archive.read(MANIFEST_NAME)
    return Doorway([raw], lambda data: parse_manifest(data, "a.backup"))


def _check(folder: Path) -> Doorway:
    samples = [*real_records(), *_decks(), SETTINGS, PEOPLE, EDITION]
    home = folder / "checked"
    (home / "evenings").mkdir(parents=True)
    names = ("evenings/a.herald", "decks/kabale.deck", "settings.toml", "people.json", "wiring.toml")

    def enter(data: bytes) -> None:
        path = home / names[len(data) % len(names)]
        path.parent.mkdir(exist_ok=True)
        path.write_bytes(data)
        for finding in examine_kept_files(home):
            str(finding)
        path.unlink()

    return Doorway(samples, enter)


def _wheel(folder: Path) -> Doorway:
    """A package that wants what is not there: it comes as far as a package can without being unpacked."""
    raw = io.BytesIO()
    with zipfile.ZipFile(raw, "w") as archive:
        described = "tic-1.0.dist-info"
        archive.writestr(
            f"{described}/METADATA",
            "Metadata-Version: 2.1\nName: tic\nVersion: 1.0\nRequires-Dist: nowhere-to-be-found\n",
        )
        archive.writestr(f"{described}/entry_points.txt", "[herald.games]\ntic = tic.plugin:PLUGIN\n")
        archive.writestr("tic/plugin.py", "PLUGIN = None\n")
    path = folder / "tic-1.0-py3-none-any.whl"

    def read() -> None:
        _home(folder)
        try:
            install_wheel(path)
        except (GameNotAdded, InvalidFile):
            return

    return _written(path, [raw.getvalue()], read)


def _symbol(_folder: Path) -> Doorway:
    files = sorted((ROOT / "companion").glob("**/*.svg"))[:40]
    return Doorway(
        [path.read_bytes() for path in files], lambda data: check_svg(data.decode(errors="replace"))
    )


def _catalogue(folder: Path) -> Doorway:
    path = folder / "nl" / "LC_MESSAGES" / "game.po"
    whole = (ROOT / "companion/locale/nl/LC_MESSAGES/herald.po").read_bytes()
    return _written(path, [whole[:4_000]], lambda: read_po_file(path, strict=False))


def _uf2(folder: Path) -> Doorway:
    path = folder / "micropython.uf2"
    return _written(path, [UF2, UF2 * 3], lambda: uf2_families(path))


REAL_ONES: Mapping[str, Callable[[], list[bytes]]] = {
    "settings": lambda: [SETTINGS],
    "names": lambda: [PEOPLE],
    "print": lambda: [EDITION],
    "deck": _decks,
}
"""Larger ones than the examples of the table."""
KEPT_DOORS = {
    "journal": Door("a journal, read and replayed as where an evening goes on", 80, _journal),
    "referee": Door("a record, `herald referee`", 8, _referee),
    "public-record": Door("a record, made public for a report of a bug", 6, _public_record),
    "report": Door("a record, `herald report`", 6, _report),
    "list": Door("a journal, in the list of the evenings", 10, _evening_list),
    "index": Door("evenings/.index", 15, _index),
    "sidecar": Door("the .virtual beside a journal", 50, _sidecar),
    **{
        f"kept-{row.kind}": Door(f"a kept file: {row.file_name}", 20, _kept(row))
        for row in KEPT_FILES.values()
        if row.kind != "journal"
    },
    "deck": Door("a deck, `herald deck import`", 150, _deck),
    "owner-deck": Door("the owner's deck at a start", 8, _owner_deck),
    "plan": Door("wiring.toml", 15, _plan),
    "backup": Door("a backup, opened and checked", 15, _backup),
    "restore": Door("a backup, `herald restore`", 4, _restore),
    "manifest": Door("the list in a backup", 60, _manifest),
    "check": Door("anything kept, `herald check`", 4, _check),
    "wheel": Door("a game from outside, `herald games add`", 4, _wheel),
    "symbol": Door("a drawing of a game from outside", 30, _symbol),
    "catalogue": Door("a catalogue of a game from outside", 4, _catalogue),
    "uf2": Door("firmware for a Pico", 15, _uf2),
}
