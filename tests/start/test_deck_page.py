"""The deck page beside a real reader: from virtual stickers on virtual chips to the deck on the disk and the screen."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from companion.screen.pages.tagger import TaggingModel
from companion.table.storage.disk import FileLock
from companion.table.tags.deck import BoxPiece
from companion.table.tags.deck_store import all_pieces_in_box, deck_path, exports_folder, load_owner_deck
from hardware.virtual.panel import EYE_MEMORY_US
from hardware.virtual.tags import VirtualTag, make_classic_1k, make_ntag213
from tests.hardware.rc522.stage import Seldom
from tests.ours import encore
from tests.screen.harness.evening import PATIENT, Guest, begin, evening, sat_down
from tests.start.tables import GAME, LAID_US, TAKEN_US, Hands, real_evening

SMALL = 6
WHOLE = tuple(all_pieces_in_box(GAME))
FIRST, SECOND = make_ntag213(bytes.fromhex("04a1a1a1a1a1a1")), make_ntag213(bytes.fromhex("04b2b2b2b2b2b2"))
RECOVERY_US = 20_000_000


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A house of its own for every test."""
    monkeypatch.setenv("HERALD_HOME", str(tmp_path))
    return tmp_path


def only(monkeypatch: pytest.MonkeyPatch, *pieces: BoxPiece) -> None:
    """A box with a few pieces."""
    monkeypatch.setattr("companion.screen.pages.tagger.all_pieces_in_box", lambda _game: pieces)


class Clerk:
    """Somebody with stickers at the deck page."""

    def __init__(self, guest: Guest, hands: Hands) -> None:
        self.guest, self.hands, self.driver = guest, hands, guest.driver
        self.driver.tap("deck")
        self.until(lambda: self.guest.page.model is not None)

    @property
    def now(self) -> TaggingModel:
        """The page as it is shown."""
        shown: TaggingModel = self.guest.page.model
        return shown

    def finish_background_work(self) -> None:
        """What the program does beside the screen comes to its end."""
        for thread in threading.enumerate():
            if thread.name == "program":
                thread.join()

    @property
    def asked(self) -> str:
        """The piece that is asked for, by its word; "" for none."""
        return self.now.requested_piece.face.touch_target if self.now.requested_piece is not None else ""

    @property
    def number(self) -> int:
        """Its place in the box; 0 for none."""
        return self.now.requested_piece.number if self.now.requested_piece is not None else 0

    @property
    def light(self) -> str:
        """What the light of the reader says to whoever looks at it for a while."""
        self.hands.wait(EYE_MEMORY_US)
        return self.hands.rig.panel.light_signal("play")

    def until(self, so: Callable[[], bool]) -> None:
        """The screen goes on until something is so and shown."""
        self.driver.until(so, PATIENT)

    def tap(self, thing: str) -> None:
        """Touch, and wait for what comes of it."""
        before = self.now
        self.driver.tap(thing)
        self.until(lambda: self.now != before)

    def put(self, *tags: VirtualTag, zone: str = "play") -> None:
        """Lay stickers there, all at once, and wait for what becomes of them."""
        before = self.now
        for tag in tags:
            self.hands.rig.put_tag(zone, tag)
        self.hands.wait(LAID_US)
        self.until(lambda: self.now != before)

    def take(self, *tags: VirtualTag, zone: str = "play") -> None:
        """Take them away."""
        before = self.now
        for tag in tags:
            self.hands.rig.take_tag(zone, tag)
        self.hands.wait(TAKEN_US)
        if before.result is not None and before.result.next_step:
            self.until(lambda: self.now != before)

    def give(self, *tags: VirtualTag) -> None:
        """One after another."""
        for tag in tags:
            self.put(tag)
            self.take(tag)


@contextmanager
def clerk(home: Path, tagged: bool = False, lang: str = "en") -> Iterator[Clerk]:
    """At a table with two readers; the box has no tags yet, unless they are kept."""
    hands = Hands(home)
    if not tagged:
        deck_path(GAME).unlink()
    with real_evening(hands, lang) as guest:
        yield Clerk(guest, hands)


