"""A real table told in a terminal: hands act while somebody is asked for a line."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from threading import Thread

import pytest

from companion.games import game_rules
from companion.rules.errors import UsageError
from companion.rules.game import Seat
from companion.rules.record import RecordHeader
from companion.start.real_table.real_table_hardware import RealTableHardware
from companion.start.terminal_session import EXAMPLE_NAMES, parse_seats, play_in_terminal
from companion.table.messages import EnterLine
from companion.table.session import Session
from companion.table.storage.journal import read_record
from companion.table.storage.saved_games import last_interrupted_game
from companion.terminal.terminal_game import speak_nothing
from hardware.common.events import TAG_CAME, TAG_LEFT, ReaderEvent
from hardware.events import ReaderReported
from tests.ours import encore
from tests.start.tables import Hands
from tests.table.evenings import evening, setup

PEOPLE = ("1", "blue Anna, yellow Bert, red Carla", "Anna")
"""With their own box, who they are, and who begins."""
Act = Callable[[], None]


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A house of its own for every test."""
    monkeypatch.setenv("HERALD_HOME", str(tmp_path))
    return tmp_path


class Sitting:
    """People who act and type, one after the other; what is told is kept, act by act."""

    def __init__(
        self,
        hands: Hands,
        *acts: str | Act | tuple[str, ...],
        lang: str = "en",
        wired: bool = True,
        name: str = "louis-xiv",
    ) -> None:
        self.pages: list[list[str]] = [[]]
        self._acts = iter(acts)
        self._answers: Iterator[str] = iter(())
        """To what is asked before a game: all of them are one act."""
        table: RealTableHardware | None = hands.wired if wired else None
        play_in_terminal(table, lang, self._ask, self._tell, speak_nothing, name)
        if table is not None:
            table.close()

    def _ask(self, prompt: str) -> str:
        self._tell(prompt)
        for answer in self._answers:
            return answer
        for act in self._acts:
            self.pages.append([])
            if isinstance(act, str):
                return act
            if isinstance(act, tuple):
                self._answers = iter(act)
                return next(self._answers)
            act()
        raise EOFError

    def _tell(self, text: str) -> None:
        self.pages[-1].append(text)

    def told(self, act: int) -> str:
        """What was told after that act; 0 is before any."""
        return "\n".join(self.pages[act])


def lines() -> tuple[str, ...]:
    """The record of the interrupted evening."""
    waiting = last_interrupted_game()
    assert waiting is not None
    return read_record(waiting.path)[1]


def test_who_plays_is_asked_and_cards_that_are_laid_are_told_at_once(home: Path) -> None:
    hands = Hands(home)
    sitting = Sitting(
        hands,
        PEOPLE,
        lambda: hands.show("money/4:2", "play"),
        lambda: hands.show("card/inf6", "play"),
        lambda: hands.show("seal/blue", "tile/6"),
        "done",
        lambda: hands.show("card/inf7", "play"),
        "clear",
    )
    assert "What do you play with?" in sitting.told(0)
    assert "Who plays, clockwise?" in sitting.told(1)
    assert "Who begins? By the rules: the oldest." in sitting.told(1)
    assert "You play Anna, Bert, Carla." in sitting.told(1)
    assert "Money card: everyone takes 4 louis" in sitting.told(2)
    assert "So far: Condé" in sitting.told(3)
    assert "`done`, or show what else belongs to it; `clear` drops it." in sitting.told(4)
    assert "Anna plays the Condé card and places 1 stone on Condé." in sitting.told(5)
    assert "So far: Colbert" in sitting.told(6)
    assert lines() == ("table money 4 2", "blue inf6 place 6")


def test_lines_may_be_typed_instead_and_mixed_with_cards(home: Path) -> None:
    hands = Hands(home)
    Sitting(hands, PEOPLE, "table money 4 2", lambda: hands.show("card/inf6", "play"), "inf6 take")
    assert lines() == ("table money 4 2", "blue inf6 take")


