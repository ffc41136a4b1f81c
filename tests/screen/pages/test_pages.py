"""Home, new game and the table, by touch alone, in every language and size."""

from itertools import product
from threading import Thread

import pytest
from msgspec.structs import replace

from companion.rules.game import Seat
from companion.screen.app import HeraldApp
from companion.screen.app_state import run_on_kivy_thread
from companion.screen.draw.canvas_widget import HOLD_SECONDS, visible_within
from companion.screen.pages.new_game import GameDraft
from companion.screen.pages.settings import SETTINGS
from companion.screen.view_models import NewGameRequest, RefusalModel
from tests.long import usually
from tests.screen import SIZES, everywhere
from tests.screen.conftest import Sit
from tests.screen.harness.driver import Driver
from tests.screen.harness.over import OVER, covering
from tests.screen.harness.stage import LOUIS, PEOPLE, SIX, SIX_PEOPLE, TABLES, Listener


def herald(sit: Sit, listener: Listener, lang: str = "en", size: tuple[int, int] = SIZES[0]) -> Driver:
    return sit(HeraldApp(listener, lang), size)


@everywhere
def test_every_page_fits_in_every_language(sit: Sit, lang: str, size: tuple[int, int]) -> None:
    person = herald(sit, Listener(notice="x" * 60), lang, size)
    seen = {"home": person.faults()}
    for door in ("deck", "readers", "settings"):
        person.tap(door)
        seen[door] = person.faults()
        person.tap("home")
    person.tap("game/louis-xiv")
    seen["with what"] = person.faults()
    person.tap("table/touch")
    seen["four players"] = person.faults()
    person.tap("leave/3")
    person.tap("forget")
    seen["three players, names to forget"] = person.faults()
    person.tap("name/1")
    seen["keyboard"] = person.faults()
    person.tap("key/cross")
    person.tap("next")
    seen["nobody begins"] = person.faults()
    person.tap("start")
    seen["who begins is asked for"] = person.faults()
    person.tap("oldest/2")
    seen["somebody begins"] = person.faults()
    for door in ("house-rules", "printed"):
        person.tap(door)
        seen[door] = person.faults()
        person.tap("later")
        seen[f"{door}, later"] = person.faults()
        person.tap("back")
    assert {page: faults for page, faults in seen.items() if faults} == {}


@pytest.mark.parametrize(("moment", "size"), usually(product(TABLES, SIZES[:1]), product(TABLES, SIZES)))
def test_the_table_fits_at_every_moment(sit: Sit, moment: str, size: tuple[int, int]) -> None:
    person = herald(sit, Listener(), "cs", size)
    person.app.app_state.table_model = TABLES[moment]
    person.tap("go-on")
    assert person.faults() == []


def test_the_language_changes_at_once_everywhere(sit: Sit) -> None:
    person = herald(sit, Listener())
    assert person.sees("Go on with the game")
    person.tap_among("lang/cs")
    assert person.sees("Pokračovat ve hře")
    assert person.sees("2. kolo, vliv")
    person.tap("game/louis-xiv")
    assert person.sees("Rozdává Herald")
    person.tap("home")
    person.tap_among("lang/de")
    assert person.sees("Weiterspielen")
    person.tap("game/louis-xiv")
    assert person.sees("Herald teilt aus")


def test_an_interrupted_evening_is_gone_on_with(sit: Sit) -> None:
    listener = Listener()
    person = herald(sit, listener)
    assert all(person.sees(seat.name) for seat in PEOPLE)
    person.tap("Go on with the game")
    assert listener.heard == ["go on"]
    assert person.sees("The table is being laid")


def test_without_an_evening_a_new_game_is_the_way_on(sit: Sit) -> None:
    person = herald(sit, Listener(evening=False, notice="No readers found."))
    assert "go-on" not in person.things()
    assert person.sees("No readers found.")


def test_every_door_leads_back(sit: Sit) -> None:
    person = herald(sit, Listener())
    for door in ("deck", "readers", "settings", "game/louis-xiv"):
        person.tap(door)
        person.tap("back")
        assert "go-on" in person.things()
        person.tap(door)
        person.tap("home")
        assert "go-on" in person.things()


def test_a_game_is_set_up_by_touch_alone(sit: Sit) -> None:
    listener = Listener(evening=False)
    person = herald(sit, listener, "cs")
    person.tap("Louis XIV")
    person.tap("Vlastní krabice, dotykem")
    person.tap("leave/3")
    person.tap("colour/0")
    person.tap("name/0")
    for letter in "Žaneta":
        person.tap(letter)
    person.tap("key/check")
    person.tap("name/1")
    person.tap("Jiří")
    person.tap("Další")
    person.tap("Začít")
    assert listener.plans == []  # nobody begins yet
    assert person.sees("Někdo musí začít")
    person.tap("oldest/0")
    person.tap("house-rules")
    person.tap("dvakrát")
    person.tap("back")
    person.tap("printed")
    person.tap("tile 2 front=money:4")
    person.tap("tile 2 front=money:2")
    person.tap("back")
    assert person.sees("Domácí pravidla: 1 jinak")
    assert person.sees("Tištěné hodnoty: 1 jinak")
    person.tap("Začít")
    seats = (Seat("green", "Žaneta"), Seat("yellow", "Jiří"), Seat("red", "Carla"))
    answers = {"four-jumps": "2", "tile 2 front": "money:2"}
    assert listener.plans == [NewGameRequest("louis-xiv", seats, "green", answers)]


