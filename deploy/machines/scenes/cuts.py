"""Cuts the power during writes: nothing that was accepted is lost."""

from __future__ import annotations

import subprocess
import sys
import time
from pathlib import Path
from random import Random
from typing import NamedTuple

from companion.rules.record import JOURNAL_VERSION, chained_lines
from companion.table.storage.journal import read_record
from machines.disk_writes import KEPT_SECTOR_PATTERNS, DiskHistory, PowerCutDisk, copy_folder_out
from machines.kiosk_driver import read_journals, resume_saved_game, wait_for_home, wait_for_resume_card
from machines.root_folders import HERALD_FOLDER, SAVED_GAMES_FOLDER, run_checked
from machines.scene_run import SceneFailed, SceneRun

POWER_CUTS = 50
DISKS_STARTED = 5
RANDOM_SEED = "cuts"
HEADER_PREFIXES = (b"herald ", b"game ", b"seat ", b"start ", b"option ", b"print ", b"moves ")
"""Prefixes of the lines before the first move."""
PLAY_TIME_S = 8
"""Seconds of play, on a computer."""

PLAYING_PROGRAM = Path(__file__).parents[1] / "inside/evenings.py"
PLAY_SCRIPT = f"""
set -e
systemctl stop herald
systemd-run --quiet --unit=evenings --uid=anna --working-directory={HERALD_FOLDER} \\
    --setenv=PYTHONPATH={HERALD_FOLDER} --setenv=HERALD_HOME={Path(SAVED_GAMES_FOLDER).parent} \\
    --property=StandardOutput=file:/dev/virtio-ports/said \\
    {HERALD_FOLDER}/.venv/bin/python /run/evenings.py /run/records/*
systemd-run --quiet --unit=noise bash -c '
    while dd if=/dev/urandom of=/var/tmp/noise bs=16k count=$((RANDOM % 20 + 1)) status=none; do
        mv /var/tmp/noise /var/tmp/noise-$((RANDOM % 9))
        logger "somebody else writes"
        sleep 0.1
    done'
"""


class DiskLogCheckpoint(NamedTuple):
    """The size of the disk's log in bytes, and the number of accepted lines of each game then."""

    log_bytes: int
    accepted_lines: dict[str, int]


def show_cuts(stage: SceneRun) -> None:
    """Power cuts at 50 random moments amid writes lose nothing accepted, and five of the disks start."""
    chance = Random(RANDOM_SEED)
    records = _records(stage.folder / "records")
    whole = set(map(_journal_of, records))
    log = stage.folder / "writes"
    looks = _looks(stage, log, records)
    history = DiskHistory(stage.disk.image, log, stage.folder)
    among = [moment for moment in history.moments if looks[0].log_bytes <= moment <= looks[-1].log_bytes]
    moments = sorted(chance.sample(among, POWER_CUTS))
    said = more = unsafe = 0
    to_start: list[tuple[int, PowerCutDisk, dict[str, bytes]]] = []
    for number, moment in enumerate(moments):
        accepted = [look for look in looks if look.log_bytes <= moment][-1].accepted_lines
        cut = history.disk_after_power_cut(
            moment, list(KEPT_SECTOR_PATTERNS)[number % len(KEPT_SECTOR_PATTERNS)], chance, f"cut-{number}"
        )
        folder = stage.folder / f"evenings-{number}"
        kept = _kept(cut, folder, accepted, records)
        said += sum(accepted.values())
        more += sum(map(count_move_lines, kept.values())) - sum(accepted.values())
        unsafe += cut.unflushed_writes
        under_way = len(list(folder.glob("*.herald"))) == len(kept) and list(kept.values())[-1] not in whole
        if under_way and number >= len(to_start) * POWER_CUTS / DISKS_STARTED:
            to_start.append((number, cut, kept))
        else:
            cut.image.unlink()
    history.delete_base_disk()
    log.unlink()
    stage.expect(
        unsafe > POWER_CUTS // 4,
        f"{POWER_CUTS} disks with {unsafe} writes after their last flush, kept in"
        f" {len(KEPT_SECTOR_PATTERNS)} ways ({', '.join(KEPT_SECTOR_PATTERNS)}): "
        f"each is whole once it is mounted, all {said} accepted lines are there, and {more} that were not said yet",
    )
    stage.expect(
        len(to_start) == DISKS_STARTED, f"{DISKS_STARTED} of them, each amid an evening, are started"
    )
    for number, cut, kept in to_start:
        _starts(stage, cut, number, kept)
        cut.image.unlink()


