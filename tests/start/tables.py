"""Real tables on virtual parts: Herald with a wiring plan, enrolled pieces, chips, tags and buttons to play with."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import datetime
from importlib.resources import files
from pathlib import Path
from threading import Event

from kivy.clock import Clock

from companion.start import VirtualDealerAndDeckFactory
from companion.start.real_table.reader_lights import run_on_timer
from companion.start.real_table.real_table_hardware import MakeTableDevices, RealTableHardware, TableDevices
from companion.table.session import Session
from companion.table.snapshot import Snapshot
from companion.table.tags.deck import Deck
from companion.table.tags.deck_store import all_pieces_in_box, deck_path
from hardware.clock import RealClock
from hardware.events import HardwareEvent
from hardware.virtual.clock import VirtualClock
from hardware.virtual.device_manager import VirtualDeviceManager
from hardware.virtual.tags import VirtualTag, make_ntag213
from hardware.wiring_schema import WiringPlan
from tests.screen import SIZES
from tests.screen.harness.driver import Driver
from tests.screen.harness.evening import Guest, is_at_rest, played_before

GAME = "louis-xiv"
LAID_US, TAKEN_US = 200_000, 700_000
"""So long virtual hands leave a piece on a reader, and wait after they took it away."""
BOOTED_US = 3_000_000
"""A hub has booted, and its readers have looked."""
ANSWER_S = 60.0
"""Real seconds after which a program that was told something and does not answer counts as hung."""


KIT = files("hardware").joinpath("kits", "two.toml").read_text()
"""A reader for cards and one under tile 6, both with a light; all buttons; the sounder."""


def furnish(home: Path, wiring: str = KIT, game: str = GAME) -> Deck:
    """A home with that wiring plan, and a tag on every piece of the game's box."""
    home.mkdir(parents=True, exist_ok=True)
    (home / "wiring.toml").write_text(wiring)
    deck = Deck(game, all_pieces_in_box(game))
    for number, piece in enumerate(deck.pieces_by_key.values(), 1):
        deck.bind_tag(piece, f"04{number:012x}")
    deck.save(deck_path(game))
    return deck


class StillRig(VirtualDeviceManager):
    """Without threads: time passes when a test lets it. All readers have begun to look."""

    def start(self) -> None:
        """Nothing goes on by itself."""
        self.run_for(BOOTED_US if self.hub_by_name else LAID_US)


class Hands:
    """Hands at a table with virtual readers and buttons. `still`: on a virtual clock, without threads: whatever is
    heard is `answered`, with all its lights and sounds, before time goes on.
    """

    def __init__(self, home: Path, still: bool = True, wiring: str = KIT, game: str = GAME) -> None:
        self.deck = furnish(home, wiring, game)
        self.still = still
        self.clock = VirtualClock() if still else RealClock()
        self.wired = RealTableHardware(
            home / "wiring.toml",
            self._made,
            _never if still else run_on_timer,
            lambda: self.clock.now_us() / 1e6,
        )
        self.make: MakeTableDevices = self._make
        self.answered: Callable[[], None] = _at_once
        self._tags: dict[str, VirtualTag] = {}

    def _made(self, plan: WiringPlan, heard: Callable[[HardwareEvent], None]) -> TableDevices:
        return self.make(plan, heard)

    def _make(self, plan: WiringPlan, heard: Callable[[HardwareEvent], None]) -> VirtualDeviceManager:
        self.heard = heard
        if self.still:
            self.rig: VirtualDeviceManager = StillRig(plan, self._told, self.clock)
        else:
            self.rig = VirtualDeviceManager(plan, heard, self.clock)
        return self.rig

    def _told(self, heard: HardwareEvent) -> None:
        self.heard(heard)
        self.answered()

    def tag(self, word: str) -> VirtualTag:
        """The sticker on the first piece that is called so; one that was enrolled for nothing else."""
        if word not in self._tags:
            piece = next((piece for piece in self.deck.pieces_by_key.values() if piece.word == word), None)
            uid = self.deck.uid_of_piece(piece) if piece is not None else None
            self._tags[word] = make_ntag213(bytes.fromhex(uid or "04ffffffffffff"))
        return self._tags[word]

    def put(self, word: str, zone: str) -> None:
        """Lay a piece on a reader."""
        self.rig.put_tag(zone, self.tag(word))
        self.wait(LAID_US)

    def take(self, word: str, zone: str) -> None:
        """Take it away."""
        self.rig.take_tag(zone, self.tag(word))
        self.wait(TAKEN_US)

    def show(self, word: str, zone: str) -> None:
        """Lay it there and take it away."""
        self.put(word, zone)
        self.take(word, zone)

    def press(self, button: str) -> None:
        """Press a button that bounces as usual."""
        self.rig.tap(button)
        self.wait(TAKEN_US)

    def wait(self, us: int) -> None:
        """Let time pass, where it does not by itself."""
        if self.still:
            self.rig.run_for(us)


def _never(_seconds: float, _act: Callable[[], None]) -> None:
    """A moment that does not end."""


def _at_once() -> None:
    """Nobody has to be waited for."""


class Answers:
    """Waits for a session, which has a thread of its own: neither the virtual clock nor the screen's does. No frame
    goes by meanwhile, for how many would be the computer's affair.
    """

    def __init__(self) -> None:
        self._session: Session | None = None
        self._asked = False
        self._told = Event()

    def wait(self, session: Session) -> None:
        """Until all that it was told has been done, and everybody who listens has heard of it."""
        if session is not self._session:
            session.add_listener(self._heard)
            self._session = session
        self._told.clear()
        session.post(self._ask)
        assert self._told.wait(ANSWER_S), "the session does not answer"

    def _ask(self, _now: Snapshot) -> None:
        self._asked = True

    def _heard(self, _now: Snapshot) -> None:
        if self._asked:
            self._asked = False
            self._told.set()


@contextmanager
def real_evening(
    hands: Hands, lang: str = "en", size: tuple[int, int] = SIZES[0], kiosk: bool = False
) -> Iterator[Guest]:
    """The whole program at that table, opened on its first page, and closed."""
    from companion.screen.app import HeraldApp
    from companion.screen.herald_controller import HeraldController

    program = HeraldController(
        VirtualDealerAndDeckFactory(),
        False,
        None,
        lambda: datetime(2026, 11, 20, 20, 0),
        0.0,
        lambda: hands.wired,
        kiosk=kiosk,
    )
    app = HeraldApp(program, lang)
    program.attach(app.app_state)
    played_before(program, app.app_state)

    answers = Answers()

    def answered() -> None:
        if program.game_controller is not None:
            answers.wait(program.game_controller.session)

    try:
        with Driver(app, size) as driver:
            guest = Guest(driver, program)
            # nobody touches the first page while disk and hardware still change it
            driver.until(lambda: bool(app.app_state.status_notice) and is_at_rest(program))
            hands.answered = answered
            yield guest
    finally:
        program.shut_down()
        Clock.tick()  # what its threads still had to tell the screen is not left to the next test
