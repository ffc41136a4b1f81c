"""Evenings of Kabale und Hiebe at real tables, twice, with other cards face down: whatever the table gives out is the
same (issue 4): words and pixels of the window, lights, the sounder, lines in a terminal, reports, what the doctor says.
"""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from datetime import datetime
from importlib.resources import files
from pathlib import Path

import pytest

from companion.rules.record import RecordHeader
from companion.voice.language import languages
from hardware.virtual.faults import UNPLUGGED
from hardware.virtual.panel import EYE_MEMORY_US
from tests.long import ALL, usually
from tests.screen.harness.evening import PATIENT, Guest
from tests.start.tables import Hands, real_evening
from tests.table.evenings import setup

ONE = files("hardware").joinpath("kits", "columns.toml").read_text()
"""One reader and a button for each column."""
EACH = """
reset = 25
buzzer = 14
[[reader]]
name = "column/1"
bus = 0
device = 0
light = { red = 22, green = 23, blue = 24 }
[[reader]]
name = "column/2"
bus = 0
device = 1
light = { red = 12, green = 13, blue = 26 }
[[reader]]
name = "column/3"
bus = 1
device = 0
light = { red = 5, green = 6, blue = 27 }
"""
"""A reader under each column of three."""
A_WHILE_US = 8_000_000
RECOVERY_US = 20_000_000

SETUP = setup("kabale", 3)
Cards = Mapping[str, str]
LAID: tuple[Cards, Cards] = (
    {"first": "queen", "slid": "king", "shown": "mage", "broken": "dragon"},
    {"first": "hermit", "slid": "beggar", "shown": "storm", "broken": "witch"},
)
"""What is laid face down, the one evening and the other."""


def begun(home: Path, laid: Cards) -> Path:
    """An evening that was left when blue had turned up black's Cloak, by a card that a reader saw."""
    lines = ("table objectives trade:3 music:4 farming:4", "black 1 cloak", f"blue 1 {laid['first']}")
    journal = home / "evenings" / "2026-11-20-2000-kabale.herald"
    journal.parent.mkdir(parents=True)
    told = "".join(f"{line}\n" for line in (*RecordHeader("kabale", SETUP).to_lines(), *lines))
    journal.write_text(told, encoding="utf-8")
    leave(journal)
    return journal


def leave(journal: Path) -> None:
    """Since when the evening waits, which people are told, is no affair of the real clock's."""
    left = datetime(2026, 11, 20, 21, 14).timestamp()
    os.utime(journal, (left, left))


class Watched:
    """Hands at a table, and all that is seen of it meanwhile: moment -> what."""

    def __init__(self, hands: Hands, guest: Guest) -> None:
        self.hands, self.guest, self.driver = hands, guest, guest.driver
        self.seen: dict[str, dict[str, object]] = {}
        self.driver.until(lambda: guest.model.saved_game is not None, PATIENT)

    def look(self, moment: str) -> None:
        """Whatever can be seen and was heard until now."""
        assert moment not in self.seen
        driver, panel = self.driver, self.hands.rig.panel
        zones = [
            zone
            for zone in ("play", "column/1", "column/2", "column/3")
            if zone in self.hands.rig.virtual_readers
        ]
        self.hands.wait(EYE_MEMORY_US)
        self.handled()
        model = self.guest.model
        self.seen[moment] = {
            "words": driver.words(),
            "things": driver.things(),
            "values": str(
                (
                    model.table_model,
                    model.overlay,
                    model.refusal,
                    model.saved_game,
                    model.status_notice,
                    self.guest.page.model,
                )
            ),
            "pixels": driver.pixels(),
            "lights": [(zone, panel.light_signal(zone)) for zone in zones],
            "sounds": panel.tone_history(),
        }

    def sit_down(self) -> None:
        """The evening that waits is gone on with."""
        self.driver.tap("go-on")
        self.driver.until(lambda: self.guest.model.table_model is not None, PATIENT)

    def handled(self) -> None:
        """Everything that readers and buttons have said so far has been handled and shown."""
        if self.guest.live is not None:
            self.hands.answered()
            self.driver.rest()
            self.guest.settle()

    def tap(self, *things: str) -> None:
        for thing in things:
            self.handled()
            self.driver.tap(thing)
        self.handled()

    def show(self, word: str, zone: str) -> None:
        self.hands.show(word, zone)
        self.handled()

    def turned_to(self, moment: str) -> None:
        """All that can be laid over the table."""
        self.tap("menu")
        self.look(f"{moment}, menu")
        for thing in ("standing", "help"):
            self.tap(thing)
            self.look(f"{moment}, {thing}")
            self.tap("back")
            self.tap("menu")
        self.tap("check")
        for what in ("of/black", "of/table"):
            self.tap(what)
            self.look(f"{moment}, check {what}")
        for column in ("column/1", "column/2"):
            self.guest.tap_place(column)
            self.look(f"{moment}, check {column}")
        self.tap("back")

    def in_all_languages(self, moment: str) -> None:
        for lang in (*(languages() if ALL else ("cs",)), "en"):
            self.guest.model.lang = lang
            self.driver.rest()
            self.look(f"{moment}, {lang}") if lang != "en" else None

    def at_the_readers(self, moment: str, card: str, zone: str) -> None:
        """The page of the readers, looked at while the game waits, and a card laid on one meanwhile."""
        self.tap("home")
        self.look(f"{moment}, home")
        self.driver.tap("readers")
        self.driver.until(lambda: self.guest.page.model is not None, PATIENT)
        self.look(f"{moment}, readers")
        self.hands.put(card, zone)
        self.driver.wait(1.2)
        self.look(f"{moment}, readers, a card")
        self.hands.take(card, zone)
        self.driver.tap("home")
        self.driver.tap("go-on")
        self.handled()

    def at_the_deck(self, card: str, zone: str) -> None:
        """A card of the game that waits is laid on the reader of the deck page."""
        self.tap("home")
        self.driver.tap("deck")
        self.driver.until(lambda: self.guest.page.model is not None, PATIENT)
        before = self.guest.page.model

        def answered() -> None:
            self.driver.until(lambda: self.guest.page.model != before, PATIENT)

        self.hands.answered = answered  # not the session: the deck hears it, on another thread
        self.hands.put(card, zone)
        self.look("deck")
        self.hands.take(card, zone)