def different(page: Any, before: TaggingModel) -> bool:
    """Whether the page shows something else than before."""
    return bool(page.model != before)


def stickers(count: int) -> list[VirtualTag]:
    """New ones."""
    return [make_ntag213(bytes.fromhex(f"04c{number:011x}")) for number in range(count)]


def test_a_whole_box_gets_its_tags_in_box_order(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    only(monkeypatch, *WHOLE[:SMALL])
    new = stickers(SMALL)
    with clerk(home) as at:
        for number, (piece, tag) in enumerate(zip(WHOLE, new, strict=False), 1):
            assert at.asked == piece.word
            assert at.driver.sees(f"{number} / {SMALL}   Influence card")
            assert at.light == "think"
            at.put(tag)
            assert at.driver.sees("Bound: influence card")
            assert at.driver.sees("Take it away.")
            assert at.light == "go"
            at.take(tag)
            assert not at.driver.sees("Take it away.")
        assert at.driver.sees("Every piece has its tag.")
        assert at.asked == ""
        assert at.light == "off"
        at.give(new[2])
        assert at.driver.sees("belongs to this piece: influence card: Philippe (1/2)")
    deck = load_owner_deck(GAME)
    assert [deck.uid_of_piece(piece) for piece in WHOLE[:SMALL]] == [tag.uid.hex() for tag in new]


def test_a_tag_is_refused_with_the_piece_that_has_it(home: Path) -> None:
    with clerk(home) as at:
        at.give(FIRST)
        at.put(FIRST)
        assert at.driver.sees("belongs to this piece already: influence card: Anne (1/2)")
        assert at.light == "no"
        assert at.now.tagged_count == 1
        assert at.asked == "card/inf1"


def test_a_tag_of_another_game_is_refused_with_its_piece(home: Path) -> None:
    other = {"deck": 1, "game": "chess", "tags": {"card/king": FIRST.uid.hex()}}
    (home / "chess.deck").write_text(json.dumps(other))
    with clerk(home) as at:
        at.put(FIRST)
        assert at.driver.sees("belongs to another game: chess, card/king")
        assert at.now.tagged_count == 0


@pytest.mark.parametrize(
    "card", [make_classic_1k(bytes.fromhex("08010203")), VirtualTag(bytes.fromhex("a1b2c3d4"), sak=0x20)]
)
def test_a_purse_or_a_phone_gets_no_piece_and_nothing_of_it_is_kept(home: Path, card: VirtualTag) -> None:
    with clerk(home) as at:
        at.put(card)
        at.driver.until(lambda: at.driver.sees("A bank card, a pass or a phone lies on the reader"))
        assert at.driver.faults() == []
        assert at.now.tagged_count == 0
        at.take(card)
        at.give(FIRST)
        assert at.now.tagged_count == 1
    assert all(
        card.uid.hex() not in path.read_text("utf-8", "replace") for path in home.rglob("*") if path.is_file()
    )


def test_a_sticker_that_hardly_answers_is_told_while_it_can_be_replaced(home: Path) -> None:
    weak = Seldom(FIRST.uid, 3)
    with clerk(home) as at:
        at.put(weak)
        at.hands.wait(2 * LAID_US)
        at.until(lambda: at.driver.sees("hardly answers (7/20)"))
        assert at.driver.faults() == []
        assert at.light == "no"
        at.take(weak)
        assert at.asked == "card/inf1"
        at.give(SECOND)
        assert at.number == 2
        assert at.now.tagged_count == 1
    assert load_owner_deck(GAME).uid_of_piece(WHOLE[0]) == SECOND.uid.hex()


def test_two_readers_that_are_crossed_are_told_by_the_reader_that_was_not_asked(home: Path) -> None:
    with clerk(home) as at:
        at.put(FIRST, zone="tile/6")
        assert at.driver.sees("This came to the reader 6 Condé")
        assert at.driver.faults() == []
        assert at.now.tagged_count == 0
        at.take(FIRST, zone="tile/6")
        at.give(FIRST)
        assert at.now.tagged_count == 1


def test_of_two_tags_neither_is_taken(home: Path) -> None:
    with clerk(home) as at:
        at.put(FIRST, SECOND)
        assert at.driver.sees("More than one card lies on the reader")
        at.take(FIRST, SECOND)
        assert at.now.tagged_count == 0
        at.give(FIRST)
        assert at.now.tagged_count == 1


def test_the_last_tag_is_taken_back_by_touch_and_by_the_button(home: Path) -> None:
    with clerk(home) as at:
        at.give(FIRST, SECOND)
        at.tap("undo")
        assert at.driver.sees("Taken back. This piece has no tag: influence card: Anne (2/2)")
        assert (at.now.tagged_count, at.number) == (1, 2)
        before = at.now
        at.hands.press("undo")
        at.until(lambda: at.now != before)
        assert (at.now.tagged_count, at.now.can_undo) == (0, False)
        assert "undo" not in at.driver.things()


def test_pieces_are_passed_over_and_come_again(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    only(monkeypatch, *WHOLE[:3])
    with clerk(home) as at:
        at.tap("skip")
        assert at.driver.sees("2 / 3   ")
        before = at.now
        at.hands.press("no")
        at.until(lambda: at.now != before)
        assert at.driver.sees("3 / 3   ")
        at.give(FIRST)
        assert at.asked == ""
        assert at.driver.sees("2 pieces have no tag")
        at.tap("previous")
        assert at.driver.sees("3 / 3   ")


def test_a_lost_tag_is_replaced_and_a_tag_set_free(home: Path) -> None:
    with clerk(home) as at:
        at.give(FIRST)
        at.tap("choose")
        at.tap("kind/card")
        assert at.now.choice_overlay is not None
        # the only one that has a tag
        assert at.now.choice_overlay.choices[-1].touch_target == "piece/card/inf1"
        while "piece/card/inf1" not in at.driver.things():
            at.driver.tap("later")
        at.tap("piece/card/inf1")
        assert at.driver.sees("It has a tag. Another one laid on the reader takes its place.")
        at.put(SECOND)
        assert at.driver.sees("tag 04b2b2b2b2b2b2 in place of 04a1a1a1a1a1a1")
        at.take(SECOND)
        at.tap("previous")
        at.tap("release")
        assert at.driver.sees("Free again: tag 04b2b2b2b2b2b2")
        assert at.now.tagged_count == 0


def test_what_there_is_to_choose_from_is_closed_before_the_page(home: Path) -> None:
    with clerk(home) as at:
        for thing in ("choose", "kind/mission", "back", "back", "copies", "imports", "back", "back"):
            at.tap(thing)
            assert at.driver.faults() == []
        at.driver.tap("back")
        assert "deck" in at.driver.things()


def test_a_finger_that_comes_down_twice_closes_once(home: Path) -> None:
    with clerk(home) as at:
        desk = at.guest.page
        for _ in range(2):
            desk.on_touched("choose")
        for _ in range(2):
            desk.on_touched("kind/card")
        at.until(
            lambda: at.now.choice_overlay is not None and at.now.choice_overlay.title == "Influence card"
        )
        at.tap("back")
        assert at.now.choice_overlay is not None
        assert at.now.choice_overlay.title == "Which piece?"
        for _ in range(3):
            desk.on_touched("back")
        at.until(lambda: at.now.choice_overlay is None)
        at.put(FIRST)
        assert at.driver.sees("Bound: influence card")


def test_a_reader_that_is_pulled_out_is_told_and_goes_on_when_it_is_back(home: Path) -> None:
    with clerk(home) as at:
        at.give(FIRST)
        before = at.now
        at.hands.rig.virtual_readers["play"].inject_fault("unplugged")
        at.hands.wait(RECOVERY_US)
        at.until(lambda: at.now != before)
        assert at.now.is_urgent
        assert at.driver.sees("The reader Play area does not answer")
        before = at.now
        at.hands.rig.virtual_readers["play"].clear_fault("unplugged")
        at.hands.wait(RECOVERY_US)
        at.until(lambda: at.now != before)
        assert not at.driver.sees("does not answer")
        at.give(SECOND)
        assert at.now.tagged_count == 2


def test_tags_can_be_laid_on_another_reader(home: Path) -> None:
    with clerk(home) as at:
        at.tap("reader")
        assert at.driver.sees("6 Condé")
        at.put(FIRST, zone="tile/6")
        assert at.now.tagged_count == 1


def test_who_comes_back_goes_on_where_he_was(home: Path) -> None:
    with clerk(home) as at:
        at.give(FIRST, SECOND)
        at.driver.tap("back")
        at.driver.tap("deck")
        at.until(lambda: at.now is not None and at.now.tagged_count == 2)
        assert at.number == 3
    kept = deck_path(GAME).read_bytes()
    hands = Hands(home)
    deck_path(GAME).write_bytes(kept)
    deck = load_owner_deck(GAME)
    assert [deck.uid_of_piece(piece) for piece in WHOLE[:3]] == [FIRST.uid.hex(), SECOND.uid.hex(), None]
    with real_evening(hands) as guest:
        assert Clerk(guest, hands).asked == "card/inf2"


def test_what_lies_there_when_the_page_is_opened_is_given_to_nobody(home: Path) -> None:
    hands = Hands(home)
    deck_path(GAME).unlink()
    with real_evening(hands) as guest:
        hands.rig.put_tag("play", FIRST)
        hands.wait(LAID_US)
        at = Clerk(guest, hands)
        at.until(lambda: at.now.is_urgent)
        assert at.driver.sees("Take away what lies on the reader.")
        hands.rig.take_tag("play", FIRST)
        hands.wait(TAKEN_US)
        at.until(lambda: not at.now.is_urgent)
        assert at.now.tagged_count == 0
        at.give(FIRST)
        assert at.now.tagged_count == 1


def test_what_is_laid_there_before_the_first_piece_is_shown_is_given_to_nobody(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    hands = Hands(home)
    deck_path(GAME).unlink()

    def slow(game: str) -> tuple[BoxPiece, ...]:
        """The box, in which somebody lays a tag while it is being opened."""
        hands.rig.put_tag("play", FIRST)
        hands.wait(LAID_US)
        return all_pieces_in_box(game)

    monkeypatch.setattr("companion.screen.pages.tagger.all_pieces_in_box", slow)
    with real_evening(hands) as guest:
        at = Clerk(guest, hands)
        at.until(lambda: at.driver.sees("Take away what lies on the reader."))
        assert at.now.tagged_count == 0
        at.take(FIRST)
        at.until(lambda: not at.driver.sees("Take away what lies on the reader."))
        at.put(FIRST)
        assert at.now.tagged_count == 1


def test_what_is_laid_there_while_one_chooses_is_given_to_nobody(home: Path) -> None:
    with clerk(home) as at:
        at.tap("choose")
        at.hands.rig.put_tag("play", FIRST)
        at.hands.wait(LAID_US)
        at.tap("back")
        at.until(lambda: at.driver.sees("Take away what lies on the reader."))
        before = at.now
        at.hands.rig.take_tag("play", FIRST)
        at.hands.wait(TAKEN_US)
        at.until(lambda: at.now != before)
        assert at.now.tagged_count == 0
        at.give(FIRST)
        assert at.now.tagged_count == 1


def test_a_copy_is_put_aside_and_taken_in_again(home: Path) -> None:
    with clerk(home) as at:
        at.give(FIRST)
        at.tap("copies")
        at.tap("export")
        assert at.driver.sees("A copy was put there")
        (copy,) = exports_folder().iterdir()
        assert copy.read_bytes() == deck_path(GAME).read_bytes()
        at.give(SECOND)
        at.tap("copies")
        at.tap("imports")
        at.tap(f"import/{copy.name}")
        assert at.driver.sees("Pieces that would lose their tag: 1. That would get another: 0.")
        at.tap("take-in")
        assert at.driver.sees("What was there before is kept as")
        assert at.now.tagged_count == 1
        at.give(SECOND)
        assert at.now.tagged_count == 2


def test_a_copy_with_faults_is_not_taken_in(home: Path) -> None:
    exports_folder().mkdir(parents=True)
    (exports_folder() / "torn.deck").write_text(
        '{"deck": 1, "game": "louis-xiv", "tags": {"card/inf1": "04"}}'
    )
    with clerk(home) as at:
        for thing in ("copies", "imports", "import/torn.deck"):
            at.tap(thing)
        assert at.driver.sees("That cannot be read: torn.deck")
        assert not deck_path(GAME).exists()


def test_a_deck_that_cannot_be_read_gives_way_to_its_last_good_version(home: Path) -> None:
    with clerk(home, tagged=True) as at:
        at.driver.tap("home")
        at.finish_background_work()  # the start looks at the decks, too, and would tell it
        deck_path(GAME).write_text("{")
        at = Clerk(at.guest, at.hands)
        assert at.driver.sees("louis-xiv.deck cannot be used")
        assert at.driver.sees("Its last good version holds.")
        assert at.now.tagged_count == len(WHOLE)
    assert (home / "louis-xiv.deck.damaged").read_text() == "{"


def test_only_one_herald_at_a_time_gives_tags(home: Path) -> None:
    with FileLock(deck_path(GAME)), clerk(home) as at:
        assert at.driver.sees("Another Herald is changing these tags.")
        at.driver.tap("home")
    with clerk(home) as at:
        assert at.asked == "card/inf1"


def test_every_game_has_its_box(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    encore(monkeypatch)
    with clerk(home) as at:
        at.give(FIRST)
        at.tap("choose")
        at.tap("game/encore")
        assert at.now.tagged_count == 0
        at.put(FIRST)
        assert at.driver.sees("belongs to another game: Louis XIV")


def test_a_tag_that_is_replaced_in_mid_game_counts_at_once(home: Path) -> None:
    hands = Hands(home)
    with real_evening(hands) as guest:
        begin(guest, players=3)
        hands.show("money/4:2", "play")
        guest.driver.until(lambda: bool(guest.live.snapshot.accepted_texts), PATIENT)
        guest.driver.tap("home")
        at = Clerk(guest, hands)
        for thing in ("choose", "kind/card", "piece/card/inf6"):
            while thing not in at.driver.things():
                at.driver.tap("later")
            at.tap(thing)
        at.give(FIRST)
        assert guest.live.snapshot.pending_input == ()  # the game heard nothing of it
        guest.driver.tap("home")
        guest.driver.tap("go-on")
        guest.driver.until(
            lambda: at.light == "go", PATIENT
        )  # still that of the money card: its moment does not end
        hands.rig.put_tag("play", FIRST)
        hands.wait(LAID_US)
        guest.driver.until(lambda: bool(guest.live.snapshot.pending_input), PATIENT)
        assert guest.live.snapshot.pending_input[0].piece == "card/inf6"


def test_it_begins_with_the_game_that_is_played() -> None:
    with evening("en") as guest:
        sat_down(guest, "kabale")
        for thing in ("home", "deck"):
            guest.driver.tap(thing)
        guest.driver.until(lambda: guest.page.model is not None, PATIENT)
        assert guest.driver.sees("Kabale und Hiebe")


def test_without_readers_it_is_said_and_nothing_is_a_dead_end() -> None:
    with evening("en") as guest:
        driver = guest.driver
        driver.tap("deck")
        driver.until(lambda: guest.page.model is not None, PATIENT)
        assert driver.sees("No reader is wired")
        assert driver.sees("how to wire it stands in the guide")
        assert driver.faults() == []
        page = guest.page
        for thing in ("choose", "kind/chip", "back", "back", "copies", "back"):
            before = page.model
            driver.tap(thing)
            driver.until(partial(different, page, before), PATIENT)
        driver.tap("back")
        assert "deck" in driver.things()
