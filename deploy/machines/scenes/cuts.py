"""The power goes amid writes: nothing that was accepted is lost."""

from __future__ import annotations

import subprocess
import sys
import time
from pathlib import Path
from random import Random
from typing import NamedTuple

from machines.kiosk import go_on, journals, until_home, until_offered
from machines.roots import EVENINGS, FOLDER, must
from machines.stage import NotShown, Stage
from machines.writes import WAYS, Cut, History, taken_out

MOMENTS = 50
STARTED = 5
SEED = "cuts"
HEAD = (b"herald ", b"game ", b"seat ", b"start ", b"option ", b"print ")
"""How the lines before the first move begin."""
PLAYED = 8
"""Seconds of evenings, on a computer."""

PROGRAM = Path(__file__).parents[1] / "inside/evenings.py"
PLAY = f"""
set -e
systemctl stop herald
systemd-run --quiet --unit=evenings --uid=anna --working-directory={FOLDER} --setenv=PYTHONPATH={FOLDER} \\
    --setenv=HERALD_HOME={Path(EVENINGS).parent} --property=StandardOutput=file:/dev/virtio-ports/said \\
    {FOLDER}/.venv/bin/python /run/evenings.py /run/records/*
systemd-run --quiet --unit=noise bash -c '
    while dd if=/dev/urandom of=/var/tmp/noise bs=16k count=$((RANDOM % 20 + 1)) status=none; do
        mv /var/tmp/noise /var/tmp/noise-$((RANDOM % 9))
        logger "somebody else writes"
        sleep 0.1
    done'
"""


class Look(NamedTuple):
    """The disk's log had so many bytes when these lines had been said to be accepted: evening -> how many."""

    end: int
    accepted: dict[str, int]


def cuts(stage: Stage) -> None:
    """The power goes at 50 random moments amid writes: nothing accepted is lost, and five of those disks start."""
    chance = Random(SEED)
    records = _records(stage.folder / "records")
    whole = {record.read_bytes() for record in records}
    log = stage.folder / "writes"
    looks = _looks(stage, log, records)
    history = History(stage.disk.image, log, stage.folder)
    among = [moment for moment in history.moments if looks[0].end <= moment <= looks[-1].end]
    moments = sorted(chance.sample(among, MOMENTS))
    said = more = unsafe = 0
    to_start: list[tuple[int, Cut, dict[str, bytes]]] = []
    for number, moment in enumerate(moments):
        accepted = [look for look in looks if look.end <= moment][-1].accepted
        cut = history.cut(moment, list(WAYS)[number % len(WAYS)], chance, f"cut-{number}")
        folder = stage.folder / f"evenings-{number}"
        kept = _kept(cut, folder, accepted, records)
        said += sum(accepted.values())
        more += sum(map(lines_of, kept.values())) - sum(accepted.values())
        unsafe += cut.unsafe
        under_way = len(list(folder.glob("*.herald"))) == len(kept) and list(kept.values())[-1] not in whole
        if under_way and number >= len(to_start) * MOMENTS / STARTED:
            to_start.append((number, cut, kept))
        else:
            cut.image.unlink()
    history.close()
    log.unlink()
    stage.expect(
        unsafe > MOMENTS // 4,
        f"{MOMENTS} disks with {unsafe} writes after their last flush, kept in {len(WAYS)} ways ({', '.join(WAYS)}): "
        f"each is whole once it is mounted, all {said} accepted lines are there, and {more} that were not said yet",
    )
    stage.expect(len(to_start) == STARTED, f"{STARTED} of them, each amid an evening, are started")
    for number, cut, kept in to_start:
        _starts(stage, cut, number, kept)
        cut.image.unlink()


def _records(folder: Path) -> list[Path]:
    """Evenings as virtual players play them, made here."""
    for game in ("louis-xiv", "florence"):
        words = ["--players", "3", "--games", "3", "--from", "sightings", "--record", str(folder)]
        must([sys.executable, "-m", "companion", "simulate", "--game", game, *words])
    return sorted(folder.iterdir(), key=lambda path: path.stem[::-1])


def _looks(stage: Stage, log: Path, records: list[Path]) -> list[Look]:
    """Evenings are played, one after another and faster than anybody plays, and looked at from outside."""
    said = stage.folder / "said"
    port = ("-chardev", f"file,id=said,path={said}", "-device", "virtserialport,chardev=said,name=said")
    looks: list[Look] = []
    with stage.machine("writing", writes=log, more=port) as machine:
        until_home(machine)
        machine.put("/run/evenings.py", PROGRAM.read_bytes())
        for record in records:
            machine.put(f"/run/records/{record.name}", record.read_bytes())
        machine.must(PLAY)
        machine.until(lambda: said.stat().st_size > 0, 30, "an evening is begun")
        last = machine.now + PLAYED * machine.accelerator.slowness
        while machine.now < last:
            looks.append(_look(log, said))
            time.sleep(0.02)
        stage.expect(
            machine.run("systemctl is-active evenings noise").status == 0,
            f"{sum(looks[-1].accepted.values())} lines of {len(looks[-1].accepted)} evenings, while somebody else "
            "writes too",
        )
    return looks


def _look(log: Path, said: Path) -> Look:
    """What had been said comes first: no line of it is later than the log. The machine runs on: QEMU flushes the disk
    of one that is paused.
    """
    lines = said.read_text().splitlines(keepends=True)
    whole = (line.split() for line in lines if line.endswith("\n"))
    return Look(log.stat().st_size, {name: int(number) for name, number in whole})


def _kept(cut: Cut, folder: Path, said: dict[str, int], records: list[Path]) -> dict[str, bytes]:
    """What is there of each evening; raises NotShown unless that is its record as far as it was accepted, and on."""
    taken_out(cut.image, EVENINGS, folder)
    for name, accepted in said.items():
        record = next(each for each in records if name.endswith(each.name)).read_bytes()
        path = folder / name
        kept = path.read_bytes() if path.exists() else b""
        kept = kept[: kept.rfind(b"\n") + 1]
        if not record.startswith(kept) or lines_of(kept) < accepted or not kept:
            raise NotShown(
                f"{cut.image.name}: {name} had {accepted} accepted lines, and has:\n{kept.decode()}"
            )
        path.write_bytes(kept)
    refused = subprocess.run(
        [sys.executable, "-m", "companion", "referee", str(path)], capture_output=True, text=True, check=False
    )
    if refused.returncode:
        raise NotShown(f"{cut.image.name}: {path.name} is refused: {refused.stdout[-500:]}{refused.stderr}")
    return {name: (folder / name).read_bytes() for name in said}


def _starts(stage: Stage, cut: Cut, number: int, kept: dict[str, bytes]) -> None:
    """The machine starts from that disk, and the evening goes on with all its lines."""
    overlay = cut.image.with_suffix(".qcow2")
    must(["qemu-img", "create", "-q", "-f", "qcow2", "-F", "raw", "-b", str(cut.image), str(overlay)])
    name, lines = list(kept.items())[-1]
    with stage.machine(f"start-{number}", overlay=overlay) as machine:
        took = until_home(machine)
        until_offered(machine)
        stage.keep(machine.picture("home"))
        so = go_on(machine) == name and journals(machine)[name].encode() == lines
        stage.expect(
            so,
            f"moment {number}, of {cut.unsafe} writes after the last flush it kept {cut.way}: home after {took:.0f} s, "
            f"and {name} goes on with its {lines_of(lines)} lines",
        )


def lines_of(journal: bytes) -> int:
    """How many lines of moves there are in it."""
    return sum(not line.startswith(HEAD) for line in journal.splitlines())
