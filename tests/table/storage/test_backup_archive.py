"""A backup holds everything that is kept, and only such a file is read as one."""

from __future__ import annotations

import json
import os
import stat
import zipfile
from collections.abc import Callable
from datetime import datetime
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.rules.errors import InvalidFile
from companion.table.storage import backup
from companion.table.storage.backup import (
    MANIFEST_NAME,
    BackupNotWritten,
    mounted_media,
    open_backup,
    write_backup,
)
from companion.table.storage.kept_files import is_kept_path
from tests.long import ALL
from tests.table.storage.homes import ONE, STRANGERS, everything, fill

NOW = datetime(2026, 11, 23, 20, 0)


def backup_of(tmp_path: Path, files: dict[str, bytes] = ONE) -> Path:
    return write_backup(tmp_path / "b.zip", fill(tmp_path / "home", files), NOW).file


def contents(file: Path) -> dict[str, bytes]:
    with open_backup(file) as backup:
        return {each.path: data for each, data in backup.read_files()}


def test_everything_that_is_kept_is_in_it_and_nothing_else(tmp_path: Path) -> None:
    file = backup_of(tmp_path, ONE | STRANGERS)
    assert contents(file) == ONE
    assert everything(tmp_path / "home") == ONE | STRANGERS
    assert stat.S_IMODE(file.stat().st_mode) == 0o600


def test_any_zip_program_can_open_it(tmp_path: Path) -> None:
    with zipfile.ZipFile(backup_of(tmp_path)) as archive:
        assert archive.testzip() is None
        assert {*archive.namelist()} == {*ONE, MANIFEST_NAME}
        listed = json.loads(archive.read(MANIFEST_NAME))
    assert listed["herald-backup"] == 1
    assert {each["path"] for each in listed["files"]} == {*ONE}


@pytest.mark.parametrize("year", [1901, 1970, 2038, 2262, 2446])
def test_a_backup_made_when_the_clock_had_jumped_can_be_read(tmp_path: Path, year: int) -> None:
    home = fill(tmp_path / "home", ONE)
    seconds = (year - 1970) * 365.25 * 86_400
    for path in home.rglob("*.*"):
        os.utime(path, (seconds, seconds))
    made = NOW.replace(year=year)
    assert contents(write_backup(tmp_path / "b.zip", home, made).file) == ONE
    with zipfile.ZipFile(tmp_path / "b.zip") as archive:
        assert {entry.date_time[0] for entry in archive.infolist()} == {min(max(year, 1980), 2107)}


def test_nothing_is_overwritten(tmp_path: Path) -> None:
    file = backup_of(tmp_path)
    before = file.read_bytes()
    with pytest.raises(BackupNotWritten, match="is there already"):
        write_backup(file, tmp_path / "home", NOW)
    with pytest.raises(BackupNotWritten, match="there is no folder"):
        write_backup(tmp_path / "nowhere" / "b.zip", tmp_path / "home", NOW)
    assert file.read_bytes() == before


def test_what_cannot_be_read_is_named_and_the_rest_is_in_it(tmp_path: Path) -> None:
    home = fill(tmp_path / "home", ONE)
    os.mkfifo(home / "evenings" / "b.herald")
    (home / "evenings" / "c.herald").symlink_to("nowhere")
    (home / "evenings" / "d.herald").symlink_to(home / "people.json")
    (home / "wiring.toml").mkdir()
    (home / "evenings" / os.fsdecode(b"\xff.herald")).write_bytes(b"")
    written = write_backup(tmp_path / "b.zip", home, NOW)
    assert {*written.left_out} == {
        "evenings/b.herald",
        "evenings/c.herald",
        "evenings/d.herald",
        "wiring.toml",
        "evenings/\\udcff.herald",
    }
    assert written.left_out["evenings/c.herald"] == "it is a link that leads to no file"
    assert written.left_out["evenings/d.herald"] == "it is a link, and not the file itself"
    assert contents(written.file) == ONE


