"""What deploy/setup does to a computer, shown on one whose Python, apt and libraries are all played."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from collections.abc import Callable
from fcntl import LOCK_EX, flock
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
SCRIPTS = ["deploy/setup", "deploy/play", "deploy/test", ".ci/run"]

PYTHON = """
echo "python $*" >>"$LOG"
case "$*" in
    *-m\\ venv*) mkdir -p "${@: -1}/bin" && cp "$0" "${@: -1}/bin/python" ;;
    *version_info\\[:2\\]\\)*) echo "(3, 12)" ;;
    *voice.compile_catalogue\\ *broken*) exit 1 ;;
    *voice.compile_catalogue\\ *) touch "${@: -1}" ;;
    *start.symbol_cache*) exit "${SYMBOLS_FAIL:-0}" ;;
    *-Im\\ pip*) exit "${PIP_FAILS:-0}" ;;
esac
"""
"""A Python that makes environments of itself, installs nothing and compiles nothing, and writes down what was asked."""

SHIM = "exit 127"
ALL_LIBRARIES = (
    "printf '\\t%s (libc6) => there\\n' libEGL.so.1 libGL.so.1 libGLESv2.so.2 libgbm.so.1 libmtdev.so.1"
)


READY = "Ready. To play: deploy/play"
"""The last line after a set-up that a person asked for."""
CAMPAIGNS = "; campaigns: .venv/bin/herald simulate --scheduler"
TESTS = f"{CAMPAIGNS}; tests: deploy/test"


class Computer:
    """A folder with Herald's set-up in it, and the programs that a fresh computer may have or lack."""

    def __init__(self, folder: Path) -> None:
        self.programs = folder / "programs"
        self.house = folder / "a house with blanks"
        self.log = folder / "log"
        self.programs.mkdir()
        self.house.mkdir()
        shutil.copytree(ROOT / "deploy", self.house / "deploy")
        shutil.copy(ROOT / "pyproject.toml", self.house)
        for python in ("python3", "python3.11", "python3.12", "python3.13"):
            self.has(python, PYTHON)
        self.has("ldconfig", ALL_LIBRARIES)
        for program in (
            "cc",
            "fc-list",
            "espeak-ng",
            "aplay",
            "shellcheck",
            "debootstrap",
            "cpio",
            "depmod",
            "mke2fs",
        ):
            self.has(program, "")
        for program in ("qemu-img", "qemu-system-x86_64", "qemu-system-aarch64"):
            self.has(program, "")
        self.has("micropython", "")
        self.has("apt-get", 'echo "apt-get $*" >>"$LOG"; exit 100')
        self.has("apt-cache", "exit 100")
        self.has("sudo", "exit 1")
        self.has("id", "echo 1000")

    def has(self, name: str, script: str) -> None:
        """Puts a program on the computer, before whatever this one has of that name."""
        path = self.programs / name
        path.write_text(f"#!/bin/bash\n{script}\n")
        path.chmod(0o755)

    def runs(self, command: str = "deploy/setup", *words: str, **environment: str) -> tuple[int, list[str]]:
        """Runs a script from some other folder: its exit status and the lines it said."""
        done = subprocess.run(
            [str(self.house / command), *words],
            env={"PATH": f"{self.programs}{os.pathsep}/usr/bin:/bin", "LOG": str(self.log), **environment},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            timeout=60,
            check=False,
        )
        return done.returncode, done.stdout.splitlines()

    def asked(self, word: str) -> list[str]:
        """The commands with that word given to Python or apt-get since this was last asked."""
        lines = self.log.read_text().splitlines() if self.log.exists() else []
        self.log.unlink(missing_ok=True)
        return [line for line in lines if word in line]


@pytest.fixture
def computer(tmp_path: Path) -> Computer:
    return Computer(tmp_path)


@pytest.mark.parametrize("script", SCRIPTS)
def test_every_script_is_sound_bash_and_can_be_run(script: str) -> None:
    assert os.access(ROOT / script, os.X_OK)
    subprocess.run(["bash", "-n", str(ROOT / script)], check=True)


def test_ci_runs_the_tests_and_nothing_else() -> None:
    lines = (ROOT / ".ci" / "run").read_text().splitlines()
    assert len(lines) == 2
    assert lines[1].endswith('/deploy/test" --long')