def test_a_refusal_stays_until_something_is_typed_or_pressed(home: Path) -> None:
    hands = Hands(home)
    sitting = Sitting(
        hands,
        PEOPLE,
        "table money 4 2",
        lambda: hands.show("seal/red", "tile/6"),
        lambda: hands.press("no"),
        lambda: hands.press("player/1"),
        "inf6 take",
    )
    assert "Carla" in sitting.told(3)
    assert "blue" not in sitting.told(4)
    assert sitting.told(5) == ""
    assert lines() == ("table money 4 2", "blue inf6 take")


def test_what_yes_and_no_point_at_is_told(home: Path) -> None:
    hands = Hands(home)
    sitting = Sitting(
        hands,
        PEOPLE,
        "table money 4 2",
        lambda: hands.show("card/inf7", "play"),
        lambda: hands.press("yes"),
        lambda: hands.press("no"),
        lambda: hands.press("yes"),
        lambda: hands.press("yes"),
    )
    assert "Yes: Take stones back. No: the next." in sitting.told(4)
    assert "Yes: Colbert. No: none of these." in sitting.told(5)
    assert "`done`, or show what else belongs to it; `clear` drops it." in sitting.told(6)
    assert lines() == ("table money 4 2", "blue inf7 place 7")


def test_undo_by_button_shows_its_plan_and_yes_by_button_or_keyboard_carries_it_out(home: Path) -> None:
    Sitting(Hands(home), PEOPLE, "table money 4 2", "inf6 take")
    hands = Hands(home)
    shown = Sitting(hands, lambda: hands.press("undo"), "no", lambda: hands.press("undo"), "yes")
    assert "To be taken back: Anna" in shown.told(1)
    assert lines()[-1] == "undo 1"
    assert shown.told(2) == "Bert: play an influence card.\n> "
    hands = Hands(home)
    Sitting(hands, lambda: hands.press("undo"), lambda: hands.press("yes"))
    assert lines()[-2:] == ("undo 1", "undo 1")


def test_a_reader_that_dies_and_comes_back_is_told_once_each(home: Path) -> None:
    hands = Hands(home)

    def pull() -> None:
        hands.rig.virtual_readers["play"].inject_fault("unplugged")
        hands.wait(3_000_000)

    def plug() -> None:
        hands.rig.virtual_readers["play"].clear_fault("unplugged")
        hands.wait(20_000_000)

    sitting = Sitting(hands, PEOPLE, pull, "table money 4 2", plug)
    assert sitting.told(2).count("The reader play does not answer.") == 1
    assert "does not answer" not in sitting.told(3)
    assert sitting.told(4).count("The reader play answers again.") == 1


def test_a_card_that_lies_there_when_the_evening_goes_on_says_nothing(home: Path) -> None:
    hands = Hands(home)
    Sitting(hands, PEOPLE, "table money 4 2", lambda: hands.put("card/inf6", "play"))
    again = Hands(home)
    sitting = Sitting(again, lambda: again.take("card/inf6", "play"), lambda: again.put("card/inf6", "play"))
    assert "The evening goes on where it was left." in sitting.told(0)
    assert sitting.told(1) == ""
    assert "So far: Condé" in sitting.told(2)


def test_without_anybody_at_the_real_table_it_is_an_evening_against_virtual_players(home: Path) -> None:
    sitting = Sitting(Hands(home), ("2", "red Carla", "red virtual, virtual", "", "1"))
    assert "Type 2 to 4 names in one line." in sitting.told(1)
    assert "Somebody has to sit at the table." in sitting.told(1)
    assert "Only Enter: Anna, virtual, virtual." in sitting.told(1)
    assert "You play Anna." in sitting.told(1)
    assert "Your hand:" in sitting.told(1)


def test_an_evening_of_a_real_table_goes_on_where_nothing_is_wired(home: Path) -> None:
    Sitting(Hands(home), PEOPLE, "table money 4 2")
    sitting = Sitting(Hands(home), "inf6 take", wired=False)
    assert "You play Anna, Bert, Carla." in sitting.told(0)
    assert lines() == ("table money 4 2", "blue inf6 take")


