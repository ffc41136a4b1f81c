"""deploy/update brings what is new, never to a game, and is back at what worked when anything fails."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from machines.root_folders import (
    HERALD_FOLDER,
    ROOT_ENVIRONMENT,
    SAVED_GAMES_FOLDER,
    STUB_PROGRAMS_FOLDER,
    UPSTREAM_FOLDER,
    run_in_root,
)
from tests.deploy.installed import Installed

pytestmark = pytest.mark.long(
    instead="tests/deploy/test_scripts.py::test_a_script_can_be_started_and_stops_at_what_fails"
)

HOME = SAVED_GAMES_FOLDER.removesuffix("/evenings")
MANAGER = f"""#!/bin/bash
# Starts and stops what has no kernel to run on here, and writes it down. Stopping ends whoever keeps an evening open;
# with each start it is written down whether an evening could be opened now. How Herald is says /tmp/shown, with a
# line for each time it is asked.
[[ $1 != --no-block ]] || shift
case "$1" in
    start | stop)
        flock --nonblock --shared {SAVED_GAMES_FOLDER} true && open=open || open=closed
        echo "$* ($open)" >>/tmp/asked
        if [[ $1 == stop && -e /tmp/herald ]]; then
            kill "$(cat /tmp/herald)"
            until flock --nonblock {SAVED_GAMES_FOLDER} true; do sleep 0.01; done
        fi
        ;;
    show)
        if [[ -s /tmp/shown ]]; then
            head --lines 1 /tmp/shown | tr , '\\n'
            sed --in-place 1d /tmp/shown
        elif [[ -e {HERALD_FOLDER}/broken-start ]]; then
            printf 'Job=\\nActiveState=activating\\nSubState=auto-restart\\nStatusText=\\n'
        else
            printf 'Job=\\nActiveState=active\\nSubState=running\\nStatusText=\\n'
        fi ;;
    *) exec /usr/bin/systemctl "$@" ;;
