"""The command as people and programs start it: real processes, exit statuses, pipes (notation.md, "The command")."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NoReturn

import pytest

from companion.cli import COMMANDS, TABLE_OPTIONS, main, parse_arguments
from companion.rules.errors import UsageError
from companion.rules.record import line_with_checksum
from companion.voice.language import languages

HERE = Path(__file__).parents[2]
HERALD = [sys.executable, "-m", "companion"]
HEAD = "herald 1\ngame louis-xiv\nseat blue Anna\nseat yellow Bert\nseat red Carla\nstart blue\n"
PLAYED = HEAD + "table money 4 2\nblue inf6 place 6 6 1\n"
REFUSED = PLAYED + "yellow inf6 place 6 5 1\nyellow inf6 place 6 6 5\n"
PATIENCE = 60  # seconds: for a machine busy with other things


def herald(*words: str, given: str | bytes = b"", **environment: str) -> subprocess.CompletedProcess[bytes]:
    """Herald run to its end."""
    data = given.encode() if isinstance(given, str) else given
    return subprocess.run(
        [*HERALD, *words],
        input=data,
        capture_output=True,
        cwd=HERE,
        env={**os.environ, **environment},
        timeout=PATIENCE,
        check=False,
    )


def told(done: subprocess.CompletedProcess[bytes]) -> str:
    """The one line that says what is wrong."""
    text = done.stderr.decode()
    assert text.startswith("herald: ")
    assert text.count("\n") == 1
    assert "Traceback" not in text
    return text.removeprefix("herald: ").rstrip("\n")


def shell(line: str) -> subprocess.CompletedProcess[bytes]:
    """A line of the shell, which knows this Herald as `herald`."""
    script = f"herald() {{ '{sys.executable}' -m companion \"$@\"; }}; set -o pipefail; {line}"
    return subprocess.run(
        ["bash", "-c", script], capture_output=True, cwd=HERE, timeout=PATIENCE, check=False
    )


def answers(done: subprocess.CompletedProcess[bytes]) -> list[dict[str, Any]]:
    return [json.loads(line) for line in done.stdout.splitlines()]


# -- exit statuses


def test_status_0_when_all_is_accepted(tmp_path: Path) -> None:
    record = tmp_path / "evening.herald"
    record.write_text(PLAYED)
    done = herald("referee", str(record))
    assert done.returncode == 0
    assert done.stderr == b""
    assert [answer["line"] for answer in answers(done)] == [7, 8]
    assert list(tmp_path.iterdir()) == [record]  # nothing is ever written
    assert record.read_text() == PLAYED


def test_status_1_when_something_is_refused_also_a_line_of_rubbish() -> None:
    for line in ("yellow inf6 place 6 5 1", "rubbish"):
        done = herald("referee", "-", given=PLAYED + line + "\nyellow inf1 take\n")
        assert done.returncode == 1
        assert done.stderr == b""
        assert ["refused" in answer for answer in answers(done)] == [False, False, True, False]


@pytest.mark.parametrize(
    ("record", "why"),
    [
        (b"", "line 1: nothing to read"),
        (b"checkers 1\n", "line 1: a record begins with `herald 1`, not 'checkers 1'"),
        (b"herald 1\ngame chess\n", "line 2: game chess: unknown; Herald knows florence, kabale, louis-xiv"),
        (HEAD.encode() + b'position {"phase":"supply","players":{}}\n', "line 7: L-S1"),
        (HEAD.encode() + b"table money 4 2 ;00000000\n", "line 7: its sum is 00000000"),
        (
            (line_with_checksum("herald 1") + line_with_checksum("game louis-xiv")[:-9]).encode(),
            "line 2: the last line is torn",
        ),
        (HEAD.encode() + b"\xff\n", "line 7: byte 1 is not UTF-8"),
        (HEAD.encode() + b"x" * 10_000_000 + b"\n", "line 7: longer than"),
        (HEAD.encode() + b"position " + b'{"a":' * 100_000 + b"\n", "line 7: the position is no JSON"),
    ],
    ids=["empty", "no record", "game", "position", "sum", "torn", "encoding", "10 MB", "deep"],
)
def test_status_2_and_one_line_when_the_record_cannot_be_read(record: bytes, why: str) -> None:
    done = herald("referee", "-", "--position", "--legal", given=record)
    assert done.returncode == 2
    assert told(done).startswith(why)
    assert done.stdout == b""


def test_status_2_for_a_record_that_is_not_there_or_no_file(tmp_path: Path) -> None:
    missing = str(tmp_path / "nowhere.herald")
    for command in ("referee", "report"):
        for name in (missing, str(tmp_path)):
            done = herald(command, name)
            assert done.returncode == 2
            assert told(done).startswith(name)


def test_what_steers_a_terminal_is_not_repeated() -> None:
    done = herald("referee", "-", given=HEAD + 'position {"phase":"\\u001b[2J\\n"}\n')
    assert done.returncode == 2
    assert "\x1b" not in told(done)


def test_words_the_command_does_not_know_are_explained() -> None:
    done = herald("referee", "-", "--lang", "fr")
    assert done.returncode == 2
    assert b"--lang" in done.stderr


# -- flags


def test_position_and_legal_moves_at_the_end() -> None:
    done = herald("referee", "-", "--position", "--legal", given=PLAYED)
    *_, position, legal = answers(done)
    assert position["position"]["turn"] == "yellow"
    assert legal["legal"] == sorted(legal["legal"])
    again = herald(
        "referee", "-", "--position", given=HEAD + "position " + json.dumps(position["position"]) + "\n"
    )
    assert answers(again) == [position]


def test_texts_in_every_language() -> None:
    texts = {
        answers(herald("referee", "-", "--lang", lang, given=REFUSED))[2]["text"] for lang in languages()
    }
    assert len(texts) == len(languages())
    assert answers(herald("referee", "-", given=REFUSED))[2]["text"] in texts  # English is the default


# -- pipes


def test_standard_input_is_answered_line_by_line() -> None:
    driven = subprocess.Popen(
        [*HERALD, "referee", "-", "--position"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, cwd=HERE
    )
    assert driven.stdin is not None
    assert driven.stdout is not None
    try:
        driven.stdin.write(HEAD.encode())
        for line, answer in (("table money 4 2", "move"), ("red inf1 take", "refused"), ("undo", "move")):
            driven.stdin.write(f"{line}\n".encode())
            driven.stdin.flush()
            assert json.loads(driven.stdout.readline())[answer] == line
        driven.stdin.close()
        assert json.loads(driven.stdout.readline())["position"]["phase"] == "supply"
        assert driven.wait(PATIENCE) == 1
    finally:
        driven.kill()
        driven.wait()
        driven.stdout.close()


@pytest.mark.parametrize("command", ["referee {}", "referee - < {}", "report {}"])
def test_a_reader_who_goes_away_is_no_disaster(command: str, tmp_path: Path) -> None:
    record = tmp_path / "long.herald"
    record.write_text(PLAYED + "undo\nblue inf6 place 6 6 1\n" * 400)
    done = shell(f"herald {command.format(record)} | head -n 1")
    assert done.stdout.count(b"\n") == 1
    assert done.stderr == b""


@pytest.mark.parametrize("broken", ["<&-", ">&-", ">/dev/full"])
def test_broken_pipes_are_one_line_and_status_2(broken: str) -> None:
    done = shell(f"printf '{HEAD}undo\\n' | herald referee - {broken}")
    assert done.returncode == 2
    assert told(done)


def test_a_reader_of_a_simulation_who_goes_away_is_no_disaster() -> None:
    assert shell("herald simulate --from sightings --players 2 | true").stderr == b""


def test_without_a_keyboard_no_evening_begins_and_one_that_waits_is_kept(tmp_path: Path) -> None:
    command = f"HERALD_HOME='{tmp_path}' herald --terminal --lang en"
    for typed, is_kept in (("<&-", False), ("<<< $'\\n\\n\\n\\nquit'", True), ("<&-", True)):
        done = shell(f"{command} {typed}")
        assert done.returncode == 0
        assert done.stderr == b""
        assert (b"Kept. Start Herald again" in done.stdout) == is_kept
        assert (tmp_path / "evenings").exists() == is_kept


def test_ctrl_c_is_heard_from_the_first_moment(monkeypatch: pytest.MonkeyPatch) -> None:
    def pressed(words: object) -> NoReturn:
        raise KeyboardInterrupt

    monkeypatch.setattr("companion.cli.make_parser", pressed)
    assert main([]) == 130


def test_a_report_on_a_terminal_without_our_letters(tmp_path: Path) -> None:
    record = tmp_path / "evening.herald"
    record.write_text(PLAYED.replace("Anna", "Žofie"), encoding="utf-8")
    done = herald("report", str(record), "--lang", "cs", PYTHONIOENCODING="ascii")
    assert done.returncode == 0
    assert b"?ofie" in done.stdout


# -- report, doctor


def test_report_tells_a_record_in_every_language(tmp_path: Path) -> None:
    record = tmp_path / "evening.herald"
    record.write_text(REFUSED)
    told = {herald("report", str(record), "--lang", lang).stdout for lang in languages()}
    assert len(told) == len(languages())
    assert all(b"Anna" in text for text in told)


def test_doctor_says_what_is_here_and_writes_nothing(tmp_path: Path) -> None:
    done = herald("doctor", HERALD_HOME=str(tmp_path / "home"))
    assert done.returncode == 0
    assert b"Python 3." in done.stdout
    assert list(tmp_path.iterdir()) == []


def test_help_says_what_there_is() -> None:
    done = herald("--help")
    assert done.returncode == 0
    for command in (b"referee", b"report", b"doctor", b"hub", b"--terminal"):
        assert command in done.stdout


IMPORTED = """
import sys
from companion.cli import COMMANDS, TABLE_OPTIONS, main, parse_arguments
from companion.rules.errors import UsageError

