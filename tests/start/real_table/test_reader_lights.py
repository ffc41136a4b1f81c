"""What the lights show and when the sounder is heard."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from companion.rules.moves import Observation
from companion.rules.tree_walk import pick_legal_move
from companion.start.real_table.reader_lights import (
    ACCEPTED_LIGHT_S,
    GO,
    MAY_COME_NEXT,
    NO,
    OFF,
    LightsState,
    TableLights,
    lights_for,
)
from companion.table.interpretation.judge import Ambiguous
from companion.table.messages import (
    ClearPendingInput,
    DismissNotices,
    EnterLine,
    FinishMove,
    MovePointer,
    ReaderDown,
    ReaderRecovered,
    ReportInput,
    SessionMessage,
    SeveralTagsPresent,
    TagPresent,
    TagRemoved,
    Touch,
    UndoMoves,
)
from companion.table.session import Session
from companion.table.zones import ZonePlan
from hardware.lights import LightSignal, SoundSignal
from tests.start.sessions import READERS, TAGS, messages, session, told
from tests.table.evenings import evidence
from tests.table.test_veil import COLUMNS, Table
from tests.tables import begun, louis

PLAY = "play"


def table(plan: ZonePlan = READERS) -> Session:
    """Blue plays an influence card."""
    return session(louis("supply").say("table money 4 2"), plan)


def after(watched: Session, *said: SessionMessage) -> LightsState:
    """What the last of these shows."""
    before = watched.snapshot
    for message in said:
        before = watched.snapshot
        watched.handle_message(message)
    return lights_for(before, watched.snapshot)


def lit(seen: LightsState, kind: str) -> set[str]:
    """The readers whose lights show that."""
    return {reader for reader, shows in seen.light_by_reader.items() if shows == kind}


def card(name: str) -> tuple[SessionMessage, ...]:
    """The card is laid on the reader, and taken away."""
    return messages(Observation(name, PLAY))


def test_where_a_move_may_begin_it_thinks_and_elsewhere_it_is_dark() -> None:
    now = table().snapshot
    seen = lights_for(now, now)
    assert lit(seen, MAY_COME_NEXT) == {PLAY}
    assert lit(seen, OFF) == set(READERS.zones) - {PLAY}
    assert not seen.sounds_no


def test_where_a_card_may_be_laid_that_no_finger_names_it_thinks_and_shines_when_it_was_read() -> None:
    hidden = Table(COLUMNS)
    now = hidden.session.snapshot
    assert lit(lights_for(now, now), MAY_COME_NEXT) == {"column/1", "column/2"}
    assert lit(lights_for(now, hidden.lay("black/six", "column/2")), GO) == {"column/2"}


def test_the_place_that_is_pointed_at_thinks_alone() -> None:
    hidden = Table(ZonePlan({"play": "reader", "column/1": "reader", "column/2": "reader"}))
    assert isinstance(hidden.lay("black/six", PLAY).interpretation, Ambiguous)
    assert lit(after(hidden.session, MovePointer("answer/1")), MAY_COME_NEXT) == {"column/2"}
    assert lit(after(hidden.session, MovePointer("")), MAY_COME_NEXT) != {"column/2"}


def test_what_the_bag_waits_for_thinks() -> None:
    watched = table()
    assert lit(after(watched, *card("card/inf6")), MAY_COME_NEXT) == {"tile/6"}
    assert {"tile/6", "tile/1"} <= lit(
        after(watched, *messages(Observation("seal/blue", "tile/6"))), MAY_COME_NEXT
    )


def test_an_accepted_move_shines_where_it_is_shown_and_makes_no_sound() -> None:
    seen = after(table(), *card("card/inf6"), Touch("tile/6"), FinishMove())
    assert lit(seen, GO) == {PLAY, "tile/6"}
    assert not seen.sounds_no


def test_a_refusal_shines_at_the_sighting_that_has_to_go_until_it_is_read() -> None:
    watched = table()
    seen = after(watched, *messages(Observation("seal/red", "tile/6"))[:1])
    assert lit(seen, NO) == {"tile/6"}
    assert seen.sounds_no
    stays = after(watched, *messages(Observation("seal/red", "tile/6"))[1:])
    assert (lit(stays, NO), stays.sounds_no) == ({"tile/6"}, False)
    assert lit(after(watched, DismissNotices()), NO) == set()


def test_a_refused_finger_or_line_is_heard_and_shines_nowhere() -> None:
    for message in (Touch("player/red"), EnterLine("red inf6 take")):
        seen = after(table(), message)
        assert (lit(seen, NO), seen.sounds_no) == (set(), True)


def test_two_cards_and_a_strange_tag_shine_at_their_reader() -> None:
    watched = table()
    seen = after(watched, ReportInput(SeveralTagsPresent(PLAY)))
    assert (lit(seen, NO), seen.sounds_no) == ({PLAY}, True)
    assert lit(after(watched, *card("card/inf6")), NO) == set()
    strange = after(watched, ReportInput(TagPresent("tile/6", "deadbeef")))
    assert (lit(strange, NO), strange.sounds_no) == ({"tile/6"}, True)
    assert lit(after(watched, ReportInput(TagRemoved("tile/6", "deadbeef"))), NO) == set()


def test_a_reader_that_does_not_answer_is_dark_and_a_touched_zone_has_no_light() -> None:
    watched = table(ZonePlan({PLAY: "reader", "tile/6": "touch"}))
    assert lights_for(watched.snapshot, watched.snapshot).light_by_reader == {PLAY: MAY_COME_NEXT}
    assert after(watched, ReportInput(ReaderDown(PLAY, "no answer"))).light_by_reader == {PLAY: OFF}
    assert after(watched, ReportInput(ReaderRecovered(PLAY))).light_by_reader == {PLAY: MAY_COME_NEXT}


def test_a_correction_and_a_taking_back_shine_nowhere() -> None:
    watched = table()
    for message in (EnterLine("table correct /players/blue/money 9"), UndoMoves(1, is_confirmed=True)):
        seen = after(watched, message)
        assert watched.snapshot.new_entries
        assert lit(seen, GO) == set()


class Panel:
    """Lamps that can be looked at, and a clock one turns by hand."""

    def __init__(self) -> None:
        self.lamps: dict[str, str] = {}
        self.sounds: list[str] = []
        self.waiting: list[Callable[[], None]] = []
        self.switched = 0

    def show_light(self, reader: str, signal: LightSignal) -> None:
        self.lamps[reader] = signal
        self.switched += 1

    def play_sound(self, what: SoundSignal) -> None:
        self.sounds.append(what)

    def later(self, seconds: float, act: Callable[[], None]) -> None:
        assert seconds == ACCEPTED_LIGHT_S
        self.waiting.append(act)

    def moment(self) -> None:
        """The oldest moment that was waited for is over."""
        self.waiting.pop(0)()

    def showing(self, kind: str) -> set[str]:
        return {reader for reader, shows in self.lamps.items() if shows == kind}


def watched_by(panel: Panel) -> tuple[Session, TableLights]:
    watched, lights = table(), TableLights(panel, panel.later)
    lights.begin_game(watched.snapshot)
    watched.add_listener(lights.update)
    return watched, lights


def do(watched: Session, *said: SessionMessage) -> None:
    for message in said:
        watched.handle_message(message)


def test_an_accepted_move_shines_for_a_moment_whatever_is_taken_away_meanwhile() -> None:
    panel = Panel()
    watched, _ = watched_by(panel)
    laid, taken = card("card/inf6")
    do(watched, Touch("take"), laid)
    assert watched.snapshot.accepted_texts[-1] == "blue inf6 take"
    do(watched, taken)
    assert panel.showing(GO) == {PLAY}
    panel.moment()
    assert (panel.showing(GO), panel.showing(MAY_COME_NEXT)) == (set(), {PLAY})


def test_a_second_move_begins_its_own_moment() -> None:
    panel = Panel()
    watched, _ = watched_by(panel)
    do(watched, EnterLine("blue inf6 take"), EnterLine("yellow inf6 take"))
    panel.moment()
    assert panel.showing(GO) == {PLAY}
    panel.moment()
    assert panel.showing(GO) == set()


def test_a_refusal_is_seen_through_the_moment_of_a_move() -> None:
    panel = Panel()
    watched, _ = watched_by(panel)
    do(watched, EnterLine("blue inf6 take"), ReportInput(SeveralTagsPresent(PLAY)))
    assert (panel.showing(NO), panel.sounds) == ({PLAY}, [NO])


def test_only_changes_are_sent() -> None:
    panel = Panel()
    watched, _ = watched_by(panel)
    before = panel.switched
    do(watched, ClearPendingInput(), ClearPendingInput(), ClearPendingInput())
    assert panel.switched == before


def test_when_the_game_is_left_all_is_dark_and_stays_so() -> None:
    panel = Panel()
    watched, lights = watched_by(panel)
    do(watched, EnterLine("blue inf6 take"))
    lights.end_game()
    panel.moment()
    do(watched, ReportInput(TagPresent(PLAY, TAGS["card/inf6"])))
    assert set(panel.lamps.values()) == {OFF}


def test_lights_that_are_lent_show_nothing_of_the_game_until_they_are_back() -> None:
    panel = Panel()
    watched, lights = watched_by(panel)
    before = panel.switched
    lights.lend()
    do(watched, EnterLine("blue inf6 take"))
    panel.moment()
    assert panel.switched == before
    panel.lamps.clear()  # whoever had them left them dark
    lights.take_back()
    assert panel.showing(MAY_COME_NEXT) == {PLAY}


@settings(max_examples=10, deadline=None, database=None)
@given(seed=st.integers(0, 2**32))
def test_whatever_happens_every_reader_shows_one_of_four_things_and_go_means_a_move(seed: int) -> None:
    rng = Random(seed)
    watched = session(begun(3))
    for _ in range(60):
        position = watched.snapshot.position
        if position.outcome() is not None:
            break
        move, _ = pick_legal_move(position.choice_tree, rng.choice)
        said = [message for sight in evidence(position, move, 0.2, rng) for message in messages(sight)]
        strange = (
            ReportInput(TagPresent("tile/6", "deadbeef")),
            UndoMoves(1, is_confirmed=True),
            EnterLine("nonsense"),
            ClearPendingInput(),
        )
        for message in (*said, rng.choice(strange), DismissNotices(), EnterLine(str(move))):
            before = watched.snapshot
            now = told(watched, message)
            seen = lights_for(before, now)
            assert seen.light_by_reader.keys() == READERS.zones.keys()
            assert now.new_entries or not lit(seen, GO)
            assert set(lights_for(now, now).light_by_reader.values()) <= {OFF, MAY_COME_NEXT, NO}
