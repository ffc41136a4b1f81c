"""A real table from the registers of the chips to the picture on the screen."""

from __future__ import annotations

from collections.abc import Callable
from importlib.resources import files
from pathlib import Path
from threading import Thread
from typing import Any

import pytest

from companion.rules.moves import Observation
from companion.table.interpretation.judge import Interpreted
from companion.table.messages import TagAlreadyPresent, TagPresent, TagRemoved
from companion.table.table_hardware import ZoneReaderStatus
from companion.voice.language import languages, load_translation
from hardware.events import HardwareEvent
from hardware.lights import LightSignal
from hardware.virtual.device_manager import VirtualDeviceManager
from hardware.virtual.faults import UNPLUGGED_MID_FRAME
from hardware.virtual.panel import EYE_MEMORY_US
from hardware.virtual.simulations import Pn532Simulation
from hardware.wiring_schema import WiringPlan
from tests.screen.harness.evening import PATIENT, Guest, begin
from tests.start.sessions import session
from tests.start.tables import KIT, LAID_US, Hands, real_evening
from tests.tables import louis

HUB = files("hardware").joinpath("kits", "hub.toml").read_text()
USB = files("hardware").joinpath("kits", "usb.toml").read_text()

WAITING_US = 3_000_000
"""So long after a plug was pulled every reader knows."""
RECOVERY_US = 20_000_000


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A house of its own for every test."""
    monkeypatch.setenv("HERALD_HOME", str(tmp_path))
    return tmp_path


class Evening:
    """People at a real table with a screen."""

    def __init__(self, guest: Guest, hands: Hands) -> None:
        self.guest, self.hands, self.driver = guest, hands, guest.driver

    def begin(self) -> None:
        """Three sit down, blue begins; the money card is turned over on the reader."""
        begin(self.guest, players=3)
        self.hands.show("money/4:2", "play")
        self.until(lambda: self.standing == ("table money 4 2",))

    def until(self, so: Callable[[], bool]) -> None:
        """The screen goes on until something is so and shown."""
        self.driver.until(so, PATIENT)
        self.guest.settle()

    def handled(self) -> None:
        """Everything that readers have said so far has been handled and shown."""
        self.guest.live.session.post(lambda _now: None)
        self.guest.live.session.post(mark := Mark())
        self.until(lambda: mark.seen)

    @property
    def standing(self) -> tuple[str, ...]:
        """The moves that stand."""
        moves: tuple[str, ...] = self.guest.live.snapshot.accepted_texts
        return moves


class Mark:
    """A message that only notes that its turn has come."""

    seen = False

    def __call__(self, _now: object) -> None:
        self.seen = True


def test_cards_stones_and_buttons_play_the_opening_and_the_screen_shows_it(home: Path) -> None:
    hands = Hands(home)
    with real_evening(hands) as guest:
        evening = Evening(guest, hands)
        evening.begin()
        assert guest.driver.sees("Lay a card on the reader, or touch it.")
        hands.show("card/inf6", "play")
        hands.show("seal/blue", "tile/6")
        hands.show("seal/blue", "tile/6")
        evening.until(lambda: isinstance(guest.live.snapshot.interpretation, Interpreted))
        hands.press("yes")
        evening.until(lambda: len(evening.standing) == 2)
        assert evening.standing[-1] == "blue inf6 place 6 6"
        assert guest.driver.sees("Player 1 plays the Condé card and places 2 stones on Condé.")
        hands.show("card/inf7", "play")
        evening.until(lambda: bool(guest.live.snapshot.pending_input))
        guest.tap("tile/7")
        hands.press("player/2")
        evening.until(lambda: len(evening.standing) == 3)
        hands.press("undo")
        evening.until(lambda: guest.live.snapshot.undo_plan is not None)
        hands.press("yes")
        evening.until(lambda: len(evening.standing) == 2)
        assert guest.driver.faults() == []


def test_what_no_reader_sees_is_said_by_yes_and_no_and_spoken(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    hands = Hands(home)
    with real_evening(hands) as guest:
        evening = Evening(guest, hands)
        evening.begin()
        asked: list[str] = []
        monkeypatch.setattr(guest.live, "_ask", asked.append)
        hands.show("card/inf7", "play")
        hands.press("yes")
        evening.until(lambda: guest.driver.sees("Yes: Take stones back. No: the next."))
        hands.press("no")  # its tile, which no reader of this table watches
        evening.until(lambda: guest.driver.sees("Yes: Colbert. No: none of these."))
        hands.press("no")
        hands.press("yes")
        hands.press("yes")
        evening.until(lambda: len(evening.standing) == 2)
        assert evening.standing[-1] == "blue inf7 take"
        assert asked == ["Take stones back?", "Colbert?", "", "Take stones back?", ""]
        assert guest.driver.faults() == []


def test_lights_say_where_to_lay_and_what_is_wrong_and_the_sounder_says_no(home: Path) -> None:
    hands = Hands(home)
    with real_evening(hands) as guest:
        evening = Evening(guest, hands)
        evening.begin()
        panel = hands.rig.panel
        hands.show("card/inf6", "play")
        evening.handled()
        hands.wait(LAID_US)
        # the money card's moment lasts
        assert (panel.light_signal("tile/6"), panel.light_signal("play")) == ("think", "go")
        hands.put("seal/yellow", "tile/6")
        evening.until(lambda: guest.live.snapshot.refusal_notice is not None)
        hands.wait(LAID_US)
        assert panel.light_signal("tile/6") == "no"
        assert any(hertz for _, hertz in panel.tone_history())
        hands.press("no")
        evening.until(lambda: guest.live.snapshot.refusal_notice is None)
        hands.wait(WAITING_US)
        assert panel.light_signal("tile/6") == "think"
        guest.driver.tap("home")
        hands.wait(WAITING_US)
        assert panel.light_signal("tile/6") == "think"  # the game still lies on the table
    assert panel.light_signal("tile/6") == "off"


@pytest.mark.long(usual="cs")
@pytest.mark.parametrize("lang", languages())
def test_a_reader_that_is_unplugged_is_shown_played_around_and_comes_back(home: Path, lang: str) -> None:
    texts = load_translation(lang)
    down = texts.gettext("The reader {where} does not answer. Its place is for touch until it does.").format(
        where="play"
    )
    hands = Hands(home)
    with real_evening(hands, lang) as guest:
        evening = Evening(guest, hands)
        evening.begin()
        hands.rig.virtual_readers["play"].inject_fault("unplugged")
        hands.wait(WAITING_US)
        evening.until(lambda: guest.driver.sees(down))
        assert guest.driver.sees(texts.gettext("Touch the card."))
        guest.tap("card/inf6")
        hands.show("seal/blue", "tile/6")
        evening.until(lambda: "done" in guest.driver.things())
        guest.tap("done")
        assert evening.standing[-1] == "blue inf6 place 6"
        assert guest.driver.faults() == []
        hands.rig.virtual_readers["play"].clear_fault("unplugged")
        hands.wait(RECOVERY_US)
        evening.until(lambda: not guest.driver.sees(down))
        hands.show("card/inf9", "play")
        evening.until(lambda: guest.live.snapshot.pending_input == (Observation("card/inf9", "play"),))


def test_a_cable_that_is_pulled_in_the_middle_of_a_card_is_told_played_around_and_back_by_itself(
    home: Path,
) -> None:
    hands = Hands(home, wiring=USB)
    with real_evening(hands) as guest:
        evening = Evening(guest, hands)
        evening.begin()
        adapter = hands.rig.simulation_of(Pn532Simulation).virtual_readers["play"]
        adapter.inject_fault(UNPLUGGED_MID_FRAME, times=1)
        hands.put("card/inf6", "play")
        hands.wait(WAITING_US)
        down = "The reader play does not answer. Its place is for touch until it does."
        evening.until(lambda: guest.driver.sees(down))
        assert guest.live.snapshot.pending_input == ()
        guest.tap("card/inf6")
        guest.tap("tile/6")
        evening.until(lambda: "done" in guest.driver.things())
        guest.tap("done")
        assert evening.standing[-1] == "blue inf6 place 6"
        assert guest.driver.faults() == []
        adapter.clear_fault(UNPLUGGED_MID_FRAME)
        hands.wait(RECOVERY_US)
        evening.until(lambda: not guest.driver.sees(down))
        assert guest.live.snapshot.pending_input == ()  # what lay there when it came back is no move
        hands.take("card/inf6", "play")
        hands.show("card/inf9", "play")
        evening.until(lambda: guest.live.snapshot.pending_input == (Observation("card/inf9", "play"),))


def test_a_card_that_lay_there_when_the_plug_was_pulled_makes_no_move_by_itself(home: Path) -> None:
    hands = Hands(home)
    with real_evening(hands) as guest:
        evening = Evening(guest, hands)
        evening.begin()
        hands.put("card/inf6", "play")
        evening.until(lambda: bool(guest.live.snapshot.pending_input))
    again = Hands(home)
    with real_evening(again) as guest:
        evening = Evening(guest, again)
        again.put("card/inf6", "play")
        guest.driver.until(lambda: "go-on" in guest.driver.things(), PATIENT)
        guest.driver.tap("go-on")
        guest.settle()
        again.wait(WAITING_US)
        evening.handled()
        assert (guest.live.snapshot.pending_input, evening.standing) == ((), ("table money 4 2",))
        again.take("card/inf6", "play")
        again.put("card/inf6", "play")
        evening.until(lambda: guest.live.snapshot.pending_input == (Observation("card/inf6", "play"),))


def test_a_card_that_was_laid_on_a_reader_without_its_plug_makes_no_move_when_the_plug_is_back(
    home: Path,
) -> None:
    hands = Hands(home)
    with real_evening(hands) as guest:
        evening = Evening(guest, hands)
        evening.begin()
        hands.rig.virtual_readers["play"].inject_fault("unplugged")
        hands.wait(WAITING_US)
        hands.put("card/inf6", "play")
        hands.rig.virtual_readers["play"].clear_fault("unplugged")
        hands.wait(RECOVERY_US)
        evening.handled()
        assert guest.live.snapshot.readers_down == {}
        assert guest.live.snapshot.pending_input == ()
        hands.take("card/inf6", "play")
        hands.put("card/inf6", "play")
        evening.until(lambda: guest.live.snapshot.pending_input == (Observation("card/inf6", "play"),))


def test_a_card_that_is_found_by_a_readers_very_first_look_makes_no_move(home: Path) -> None:
    hands = Hands(home)
    heard = Ear()
    hands.make = Unstarted(hands)
    watched = session(louis("supply").say("table money 4 2"))
    hands.wired.open(lambda: None)
    hands.wired.attach_session(watched, heard)
    hands.put("card/inf6", "play")
    hands.put("seal/blue", "tile/6")
    hands.take("card/inf6", "play")
    hands.put("card/inf6", "play")
    hands.wired.close()
    uid = hands.tag("card/inf6").uid.hex()
    assert [each for each in heard.heard if each.zone == "play"] == [
        TagAlreadyPresent("play", uid),
        TagRemoved("play", uid),
        TagPresent("play", uid),
    ]


def test_a_page_that_comes_while_another_one_goes_has_the_lights(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    hands, first, second = Hands(home), Ear(), Ear()
    watched = session(louis("supply").say("table money 4 2"))
    hands.wired.open(lambda: None)
    hands.wired.attach_session(watched, watched)
    hands.wait(LAID_US)
    assert hands.rig.panel.light_signal("play") == "think"
    hands.wired.redirect_input(first)
    switch, coming = hands.rig.show_light, Thread(target=hands.wired.redirect_input, args=(second,))

    def light(reader: str, shows: LightSignal) -> None:
        """The first one that goes is joined by one that comes."""
        if coming.ident is None:
            coming.start()
            coming.join(0.1)
        switch(reader, shows)

    monkeypatch.setattr(hands.rig, "show_light", light)
    hands.wired.restore_input(first)
    coming.join()
    hands.press("no")
    hands.wait(EYE_MEMORY_US)
    assert hands.rig.panel.light_signal("play") == "off"
    assert [each.role for each in second.heard] == ["no"]
    hands.wired.close()


class Ear:
    """Notes what is posted."""

    def __init__(self) -> None:
        self.heard: list[Any] = []

    def post(self, message: Any) -> None:
        """Something was noticed."""
        self.heard.append(message.event)


class Unstarted:
    """Makes a rig none of whose readers has looked when somebody begins to hear them."""

    def __init__(self, hands: Hands) -> None:
        self._hands = hands

    def __call__(self, plan: WiringPlan, heard: Callable[[HardwareEvent], None]) -> VirtualDeviceManager:
        self._hands.rig = Still(plan, heard, self._hands.clock)
        return self._hands.rig


class Still(VirtualDeviceManager):
    """Without threads."""

    def start(self) -> None:
        """Time has not begun."""


def test_a_hub_that_is_pulled_out_is_told_in_one_line_and_its_places_are_touched_until_it_is_back(
    home: Path,
) -> None:
    hands = Hands(home, wiring=HUB)
    with real_evening(hands) as guest:
        begin(guest, players=4)
        hub = hands.rig.hub_by_name["tiles"]
        hub.unplug()
        hands.wait(4_000_000)
        guest.driver.until(
            lambda: guest.driver.sees(
                "The readers tile/1–12 do not answer. Their places are for touch until they do."
            ),
            PATIENT,
        )
        assert guest.driver.faults() == []
        hub.plug("/dev/ttyACM3")
        hands.wait(4_000_000)
        guest.driver.until(lambda: not guest.driver.sees("do not answer"), PATIENT)


def test_a_strange_tag_is_told_until_it_is_taken_away(home: Path) -> None:
    hands = Hands(home)
    with real_evening(hands) as guest:
        evening = Evening(guest, hands)
        evening.begin()
        hands.put("a tag of nothing", "play")
        evening.until(lambda: guest.driver.sees("The tag 04ffffffffffff belongs to no piece."))
        assert guest.driver.faults() == []
        hands.take("a tag of nothing", "play")
        evening.until(lambda: not guest.driver.sees("belongs to no piece"))


# -- before a game


@pytest.mark.parametrize("lang", languages())
def test_the_first_page_says_how_many_readers_answer(home: Path, lang: str) -> None:
    texts = load_translation(lang)
    hands = Hands(home)
    with real_evening(hands, lang) as guest:
        hands.wait(WAITING_US)
        assert guest.driver.sees(texts.gettext("Readers that answer: {well} of {all}.").format(well=2, all=2))
        hands.rig.virtual_readers["tile/6"].inject_fault("unplugged")
        hands.wait(WAITING_US)
        some = "Readers that answer: {well} of {all}. The places of the others are touched."
        guest.driver.until(lambda: guest.driver.sees(texts.gettext(some).format(well=1, all=2)), PATIENT)
        assert guest.driver.faults() == []
        assert [bool(reader.failure_reason) for reader in hands.wired.status().readers] == [False, True]


def test_a_reader_that_no_game_has_a_place_for_is_known_as_such_and_disturbs_no_game(home: Path) -> None:
    hands = Hands(home, wiring=KIT.replace("tile/6", "tile/66"))
    with real_evening(hands) as guest:
        assert hands.wired.status().readers[1] == ZoneReaderStatus("tile/66", is_known_zone=False)
        Evening(guest, hands).begin()


def test_a_plan_that_cannot_be_used_leaves_a_table_that_is_touched(home: Path) -> None:
    hands = Hands(home, wiring="[[reader]]\nname = 1\n")
    with real_evening(hands) as guest:
        assert guest.driver.sees(
            "wiring.toml cannot be used, so everything is touched. herald doctor says why."
        )
        assert guest.driver.faults() == []
        begin(guest, players=3)
        guest.tap("louis/4")
        guest.tap("tile/2")
        assert guest.live.snapshot.accepted_texts == ("table money 4 2",)


def test_a_deck_that_cannot_be_read_is_told_and_its_last_good_version_knows_the_cards(home: Path) -> None:
    hands = Hands(home)
    (home / "louis-xiv.deck").write_text("{")
    with real_evening(hands) as guest:
        guest.driver.until(lambda: guest.driver.sees("louis-xiv.deck cannot be used"), 2_000)
        begin(guest, players=3)
        hands.put("money/4:2", "play")
        guest.driver.until(lambda: bool(guest.live.snapshot.accepted_texts), 2_000)
        assert guest.live.snapshot.accepted_texts == ("table money 4 2",)
    assert (home / "louis-xiv.deck.damaged").read_text() == "{"


def test_without_any_deck_that_can_be_read_a_card_on_a_reader_belongs_to_no_piece(home: Path) -> None:
    hands = Hands(home)
    (home / "louis-xiv.deck").write_text("{")
    (home / "louis-xiv.deck.last-good").write_text("{")
    with real_evening(hands) as guest:
        begin(guest, players=3)
        hands.put("money/4:2", "play")
        guest.driver.until(lambda: guest.driver.sees("belongs to no piece"), 2_000)
        guest.tap("go-on")
        guest.driver.tap("home")
        assert guest.driver.sees("louis-xiv.deck cannot be used")


def test_hardware_that_fails_in_a_way_nobody_thought_of_leaves_a_table_that_is_touched(
    home: Path, caplog: pytest.LogCaptureFixture
) -> None:
    hands = Hands(home)
    hands.make = broken
    with real_evening(hands) as guest:
        assert guest.driver.sees("No reader is connected. Everything can be played by touch.")
        begin(guest, players=3)
        guest.tap("louis/4")
        guest.tap("tile/2")
        assert guest.live.snapshot.accepted_texts == ("table money 4 2",)
    assert "a part that is none" in caplog.text


def broken(_plan: WiringPlan, _heard: Callable[[HardwareEvent], None]) -> VirtualDeviceManager:
    raise ZeroDivisionError("a part that is none")


# -- in real time


def test_readers_and_buttons_have_threads_of_their_own(home: Path) -> None:
    hands = Hands(home, still=False)
    with real_evening(hands) as guest:
        evening = Evening(guest, hands)
        begin(guest, players=3)
        evening.until(
            lambda: hands.wired.reader_statistics()["play"].clean_scans > 0
        )  # what lies there at first makes no move
        hands.put("money/4:2", "play")
        evening.until(lambda: evening.standing == ("table money 4 2",))
        hands.take("money/4:2", "play")
        hands.wait(0)
        hands.put("card/inf6", "play")
        evening.until(lambda: bool(guest.live.snapshot.pending_input))
        guest.tap("tile/6")
        evening.until(lambda: len(guest.live.snapshot.pending_input) == 2)
        hands.press("yes")
        evening.until(lambda: evening.standing[-1] == "blue inf6 place 6")