def test_a_fresh_computer_gets_an_environment_the_pins_and_herald(computer: Computer) -> None:
    status, said = computer.runs()
    assert status == 0
    assert said[0] == "Making a Python environment in .venv ..."
    installs = computer.asked("pip install")
    assert [line.split("--no-deps ")[1] for line in installs] == [
        "--no-build-isolation -r deploy/requirements/run.txt",
        "--no-build-isolation --editable .",
    ]


def test_a_second_run_does_nothing_and_says_what_can_be_done(computer: Computer) -> None:
    assert computer.runs()[1][-1] == READY
    computer.asked("")
    assert computer.runs() == (0, [READY])
    assert computer.asked("pip") == []


def test_a_second_run_for_another_script_says_nothing(computer: Computer) -> None:
    assert computer.runs("deploy/setup", "--quiet")[1][-1] != READY
    assert computer.runs("deploy/setup", "--quiet") == (0, [])
    computer.runs("deploy/setup", "--quiet", "--tests")
    assert computer.runs("deploy/setup", "--quiet", "--tests") == (0, [])


def test_a_run_that_waits_for_another_one_says_so(computer: Computer) -> None:
    computer.runs()
    with (computer.house / "deploy/setup").open() as script:
        flock(script, LOCK_EX)
        computer.has("flock", f'[[ $1 != -n ]] || exec {shutil.which("flock")} "$@"')  # waits for nothing
        assert computer.runs() == (0, ["Waiting until another deploy/setup is done ...", READY])


def test_a_pin_that_changed_is_installed_in_the_environment_that_is_there(computer: Computer) -> None:
    computer.runs()
    computer.asked("")
    with (computer.house / "deploy/requirements/run.txt").open("a") as pins:
        pins.write("something-new==1.0\n")
    assert computer.runs()[0] == 0
    commands = computer.asked("python")
    assert any("pip install" in line for line in commands)
    assert not any("-m venv" in line for line in commands)


def test_the_tests_tools_are_added_to_what_playing_needs_and_kept(computer: Computer) -> None:
    computer.runs()
    assert computer.asked("dev.txt") == []
    computer.runs("deploy/setup", "--tests")
    assert len(computer.asked("dev.txt")) == 1
    assert computer.runs() == (0, [READY])
    assert computer.runs("deploy/setup", "--tests") == (0, [READY + TESTS])


def test_what_campaigns_on_several_computers_need_is_added_when_it_is_asked_for_and_for_the_tests(
    computer: Computer,
) -> None:
    computer.runs()
    assert computer.asked("campaigns.txt") == []
    computer.runs("deploy/setup", "--campaigns")
    assert len(computer.asked("campaigns.txt")) == 1
    assert computer.runs("deploy/setup", "--campaigns") == (0, [READY + CAMPAIGNS])
    computer.runs("deploy/setup", "--tests")
    assert computer.runs("deploy/setup", "--campaigns") == (0, [READY + CAMPAIGNS])


def half_installed(computer: Computer) -> None:
    assert computer.runs(PIP_FAILS="1")[0] == 1


def half_renewed(computer: Computer) -> None:
    computer.runs()
    assert computer.runs("deploy/setup", "--tests", PIP_FAILS="1")[0] == 1


def cut_off(computer: Computer) -> None:
    (computer.house / ".venv" / "lib").mkdir(parents=True)


def moved(computer: Computer) -> None:
    computer.runs()
    computer.house = computer.house.rename(computer.house.with_name("another house"))


def without_python(computer: Computer) -> None:
    computer.runs()
    (computer.house / ".venv/bin/python").unlink()


@pytest.mark.long(usual=("half_installed", "cut_off"))
@pytest.mark.parametrize("mishap", [half_installed, half_renewed, cut_off, moved, without_python])
def test_an_environment_that_cannot_be_trusted_is_made_anew(
    computer: Computer, mishap: Callable[[Computer], None]
) -> None:
    mishap(computer)
    computer.asked("")
    assert computer.runs()[0] == 0
    assert len(computer.asked("-m venv --clear")) == 1
    assert computer.runs() == (0, [READY])