def said_when_held(person: Driver, target: str) -> str:
    """What stands beside a finger that is held on that thing, with its clause."""
    page = person.app.page_named(person.app.page_history[-1])
    page.bubble.close()
    part = next(each for each in visible_within(page) if each.asked_target == target)
    person.hold([part.center])
    person.look(HOLD_SECONDS + 0.1)
    person.lift()
    answer = page.bubble.answer
    return f"{answer.title} | {answer.text} | {answer.clause}" if answer is not None else ""


def test_a_setting_and_each_of_its_values_say_what_they_are_for_and_none_is_set_by_holding(sit: Sit) -> None:
    person = herald(sit, Listener(), "cs")
    person.tap("settings")
    before = person.app.app_state.settings
    assert said_when_held(person, "strictness=hint").startswith(
        "Co pravidla zakazují: varovat | Herald řekne"
    )
    for setting in SETTINGS:
        assert said_when_held(person, setting.name)
    assert said_when_held(person, "back").startswith("Zpět | ")
    assert person.app.app_state.settings == before


def test_a_house_rule_explains_itself_and_its_clause_is_one_touch_away(sit: Sit) -> None:
    person = herald(sit, Listener(evening=False), "cs")
    for thing in ("Louis XIV", "table/touch", "next", "house-rules"):
        person.tap(thing)
    said = said_when_held(person, "four-jumps=2")
    assert "dvakrát | Jednou za fázi platí díky misi" in said
    assert said.endswith("| L-2.7")
    for row in person.app.page_named("house-rules").rows:
        assert said_when_held(person, row.question.name).endswith(f"| {row.question.subject}")
    person.tap("clause/L-2.7")
    assert person.sees("L-2.7 Jedna karta, čtyři kameny")
    person.tap("clause/L-2.8")
    person.tap("back")
    assert "four-jumps=2" in person.things()
    person.tap("back")
    assert "house-rules" in person.things()


@everywhere
def test_six_people_fit_and_the_game_is_chosen_on_the_first_page(
    sit: Sit, lang: str, size: tuple[int, int]
) -> None:
    person = herald(sit, Listener(games=(LOUIS, SIX, replace(LOUIS, name="third"))), lang, size)
    assert all(person.sees(seat.name) for seat in SIX_PEOPLE)
    assert person.faults() == []
    person.tap("game/six")
    person.tap("table/touch")
    while "join" in person.things():
        person.tap("join")
    assert sum(thing.startswith("name/") for thing in person.things()) == 6
    assert person.faults() == []
    person.tap("back")
    person.tap("table/virtual")
    assert person.faults() == []
    person.tap("next")
    assert person.faults() == []


def test_people_stay_when_another_game_is_chosen(sit: Sit) -> None:
    listener = Listener(evening=False, games=(LOUIS, SIX))
    person = herald(sit, listener, "cs")
    for thing in ("game/louis-xiv", "table/touch", "next"):
        person.tap(thing)
    assert person.sees("Podle pravidel nejstarší")
    person.tap("house-rules")
    person.tap("dvakrát")
    person.tap("home")
    for thing in (SIX.title, "table/touch", "next"):
        person.tap(thing)
    assert person.sees("Podle pravidel nejmladší")
    person.tap("oldest/0")
    person.tap("Začít")
    assert listener.plans == [NewGameRequest("six", PEOPLE, "blue")]


def test_who_has_no_seat_in_a_game_for_fewer_is_named_and_sits_again_in_one_for_more(sit: Sit) -> None:
    listener = Listener(evening=False, games=(LOUIS, SIX))
    person = herald(sit, listener, "en")
    person.tap("game/six")
    person.app.page_named("new-game").draft = GameDraft("six", SIX_PEOPLE)
    person.tap("home")
    person.tap("game/louis-xiv")
    person.tap("table/touch")
    assert person.sees("At most 4 can play; without a seat: Hynek, Jan.")
    assert person.faults() == []
    person.tap("leave/0")
    person.tap("join")
    assert person.sees("At most 4 can play; without a seat: Jan.")
    person.tap("home")
    person.tap("game/six")
    person.tap("table/touch")
    names = [seat.name for seat in person.app.page_named("new-game").draft.seats]
    assert names == ["Filip", "Dominik", "Kateřina", "Hynek", "Jan"]
    assert not person.sees("without a seat")


