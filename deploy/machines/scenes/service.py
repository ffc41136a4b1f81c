"""The service: a Herald that hangs, and one that cannot be started at all."""

from __future__ import annotations

from machines.kiosk import (
    NEW_GAME,
    begin_virtual_game,
    journals,
    logins,
    property_of,
    standing,
    tap,
    until_home,
)
from machines.machine import Machine
from machines.roots import FOLDER
from machines.stage import Stage

DROP_IN = "/run/systemd/system/herald.service.d/broken.conf"
BREAK = f"""
mkdir -p "$(dirname {DROP_IN})"
printf '[Service]\\nExecStart=\\nExecStart=/bin/false\\n' >{DROP_IN}
systemctl daemon-reload
systemctl stop herald
systemctl reset-failed herald
systemctl --no-block start herald
"""
MEND = f"rm {DROP_IN} && systemctl daemon-reload"
REPORT = f"""
usermod --append --groups adm anna  # as the first user of Raspberry Pi OS is
runuser --login anna --command '{FOLDER}/.venv/bin/herald report-bug told.zip' >&2
runuser --login anna --command 'python3 -m zipfile --extract told.zip told && cat told/log.txt'
"""
"""The log in the archive that somebody sends."""
TRIES = 10
"""StartLimitBurst= of the unit."""
HANGS = 60
"""WatchdogSec= of the unit."""


def watchdog(stage: Stage) -> None:
    """A Herald that hangs is killed after WatchdogSec and started again, and offers the evening."""
    with stage.machine() as machine:
        until_home(machine)
        home = standing(machine)
        stage.keep(begin_virtual_game(machine))
        ((name, before),) = journals(machine).items()
        machine.must(f"kill -STOP {property_of(machine, 'MainPID')}")
        hung = machine.now
        machine.until(lambda: property_of(machine, "NRestarts") == "1", 2 * HANGS, "a new start", 1)
        took = machine.now - hung
        stage.expect(took > HANGS / 2, f"it hangs, and is started again after {took:.0f} s")
        said = machine.must("journalctl --boot --unit=herald --output=cat")
        stage.expect("Watchdog timeout" in said, "by the watchdog")
        machine.until(lambda: property_of(machine, "ActiveState") == "active", 60, "Herald is ready")
        offered = stage.keep(standing(machine))
        stage.expect(offered.is_heralds and offered.differs(home), "home again, and it offers the evening")
        stage.keep(tap(machine, NEW_GAME))
        after = journals(machine)
        stage.expect(
            list(after) == [name] and after[name].startswith(before), "which goes on, every line of it there"
        )
        stage.expect(logins(machine) == 0, "no login came")
        log = machine.must(REPORT, 120)
        stage.expect("Watchdog timeout" in log, "herald report-bug sends what systemd said of it")
        stage.expect("companion/start/touchscreen.py" in log, "and where Herald hung")


def gives_up(stage: Stage) -> None:
    """A Herald that cannot start is tried ten times without a login in sight; then comes the login."""
    with stage.machine() as machine:
        until_home(machine)
        home = standing(machine)
        machine.must(BREAK)
        machine.until(lambda: logins(machine) > 0, 120, "a login")
        failures, _ = _failures(machine)
        stage.expect(
            failures == TRIES, f"the program of the unit ends at once: {failures} times, then the login"
        )
        machine.run("sleep 5")
        _, after = _failures(machine)
        stage.expect(after == 0 and logins(machine) == 1, "it is not tried again, and there is one login")
        stage.expect(property_of(machine, "ActiveState", "getty@tty1") == "active", "which stays")
        login = stage.keep(standing(machine))
        stage.expect(login.black > 0.9, "on the panel")
        machine.keys("a", "n", "n", "a", "ret")
        machine.until(lambda: machine.picture("now").differs(login), 10, "an answer to what is typed")
        stage.keep(standing(machine))
        stage.tell("a name typed there is answered")
        machine.must(MEND)
        machine.must("systemctl start herald", 120)
        picture = stage.keep(standing(machine))
        stage.expect(
            not picture.differs(home), "the cause is mended: systemctl start herald takes the console back"
        )
        stage.expect(property_of(machine, "ActiveState", "getty@tty1") == "inactive", "from the login")
        machine.must("systemctl start getty@tty1")
        stage.expect(
            stage.keep(standing(machine)).black > 0.9,
            "systemctl start getty@tty1 gives the login back for once",
        )
        stage.expect(property_of(machine, "ActiveState") == "inactive", "and Herald is stopped")


def _failures(machine: Machine) -> tuple[int, int]:
    """How often the program of the unit ended by itself: before the login was started, and after it."""
    said = machine.must("journalctl --boot --output=cat UNIT=herald.service + UNIT=getty@tty1.service")
    before, _, after = said.partition("Started getty@tty1.service")
    return before.count("status=1/FAILURE"), after.count("status=1/FAILURE")
