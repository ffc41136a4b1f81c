"""Shows the service: a Herald that hangs, and one that cannot be started at all."""

from __future__ import annotations

from machines.kiosk_driver import (
    NEW_GAME_BUTTON,
    count_console_logins,
    read_journals,
    start_virtual_game,
    systemd_property,
    tap_and_wait,
    wait_for_home,
    wait_for_stable_picture,
)
from machines.root_folders import HERALD_FOLDER
from machines.scene_run import SceneRun
from machines.virtual_machine import VirtualMachine

DROP_IN_PATH = "/run/systemd/system/herald.service.d/broken.conf"
BREAK_SERVICE_SCRIPT = f"""
mkdir -p "$(dirname {DROP_IN_PATH})"
printf '[Service]\\nExecStart=\\nExecStart=/bin/false\\n' >{DROP_IN_PATH}
systemctl daemon-reload
systemctl stop herald
systemctl reset-failed herald
systemctl --no-block start herald
"""
MEND_SERVICE_COMMAND = f"rm {DROP_IN_PATH} && systemctl daemon-reload"
REPORT_BUG_SCRIPT = f"""
usermod --append --groups adm anna  # as the first user of Raspberry Pi OS is
runuser --login anna --command '{HERALD_FOLDER}/.venv/bin/herald report-bug told.zip' >&2
runuser --login anna --command 'python3 -m zipfile --extract told.zip told && cat told/log.txt'
"""
"""Extracts the log of a bug report's archive."""
START_LIMIT = 10
"""StartLimitBurst= of the unit."""
WATCHDOG_S = 60
"""WatchdogSec= of the unit."""


def show_watchdog(stage: SceneRun) -> None:
    """A Herald that hangs is killed after WatchdogSec and restarted, and offers the interrupted game."""
    with stage.start_machine() as machine:
        wait_for_home(machine)
        home = wait_for_stable_picture(machine)
        stage.keep_screenshot(start_virtual_game(machine))
        ((name, before),) = read_journals(machine).items()
        machine.run_checked(f"kill -STOP {systemd_property(machine, 'MainPID')}")
        hung = machine.seconds_since_power_on
        machine.wait_until(
            lambda: systemd_property(machine, "NRestarts") == "1", 2 * WATCHDOG_S, "a new start", 1
        )
        took = machine.seconds_since_power_on - hung
        stage.expect(took > WATCHDOG_S / 2, f"it hangs, and is started again after {took:.0f} s")
        said = machine.run_checked("journalctl --boot --unit=herald --output=cat")
        stage.expect("Watchdog timeout" in said, "by the watchdog")
        machine.wait_until(
            lambda: systemd_property(machine, "ActiveState") == "active", 60, "Herald is ready"
        )
        offered = stage.keep_screenshot(wait_for_stable_picture(machine))
        stage.expect(
            offered.is_herald_page and offered.differs_from(home), "home again, and it offers the evening"
        )
        stage.keep_screenshot(tap_and_wait(machine, NEW_GAME_BUTTON))
        after = read_journals(machine)
        stage.expect(
            list(after) == [name] and after[name].startswith(before), "which goes on, every line of it there"
        )
        stage.expect(count_console_logins(machine) == 0, "no login came")
        log = machine.run_checked(REPORT_BUG_SCRIPT, 120)
        stage.expect("Watchdog timeout" in log, "herald report-bug sends what systemd said of it")
        stage.expect("companion/start/touchscreen.py" in log, "and where Herald hung")


def show_gives_up(stage: SceneRun) -> None:
    """A Herald that cannot start is tried ten times without a visible login; then the login appears."""
    with stage.start_machine() as machine:
        wait_for_home(machine)
        home = wait_for_stable_picture(machine)
        machine.run_checked(BREAK_SERVICE_SCRIPT)
        machine.wait_until(lambda: count_console_logins(machine) > 0, 120, "a login")
        failures, _ = _failures(machine)
        stage.expect(
            failures == START_LIMIT, f"the program of the unit ends at once: {failures} times, then the login"
        )
        machine.run_command("sleep 5")
        _, after = _failures(machine)
        stage.expect(
            after == 0 and count_console_logins(machine) == 1, "it is not tried again, and there is one login"
        )
        stage.expect(systemd_property(machine, "ActiveState", "getty@tty1") == "active", "which stays")
        login = stage.keep_screenshot(wait_for_stable_picture(machine))
        stage.expect(login.black_share > 0.9, "on the panel")
        machine.press_keys("a", "n", "n", "a", "ret")
        machine.wait_until(
            lambda: machine.take_screenshot("now").differs_from(login), 10, "an answer to what is typed"
        )
        stage.keep_screenshot(wait_for_stable_picture(machine))
        stage.report("a name typed there is answered")
        machine.run_checked(MEND_SERVICE_COMMAND)
        machine.run_checked("systemctl start herald", 120)
        picture = stage.keep_screenshot(wait_for_stable_picture(machine))
        stage.expect(
            not picture.differs_from(home),
            "the cause is mended: systemctl start herald takes the console back",
        )
        stage.expect(systemd_property(machine, "ActiveState", "getty@tty1") == "inactive", "from the login")
        machine.run_checked("systemctl start getty@tty1")
        stage.expect(
            stage.keep_screenshot(wait_for_stable_picture(machine)).black_share > 0.9,
            "systemctl start getty@tty1 gives the login back for once",
        )
        stage.expect(systemd_property(machine, "ActiveState") == "inactive", "and Herald is stopped")


def _failures(machine: VirtualMachine) -> tuple[int, int]:
    """How often the program of the unit failed: before the login was started, and after it."""
    said = machine.run_checked("journalctl --boot --output=cat UNIT=herald.service + UNIT=getty@tty1.service")
    before, _, after = said.partition("Started getty@tty1.service")
    return before.count("status=1/FAILURE"), after.count("status=1/FAILURE")
