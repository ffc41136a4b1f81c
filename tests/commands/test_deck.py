"""`herald deck`: what people take out of one computer they take in at another, and nothing wrong gets in."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from companion.start.commands.confirmation import words_for_yes
from companion.table.storage.disk import FileLock
from companion.table.tags.deck_store import deck_path, load_owner_deck
from companion.voice.language import load_translation
from tests.commands.test_cli import herald, shell, told

GAME = "louis-xiv"
A, B, C = "04a1a1a1a1a1a1", "04b2b2b2b2b2b2", "04c3c3c3c3c3c3"


def deck(folder: Path, **tags: str) -> Path:
    """A deck in that folder; `inf1` stands for `card/inf1`."""
    folder.mkdir(exist_ok=True)
    path = deck_path(GAME, folder)
    path.write_text(json.dumps({"game": GAME, "tags": {f"card/{name}": tag for name, tag in tags.items()}}))
    return path


def run(home: Path, *words: object, given: str = "") -> tuple[int, str, str]:
    done = herald("deck", *map(str, words), given=given, HERALD_HOME=str(home), HERALD_LANG="en")
    assert b"Traceback" not in done.stderr
    return done.returncode, done.stdout.decode(), done.stderr.decode()


# -- show


def test_every_piece_is_shown_with_its_tag(tmp_path: Path) -> None:
    deck(tmp_path, inf1=A, inf99=B)
    status, shown, _ = run(tmp_path, "show")
    lines = [line.split(maxsplit=2) for line in shown.splitlines()]
    assert status == 0
    assert lines[0] == ["card/inf1", A, "influence card: Anne (1/2)"]
    assert lines[1] == ["card/inf1#2", "-", "influence card: Anne (2/2)"]
    assert lines[-2] == ["card/inf99", B, "?"]
    assert shown.endswith(
        f"1 of 128 pieces of louis-xiv have their tag. Kept in {deck_path(GAME, tmp_path)}\n"
    )
    assert len(lines) == 130


# -- out and in


def test_what_is_taken_out_is_taken_in_elsewhere(tmp_path: Path) -> None:
    here, there, stick = tmp_path / "here", tmp_path / "there", tmp_path / "stick"
    deck(here, inf1=A, inf2=B.upper())
    assert run(here, "export", stick)[:2] == (0, f"2 tags of louis-xiv are in {stick}.\n")
    assert run(there, "import", stick)[:2] == (
        0,
        "2 tags of louis-xiv were taken in. 126 pieces have none.\n",
    )
    assert (
        load_owner_deck(GAME, there).uid_by_key
        == load_owner_deck(GAME, here).uid_by_key
        == {"card/inf1": A, "card/inf2": B}
    )
    assert run(there, "import", stick)[:2] == (0, "Nothing to do: louis-xiv has these tags already.\n")
    assert run(here, "export", stick)[0] == 0  # the same once more


@pytest.mark.parametrize(("given", "status"), [("no\n", 1), ("", 1), ("yes\n", 0), ("Ano\n", 0)])
def test_a_different_deck_is_replaced_only_when_somebody_says_yes(
    tmp_path: Path, given: str, status: int
) -> None:
    path = deck(tmp_path / "home", inf1=A, inf2=B)
    other = deck(tmp_path / "other", inf2=A, inf3=C)
    old = path.read_bytes()
    done, said, _ = run(tmp_path / "home", "import", other, given=given)
    assert done == status
    assert "1 pieces would lose their tag, 1 change it, 1 get one. Replace it? (yes/no)" in said
    aside = path.with_name(f"{path.name}.replaced-1")
    if status:
        assert path.read_bytes() == old
        assert not aside.exists()
        assert "are as they were" in said
    else:
        assert load_owner_deck(GAME, path.parent).uid_by_key == {"card/inf2": A, "card/inf3": C}
        assert aside.read_bytes() == old
        assert f"What was there is kept in {aside}" in said


def test_a_yes_is_understood_in_every_language_and_by_its_letter_in_the_one_of_now(
    other_language: str,
) -> None:
    pseudo = load_translation(other_language).gettext("yes").lower()
    assert {"yes", "y", pseudo, pseudo[0], "ano", "ja"} <= set(words_for_yes(other_language))
    assert {"yes", "y", "ano", "a"} <= set(words_for_yes("cs"))
    assert not {"", "j", "n", "no", "ne"} & set(words_for_yes("cs"))


def test_without_a_keyboard_nobody_says_yes(tmp_path: Path) -> None:
    path = deck(tmp_path / "home", inf1=A)
    other = deck(tmp_path / "other", inf1=B)
    done = shell(f"HERALD_HOME='{path.parent}' herald deck import '{other}' <&-")
    assert (done.returncode, done.stderr) == (1, b"")
    assert load_owner_deck(GAME, path.parent).uid_by_key == {"card/inf1": A}


def test_with_yes_nobody_is_asked(tmp_path: Path) -> None:
    path = deck(tmp_path / "home", inf1=A)
    other = deck(tmp_path / "other", inf1=B)
    assert run(path.parent, "import", other, "--yes")[0] == 0
    assert load_owner_deck(GAME, path.parent).uid_by_key == {"card/inf1": B}
    stick = tmp_path / "stick"
    stick.write_text("something else")
    assert run(path.parent, "export", stick, given="no\n")[0] == 1
    assert stick.read_text() == "something else"
    assert run(path.parent, "export", stick, "--yes")[0] == 0


def test_a_damaged_deck_is_replaced_by_a_good_one(tmp_path: Path) -> None:
    path = deck(tmp_path / "home")
    path.write_text("{")
    status, said, _ = run(path.parent, "import", deck(tmp_path / "other", inf1=A), given="yes\n")
    assert status == 0
    assert "cannot be read. Replace it?" in said
    assert path.with_name(f"{path.name}.replaced-1").read_text() == "{"


# -- refused


def test_everything_wrong_with_a_deck_is_told_and_nothing_taken(tmp_path: Path) -> None:
    path = deck(tmp_path / "home", inf1=A)
    (tmp_path / "home/kabale.deck").write_text(json.dumps({"game": "kabale", "tags": {"card/queen": B}}))
    friend = tmp_path / "friend"
    tags = {"card/inf1": B, "card/inf99": C, "card/inf2": C, "card/inf3": "12", "card/inf4": "08123456"}
    friend.write_text(json.dumps({"game": GAME, "tags": tags}))
    old = path.read_bytes()
    status, said, wrong = run(path.parent, "import", friend, "--yes")
    assert (status, said, path.read_bytes()) == (2, "", old)
    assert wrong.splitlines() == [
        "herald: friend: no piece card/inf99 in the box of louis-xiv",
        f"herald: friend: tag {C} is given to card/inf99 and to card/inf2",
        "herald: friend: card/inf3: '12' is no tag: 4, 7 or 10 bytes in hex",
        "herald: friend: card/inf4: 08123456 is a random number, no tag's own",
        f"herald: friend: card/inf1: tag {B} is card/queen of kabale here",
        "herald: nothing was taken in: mend the file, or take another copy",
    ]


@pytest.mark.parametrize(
    ("data", "why"),
    [
        (b"", "no JSON"),
        (b"\xff\xfe", "no JSON"),
        (b"[" * 200_000, "no JSON"),
        (b" " * (1 << 20) + b"{}", "longer than 1048576 bytes; no deck is"),
        (b'{"game": "kabale", "tags": {}}', "a deck of kabale, not of louis-xiv"),
        (
            b'{"deck": 2, "game": "louis-xiv", "tags": {}}',
            "a deck of format '2'; this Herald reads 1: bring it up to date",
        ),
        (b'{"game": "louis-xiv", "tags": {"\\u001b[2J": "04a1a1a1"}}', "is no name of a piece"),
    ],
    ids=["empty", "bytes", "deep", "long", "game", "format", "steers"],
)
def test_what_is_no_deck_is_not_taken_in(tmp_path: Path, data: bytes, why: str) -> None:
    friend = tmp_path / "friend"
    friend.write_bytes(data)
    status, _, wrong = run(tmp_path / "home", "import", friend, "--yes")
    assert status == 2
    assert why in wrong
    assert "\x1b" not in wrong
    assert not deck_path(GAME, tmp_path / "home").exists()


def test_there_must_be_something_to_take_out_and_a_place_for_it(tmp_path: Path) -> None:
    assert "begin with `herald enrol`" in told(
        herald("deck", "export", "x", HERALD_HOME=str(tmp_path / "home"))
    )
    path = deck(tmp_path, inf1=A)
    for file, why in (
        (tmp_path / "unplugged/deck", "there is no folder"),
        (path, "is the deck itself; name another file"),
        (tmp_path, "is a folder; name a file"),
        (Path("/dev/zero"), "is no file; name a file"),
    ):
        done = herald("deck", "export", str(file), "--yes", HERALD_HOME=str(tmp_path))
        assert done.returncode == 2
        assert why in told(done)


def test_a_file_that_is_not_there_is_named(tmp_path: Path) -> None:
    status, _, wrong = run(tmp_path, "import", tmp_path / "nowhere")
    assert status == 2
    assert "nowhere: No such file or directory" in wrong


def test_nobody_takes_a_deck_in_while_tags_are_given(tmp_path: Path) -> None:
    friend = deck(tmp_path / "other", inf1=A)
    with FileLock(deck_path(GAME, tmp_path / "home")):
        status, _, wrong = run(tmp_path / "home", "import", friend)
    assert status == 2
    assert "is being changed by another Herald" in wrong


def test_a_full_disk_leaves_the_deck_as_it_was(tmp_path: Path) -> None:
    path = deck(tmp_path / "home", inf1=A)
    old = path.read_bytes()
    path.with_name(f".{path.name}.new").symlink_to("/dev/full")
    status, _, wrong = run(path.parent, "import", deck(tmp_path / "other", inf1=B), "--yes")
    assert status == 2
    assert wrong == f"herald: {path}: {os.strerror(28)}\n"
    assert path.read_bytes() == old
    stick = tmp_path / "stick"
    stick.with_name(".stick.new").symlink_to("/dev/full")
    assert run(path.parent, "export", stick)[0] == 2
    assert not stick.exists()
