"""`herald enrol` as people start it: a real process at a virtual reader, from the registers up; killed, and gone on."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import suppress
from importlib.resources import files
from pathlib import Path

import pytest

from companion.cli import main
from companion.table.storage.disk import FileLock
from companion.table.tags.deck import Deck
from companion.table.tags.deck_store import all_pieces_in_box, deck_path
from hardware.doctor.device_holders import DeviceHolder
from hardware.finding import Finding
from hardware.wiring_plan import load_kit
from tests.commands.test_cli import HERALD, HERE, PATIENCE, herald, told

GAME = "louis-xiv"
BOX = all_pieces_in_box(GAME, Path("nowhere"))
KEYS = [piece.key for piece in BOX]


def enrol(home: Path, typed: str, *words: str) -> list[str]:
    """What it says when that is typed."""
    done = herald("enrol", "--virtual", "--lang", "en", *words, given=typed, HERALD_HOME=str(home))
    assert done.returncode == 0, done.stderr
    assert done.stderr == b""
    return done.stdout.decode().splitlines()


def tags(home: Path) -> dict[str, str]:
    """What is on the disk."""
    path = deck_path(GAME, home / "virtual")
    return dict(Deck.load(path, GAME, BOX).uid_by_key) if path.exists() else {}


def begun(home: Path) -> subprocess.Popen[str]:
    """The command, waiting to be typed at."""
    return subprocess.Popen(
        [*HERALD, "enrol", "--virtual", "--lang", "en"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        cwd=HERE,
        env={**os.environ, "HERALD_HOME": str(home)},
        text=True,
        # a shell that started the tests in the background has told them to ignore it
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    )


def bound(running: subprocess.Popen[str]) -> Iterator[str]:
    """Each piece that it says is bound, as it says so."""
    assert running.stdout is not None
    for line in running.stdout:
        if line.startswith("Bound: "):
            yield line


def ended(running: subprocess.Popen[str]) -> int:
    """Wait for it; its exit status."""
    for stream in (running.stdin, running.stdout):
        if stream is not None:
            with suppress(BrokenPipeError):
                stream.close()
    return running.wait(PATIENCE)


# -- one after another


def test_pieces_get_their_tags_in_box_order(tmp_path: Path) -> None:
    said = enrol(tmp_path, "\n\n\nquit\n")
    assert said[0] == "Louis XIV: 0 of 128 pieces have their tag."
    assert said[2] == "1 of 128: influence card: Anne (1/2). Lay it on the reader."
    assert [line for line in said if line.startswith("Bound")] == [
        "Bound: influence card: Anne (1/2), tag 04000000000001.",
        "Bound: influence card: Anne (2/2), tag 04000000000002.",
        "Bound: influence card: Philippe (1/2), tag 04000000000003.",
    ]
    assert said[-3:] == [
        "3 of 128 pieces have their tag. At the beginning there were 0.",
        "125 pieces have no tag. The first of them: influence card: Philippe (2/2).",
        f"Kept in {tmp_path}/virtual/louis-xiv.deck",
    ]
    assert list(tags(tmp_path)) == KEYS[:3]


def test_the_whole_box_at_one_go(tmp_path: Path) -> None:
    said = enrol(tmp_path, "\n" * len(KEYS), "--write")
    assert list(tags(tmp_path)) == sorted(KEYS)
    assert sum(line.startswith("Written on the tag: ") for line in said) == len(KEYS)
    assert "Every piece has its tag." in said


def test_the_virtual_reader_leaves_the_real_tags_alone(tmp_path: Path) -> None:
    enrol(tmp_path, "\n")
    assert not deck_path(GAME, tmp_path).exists()


def test_a_language_of_the_people(tmp_path: Path) -> None:
    done = herald("--lang", "nl", "--virtual", "enrol", given="\n", HERALD_HOME=str(tmp_path))
    assert "Gekoppeld: invloedskaart: Anne (1/2), tag 04000000000001." in done.stdout.decode()


# -- typed


def test_what_may_be_typed(tmp_path: Path) -> None:
    typed = "skip\n\nundo\nundo\nback\ngo mazarin\n\nrelease card/inf11\nrelease king\nfoo\n\n  QUIT \n\n"
    said = enrol(tmp_path, typed, "--from", "card/inf2")
    philippe, other, mazarin, second = (
        f"{place} of 128: influence card: {name}. Lay it on the reader."
        for place, name in (
            (3, "Philippe (1/2)"),
            (4, "Philippe (2/2)"),
            (21, "Mazarin (1/2)"),
            (22, "Mazarin (2/2)"),
        )
    )
    assert said[2:-3] == [
        philippe,
        other,  # skip
        "Bound: influence card: Philippe (2/2), tag 04000000000004.",
        "Take it away.",
        "5 of 128: influence card: Marie-Thérèse (1/2). Lay it on the reader.",
        "Taken back. This piece has no tag: influence card: Philippe (2/2).",
        other,
        "Nothing of this time is left to take back.",
        other,
        philippe,  # back
        mazarin,  # go
        "Bound: influence card: Mazarin (1/2), tag 04000000000015.",
        "Take it away.",
        second,
        "Free again: tag 04000000000015, until now of this piece: influence card: Mazarin (1/2).",
        second,
        "There is no such piece: king",
        "`foo` is not understood here. Type `help`.",
        "Bound: influence card: Mazarin (2/2), tag 04000000000016.",
        "Take it away.",
        "23 of 128: influence card: Louvois (1/2). Lay it on the reader.",
    ]
    assert tags(tmp_path) == {"card/inf11#2": "04000000000016"}


def test_who_names_no_piece_is_told_what_may_be_typed_and_what_is_not_kept_is_not_said_to_be(
    tmp_path: Path,
) -> None:
    said = enrol(tmp_path, "go\nrelease\nquit\n")
    assert said[1].startswith("A virtual reader. Type Enter")
    pieces = "PIECE is a number, a name or a word: `go 1`, `go Anne`, `go card/inf1`."
    assert said[3:7] == [said[1], pieces] * 2
    assert not any(line.startswith("Kept in") for line in said)


def test_a_lost_tag_is_replaced_in_mid_game(tmp_path: Path) -> None:
    enrol(tmp_path, "\n\n")
    said = enrol(tmp_path, "lay card/inf3\nundo\n", "--from", "card/inf1#2")
    assert (
        "2 of 128: influence card: Anne (2/2). It has a tag. Another one laid on the reader takes its place."
        in said
    )
    assert "Bound: influence card: Anne (2/2), tag 04000000000005 in place of 04000000000002." in said
    assert "Taken back. influence card: Anne (2/2) has the tag 04000000000002 again." in said


# -- refused


def test_a_tag_that_is_bound_already_names_its_piece(tmp_path: Path) -> None:
    said = enrol(tmp_path, "\nlay card/inf1\n")
    assert (
        "Nothing bound. The tag 04000000000001 belongs to this piece already: influence card: Anne (1/2)."
        in said
    )
    assert list(tags(tmp_path)) == KEYS[:1]


def test_a_tag_of_another_game_names_that_game_and_its_piece(tmp_path: Path) -> None:
    (tmp_path / "virtual").mkdir()
    other = {"game": "chess", "tags": {"card/queen": "04000000000001"}}
    (tmp_path / "virtual/chess.deck").write_text(json.dumps(other))
    (tmp_path / "virtual/florence.deck").write_text("{}")
    said = enrol(tmp_path, "\n")
    assert said[0].startswith("The tags of another game are not known: florence.deck: ")
    assert "Nothing bound. The tag 04000000000001 belongs to another game: chess, card/queen." in said
    assert tags(tmp_path) == {}


def test_of_more_than_one_card_none_is_bound(tmp_path: Path) -> None:
    said = enrol(tmp_path, "lay card/inf1 card/inf2\n\n")
    assert "More than one card lies on the reader, so nothing is bound. Take all away, then lay one." in said
    assert tags(tmp_path) == {"card/inf1": "04000000000001"}


def test_what_a_full_disk_refuses_is_told_and_nothing_is_lost(tmp_path: Path) -> None:
    enrol(tmp_path, "\n")
    (tmp_path / "virtual/.louis-xiv.deck.new").symlink_to("/dev/full")
    said = enrol(tmp_path, "\n\n")
    refused = said.index("That could not be kept. The disk is full: make room on it. Then try again.")
    assert "Bound: influence card: Anne (2/2), tag 04000000000002." in said[refused:]
    assert list(tags(tmp_path)) == KEYS[:2]


@pytest.mark.parametrize("kit", ["five", "hub", "two.toml"])
def test_a_virtual_reader_is_of_the_kit_or_plan_that_is_named(tmp_path: Path, kit: str) -> None:
    named = str(files("hardware").joinpath("kits", kit)) if kit.endswith(".toml") else kit
    zone = load_kit(kit.removesuffix(".toml")).reader_names[1]
    enrol(tmp_path, "\nquit\n", "--kit", named, "--zone", zone)
    assert list(tags(tmp_path)) == KEYS[:1]


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (["--game", "chess"], "game chess: unknown; Herald knows florence, kabale, louis-xiv"),
        (["--virtual", "--zone", "tile/6"], "--zone: no reader tile/6; there is play"),
        (["--virtual", "--from", "queen"], "--from: no piece queen in the box of louis-xiv"),
        (["--virtual", "--kit", "two", "--zone", "card"], "--zone: no reader card; there is play, "),
        (["--virtual", "--kit", "six"], "--kit: there is no kit six and no such file; kits: "),
        (["--kit", "two"], "--kit: only a virtual reader is one of a kit: say --virtual too"),
        ([], "wiring.toml names none: see wiring.md, or try `herald enrol --virtual`"),
    ],
    ids=["game", "zone", "piece", "zone of a kit", "kit", "kit of a real table", "no readers"],
)
def test_what_cannot_be_begun_is_said_in_one_line(tmp_path: Path, words: list[str], why: str) -> None:
    done = herald("enrol", *words, HERALD_HOME=str(tmp_path))
    assert done.returncode == 2
    assert why in told(done)


def test_a_wiring_plan_with_faults_is_said_in_one_line(tmp_path: Path) -> None:
    for plan, why in (
        ("reset = [", "not readable as TOML"),
        ("# nothing", "names no reader"),
        ("light = 1\nreader = 3", "button, hub; reader cannot be 3; begin"),
    ):
        (tmp_path / "wiring.toml").write_text(plan)
        done = herald("enrol", HERALD_HOME=str(tmp_path))
        assert done.returncode == 2
        assert "wiring.toml" in (said := told(done))
        assert why in said


@pytest.mark.parametrize(
    ("holder", "why"),
    [
        (DeviceHolder(17, "/opt/herald/.venv/bin/herald", "/dev/spidev0.0"), "Herald is open (process 17)"),
        (DeviceHolder(18, "python3 blink.py", "/dev/spidev0.0"), "process 18, python3 blink.py. End it"),
        (None, "no pin header of a Raspberry Pi is here"),
    ],
    ids=["herald", "another", "no pins"],
)
def test_readers_that_are_not_to_be_had_are_not_waited_for(
    holder: DeviceHolder | None,
    why: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setenv("HERALD_HOME", str(tmp_path))
    (tmp_path / "wiring.toml").write_text(files("hardware").joinpath("kits", "one.toml").read_text())
    pins = Finding("pins", "no pin header of a Raspberry Pi is here", holder is None)
    monkeypatch.setattr("hardware.doctor.device_holders.examine_gpio_chip", lambda _root, _wanted: pins)
    if holder is not None:
        monkeypatch.setattr(
            "hardware.doctor.device_holders.find_device_holders", lambda _plan, _root: (holder,)
        )
    assert main(["enrol"]) == 2
    said = capsys.readouterr()
    assert why in said.err
    assert "Lay it on the reader" not in said.out


def test_a_damaged_deck_is_set_aside_and_told(tmp_path: Path) -> None:
    path = deck_path(GAME, tmp_path / "virtual")
    path.parent.mkdir()
    path.write_text('{"game": "louis-xiv", "tags": {')
    done = herald("enrol", "--virtual", given="\n", HERALD_HOME=str(tmp_path))
    assert "louis-xiv.deck cannot be used; its name ends in .damaged now." in done.stderr.decode()
    assert path.with_name("louis-xiv.deck.damaged").read_text() == '{"game": "louis-xiv", "tags": {'


def test_two_at_once_do_not_write_over_each_other(tmp_path: Path) -> None:
    with FileLock(deck_path(GAME, tmp_path / "virtual")):
        done = herald("enrol", "--virtual", given="\n", HERALD_HOME=str(tmp_path))
    assert done.returncode == 2
    assert "louis-xiv.deck is being changed by another Herald" in told(done)


# -- stopped


@pytest.mark.long(usual="7")
@pytest.mark.parametrize("count", [1, 7])
def test_after_kill_9_every_piece_that_was_told_is_bound_and_the_next_is_asked_for(
    tmp_path: Path, count: int
) -> None:
    running = begun(tmp_path)
    assert running.stdin is not None
    running.stdin.write("\n" * 60)
    running.stdin.flush()
    lines = bound(running)
    for _ in range(count):
        next(lines)
    running.send_signal(signal.SIGKILL)
    said = count + sum(1 for _ in lines)  # what had been told before it died
    assert ended(running) == -signal.SIGKILL
    done = len(tags(tmp_path))
    assert list(tags(tmp_path)) == sorted(KEYS[:done])
    assert said <= done <= said + 1  # it is safe first, and told then
    again = enrol(tmp_path, "\n")
    assert f"Louis XIV: {done} of 128 pieces have their tag." == again[0]
    assert list(tags(tmp_path)) == sorted(KEYS[: done + 1])


def test_ctrl_c_sums_up_and_loses_nothing(tmp_path: Path) -> None:
    running = begun(tmp_path)
    assert running.stdin is not None
    assert running.stdout is not None
    running.stdin.write("\n")
    running.stdin.flush()
    next(bound(running))
    assert running.stdout.readline() == "Take it away.\n"
    assert running.stdout.readline().startswith("2 of 128")
    running.send_signal(signal.SIGINT)
    rest = running.stdout.read()
    assert "1 of 128 pieces have their tag." in rest
    assert ended(running) == 130
    assert list(tags(tmp_path)) == KEYS[:1]


def test_a_reader_of_its_words_who_goes_away_is_no_disaster(tmp_path: Path) -> None:
    line = f"printf '\\n\\n\\n' | '{sys.executable}' -m companion enrol --virtual | head -n 1"
    done = subprocess.run(
        ["bash", "-c", line],
        capture_output=True,
        cwd=HERE,
        env={**os.environ, "HERALD_HOME": str(tmp_path)},
        timeout=PATIENCE,
        check=False,
    )
    assert done.stderr == b""