def test_two_people_of_one_name_are_told_apart_before_it_begins(sit: Sit) -> None:
    listener = Listener()
    person = herald(sit, listener)
    person.tap("game/louis-xiv")
    person.tap("table/touch")
    person.tap("name/0")
    for letter in "Bert":
        person.tap(letter)
    person.tap("key/check")
    person.tap("Next")
    assert person.sees("Two people have the same name")
    assert "name/0" in person.things()
    assert listener.plans == []


def test_a_name_with_letters_that_no_font_here_has_is_told(sit: Sit, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Listener, "player_names", lambda _: ("\U00017000",))  # a letter of Tangut
    person = herald(sit, Listener())
    person.tap("game/louis-xiv")
    person.tap("table/touch")
    assert person.sees("No font of this computer has every letter of")


def test_the_keyboard_can_be_left_and_letters_taken_back(sit: Sit) -> None:
    person = herald(sit, Listener())
    person.tap("game/louis-xiv")
    person.tap("table/touch")
    person.tap("name/0")
    person.tap("key/x")
    person.tap("key/cross")
    assert person.sees("Kateřina")
    person.tap("name/0")
    for key in (
        "key/e",
        "key/v",
        "key/x",
        "key/erase",
        "key/shift",
        "key/a",
        "key/space",
        "key/j",
        "key/check",
    ):
        person.tap(key)
    assert person.sees("EvA J")


def test_a_set_up_survives_a_look_at_another_page_and_another_language(sit: Sit) -> None:
    person = herald(sit, Listener())
    person.tap("game/louis-xiv")
    person.tap("table/touch")
    person.tap("leave/0")
    person.tap("home")
    person.tap_among("lang/nl")
    person.tap("game/louis-xiv")
    person.tap("table/touch")
    assert "seat/Kateřina" in person.things()
    assert person.sees("Bert")
    assert "name/3" not in person.things()


def test_what_is_touched_at_the_table_is_told(sit: Sit) -> None:
    listener = Listener()
    person = herald(sit, listener)
    person.app.app_state.table_model = TABLES["stones"]
    person.tap("go-on")
    for thing in ("tile/5", "done", "take", "clear", "undo", "menu"):
        person.tap(thing)
    assert listener.heard == ["go on", "tile/5", "done", "take", "clear", "undo", "menu"]
    person.tap("home")
    assert "go-on" in person.things()


def test_the_table_follows_the_model(sit: Sit) -> None:
    person = herald(sit, Listener())
    person.tap("go-on")
    for moment in ("card", "answer", "two", "stones"):
        person.app.app_state.table_model = TABLES[moment]
        person.rest()
        assert person.sees(TABLES[moment].prompt.sentence)
        assert {choice.touch_target for choice in TABLES[moment].choices} <= set(person.things())


def test_a_refusal_lies_over_the_table_until_it_is_touched(sit: Sit) -> None:
    listener = Listener()
    person = herald(sit, listener)
    person.app.app_state.table_model = TABLES["card"]
    person.tap("go-on")
    person.app.app_state.refusal = RefusalModel(
        PEOPLE[1], "Bert: inf6", "It is Carla's turn.", "L-2.3", "Turns"
    )
    person.rest()
    assert person.sees("It is Carla's turn.")
    assert "card/inf6" not in person.things()
    person.tap("I see")
    assert listener.heard[-1] == "go-on"
    person.app.app_state.refusal = None
    person.rest()
    assert "card/inf6" in person.things()


def test_what_lies_over_the_table_comes_beneath_a_refusal(sit: Sit) -> None:
    person = herald(sit, Listener())
    person.app.app_state.table_model = TABLES["card"]
    person.tap("go-on")
    person.app.app_state.refusal = RefusalModel(
        PEOPLE[1], "Bert: inf6", "It is Carla's turn.", "L-2.3", "Turns"
    )
    person.rest()
    person.app.app_state.overlay = covering(OVER["standing"])
    person.rest()
    assert person.sees("It is Carla's turn.")
    person.app.app_state.refusal = None
    person.rest()
    assert person.sees(OVER["standing"].title)


def test_nothing_is_redrawn_while_nothing_happens(sit: Sit) -> None:
    person = herald(sit, Listener())
    person.app.app_state.table_model = TABLES["card"]
    person.tap("go-on")
    drawn = person.frames_drawn
    person.wait(5)
    assert person.frames_drawn == drawn


def test_what_comes_from_another_thread_is_shown_on_the_screens_own(sit: Sit) -> None:
    person = herald(sit, Listener())
    thread = Thread(
        target=lambda: run_on_kivy_thread(
            lambda: setattr(person.app.app_state, "status_notice", "A reader is back.")
        )
    )
    thread.start()
    thread.join()
    person.rest()
    assert person.sees("A reader is back.")
