"""Every screen of Louis XIV by real touches; the guide shows some."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest

from companion.screen.draw.canvas_widget import HOLD_SECONDS, visible_within
from companion.screen.pages.power import ANSWER_DELAY_SECONDS
from companion.table.storage.backup import backup_file_name, write_backup
from companion.table.tags.deck import BoxPiece, Deck
from companion.table.tags.deck_store import deck_path
from hardware.virtual.faults import CLONE_88, NOISE, UNPLUGGED
from hardware.virtual.tags import make_ntag213
from tests.games.golden import accepted
from tests.screen import SIZES
from tests.screen.harness.album import Album, album, gone_on_with, press
from tests.screen.harness.album import interrupted as left
from tests.screen.harness.evening import PATIENT, Guest, begin
from tests.start.tables import LAID_US, Hands, real_evening

RECORD = Path(__file__).parents[1] / "games/louis_xiv/records/four-players.herald"


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A house of its own for every test."""
    monkeypatch.setenv("HERALD_HOME", str(tmp_path))
    return tmp_path


def interrupted(home: Path, lines: int) -> None:
    """An evening of four at a real table that was left after so many lines."""
    head, taken = accepted(RECORD)
    left(home, head, taken[:lines])


@contextmanager
def evening_at(
    home: Path, lines: int, lang: str = "cs", size: tuple[int, int] = SIZES[0]
) -> Iterator[tuple[Album, Guest]]:
    """That evening gone on with by touch."""
    interrupted(home, lines)
    with gone_on_with(lang, size) as gone_on:
        yield gone_on


def test_the_first_page_and_what_leads_from_it(home: Path) -> None:
    with album() as pictures:
        driver = pictures.guest.driver
        pictures.take("home")
        driver.tap("settings")
        pictures.take("settings")
        driver.tap("home")
        driver.tap("game/louis-xiv")
        pictures.take("new-game-table")
        driver.tap("table/virtual")
        driver.tap("join")
        pictures.take("new-game")
        driver.tap("next")
        driver.tap("oldest/1")
        pictures.take("new-game-first")
        driver.tap("house-rules")
        pictures.take("house-rules")