def _records(folder: Path) -> list[Path]:
    """Records of games by virtual players, made here."""
    for game in ("louis-xiv", "florence"):
        words = ["--players", "3", "--games", "3", "--from", "sightings", "--record", str(folder)]
        run_checked([sys.executable, "-m", "companion", "simulate", "--game", game, *words])
    return sorted(folder.iterdir(), key=lambda path: path.stem[::-1])


def _journal_of(record: Path) -> bytes:
    """The journal of a game that was played as in that record."""
    head, texts = read_record(record)
    return chained_lines((*head.to_lines(JOURNAL_VERSION), *texts)).encode()


def _looks(stage: SceneRun, log: Path, records: list[Path]) -> list[DiskLogCheckpoint]:
    """Play games one after another, faster than people do, and take checkpoints from outside."""
    said = stage.folder / "said"
    port = ("-chardev", f"file,id=said,path={said}", "-device", "virtserialport,chardev=said,name=said")
    looks: list[DiskLogCheckpoint] = []
    with stage.start_machine("writing", writes=log, more=port) as machine:
        wait_for_home(machine)
        machine.write_file("/run/evenings.py", PLAYING_PROGRAM.read_bytes())
        for record in records:
            machine.write_file(f"/run/records/{record.name}", record.read_bytes())
        machine.run_checked(PLAY_SCRIPT)
        machine.wait_until(lambda: said.stat().st_size > 0, 30, "an evening is begun")
        last = machine.seconds_since_power_on + PLAY_TIME_S * machine.accelerator.slowness
        while machine.seconds_since_power_on < last:
            looks.append(_look(log, said))
            time.sleep(0.02)
        stage.expect(
            machine.run_command("systemctl is-active evenings noise").status == 0,
            f"{sum(looks[-1].accepted_lines.values())} lines of {len(looks[-1].accepted_lines)} evenings,"
            " while somebody else writes too",
        )
    return looks


def _look(log: Path, said: Path) -> DiskLogCheckpoint:
    """A checkpoint.

    The accepted lines are read first: no line of them is later than the log.

    The machine keeps running: QEMU flushes the disk of one that is paused.
    """
    lines = said.read_text().splitlines(keepends=True)
    whole = (line.split() for line in lines if line.endswith("\n"))
    return DiskLogCheckpoint(log.stat().st_size, {name: int(number) for name, number in whole})


def _kept(cut: PowerCutDisk, folder: Path, said: dict[str, int], records: list[Path]) -> dict[str, bytes]:
    """The contents of each saved game.

    Raises SceneFailed unless it begins as its record and has all accepted lines.
    """
    copy_folder_out(cut.image, SAVED_GAMES_FOLDER, folder)
    for name, accepted in said.items():
        record = _journal_of(next(each for each in records if name.endswith(each.name)))
        path = folder / name
        kept = path.read_bytes() if path.exists() else b""
        kept = kept[: kept.rfind(b"\n") + 1]
        if not record.startswith(kept) or count_move_lines(kept) < accepted or not kept:
            raise SceneFailed(
                f"{cut.image.name}: {name} had {accepted} accepted lines, and has:\n{kept.decode()}"
            )
        path.write_bytes(kept)
    refused = subprocess.run(
        [sys.executable, "-m", "companion", "referee", str(path)], capture_output=True, text=True, check=False
    )
    if refused.returncode:
        raise SceneFailed(
            f"{cut.image.name}: {path.name} is refused: {refused.stdout[-500:]}{refused.stderr}"
        )
    return {name: (folder / name).read_bytes() for name in said}


def _starts(stage: SceneRun, cut: PowerCutDisk, number: int, kept: dict[str, bytes]) -> None:
    """Start a machine from that disk, where the game resumes with all its lines."""
    overlay = cut.image.with_suffix(".qcow2")
    run_checked(["qemu-img", "create", "-q", "-f", "qcow2", "-F", "raw", "-b", str(cut.image), str(overlay)])
    name, lines = list(kept.items())[-1]
    with stage.start_machine(f"start-{number}", overlay=overlay) as machine:
        took = wait_for_home(machine)
        wait_for_resume_card(machine)
        stage.keep_screenshot(machine.take_screenshot("home"))
        so = resume_saved_game(machine) == name and read_journals(machine)[name].encode() == lines
        stage.expect(
            so,
            f"moment {number}, of {cut.unflushed_writes} writes after the last flush it kept "
            f"{cut.pattern}: home after {took:.0f} s, "
            f"and {name} goes on with its {count_move_lines(lines)} lines",
        )


def count_move_lines(journal: bytes) -> int:
    """The number of move lines in a journal."""
    return sum(not line.startswith(HEADER_PREFIXES) for line in journal.splitlines())