esac
"""

RESTING = f"""#!/bin/bash
touch {SAVED_GAMES_FOLDER}/last-week.herald
exec 7<{SAVED_GAMES_FOLDER}/last-week.herald 6<{SAVED_GAMES_FOLDER}
flock 7
flock --shared 6
touch --date '4 hours ago' {SAVED_GAMES_FOLDER} {SAVED_GAMES_FOLDER}/last-week.herald
[[ $1 != just-now ]] || touch {SAVED_GAMES_FOLDER} # as opening a journal does
echo $$ >/tmp/herald
exec sleep 60
"""
"""Herald with an evening open in which nobody has moved for hours."""


class Pi(Installed):
    """One that has the repository from somewhere, as a clone has it."""

    def git(self, *words: str, folder: str = HERALD_FOLDER) -> str:
        return self.anna("git", "-C", folder, *words).strip()

    def commit(self, change: str) -> str:
        """Something new where the repository came from: what a shell command there does to it, writing to no file."""
        done = run_in_root(
            self.root, "runuser", "-u", "anna", "--", "bash", "-c", f"cd {UPSTREAM_FOLDER} && {change}"
        )
        assert done.returncode == 0, done.stdout
        self.git("add", "--all", folder=UPSTREAM_FOLDER)
        self.git("commit", "--quiet", "--message=new", folder=UPSTREAM_FOLDER)
        return self.git("rev-parse", "HEAD", folder=UPSTREAM_FOLDER)

    @property
    def at(self) -> str:
        return self.git("rev-parse", "HEAD")

    def asked(self) -> list[str]:
        """What was asked of the service manager since this was last looked at."""
        return run_in_root(
            self.root, "sh", "-c", "cat /tmp/asked 2>/dev/null; rm -f /tmp/asked"
        ).stdout.splitlines()

    def environment(self) -> list[str]:
        """What is in the Python environment, file by file."""
        listed = run_in_root(self.root, "find", f"{HERALD_FOLDER}/.venv", "-printf", "%P %s\n").stdout
        return sorted(line for line in listed.splitlines() if "__pycache__" not in line)


@pytest.fixture
def pi(own: Installed) -> Pi:
    pi = Pi(*own)
    pi.put(
        "/opt/anna/.gitconfig",
        "[user]\nname = Anna\nemail = anna@example.org\n",
    )
    pi.put(f"{STUB_PROGRAMS_FOLDER}/systemctl", MANAGER, "755")
    pi.put(f"{SAVED_GAMES_FOLDER}/yesterday.herald", "herald 1\n")
    return pi


def test_what_is_new_comes_and_herald_starts_again(pi: Pi) -> None:
    before, new = pi.git("describe", "--always"), pi.commit("echo new >news")
    status, said = pi.does("update")
    assert (status, said) == (0, [f"Herald is up to date ({new[:7]}; it was {before})."])
    assert pi.at == new
    assert pi.asked() == ["stop herald (closed)", "start herald (closed)"]
    assert pi.text(f"{SAVED_GAMES_FOLDER}/yesterday.herald") == "herald 1\n"
    assert not pi.has(f"{HERALD_FOLDER}/.venv.before")


STARTING = "Job=71,ActiveState=inactive,SubState=dead,StatusText="
LOADING = "Job=71,ActiveState=activating,SubState=start,StatusText="
WAITING = f"{LOADING}Waiting for a panel: nothing is connected to DSI-1 of card0"


@pytest.mark.parametrize(
    ("states", "said"),
    [
        ([STARTING, LOADING, "Job=,ActiveState=active,SubState=running,StatusText="], []),
        (
            [STARTING, LOADING, WAITING],
            [
                "Herald waits for a panel (nothing is connected to DSI-1 of card0): "
                "look at its cable and its supply."
            ],
        ),
    ],
)
def test_a_start_is_over_with_the_picture_or_where_herald_waits_for_a_panel(
    states: list[str], said: list[str], pi: Pi
) -> None:
    pi.put("/tmp/shown", "".join(f"{state}\n" for state in states))
    assert pi.does("install") == (0, said)
    assert pi.text("/tmp/shown") == ""


@pytest.mark.parametrize(
    "state",
    [
        "Job=,ActiveState=activating,SubState=auto-restart,StatusText=",
        "Job=,ActiveState=activating,SubState=auto-restart-queued,StatusText=Waiting for a panel: no",
        "Job=,ActiveState=failed,SubState=failed,StatusText=",
        "Job=,ActiveState=inactive,SubState=dead,StatusText=",
    ],
)
def test_a_start_that_fails_is_told(state: str, pi: Pi) -> None:
    pi.put("/tmp/shown", f"{LOADING}\n{state}\n")
    why = "Herald did not come up; the reason: journalctl -u herald -n 50"
    assert pi.does("install") == (1, [why])


def test_a_herald_that_runs_is_started_again_with_what_was_chosen_now(pi: Pi) -> None:
    assert pi.does("install", "--rotate", "90").status == 0
    assert pi.asked() == ["stop herald (open)", "start herald (open)"]
    assert pi.does("install").status == 0
    assert pi.asked() == ["start herald (open)"]


def test_when_nothing_is_new_herald_is_left_alone(pi: Pi) -> None:
    assert pi.does("update") == (0, [f"Herald is up to date ({pi.at[:7]})."])
    assert pi.asked() == []


def test_the_system_follows_what_the_new_herald_wants_of_it(pi: Pi) -> None:
    pi.commit("sed -i s/WatchdogSec=60/WatchdogSec=45/ deploy/pi/herald.service")
    assert pi.does("update").status == 0
    assert "WatchdogSec=45" in pi.text("/etc/systemd/system/herald.service")


def pins_that_cannot_be_had(pi: Pi) -> None:
    pi.commit("sed -i '$a no-such-package==1.0' deploy/requirements/run.txt")


def a_program_that_cannot_play(pi: Pi) -> None:
    pi.commit("sed -i '$a raise RuntimeError' companion/table/session.py")


def a_herald_that_does_not_come_up(pi: Pi) -> None:
    pi.commit("touch broken-start")


def a_service_that_cannot_be_installed(pi: Pi) -> None:
    pi.commit("rm deploy/pi/herald.service")


@pytest.mark.parametrize(
    "fault",
    [
        pins_that_cannot_be_had,
        a_program_that_cannot_play,
        a_herald_that_does_not_come_up,
        a_service_that_cannot_be_installed,
    ],
)
def test_an_update_that_fails_leaves_everything_as_it_was(pi: Pi, fault: Callable[[Pi], None]) -> None:
    before, environment = pi.at, pi.environment()
    unit = pi.text("/etc/systemd/system/herald.service")
    fault(pi)
    status, said = pi.does("update")
    assert status == 1
    assert f"Going back to what worked ({before[:7]}) ..." in said
    assert said[-1] == "The update failed, the reason stands above. Herald is as it was."
    assert pi.at == before
    assert pi.git("status", "--porcelain") == ""
    assert pi.environment() == environment
    assert pi.text("/etc/systemd/system/herald.service") == unit
    assert pi.asked()[-1] == "start herald (closed)"
    assert pi.text(f"{SAVED_GAMES_FOLDER}/yesterday.herald") == "herald 1\n"
    assert not pi.has(f"{HERALD_FOLDER}/.venv.before")
    assert run_in_root(pi.root, "flock", "--nonblock", SAVED_GAMES_FOLDER, "true").returncode == 0


def test_an_update_that_was_cut_off_is_taken_back_by_the_next(pi: Pi) -> None:
    before, environment = pi.at, pi.environment()
    pi.commit("echo new >news")
    pi.commit("sed -i '2i kill -KILL -1; exit' deploy/install")  # as when the plug is pulled
    run_in_root(pi.root, "sh", "-c", f"{HERALD_FOLDER}/deploy/update; :")
    assert pi.at != before
    pi.commit("git checkout --quiet HEAD~1 deploy/install")
    run_in_root(pi.root, "rm", "--recursive", f"{HERALD_FOLDER}/.venv/lib")
    status, said = pi.does("update")
    assert status == 0, said
    assert said[:2] == ["The last update was cut off.", f"Going back to what worked ({before[:7]}) ..."]
    assert pi.at == pi.git("rev-parse", "HEAD", folder=UPSTREAM_FOLDER)
    assert pi.environment() == environment


def test_the_way_back_is_on_the_disk_before_anything_changes_and_goes_when_all_that_is_new_is(pi: Pi) -> None:
    note = 'echo "$* $(git rev-parse HEAD) $(cat .update .update.new 2>/dev/null)" >>/tmp/synced'
    pi.put(
        f"{STUB_PROGRAMS_FOLDER}/sync",
        f'#!/bin/bash\ncd {HERALD_FOLDER} && {note}\nexec /usr/bin/sync "$@"\n',
        "755",
    )
    pi.put(f"{ROOT_ENVIRONMENT['HOME']}/.gitconfig", "[safe]\ndirectory = *\n")
    before, new = pi.at, pi.commit("echo new >news")
    assert pi.does("update").status == 0
    synced = pi.text("/tmp/synced").splitlines()
    assert synced[0] == f".update.new {before} {before}"
    assert synced[-1] == f"--file-system . {new} {before}"


def update_beside(pi: Pi, *open_evening: str) -> tuple[int, str]:
    """Updates while Herald has an evening open."""
    pi.put(f"{STUB_PROGRAMS_FOLDER}/open-evening", RESTING, "755")
    wait = "for _ in {1..500}; do [[ ! -s /tmp/herald ]] || break; sleep 0.01; done"
    script = f"open-evening {' '.join(open_evening)} & {wait}; {HERALD_FOLDER}/deploy/update"
    done = run_in_root(pi.root, "bash", "-c", script)
    return done.returncode, done.stdout


def test_an_evening_that_nobody_plays_any_more_is_no_hindrance(pi: Pi) -> None:
    new = pi.commit("echo new >news")
    status, said = update_beside(pi)
    assert (status, pi.at) == (0, new), said
    assert pi.asked() == ["stop herald (open)", "start herald (closed)"]


def test_an_evening_that_was_just_gone_on_with_is_a_hindrance(pi: Pi) -> None:
    pi.commit("echo new >news")
    before = pi.at
    status, said = update_beside(pi, "just-now")
    assert (status, pi.at, pi.asked()) == (1, before, [])
    assert said.startswith("An evening is being played (last-week.herald)")


def test_one_can_go_up_to_a_tag(pi: Pi) -> None:
    tagged = pi.commit("echo tagged >news")
    pi.git("tag", "v2", folder=UPSTREAM_FOLDER)
    pi.commit("echo later >news")
    assert pi.does("update", "v2").status == 0
    assert pi.at == tagged
    status, said = pi.does("update", "v3")
    assert status == 1
    assert said[-1].startswith("Nothing new could be had as v3;")


def test_without_a_network_a_bundle_will_do(pi: Pi) -> None:
    new = pi.commit("echo new >news")
    pi.git("bundle", "create", "--quiet", "/tmp/herald.bundle", "HEAD", folder=UPSTREAM_FOLDER)
    pi.git("remote", "set-url", "origin", "/nowhere")
    assert pi.does("update").status == 1
    assert pi.does("update", "/tmp/herald.bundle").status == 0
    assert pi.at == new


def test_files_that_were_changed_here_are_not_lost(pi: Pi) -> None:
    pi.commit("echo new >news")
    pi.put(f"{HERALD_FOLDER}/README.md", "mine\n")
    before = pi.at
    status, said = pi.does("update")
    assert status == 1
    assert said[0].startswith("Files of Herald were changed here; an update would lose that.")
    assert (pi.at, pi.asked(), pi.text(f"{HERALD_FOLDER}/README.md")) == (before, [], "mine\n")


def test_without_a_kiosk_nothing_is_stopped_or_started(pi: Pi) -> None:
    new = pi.commit("echo new >news")
    pi.does("install", "--no-kiosk")
    pi.asked()
    assert pi.does("update").status == 0
    assert (pi.at, pi.asked()) == (new, [])


def test_before_anything_is_installed_there_is_nothing_to_update(pi: Pi) -> None:
    pi.does("uninstall")
    assert pi.does("update") == (1, ["Herald is not installed here: sudo deploy/install"])