def test_a_failed_installation_says_what_to_do_and_fails(computer: Computer) -> None:
    status, said = computer.runs(PIP_FAILS="1")
    assert status == 1
    assert "network" in said[-1]


def test_pictures_of_symbols_are_made_once_and_anew_when_a_drawing_has_changed(computer: Computer) -> None:
    art = computer.house / "companion/screen/art"
    art.mkdir(parents=True)
    sun = art / "sun.svg"
    sun.touch()
    assert "Making pictures of the symbols ..." in computer.runs()[1]
    assert len(computer.asked("start.symbol_cache")) == 1
    assert computer.runs() == (0, [READY])
    assert computer.asked("start.symbol_cache") == []
    later = (computer.house / ".venv/pictures").stat().st_mtime + 5
    os.utime(sun, (later, later))
    status, said = computer.runs(SYMBOLS_FAIL="1")
    assert (status, said[-2:]) == (0, ["Herald goes on without those.", READY])


def test_a_python_that_is_only_a_shim_is_passed_over(computer: Computer) -> None:
    computer.has("python3", SHIM)
    computer.has("python3.13", SHIM)
    status, _ = computer.runs()
    assert status == 0
    assert len(computer.asked("-m venv")) == 1


def test_without_any_python_it_asks_for_one_in_one_line(computer: Computer) -> None:
    for python in ("python3", "python3.11", "python3.12", "python3.13"):
        computer.has(python, SHIM)
    status, said = computer.runs()
    assert status == 1
    assert len(said) == 1
    assert "Python 3.11, 3.12 or 3.13" in said[0]
    assert not (computer.house / ".venv").exists()


def test_missing_system_packages_that_cannot_be_installed_are_named_in_one_line(computer: Computer) -> None:
    computer.has("ldconfig", ALL_LIBRARIES.replace("libEGL.so.1", "").replace("libmtdev.so.1", ""))
    status, said = computer.runs()
    assert status == 0
    assert [line for line in said if "apt-get" in line] == [said[-2]]
    assert said[-2].endswith("sudo apt-get install libegl1 libmtdev1")
    assert computer.asked("apt-get") == []


def test_missing_system_packages_are_installed_where_that_needs_no_password(computer: Computer) -> None:
    computer.has("sudo", 'shift; "$@"')
    computer.has("ldconfig", f"[ -e '{computer.house}/mended' ] && {ALL_LIBRARIES}")
    computer.has("apt-get", f'echo "apt-get $*" >>"$LOG"; touch \'{computer.house}/mended\'')
    status, said = computer.runs()
    assert status == 0
    assert said[-2] == "Installing system packages: libegl1 libgl1 libgles2 libgbm1 libmtdev1 ..."
    assert computer.asked("apt-get install")[0].endswith("libegl1 libgl1 libgles2 libgbm1 libmtdev1")
    assert computer.runs() == (0, [READY])


def test_an_apt_that_fails_is_not_asked_again_for_the_same(computer: Computer) -> None:
    computer.has("id", "echo 0")
    computer.has("ldconfig", ALL_LIBRARIES.replace("libGL.so.1", ""))
    computer.runs()
    assert len(computer.asked("apt-get install")) == 1
    status, said = computer.runs()
    assert status == 0
    assert len(said) == 2
    assert computer.asked("apt-get") == []


def test_a_translation_is_compiled_when_it_changed_and_only_then(computer: Computer) -> None:
    text = computer.house / "companion/locale/cs/LC_MESSAGES/herald.po"
    text.parent.mkdir(parents=True)
    text.touch()
    computer.runs()
    assert len(computer.asked("voice.compile_catalogue ")) == 1
    assert text.with_suffix(".mo").exists()
    computer.runs()
    assert computer.asked("voice.compile_catalogue ") == []
    later = text.with_suffix(".mo").stat().st_mtime + 1
    os.utime(text, (later, later))
    computer.runs()
    assert len(computer.asked("voice.compile_catalogue ")) == 1


def test_a_translation_that_cannot_be_read_is_named_and_the_others_are_compiled(computer: Computer) -> None:
    for lang in ("broken", "cs"):
        text = computer.house / f"companion/locale/{lang}/LC_MESSAGES/herald.po"
        text.parent.mkdir(parents=True)
        text.touch()
    status, said = computer.runs()
    assert status == 0
    assert [line.split()[0] for line in said if "cannot be read" in line] == [
        "companion/locale/broken/LC_MESSAGES/herald.po"
    ]
    assert text.with_suffix(".mo").exists()


