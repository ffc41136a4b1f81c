from pathlib import Path
from random import Random

import pytest
from msgspec.structs import replace

from companion.rules.game import Seat
from companion.rules.record import EveningTable, RecordHeader
from companion.screen.draw.theme import GOLD
from companion.screen.pages.new_game import GameDraft
from companion.screen.settings import load_player_names, remember_player_names
from companion.screen.view_models import NewGameRequest
from companion.table.messages import EnterLine
from companion.table.session import Session
from tests.screen.harness.evening import Guest, evening, journals
from tests.screen.harness.stage import LOUIS, PEOPLE, SIX, SIX_PEOPLE
from tests.table.evenings import evening as whole_evening
from tests.table.evenings import setup


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A house of its own."""
    monkeypatch.setenv("HERALD_HOME", str(tmp_path))
    return tmp_path


FOUR = GameDraft("louis-xiv", PEOPLE)
TWO = GameDraft("louis-xiv", PEOPLE[:2])


def colours(draft: GameDraft) -> list[str]:
    return [seat.colour for seat in draft.seats]


def test_a_seat_takes_the_next_colour_nobody_has() -> None:
    assert colours(TWO.with_next_colour(LOUIS, 0)) == ["red", "yellow"]
    assert colours(TWO.with_next_colour(LOUIS, 0).with_next_colour(LOUIS, 0)) == ["green", "yellow"]
    assert colours(TWO.with_next_colour(LOUIS, 0).with_next_colour(LOUIS, 0).with_next_colour(LOUIS, 0)) == [
        "blue",
        "yellow",
    ]


def test_the_start_player_stays_who_he_is_when_his_colour_changes() -> None:
    assert TWO.with_first_player(0).with_next_colour(LOUIS, 0).first_player == "red"
    assert FOUR.with_first_player(0).with_next_colour(LOUIS, 0).first_player == "yellow"
    assert FOUR.with_first_player(1).with_next_colour(LOUIS, 0).first_player == "blue"
    assert FOUR.with_first_player(2).with_next_colour(LOUIS, 0).first_player == "red"


def test_with_all_colours_taken_two_seats_change_colours() -> None:
    assert colours(FOUR.with_next_colour(LOUIS, 3)) == ["green", "yellow", "red", "blue"]
    assert [seat.name for seat in FOUR.with_next_colour(LOUIS, 3).seats] == [
        "Kateřina",
        "Bert",
        "Carla",
        "Dominik",
    ]


def test_who_leaves_takes_the_sun_along() -> None:
    draft = FOUR.with_first_player(2).without_seat(2)
    assert colours(draft) == ["blue", "yellow", "green"]
    assert draft.first_player == ""
    assert FOUR.with_first_player(2).without_seat(0).first_player == "red"


def test_who_joins_gets_a_free_colour() -> None:
    assert TWO.with_seat(LOUIS, "Eva").seats[-1] == Seat("red", "Eva")


def test_it_begins_with_an_oldest_and_different_names() -> None:
    assert FOUR.lack == "oldest"
    assert FOUR.with_first_player(0).lack is None
    assert FOUR.with_first_player(0).with_name(1, "kateřina").lack == "name"


def test_only_what_differs_from_the_default_is_noted() -> None:
    draft = (
        TWO.with_first_player(0)
        .with_answer(LOUIS, "four-jumps", "2")
        .with_answer(LOUIS, "king-empty-turns", "no")
    )
    assert draft.answer_to(LOUIS, "four-jumps") == "2"
    assert draft.answer_to(LOUIS, "once-first-second") == "yes"
    back = draft.with_answer(LOUIS, "king-empty-turns", "yes")
    assert back.to_request() == NewGameRequest("louis-xiv", PEOPLE[:2], "blue", {"four-jumps": "2"})


def test_how_it_is_played_here_has_no_answer() -> None:
    assert TWO.answer_to(LOUIS, "hands") == ""
    with pytest.raises(KeyError):
        TWO.with_answer(LOUIS, "no-such-rule", "yes")


def test_at_the_virtual_table_everybody_but_the_first_is_absent_until_he_comes() -> None:
    draft = GameDraft("louis-xiv", PEOPLE, "blue").with_virtual_table(True)
    assert draft.bot_colours == ("yellow", "red", "green")
    there = draft.with_next_player(LOUIS, 1)
    assert there.bot_colours == ("red", "green")
    beginner = there.with_next_player(LOUIS, 1)
    assert (beginner.bot_colours, beginner.beginners) == (("red", "green", "yellow"), ("yellow",))
    assert beginner.with_next_colour(LOUIS, 2).to_request().beginners == ("yellow",)
    skilled = beginner.with_next_player(LOUIS, 1)
    assert (skilled.bot_colours, skilled.beginners) == (beginner.bot_colours, ())
    assert beginner.without_seat(1).beginners == ()
    assert beginner.with_virtual_table(True).beginners == ()
    assert draft.with_virtual_table(False).to_request().bot_colours == ()
    assert draft.to_request().is_virtual


def test_where_virtual_players_are_all_alike_none_is_called_a_beginner() -> None:
    draft = GameDraft("six", SIX_PEOPLE, "black").with_virtual_table(True)
    there = draft.with_next_player(SIX, 1)
    assert there.with_next_player(SIX, 1).beginners == ()
    beginner = replace(GameDraft("louis-xiv", PEOPLE, "blue").with_virtual_table(True), beginners=("red",))
    assert beginner.for_game(SIX).beginners == ()


def test_whoever_is_absent_stays_so_in_another_colour_and_is_forgotten_when_he_leaves() -> None:
    draft = GameDraft("louis-xiv", PEOPLE[:3], "red").with_virtual_table(True)
    assert draft.with_next_colour(LOUIS, 2).bot_colours == ("yellow", "green")
    assert draft.without_seat(1).bot_colours == ("red",)
    assert draft.without_seat(2).with_seat(LOUIS, "Eva").bot_colours == ("yellow", "red")


def test_somebody_has_to_be_there() -> None:
    draft = GameDraft("louis-xiv", PEOPLE, "blue").with_virtual_table(True)
    assert draft.lack is None
    assert draft.with_next_player(LOUIS, 0).lack == "presence"


def test_another_game_keeps_who_can_stay_and_forgets_what_was_answered() -> None:
    drafted = GameDraft(
        "six", SIX_PEOPLE, first_player="black", is_virtual=True, bot_colours=("green", "yellow")
    )
    draft = drafted.with_answer(SIX, SIX.house_rules[0].name, "no").for_game(LOUIS)
    names = [(seat.colour, seat.name) for seat in draft.seats]
    assert names == [("yellow", "Eva"), ("blue", "Filip"), ("green", "Dominik"), ("red", "Kateřina")]
    assert (draft.game, draft.first_player, draft.answers) == ("louis-xiv", "yellow", {})
    assert draft.bot_colours == ("green",)  # who was yellow before has left
    assert draft.standing == ("Hynek", "Jan")
    again = draft.for_game(SIX)
    assert again.seats == (*draft.seats, Seat("black", "Hynek"), Seat("white", "Jan"))
    assert again.bot_colours == ("green",)
    assert again.standing == ()
    assert GameDraft("six", SIX_PEOPLE, first_player="white").for_game(LOUIS).first_player == ""


def framed(guest: Guest) -> list[str]:
    """What is marked as missing: the buttons around which gold is painted."""
    names = []
    for row in guest.page.seat_rows:
        boxes = [mark.rect for mark in row.painted_items if mark.colour == GOLD]
        names += [
            part.touch_target
            for part in row.children
            if any(box.contains_point(*part.center) for box in boxes)
        ]
    return sorted(names)


def test_what_is_missing_is_said_and_marked_where_it_is_asked(home: Path) -> None:
    with evening("en") as guest:
        driver = guest.driver
        for touched in ("game/louis-xiv", "table/virtual", "join", "presence/0", "next"):
            driver.tap(touched)
        assert driver.sees("Somebody has to sit at the table: touch a seat that is virtual.")
        assert framed(guest) == ["presence/0", "presence/1", "presence/2", "presence/3"]
        assert driver.faults() == []
        for _ in range(2):  # a beginner, then a person
            driver.tap("presence/0")
        assert framed(guest) == []
        guest.page.draft = guest.page.draft.with_name(3, "player 2")
        driver.tap("next")
        assert driver.sees("Two people have the same name: change one of them.")
        assert framed(guest) == ["name/1", "name/3"]
        driver.tap("leave/3")
        for touched in ("next", "start"):
            driver.tap(touched)
        assert driver.sees("Somebody has to begin: touch who, or let Herald draw.")
        driver.tap("oldest/2")
        assert not driver.sees("Somebody has to begin")
        assert driver.faults() == []
        assert journals(home) == []
        assert driver.app.page_history[-1] == "new-game"


def test_one_question_leads_to_the_next_and_back_to_the_one_before(home: Path) -> None:
    with evening("en") as guest:
        driver = guest.driver
        for touched, asked in (
            ("game/kabale", "Kabale und Hiebe: what do you play with?"),
            ("table/virtual", "Kabale und Hiebe: who plays?"),
            ("next", "Kabale und Hiebe: who begins?"),
            ("back", "Kabale und Hiebe: who plays?"),
            ("back", "Kabale und Hiebe: what do you play with?"),
        ):
            driver.tap(touched)
            assert driver.sees(asked)
        driver.tap("table/readers")
        assert driver.app.page_history[-1] == "readers"  # none is connected: how one gets there
        for touched in ("back", "back"):
            driver.tap(touched)
        assert driver.app.page_history[-1] == "home"


def test_a_known_group_is_at_its_table_in_five_touches(home: Path) -> None:
    remember_player_names(("Anna", "Bert", "Carla"))
    with evening("en") as guest:
        driver = guest.driver
        driver.until(lambda: guest.program.player_names() != (), 1_000_000)
        driver.tap("game/louis-xiv")
        driver.tap("table/touch")
        assert [seat.name for seat in guest.page.draft.seats] == ["Anna", "Bert", "Carla"]
        for touched in ("next", "draw", "start"):
            driver.tap(touched)
        guest.settle()
        begins = guest.live.snapshot.setup.start_player
        assert begins in guest.live.snapshot.player_name_by_colour


def test_names_are_added_and_forgotten_with_one_touch(home: Path) -> None:
    remember_player_names(("Anna", "Bert", "Carla", "Dana", "Ema/Eva"))
    with evening("en") as guest:
        driver = guest.driver
        driver.until(lambda: guest.program.player_names() != (), 1_000_000)
        for touched in ("game/louis-xiv", "table/virtual", "leave/1", "seat/Ema/Eva"):
            driver.tap(touched)
        names = [seat.name for seat in guest.page.draft.seats]
        assert names[-1] == "Ema/Eva"
        assert guest.page.draft.seats[-1].colour not in guest.page.draft.bot_colours
        for touched in ("forget", "forgotten/Ema/Eva", "forgotten/Bert", "forget"):
            driver.tap(touched)
        assert [seat.name for seat in guest.page.draft.seats] == names  # who sits there stays
        assert guest.program.player_names() == ("Anna", "Carla", "Dana")
        guest.program._background.join()
    assert load_player_names() == ("Anna", "Carla", "Dana")


def test_a_seat_is_dragged_to_another_place(home: Path) -> None:
    with evening("en") as guest:
        driver = guest.driver
        for touched in ("game/louis-xiv", "table/virtual", "join"):
            driver.tap(touched)
        before = list(guest.page.draft.seats)
        name, other = driver.find("name/0"), driver.find("name/2")
        (x, top), (_, low) = name.center, other.center
        driver.stroke([(x, top + (low - top) * at / 8) for at in range(9)])
        assert list(guest.page.draft.seats) == [before[1], before[2], before[0], before[3]]
        assert guest.page.keyboard is None
        for touched in ("name/0", "key/cross"):  # a keyboard that was open is in nobody's way
            driver.tap(touched)
        (x, top), (_, low) = driver.find("name/0").center, driver.find("name/3").center
        driver.stroke([(x, low + (top - low) * at / 8) for at in range(9)])
        assert list(guest.page.draft.seats) == [before[3], before[1], before[2], before[0]]
        driver.stroke([(x + at * 50, low - at * 4) for at in range(9)])  # to nowhere
        assert list(guest.page.draft.seats) == [before[3], before[1], before[2], before[0]]


def test_a_keyboard_is_gone_when_another_page_was_shown(home: Path) -> None:
    with evening("en") as guest:
        driver = guest.driver
        for touched in ("game/kabale", "table/virtual", "name/0"):
            driver.tap(touched)
        driver.app.go_to_page("power")
        driver.app.go_to_page("home")
        driver.tap("game/louis-xiv")
        assert "key/a" not in driver.things()
        assert driver.faults() == []


def test_a_full_table_takes_nobody_more_though_two_have_one_name(home: Path) -> None:
    remember_player_names(tuple("ABCDEFGH"))
    with evening("en") as guest:
        driver = guest.driver
        driver.until(lambda: guest.program.player_names() != (), 1_000_000)
        for touched in ("game/louis-xiv", "table/touch"):
            driver.tap(touched)
        assert len(guest.page.draft.seats) == 4
        guest.page.draft = guest.page.draft.with_name(1, "A")
        guest.page.refresh()
        guest.page.on_touched("seat/H") if "seat/H" in driver.things() else None
        assert len(guest.page.draft.seats) == 4


def test_whoever_was_quicker_than_the_disk_finds_the_known_names_the_next_time(home: Path) -> None:
    with evening("en") as guest:
        driver = guest.driver
        for touched in ("game/louis-xiv", "table/virtual"):
            driver.tap(touched)
        assert guest.page.draft.seats[0].name == "Player 1"
        guest.program._names = ("Anna", "Bert")
        for touched in ("home", "game/louis-xiv"):
            driver.tap(touched)
        assert [seat.name for seat in guest.page.draft.seats][:2] == ["Anna", "Bert"]


def test_who_begins_is_asked_for_each_game_anew(home: Path) -> None:
    with evening("en") as guest:
        driver = guest.driver
        for touched in ("game/kabale", "table/virtual", "next", "oldest/2", "home", "game/kabale"):
            driver.tap(touched)
        assert guest.page.draft.first_player == ""


def test_names_that_nobody_gave_follow_the_language_and_typed_ones_stay(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HERALD_HOME", str(tmp_path))
    with evening("cs") as guest:
        driver = guest.driver
        driver.tap("game/louis-xiv")
        driver.tap("table/virtual")
        guest.page.draft = guest.page.draft.with_name(0, "Ota")
        for lang, words in (("de", "Spieler 2"), ("en", "Player 2"), ("cs", "Hráč 2")):
            driver.tap("home")
            driver.tap(f"lang/{lang}")
            driver.tap("game/louis-xiv")
            assert [seat.name for seat in guest.page.draft.seats][:2] == ["Ota", words]
        for thing in ("table/virtual", "next", "oldest/0", "start"):
            driver.tap(thing)
        guest.settle()
        for thing in ("home", "lang/nl", "game/louis-xiv", "table/virtual"):
            driver.tap(thing)
        assert driver.sees("Ota")
        assert driver.sees("Speler 2")
        assert not driver.sees("Hráč 2")


def finished(home: Path) -> tuple[str, ...]:
    """An evening of two at a virtual table that is over; who they are."""
    head = RecordHeader(
        "kabale",
        setup("kabale", 3),
        table=EveningTable(True, ("green",), ("green",)),
    )
    session = Session.create(home / "evenings" / "over.herald", head)
    for _, move in whole_evening("kabale", 3, Random(8)):
        session.handle_message(EnterLine(str(move)))
    session.close()
    return tuple(seat.name for seat in head.setup.seats)


def test_after_a_game_the_same_people_play_once_more_and_the_next_one_begins(home: Path) -> None:
    names = finished(home)
    with evening("en") as guest:
        driver = guest.driver
        driver.until(lambda: "go-on" in driver.things(), 1_000_000)
        assert driver.sees("Once more")
        assert driver.faults() == []
        driver.tap("go-on")
        draft = guest.page.draft
        assert tuple(seat.name for seat in draft.seats) == names
        assert (draft.is_virtual, draft.bot_colours, draft.beginners) == (True, ("green",), ("green",))
        assert draft.first_player == draft.seats[1].colour
        driver.tap("start")
        guest.settle()
        now = guest.live.snapshot
        assert now.game == "kabale"
        assert tuple(seat.name for seat in now.setup.seats) == names
        assert now.setup.start_player == draft.seats[1].colour