def test_another_game_that_is_named_leaves_the_interrupted_evening_alone(home: Path) -> None:
    Sitting(Hands(home), PEOPLE, "table money 4 2")
    before = lines()
    assert "You play Anna, Bert, Carla." in Sitting(Hands(home)).told(0)
    with pytest.MonkeyPatch.context() as patch:
        encore(patch)
        patch.setattr(game_rules("encore"), "name", "encore")
        assert "What do you play with?" in Sitting(Hands(home), name="encore").told(0)
    assert lines() == before


@pytest.mark.parametrize("players", [2, 5])
def test_a_game_for_two_or_for_five_begins_as_soon_as_nobody_is_named(
    players: int, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(game_rules("kabale"), "min_players", players)
    monkeypatch.setattr(game_rules("kabale"), "max_players", players)
    sitting = Sitting(Hands(home), ("2", "", ""), name="kabale")
    offered = [f"  {at}  {name}\n" in sitting.told(1) for at, name in enumerate(EXAMPLE_NAMES, 1)]
    assert offered == [at < players for at in range(len(EXAMPLE_NAMES))]
    assert "You play Anna." in sitting.told(1)
    waiting = last_interrupted_game()
    assert waiting is not None
    assert len(read_record(waiting.path)[0].setup.seats) == players


def test_names_with_commas_make_a_table() -> None:
    colours = {"blue": "modrá", "yellow": "žlutá", "red": "červená", "green": "zelená"}
    assert parse_seats("Anna Marie, blue Bert,, red", colours) == (
        Seat("yellow", "Anna Marie"),
        Seat("blue", "Bert"),
        Seat("red", "red"),
    )
    assert parse_seats("Žlutá Anna, Bert", colours) == (Seat("yellow", "Anna"), Seat("blue", "Bert"))
    with pytest.raises(UsageError, match="no names"):
        parse_seats(" , ", colours)


def test_who_plays_is_asked_with_the_colours_in_the_language_of_the_table(home: Path) -> None:
    sitting = Sitting(Hands(home), ("1", "zelená Anna, modrá Bert", "Anna"), lang="cs")
    assert "modrá Anna, žlutá Bert" in sitting.told(1)
    assert "Hraješ za: Anna, Bert." in sitting.told(1)


def test_readers_on_their_own_threads_and_typing_do_not_get_in_each_others_way(home: Path) -> None:
    hands = Hands(home)
    card, seal = hands.tag("card/inf6").uid, hands.tag("seal/red").uid

    def lay(reader: str, uid: bytes) -> None:
        for _ in range(20):
            hands.heard(ReaderReported(reader, ReaderEvent(TAG_CAME, uid)))
            hands.heard(ReaderReported(reader, ReaderEvent(TAG_LEFT, uid)))

    def all_at_once() -> None:
        laying = [
            Thread(target=lay, args=each) for each in (("play", card), ("tile/6", seal), ("play", card))
        ]
        for thread in laying:
            thread.start()
        for thread in laying:
            thread.join()

    sitting = Sitting(hands, PEOPLE, "table money 4 2", all_at_once, "clear", "inf6 take", all_at_once)
    assert "went wrong" not in sitting.told(3)
    assert lines() == ("table money 4 2", "blue inf6 take")


def test_whoever_has_played_to_the_end_is_told_how_the_result_is_kept(home: Path) -> None:
    session = Session.create(home / "evenings" / "over.herald", RecordHeader("kabale", setup("kabale", 3)))
    *moves, last = (str(move) for _, move in evening("kabale", 3, Random(8)))
    for move in moves:
        session.handle_message(EnterLine(move))
    session.close()
    sitting = Sitting(Hands(home), last, wired=False, name="")
    assert "Keep the result: herald report 1 --qr" in sitting.told(1)