def evening(home: Path, wiring: str, laid: Cards) -> dict[str, dict[str, object]]:
    """A slide, a card that is laid, what is refused, a reader that dies, what is taken back; then the power is cut."""
    journal = begun(home, laid)
    hands = Hands(home, wiring=wiring, game="kabale")
    by_column = wiring == EACH

    def zone(column: int) -> str:
        return f"column/{column}" if by_column else "play"

    with real_evening(hands) as guest:
        at = Watched(hands, guest)
        at.look("first page")
        at.sit_down()
        at.look("slide?")
        at.show(f"card/black/{laid['slid']}", zone(1))
        at.look("slid")
        at.show(f"card/green/{laid['shown']}", zone(2))
        if not by_column:
            at.in_all_languages("which column?")
            at.at_the_readers("which column?", f"card/black/{laid['broken']}", zone(3))
            hands.press("column/2")
        at.look("laid")
        at.turned_to("laid")
        at.at_the_readers("laid", f"card/black/{laid['broken']}", zone(3))
        for mistake, card in (("again", f"black/{laid['slid']}"), ("stranger", f"blue/{laid['broken']}")):
            at.show(f"card/{card}", zone(3))
            assert guest.model.refusal is not None
            at.look(mistake)
            at.tap("go-on")
        if not by_column:
            at.show(f"card/black/{laid['broken']}", zone(3))
        hands.rig.virtual_readers[zone(3)].inject_fault(UNPLUGGED)
        hands.wait(A_WHILE_US)
        at.look("broken")
        hands.rig.virtual_readers[zone(3)].clear_fault(UNPLUGGED)
        hands.wait(RECOVERY_US)
        at.look("mended")
        at.tap("undo")
        assert guest.model.overlay is not None
        at.in_all_languages("to be taken back")
        at.tap("take-back")
        at.look("taken back")
        at.tap("back")
        at.look("as before")
        at.at_the_deck(f"card/green/{laid['shown']}", zone(1))
    leave(journal)
    again = Hands(home, wiring=wiring, game="kabale")
    with real_evening(again) as guest:
        after = Watched(again, guest)
        after.look("power again")
        after.sit_down()
        after.look("gone on with")
        if ALL:
            after.turned_to("gone on with")
    assert at.seen.keys().isdisjoint(after.seen)
    return at.seen | after.seen


@pytest.mark.parametrize("wiring", usually([ONE], [ONE, EACH]), ids=["one reader", "a reader a column"])
def test_nothing_at_a_real_table_shows_which_cards_lie_face_down(
    wiring: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capfd: pytest.CaptureFixture[str],
    caplog: pytest.LogCaptureFixture,
) -> None:
    seen, printed = [], list[str]()
    for number, laid in enumerate(LAID):
        home = tmp_path / str(number)
        monkeypatch.setenv("HERALD_HOME", str(home))
        seen.append(evening(home, wiring, laid))
        printed += (*capfd.readouterr(), caplog.text)
        assert not set(re.findall(r"\w+", " ".join(printed))) & set(laid.values())
    one, other = seen
    assert one.keys() == other.keys()
    differing = [
        (moment, what)
        for moment, shown in one.items()
        for what in shown
        if shown[what] != other[moment][what]
    ]
    assert differing == []
