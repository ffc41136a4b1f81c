"""Updates Herald, removes it and installs it again, with a real service manager."""

from __future__ import annotations

from pathlib import Path

from machines.kiosk_driver import systemd_property, wait_for_home
from machines.root_folders import (
    HERALD_FOLDER,
    ROOT_ENVIRONMENT,
    SAVED_GAMES_FOLDER,
    SHUTDOWN_SCRIPTS_FOLDER,
    UPSTREAM_FOLDER,
)
from machines.scene_run import SceneRun
from machines.virtual_machine import CommandResult, VirtualMachine

BUNDLE_PATH = "/var/tmp/herald.bundle"
OFFLINE_PIP_ENVIRONMENT = " ".join(
    f"{name}={value}" for name, value in ROOT_ENVIRONMENT.items() if name.startswith("PIP_")
)
"""A machine has no network: pip finds the pinned packages on its disk."""
UPDATE_TIMEOUT_S = 300
"""The longest time of an update in seconds, on a computer."""

COMMIT_SCRIPT = f"""
runuser -u anna -- bash -ec '
    cd {UPSTREAM_FOLDER}
    {{change}}
    git add --all
    git -c user.name=Anna -c user.email=anna@example.org commit --quiet --message=new
    git bundle create --quiet {BUNDLE_PATH} HEAD
    git rev-parse HEAD'
"""


def show_update(stage: SceneRun) -> None:
    """Herald is updated, also with a failure and a power cut in the update, then removed and installed again."""
    with stage.start_machine("updated") as machine:
        wait_for_home(machine)
        _one_that_works(stage, machine)
        _one_that_fails(stage, machine)
        new = _commit(machine, "echo cut >news")
        machine.run_checked(
            f"systemd-run --quiet --setenv=PIP_NO_INDEX=1 --setenv=PIP_FIND_LINKS=/opt/wheels "
            f"{HERALD_FOLDER}/deploy/update {BUNDLE_PATH}"
        )
        machine.wait_until(
            lambda: _at(machine) == new, UPDATE_TIMEOUT_S, "an update that has brought the new files", 1
        )
        machine.run_checked("sync")  # else the disk may be as it was before, and there is nothing to restore
        stage.expect(
            machine.run_command(
                f"test -s {HERALD_FOLDER}/.update && test -d {HERALD_FOLDER}/.venv.before"
            ).status
            == 0,
            "the power is pulled amid an update, when the new files are there and nobody has tried them",
        )
    with stage.start_machine("cut-off", overlay=machine.overlay) as machine:
        stage.report(f"home all the same, after {wait_for_home(machine):.0f} s")
        done = _update(machine)
        stage.expect(
            done.status == 0 and "The last update was cut off." in done.output and _at(machine) == new,
            "the next update finds it cut off, goes back, and brings what is new",
        )
        stage.expect(systemd_property(machine, "ActiveState") == "active", "Herald is there again")
        _taken_away(stage, machine)


def _commit(machine: VirtualMachine, change: str) -> str:
    return machine.run_checked(COMMIT_SCRIPT.format(change=change)).strip()


def _update(machine: VirtualMachine) -> CommandResult:
    return machine.run_command(
        f"{OFFLINE_PIP_ENVIRONMENT} {HERALD_FOLDER}/deploy/update {BUNDLE_PATH}", UPDATE_TIMEOUT_S
    )


def _at(machine: VirtualMachine) -> str:
    return machine.run_checked(f"runuser -u anna -- git -C {HERALD_FOLDER} rev-parse HEAD").strip()


def _one_that_works(stage: SceneRun, machine: VirtualMachine) -> None:
    before = systemd_property(machine, "MainPID")
    new = _commit(
        machine,
        'sed -i "s/The picture goes to/The new picture goes to/" companion/start/kiosk_service/panel_wait.py',
    )
    done = _update(machine)
    stage.expect(
        done.status == 0 and _at(machine) == new, f"deploy/update FILE: {done.output.splitlines()[-1]}"
    )
    said = machine.run_checked("journalctl --unit=herald --no-pager --output=cat")
    so = (
        systemd_property(machine, "ActiveState") == "active"
        and systemd_property(machine, "MainPID") != before
    )
    stage.expect(so and "The new picture goes to" in said, "the new version is on the screen")
    stage.keep_screenshot(machine.take_screenshot("new"))


def _one_that_fails(stage: SceneRun, machine: VirtualMachine) -> None:
    before = _at(machine)
    _commit(machine, 'echo "raise RuntimeError" >>companion/table/session.py')
    done = _update(machine)
    stage.expect(
        done.status == 1 and _at(machine) == before and systemd_property(machine, "ActiveState") == "active",
        f"a version that cannot play: {done.output.splitlines()[-1]}",
    )
    changed = machine.run_checked(f"runuser -u anna -- git -C {HERALD_FOLDER} status --porcelain")
    stage.expect(not changed.strip(), "each of its files too")
    stage.keep_screenshot(machine.take_screenshot("as-it-was"))
    _commit(machine, "git checkout --quiet HEAD^ -- companion/table/session.py")


def _taken_away(stage: SceneRun, machine: VirtualMachine) -> None:
    said = machine.run_checked(f"{HERALD_FOLDER}/deploy/uninstall", UPDATE_TIMEOUT_S)
    left = machine.run_checked(f"find /etc/systemd/system {SHUTDOWN_SCRIPTS_FOLDER} -name 'herald*'")
    stage.expect(not left, "deploy/uninstall: no unit is left, and nothing that says farewell")
    stage.expect(
        machine.run_command(f"test -d {Path(SAVED_GAMES_FOLDER).parent}").status == 0,
        "the owner's files stay",
    )
    machine.wait_until(lambda: not machine.take_screenshot("now").is_herald_page, 20, "a console")
    stage.keep_screenshot(machine.take_screenshot("login"))
    so = machine.run_command("systemctl is-active getty@tty1 && systemctl is-enabled getty@tty1").status == 0
    stage.expect(
        so and "The console has its login back." in said, "deploy/uninstall: the console has its login back"
    )
    done = machine.run_command(f"{OFFLINE_PIP_ENVIRONMENT} {HERALD_FOLDER}/deploy/install", UPDATE_TIMEOUT_S)
    stage.expect(done.status == 0, "deploy/install, again")
    machine.wait_until(lambda: machine.take_screenshot("now").is_herald_page, 60, "a picture of Herald's")
    so = machine.run_command("systemctl is-active getty@tty1").status != 0
    stage.expect(so, "Herald is the kiosk again, without a login")
    stage.keep_screenshot(machine.take_screenshot("back"))