@pytest.mark.parametrize("call", ["fsync", "rename", "open"])
def test_a_disk_that_fails_leaves_nothing_behind(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, call: str
) -> None:
    home = fill(tmp_path / "home", ONE)

    def full(*words: object, **more: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path if call == "rename" else os, call, full)
    with pytest.raises(BackupNotWritten, match="No space left on device; make room"):
        write_backup(tmp_path / "b.zip", home, NOW)
    monkeypatch.undo()
    assert [path.name for path in tmp_path.iterdir()] == ["home"]


# -- what is no backup


def changed(
    file: Path, change: Callable[[dict[str, zipfile.ZipInfo | bytes]], None], **manifest: object
) -> Path:
    """The backup written again with other contents; `manifest`: other values of the list in it."""
    with zipfile.ZipFile(file) as archive:
        members = {name: archive.read(name) for name in archive.namelist()}
    listed = json.loads(members[MANIFEST_NAME]) | manifest
    members[MANIFEST_NAME] = json.dumps(listed).encode()
    more: dict[str, zipfile.ZipInfo | bytes] = dict(members)
    change(more)
    new = file.with_name("hostile.zip")
    with zipfile.ZipFile(new, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in more.items():
            assert isinstance(data, bytes)
            archive.writestr(name, data)
    return new


def listed_as(path: str, data: bytes = b"") -> dict[str, object]:
    return {"path": path, "size": len(data), "sha256": "0" * 64, "modified_ns": 0}


@pytest.mark.parametrize(
    "path",
    [
        "/etc/passwd",
        "../settings.toml",
        "evenings/../settings.toml",
        "evenings/../../x.herald",
        "evenings//x.herald",
        "evenings/a/b.herald",
        "evenings\\x.herald",
        "evenings/..",
        "evenings/",
        "games/herald-morris/morris.py",
        "herald.log",
        ".profile",
        "settings.toml/x",
        "evenings/a\nb.herald",
        "evenings/a\u202eb.herald",
        "evenings/.a.herald.new",
        "x" * 300 + ".deck",
    ],
)
def test_a_path_that_is_not_kept_is_refused(tmp_path: Path, path: str) -> None:
    file = backup_of(tmp_path)
    hostile = changed(file, lambda members: members.update({path: b""}), files=[listed_as(path)])
    with pytest.raises(InvalidFile):
        contents(hostile)
    assert not is_kept_path(path)


@pytest.mark.parametrize(
    ("manifest", "why"),
    [
        ({"herald-backup": 2}, "a backup of format 2, this Herald reads 1: bring Herald up to date"),
        ({"herald-backup": None}, "cannot be read"),
        ({"files": 7}, "cannot be read"),
        ({"files": [listed_as("people.json")] * 2}, "twice"),
        ({"files": [listed_as("people.json") | {"size": 1 << 40}]}, "more than"),
        ({"files": [listed_as("people.json") | {"size": -1}]}, "cannot be"),
        ({"files": [listed_as("people.json") | {"modified_ns": -1}]}, "cannot be"),
        ({"files": [listed_as("people.json") | {"sha256": "x"}]}, "no sum"),
        ({"files": []}, "does not hold what its list says"),
        ({"made_at": "\x1b[2J"}, "its date"),
        ({"games": [{"name": "\x1b[2J", "version": "1"}]}, "a game whose name"),
    ],
)
def test_a_list_that_cannot_be_is_refused(tmp_path: Path, manifest: dict[str, object], why: str) -> None:
    with pytest.raises(InvalidFile, match=why):
        contents(changed(backup_of(tmp_path), lambda members: None, **manifest))


def test_a_file_with_another_sum_is_refused(tmp_path: Path) -> None:
    hostile = changed(backup_of(tmp_path), lambda members: members.update({"people.json": b'["Bert"]'}))
    with pytest.raises(InvalidFile, match=r"people\.json is damaged"):
        contents(hostile)


def test_links_and_devices_are_refused(tmp_path: Path) -> None:
    file = backup_of(tmp_path)
    for kind in (stat.S_IFLNK, stat.S_IFCHR, stat.S_IFIFO, stat.S_IFDIR):
        with zipfile.ZipFile(file) as archive:
            members = {name: archive.read(name) for name in archive.namelist()}
        hostile = tmp_path / "hostile.zip"
        with zipfile.ZipFile(hostile, "w") as archive:
            for name, data in members.items():
                entry = zipfile.ZipInfo(name)
                entry.external_attr = (kind if name == "people.json" else stat.S_IFREG) << 16
                archive.writestr(entry, data)
        with pytest.raises(InvalidFile, match="a link"):
            contents(hostile)


def test_a_name_that_stands_there_twice_is_refused(tmp_path: Path) -> None:
    file = backup_of(tmp_path)
    with pytest.warns(UserWarning, match="Duplicate name"), zipfile.ZipFile(file, "a") as archive:
        archive.writestr("people.json", b'["Bert"]')
    with pytest.raises(InvalidFile, match="twice"):
        contents(file)


def test_a_bomb_is_refused_before_it_is_unpacked(tmp_path: Path) -> None:
    hostile = changed(
        backup_of(tmp_path),
        lambda members: members.update({"people.json": bytes(1 << 27)}),
        files=[listed_as("people.json") | {"size": 1 << 27}],
    )
    assert hostile.stat().st_size < 1 << 20
    with pytest.raises(InvalidFile):
        contents(hostile)


def test_a_directory_that_would_fill_the_memory_is_not_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    hostile = tmp_path / "many.zip"
    with zipfile.ZipFile(hostile, "w") as archive:
        for number in range(60):
            archive.writestr(f"evenings/{number}.herald", b"")
    monkeypatch.setattr(backup, "MAX_FILES", 50)
    monkeypatch.setattr(zipfile, "ZipFile", lambda *words: pytest.fail("it was read"))
    with pytest.raises(InvalidFile, match="more than 50 files"):
        contents(hostile)


@pytest.mark.parametrize("data", [b"", b"PK", b"no archive at all, but long enough to be one", bytes(5000)])
def test_what_is_no_archive_is_refused(tmp_path: Path, data: bytes) -> None:
    (tmp_path / "b.zip").write_bytes(data)
    with pytest.raises(InvalidFile):
        contents(tmp_path / "b.zip")


def test_a_folder_a_pipe_and_nothing_are_refused_at_once(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    for name in (".", "pipe", "nothing"):
        with pytest.raises(OSError, match=r"folder|file"):
            contents(tmp_path / name)


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return backup_of(tmp_path_factory.mktemp("small"))


def test_a_backup_that_is_cut_off_anywhere_is_refused(small: Path) -> None:
    whole, cut = small.read_bytes(), small.with_name("cut.zip")
    for length in range(0, len(whole), 1 if ALL else 7):
        cut.write_bytes(whole[:length])
        with pytest.raises(InvalidFile):
            contents(cut)


@given(st.data())
def test_a_changed_byte_is_refused_or_changes_nothing(small: Path, data: st.DataObject) -> None:
    raw, flipped = bytearray(small.read_bytes()), small.with_name("flipped.zip")
    raw[data.draw(st.integers(0, len(raw) - 1))] ^= 1 << data.draw(st.integers(0, 7))
    flipped.write_bytes(raw)
    try:
        found = contents(flipped)
    except InvalidFile:
        return
    assert found == ONE


# -- sticks


def test_a_backup_whose_beginning_is_lost_is_refused(tmp_path: Path) -> None:
    file = backup_of(tmp_path)
    file.write_bytes(file.read_bytes()[40:])
    with pytest.raises(InvalidFile, match="damaged, or no backup"):
        contents(file)


def test_sticks_are_found_where_linux_shows_them(tmp_path: Path) -> None:
    mounts = tmp_path / "mounts"
    mounts.write_bytes(
        b"/dev/root / ext4 rw 0 0\n/dev/sda1 /media/pi/MY\\040STICK vfat rw 0 0\n"
        b"/dev/sdb1 /run/media/pi/B exfat rw 0 0\n/dev/sdc1 /mnt ext4 rw 0 0\n/dev/sdd1 /mntx ext4 rw 0 0\nrubbish\n"
    )
    assert [str(path) for path in mounted_media(mounts)] == ["/media/pi/MY STICK", "/mnt", "/run/media/pi/B"]
    assert mounted_media(tmp_path / "nothing") == ()
