"""Herald is brought up to date, taken away and installed again, with a real service manager."""

from __future__ import annotations

from pathlib import Path

from machines.kiosk import property_of, until_home
from machines.machine import Machine, Said
from machines.roots import ENVIRONMENT, EVENINGS, FOLDER, SHUTDOWN, UPSTREAM
from machines.stage import Stage

BUNDLE = "/var/tmp/herald.bundle"
OFFLINE = " ".join(f"{name}={value}" for name, value in ENVIRONMENT.items() if name.startswith("PIP_"))
"""A machine has no network: pip finds the pinned packages on its disk."""
LONG = 300
"""Seconds that an update takes at most, on a computer."""

COMMIT = f"""
runuser -u anna -- bash -ec '
    cd {UPSTREAM}
    {{change}}
    git add --all
    git -c user.name=Anna -c user.email=anna@example.org commit --quiet --message=new
    git bundle create --quiet {BUNDLE} HEAD
    git rev-parse HEAD'
"""


def update(stage: Stage) -> None:
    """An update from a bundle, one that fails, one amid which the power goes; Herald is taken away, and comes back."""
    with stage.machine("updated") as machine:
        until_home(machine)
        _one_that_works(stage, machine)
        _one_that_fails(stage, machine)
        new = _commit(machine, "echo cut >news")
        machine.must(
            f"systemd-run --quiet --setenv=PIP_NO_INDEX=1 --setenv=PIP_FIND_LINKS=/opt/wheels "
            f"{FOLDER}/deploy/update {BUNDLE}"
        )
        machine.until(lambda: _at(machine) == new, LONG, "an update that has brought the new files", 1)
        machine.must("sync")  # else the disk may be as it was before, and nothing is to be taken back
        stage.expect(
            machine.run(f"test -s {FOLDER}/.update && test -d {FOLDER}/.venv.before").status == 0,
            "the power is pulled amid an update, when the new files are there and nobody has tried them",
        )
    with stage.machine("cut-off", overlay=machine.overlay) as machine:
        stage.tell(f"home all the same, after {until_home(machine):.0f} s")
        done = _update(machine)
        stage.expect(
            done.status == 0 and "The last update was cut off." in done.text and _at(machine) == new,
            "the next update finds it cut off, goes back, and brings what is new",
        )
        stage.expect(property_of(machine, "ActiveState") == "active", "Herald is there again")
        _taken_away(stage, machine)


def _commit(machine: Machine, change: str) -> str:
    return machine.must(COMMIT.format(change=change)).strip()


def _update(machine: Machine) -> Said:
    return machine.run(f"{OFFLINE} {FOLDER}/deploy/update {BUNDLE}", LONG)


def _at(machine: Machine) -> str:
    return machine.must(f"runuser -u anna -- git -C {FOLDER} rev-parse HEAD").strip()


def _one_that_works(stage: Stage, machine: Machine) -> None:
    before = property_of(machine, "MainPID")
    new = _commit(
        machine,
        'sed -i "s/The picture goes to/The new picture goes to/" companion/start/kiosk_service/panel_wait.py',
    )
    done = _update(machine)
    stage.expect(
        done.status == 0 and _at(machine) == new, f"deploy/update FILE: {done.text.splitlines()[-1]}"
    )
    said = machine.must("journalctl --unit=herald --no-pager --output=cat")
    so = property_of(machine, "ActiveState") == "active" and property_of(machine, "MainPID") != before
    stage.expect(so and "The new picture goes to" in said, "the new version is on the screen")
    stage.keep(machine.picture("new"))


def _one_that_fails(stage: Stage, machine: Machine) -> None:
    before = _at(machine)
    _commit(machine, 'echo "raise RuntimeError" >>companion/table/session.py')
    done = _update(machine)
    stage.expect(
        done.status == 1 and _at(machine) == before and property_of(machine, "ActiveState") == "active",
        f"a version that cannot play: {done.text.splitlines()[-1]}",
    )
    changed = machine.must(f"runuser -u anna -- git -C {FOLDER} status --porcelain")
    stage.expect(not changed.strip(), "each of its files too")
    stage.keep(machine.picture("as-it-was"))
    _commit(machine, "git checkout --quiet HEAD^ -- companion/table/session.py")


def _taken_away(stage: Stage, machine: Machine) -> None:
    said = machine.must(f"{FOLDER}/deploy/uninstall", LONG)
    left = machine.must(f"find /etc/systemd/system {SHUTDOWN} -name 'herald*'")
    stage.expect(not left, "deploy/uninstall: no unit is left, and nothing that says farewell")
    stage.expect(machine.run(f"test -d {Path(EVENINGS).parent}").status == 0, "the owner's files stay")
    machine.until(lambda: not machine.picture("now").is_heralds, 20, "a console")
    stage.keep(machine.picture("login"))
    so = machine.run("systemctl is-active getty@tty1 && systemctl is-enabled getty@tty1").status == 0
    stage.expect(
        so and "The console has its login back." in said, "deploy/uninstall: the console has its login back"
    )
    done = machine.run(f"{OFFLINE} {FOLDER}/deploy/install", LONG)
    stage.expect(done.status == 0, "deploy/install, again")
    machine.until(lambda: machine.picture("now").is_heralds, 60, "a picture of Herald's")
    so = machine.run("systemctl is-active getty@tty1").status != 0
    stage.expect(so, "Herald is the kiosk again, without a login")
    stage.keep(machine.picture("back"))