def test_what_was_compiled_before_stays_when_a_translation_cannot_be_read(computer: Computer) -> None:
    text = computer.house / "companion/locale/broken/LC_MESSAGES/herald.po"
    text.parent.mkdir(parents=True)
    text.touch()
    text.with_suffix(".mo").write_text("before")
    os.utime(text.with_suffix(".mo"), (0, 0))
    _status, said = computer.runs()
    assert said[-2].endswith("Herald goes on with what was compiled before.")
    assert text.with_suffix(".mo").read_text() == "before"


def test_a_language_goes_with_its_translation(computer: Computer) -> None:
    text = computer.house / "companion/locale/cs/LC_MESSAGES/herald.po"
    text.parent.mkdir(parents=True)
    text.touch()
    computer.runs()
    text.unlink()
    computer.runs()
    assert not text.with_suffix(".mo").exists()


FETCHED = """
case "$1" in
    indextargets) echo "Debian main http://mirror.example/debian/" ;;
    install)
        cache=$(printf '%s\\n' "$@" | sed -n 's/^--option=Dir::Cache=//p')
        sed "s,^,deb: ," "$cache/../sources.list" >>"$LOG"
        touch "$cache/archives/micropython.deb" "$cache/archives/libc6.deb"
        ;;
esac
"""
"""An apt-get that brings two packages."""

UNPACKED = """
mkdir -p "$3/usr/lib/that-computer" "$3/usr/bin"
case "$2" in
    */libc6.deb) made=$3/usr/lib/that-computer/ld-linux-that.so.2 says='shift 2; exec "$@"' ;;
    */micropython.deb) made=$3/usr/bin/micropython says='echo "fetched $*"' ;;
esac
printf '#!/bin/bash\\n%s\\n' "$says" >"$made"
chmod +x "$made"
"""
"""A dpkg-deb for them: a loader that runs what it is given, and what it is given."""


def hub_python(computer: Computer, *words: str) -> str:
    """What the tests' MicroPython says."""
    started = [str(computer.house / ".venv/bin/micropython"), *words]
    return subprocess.run(started, check=True, capture_output=True, text=True).stdout.strip()


def test_a_micropython_of_the_system_is_taken_for_the_tests_and_for_them_only(computer: Computer) -> None:
    computer.has("micropython", 'echo "the system\'s $1"')
    computer.runs()
    assert not (computer.house / ".venv/bin/micropython").exists()
    computer.runs("deploy/setup", "--tests")
    assert hub_python(computer, "-c") == "the system's -c"
    assert computer.asked("apt-get") == []


def test_a_micropython_that_the_system_can_have_is_installed(computer: Computer) -> None:
    computer.has("id", "echo 0")
    computer.has("micropython", SHIM)
    computer.has("apt-cache", 'echo "Version: 1.25.0+ds-1"')
    computer.has(
        "apt-get", f"echo \"apt-get $*\" >>\"$LOG\"; echo '#!/bin/bash' >'{computer.programs}/micropython'"
    )
    status, said = computer.runs("deploy/setup", "--tests")
    assert (status, said[-2]) == (0, "Installing system packages: micropython ...")
    assert len(computer.asked("apt-get install")) == 1
    assert hub_python(computer) == ""
    assert computer.runs("deploy/setup", "--tests") == (0, [READY + TESTS])


@pytest.mark.parametrize("candidate", ["exit 100", 'echo "Version: 1.22.1+ds-1"'])
def test_where_the_system_has_none_that_is_new_enough_debian_13s_is_fetched_without_root(
    computer: Computer, candidate: str
) -> None:
    computer.has("micropython", "exit 1")
    computer.has("apt-cache", candidate)
    computer.has("apt-get", FETCHED)
    computer.has("dpkg-deb", UNPACKED)
    status, said = computer.runs("deploy/setup", "--tests")
    assert (status, said[-2]) == (0, "Fetching Debian 13's MicroPython for the tests ...")
    key = "/usr/share/keyrings/debian-archive-keyring.gpg"
    assert computer.asked("deb:") == [f"deb: deb [signed-by={key}] http://mirror.example/debian trixie main"]
    assert hub_python(computer, "-c", "two words") == "fetched -c two words"
    assert computer.runs("deploy/setup", "--tests") == (0, [READY + TESTS])