try:
    main(sys.argv[1:])
except SystemExit:
    pass
print(*sys.modules, file=sys.stderr)
"""


@pytest.mark.parametrize(
    "words", [["--help"], ["games"], ["languages"], ["doctor"], ["deck", "show"], ["hub"]]
)
def test_a_command_imports_only_what_it_needs(words: list[str], tmp_path: Path) -> None:
    ran = subprocess.run(
        [sys.executable, "-c", IMPORTED, *words],
        env={**os.environ, "HERALD_HOME": str(tmp_path)},
        capture_output=True,
        text=True,
        check=True,
    )
    modules = set(ran.stderr.splitlines()[-1].split())
    assert "companion.cli" in modules
    heavy = (
        "companion.simulator",
        "companion.table.session",
        "companion.table.interpretation.judge",
        "hardware.virtual",
        "kivy",
    )
    assert [module for module in modules if module.startswith(heavy)] == []


# -- options of the table before a command

GIVEN: Mapping[str, tuple[str, ...]] = {
    "virtual": (),
    "safe": (),
    "game": ("kabale",),
    "lang": ("de",),
    "size": ("800x480",),
    "rotate": ("auto",),
    "frames": ("0",),
    "terminal": (),
    "kiosk": (),
}
"""Every option of the table, with a value that is the usual one where there is one."""
NEEDED: Mapping[str, tuple[str, ...]] = {
    "deck": ("show",),
    "check-game": ("kabale",),
    "new-game": ("chess",),
    "report": ("1",),
    "recover": ("1",),
    "backup": ("all.zip",),
    "restore": ("all.zip",),
    "referee": ("-",),
}
"""What a command cannot do without."""


def parsed(*words: str) -> dict[str, Any]:
    """The values of a command line; what it runs is made anew each time."""
    return {name: value for name, value in vars(parse_arguments(words)).items() if name != "run"}


def test_an_option_of_the_table_before_a_command_holds_for_it_or_is_refused_in_a_sentence() -> None:
    assert GIVEN.keys() == TABLE_OPTIONS.keys()
    for command, (_, _, taken) in COMMANDS.items():
        needed = NEEDED.get(command, ())
        for option, value in GIVEN.items():
            before = (f"--{option}", *value, command, *needed)
            if option in taken:
                behind = parsed(command, *needed, f"--{option}", *value)
                assert parsed(*before) == behind != parsed(command, *needed), before
                continue
            with pytest.raises(UsageError) as refused:
                parsed(*before)
            assert str(refused.value).startswith(f"--{option}: `herald {command}` does not take it"), before
            if (command, option) != ("doctor", "virtual"):  # its own, which names a kit
                with pytest.raises(SystemExit):
                    parsed(command, *needed, f"--{option}", *value)


def test_the_language_before_a_command_is_that_of_its_texts(tmp_path: Path) -> None:
    record = tmp_path / "played.herald"
    record.write_text(PLAYED)
    before, behind, other = (
        herald(*words, HERALD_HOME=str(tmp_path)).stdout
        for words in (
            ("--lang", "cs", "report", str(record)),
            ("report", str(record), "--lang", "cs"),
            ("report", str(record), "--lang", "en"),
        )
    )
    assert before == behind != other