def test_a_backup_goes_onto_a_stick_and_comes_back(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    stick, when = home / "KINGSTON", datetime(2026, 11, 20, 22, 15)
    (stick / "Fotky").mkdir(parents=True)
    monkeypatch.setattr("companion.screen.pages.backup.mounted_media", lambda: (stick,))
    monkeypatch.setenv("HERALD_HOME", str(home / "herald"))
    (home / "person").mkdir()
    monkeypatch.setenv("HOME", str(home / "person"))
    interrupted(home / "herald", 60)
    write_backup(stick / backup_file_name(when), home / "herald", when)
    with album() as pictures:
        guest, driver = pictures.guest, pictures.guest.driver
        driver.tap("settings")
        driver.tap("backup")
        pictures.take("backup")

        def touch(thing: str) -> None:
            before = guest.page.model
            driver.tap(thing)
            driver.until(lambda: guest.page.model is not before, PATIENT)

        touch("make")
        pictures.take("backup-where")
        touch("folder/0")
        pictures.take("backup-folder")
        touch("back")
        touch("back")
        touch("restore")
        touch("folder/0")
        pictures.take("backup-choose")
        touch("file/0")
        pictures.take("backup-restore")
        driver.tap("take-in")
        driver.until(lambda: guest.model.closing_action is not None, PATIENT)
        pictures.take("backup-restored")


def test_what_only_a_kiosk_shows(home: Path) -> None:
    interrupted(home, 60)
    with album(kiosk=True) as pictures:
        driver = pictures.guest.driver
        driver.until(lambda: pictures.guest.model.saved_game is not None, PATIENT)
        pictures.take("home-kiosk")
        driver.tap("power")
        driver.wait(ANSWER_DELAY_SECONDS)
        pictures.take("power")
        driver.tap("poweroff")
        pictures.take("closing")


@contextmanager
def wired(hands: Hands) -> Iterator[Album]:
    """As `album`, at a table with virtual readers."""
    with real_evening(hands, "cs", SIZES[0]) as guest:
        pictures = Album(guest, "cs", SIZES[0])
        yield pictures
    pictures.close()


def test_pieces_get_their_tags(home: Path) -> None:
    hands = Hands(home)
    done = {piece.key: tag for at, (piece, tag) in enumerate(tags_of(hands.deck)) if at < 20}
    hands.deck.restore_tags(done)
    hands.deck.save(deck_path(hands.deck.game))
    with wired(hands) as pictures:
        guest, driver = pictures.guest, pictures.guest.driver
        driver.tap("deck")
        driver.until(lambda: guest.page.model is not None, PATIENT)
        hands.rig.put_tag("play", make_ntag213(bytes.fromhex("04a1b2c3d4e5f6")))
        hands.wait(LAID_US)
        driver.until(lambda: guest.page.model.result is not None, PATIENT)
        pictures.take("deck")
        driver.tap("choose")
        driver.until(lambda: guest.page.model.choice_overlay is not None, PATIENT)
        pictures.take("deck-kinds")


def test_five_readers_one_dead_and_one_garbled(home: Path) -> None:
    hands = Hands(home, wiring=files("hardware").joinpath("kits", "five.toml").read_text())
    with wired(hands) as pictures:
        guest, driver = pictures.guest, pictures.guest.driver
        for zone, fault in (("tile/7", UNPLUGGED), ("tile/8", NOISE), ("tile/9", CLONE_88)):
            hands.rig.virtual_readers[zone].inject_fault(fault)
        hands.wait(8_000_000)
        driver.tap("readers")
        driver.until(lambda: guest.page.model is not None, PATIENT)
        driver.tap("light/play")
        hands.put("card/inf6", "tile/6")
        hands.press("yes")
        driver.until(lambda: any(knob.is_pressed for knob in guest.page.model.buttons), PATIENT)
        pictures.take("readers")


def tags_of(deck: Deck) -> Iterator[tuple[BoxPiece, str]]:
    """Piece and tag in box order."""
    for piece in deck.pieces_by_key.values():
        yield piece, deck.uid_of_piece(piece) or ""


@pytest.mark.parametrize("lang", ["cs", "en"])
def test_an_interrupted_evening_waits_on_the_first_page(home: Path, lang: str) -> None:
    interrupted(home, 60)
    with album(lang) as pictures:
        pictures.guest.driver.until(lambda: pictures.guest.model.saved_game is not None, PATIENT)
        pictures.take("resume")


@pytest.mark.parametrize(("lang", "size"), [("cs", SIZES[0]), ("en", SIZES[1])])
def test_influence_at_a_real_table(home: Path, lang: str, size: tuple[int, int]) -> None:
    with evening_at(home, 60, lang, size) as (pictures, guest):
        pictures.take("table-influence")
        guest.tap("card/inf1")
        guest.tap("tile/1")
        pictures.take("table-stones")


def test_what_yes_and_no_point_at_is_marked(home: Path) -> None:
    with evening_at(home, 60) as (pictures, guest):
        guest.tap("card/inf1")
        press(guest, "yes")
        assert guest.live.snapshot.pointed_at == "take"
        pictures.take("table-pointed")
        press(guest, "no")
        assert [part.represented_target for part in marked(guest)] == ["tile/1"]
        press(guest, "no")
        assert marked(guest) == []


def marked(guest: Guest) -> list[Any]:
    """What is marked on the screen."""
    return [part for part in guest.driver._seen() if getattr(part, "is_pointed_at", False)]


def test_a_refusal_at_the_virtual_table() -> None:
    with album() as pictures:
        guest = pictures.guest
        begin(guest)
        pictures.take("table-virtual")
        first, second = (card.touch_target for card in guest.model.table_model.hand_cards[:2])
        guest.tap(first)
        guest.lay(second)
        pictures.take("refusal")


def test_evaluation_tile_by_tile_and_the_question_it_leads_to(home: Path) -> None:
    with evening_at(home, 28) as (pictures, guest):
        guest.tap("step/0")
        pictures.take("evaluation")
        guest.tap("skip-all")
        pictures.take("table-evaluation")


@pytest.mark.parametrize(("name", "lines"), [("table-buy", 68), ("table-missions", 78)])
def test_a_purchase_and_a_mission(home: Path, name: str, lines: int) -> None:
    with evening_at(home, lines) as (pictures, guest):
        if guest.model.overlay is not None:
            guest.tap("back")  # the tiles before were told
        pictures.take(name)


def test_moves_are_taken_back_and_hands_told_how(home: Path) -> None:
    with evening_at(home, 121) as (pictures, guest):
        guest.tap("undo")
        guest.tap("moves/4")
        pictures.take("take-back")
        guest.tap("take-back")
        guest.tap("step/0")
        pictures.take("carry")
        guest.tap("back")
        assert guest.live.snapshot.undo_plan is None


def test_what_the_menu_leads_to(home: Path) -> None:
    with evening_at(home, 121) as (pictures, guest):
        guest.tap("menu")
        pictures.take("menu")
        guest.tap("turn")
        pictures.take("table-turned")
        for name in ("standing", "help", "guide"):
            guest.tap("menu")
            guest.tap(name)
            if name == "guide":
                guest.tap("guide/2")
            pictures.take(name)
            guest.tap("back")
            assert guest.model.overlay is None
        guest.tap("menu")
        guest.tap("check")
        guest.tap("of/blue")
        guest.tap("more/stone/blue>")
        pictures.take("check")


def test_what_leads_to_nothing_is_answered_beside_the_finger(home: Path) -> None:
    with evening_at(home, 12) as (pictures, guest):
        guest.tap_place("player/yellow")
        pictures.take("answer-player")
        guest.tap("card/inf6")
        dark = next(
            part.center
            for part in visible_within(guest.page.view)
            if part.asked_target.startswith("tile/") and part.asked_target not in guest.driver.things()
        )
        for level, name in (("strict", "why"), ("hint", "warn"), ("silent", "pass")):
            guest.live.set_strictness(level, is_for_all=False)
            guest.settle()
            guest.driver.tap_at(*dark)
            guest.settle()
            pictures.take(f"answer-{name}")


def test_a_tile_that_is_held_explains_itself_and_one_touch_opens_its_clause(home: Path) -> None:
    with evening_at(home, 12) as (pictures, guest):
        (tile,) = (part for part in visible_within(guest.page.view) if part.asked_target == "tile/4")
        guest.driver.hold([tile.center])
        guest.driver.look(HOLD_SECONDS + 0.1)
        guest.driver.lift()
        guest.settle()
        guest.driver.wait(1)
        pictures.take("explanation")
        guest.tap(guest.page.bubble.clause_button.touch_target)
        pictures.take("clause")
        guest.tap("clause/L-M")
        pictures.take("clauses-around")
        guest.tap("back")
        guest.settle()
        assert guest.model.overlay is None


def counted(guest: Guest, line: str) -> None:
    """The coats of arms of a line of the record, counted by touch."""
    _table, _arms, who, *kinds = line.split()
    guest.tap(f"player/{who}")
    for kind, _, number in (each.partition(":") for each in kinds):
        for _ in range(int(number)):
            guest.tap(f"more/{kind}")


def test_the_end_from_the_exchange_to_the_winner(home: Path) -> None:
    lines = accepted(RECORD)[1]
    with evening_at(home, 229) as (pictures, guest):
        pictures.take("exchange")
        guest.tap("next")
        for line in (lines[229], *lines[-3:]):
            counted(guest, line)
            if line == lines[229]:
                pictures.take("table-arms")
            guest.tap("counted")
        pictures.take("kind")
        guest.tap("next")
        guest.tap("skip-all")
        pictures.take("winner")
        guest.tap("ledger/blue")
        pictures.take("ledger")
        guest.tap("back")
        guest.tap("next")
        pictures.take("table-over")