def test_a_micropython_that_cannot_be_had_is_named_and_asked_for_again(computer: Computer) -> None:
    computer.has("micropython", SHIM)
    status, said = computer.runs("deploy/setup", "--tests")
    assert status == 0
    assert said[-2].startswith("Missing MicroPython 1.25 or newer: the tests of the reader hub will fail.")
    assert not (computer.house / ".venv/bin/micropython").exists()
    computer.has("micropython", "")
    assert computer.runs("deploy/setup", "--tests") == (0, [READY + TESTS])
    assert hub_python(computer) == ""


def test_rules_that_an_earlier_herald_compiled_are_taken_away(computer: Computer) -> None:
    """Python takes an extension module before the source beside it."""
    old = computer.house / "companion/rules/choice.cpython-311-x86_64-linux-gnu.so"
    old.parent.mkdir(parents=True)
    old.touch()
    assert computer.runs()[0] == 0
    assert not old.exists()


def test_a_word_it_does_not_know_is_refused(computer: Computer) -> None:
    status, said = computer.runs("deploy/setup", "--quick")
    assert status == 2
    assert "--quick" in said[0]


def test_play_passes_its_words_on_to_herald(computer: Computer) -> None:
    computer.runs()
    herald = computer.house / ".venv/bin/herald"
    herald.write_text('#!/bin/bash\nprintf "<%s>" "$@"\n')
    herald.chmod(0o755)
    assert computer.runs("deploy/play", "--virtual", "two words") == (0, ["<--virtual><two words>"])


def tools(computer: Computer, **scripts: str) -> None:
    """Puts programs into the environment that set-up made."""
    computer.runs("deploy/setup", "--tests")
    for name, script in scripts.items():
        tool = computer.house / ".venv/bin" / name
        tool.write_text(f"#!/bin/bash\n{script}\n")
        tool.chmod(0o755)


TESTED = 'echo "$*, long: ${HERALD_LONG-no}, quick: ${HERALD_QUICK-no}"'


def test_test_tells_every_failure_and_how_long_each_part_took(computer: Computer) -> None:
    tools(computer, ruff="echo untidy; exit 1", mypy="echo typed", pytest="echo 3 passed")
    status, said = computer.runs("deploy/test", "-k", "one thing")
    assert status == 1
    assert re.fullmatch("== set-up took [0-9]+ s", said[0])
    assert said[-5:-3] == ["== pytest -n 3 --dist worksteal -k one thing", "3 passed"]
    parts = ", ".join(f"{part} [0-9]+ s" for part in ("style", "layout", "types", "tests"))
    assert re.fullmatch(f"== after set-up: {parts}", said[-3])
    assert said[-2:] == ["failed: ruff check", "failed: ruff format --check"]
    tools(computer, ruff="")
    assert computer.runs("deploy/test")[0] == 0


@pytest.mark.parametrize(
    ("words", "environment", "tested"),
    [
        ([], {"HERALD_LONG": "10"}, ["-n 3 --dist worksteal, long: no, quick: no"]),
        (["--quick"], {"HERALD_LONG": "10"}, ["-n 3 --dist worksteal, long: no, quick: 1"]),
        (["--quick", "tests/table"], {}, ["-n 3 --dist worksteal tests/table, long: no, quick: 1"]),
        (
            ["--long"],
            {},
            [
                f"{tests}, long: 1, quick: no"
                for tests in ("-n 3 --dist worksteal", "tests/deploy/test_machine.py")
            ],
        ),
        (
            ["--long", "tests/table"],
            {"HERALD_LONG": "10"},
            ["-n 3 --dist worksteal tests/table, long: 10, quick: no"],
        ),
    ],
)
def test_what_is_long_is_tested_when_it_is_asked_for(
    words: list[str], environment: dict[str, str], tested: list[str], computer: Computer
) -> None:
    tools(computer, ruff="", mypy="", pytest=TESTED)
    status, said = computer.runs("deploy/test", *words, **environment)
    assert status == 0
    assert [line for line in said if "long:" in line] == tested
