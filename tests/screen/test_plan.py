import pytest

from companion.rules.game import Seat
from companion.screen.pages.new_game.plan import Draft
from companion.screen.view_models import NewGameRequest
from tests.screen.stage import LOUIS, PEOPLE, SIX, SIX_PEOPLE

FOUR = Draft("louis-xiv", PEOPLE)
TWO = Draft("louis-xiv", PEOPLE[:2])


def colours(draft: Draft) -> list[str]:
    return [seat.colour for seat in draft.seats]


def test_a_seat_takes_the_next_colour_nobody_has() -> None:
    assert colours(TWO.next_colour(LOUIS, 0)) == ["red", "yellow"]
    assert colours(TWO.next_colour(LOUIS, 0).next_colour(LOUIS, 0)) == ["green", "yellow"]
    assert colours(TWO.next_colour(LOUIS, 0).next_colour(LOUIS, 0).next_colour(LOUIS, 0)) == [
        "blue",
        "yellow",
    ]


def test_the_start_player_stays_who_he_is_when_his_colour_changes() -> None:
    assert TWO.with_start(0).next_colour(LOUIS, 0).start == "red"
    assert FOUR.with_start(0).next_colour(LOUIS, 0).start == "yellow"
    assert FOUR.with_start(1).next_colour(LOUIS, 0).start == "blue"
    assert FOUR.with_start(2).next_colour(LOUIS, 0).start == "red"


def test_with_all_colours_taken_two_seats_change_colours() -> None:
    assert colours(FOUR.next_colour(LOUIS, 3)) == ["green", "yellow", "red", "blue"]
    assert [seat.name for seat in FOUR.next_colour(LOUIS, 3).seats] == [
        "Kateřina",
        "Bert",
        "Carla",
        "Dominik",
    ]


def test_who_leaves_takes_the_sun_along() -> None:
    draft = FOUR.with_start(2).without(2)
    assert colours(draft) == ["blue", "yellow", "green"]
    assert draft.start == ""
    assert FOUR.with_start(2).without(0).start == "red"


def test_who_joins_gets_a_free_colour() -> None:
    assert TWO.with_seat(LOUIS, "Eva").seats[-1] == Seat("red", "Eva")


def test_it_begins_with_an_oldest_and_different_names() -> None:
    assert not FOUR.ready(LOUIS)
    assert FOUR.with_start(0).ready(LOUIS)
    assert not FOUR.with_start(0).named(1, "kateřina").ready(LOUIS)
    assert not TWO.with_start(0).without(1).ready(LOUIS)


def test_only_what_differs_from_the_default_is_noted() -> None:
    draft = TWO.with_start(0).answered(LOUIS, "four-jumps", "2").answered(LOUIS, "king-empty-turns", "no")
    assert draft.answer(LOUIS, "four-jumps") == "2"
    assert draft.answer(LOUIS, "once-first-second") == "yes"
    back = draft.answered(LOUIS, "king-empty-turns", "yes")
    assert back.plan() == NewGameRequest("louis-xiv", PEOPLE[:2], "blue", {"four-jumps": "2"})


def test_how_it_is_played_here_has_no_answer() -> None:
    assert TWO.answer(LOUIS, "hands") == ""
    with pytest.raises(KeyError):
        TWO.answered(LOUIS, "no-such-rule", "yes")


def test_at_the_virtual_table_everybody_but_the_first_is_absent_until_he_comes() -> None:
    draft = Draft("louis-xiv", PEOPLE, "blue").at_virtual_table(True)
    assert draft.absent == ("yellow", "red", "green")
    assert draft.with_presence(1).absent == ("red", "green")
    assert draft.with_presence(1).with_presence(1).absent == ("red", "green", "yellow")
    assert draft.at_virtual_table(False).plan().bot_colours == ()
    assert draft.plan().is_virtual


def test_whoever_is_absent_stays_so_in_another_colour_and_is_forgotten_when_he_leaves() -> None:
    draft = Draft("louis-xiv", PEOPLE[:3], "red").at_virtual_table(True)
    assert draft.next_colour(LOUIS, 2).absent == ("yellow", "green")
    assert draft.without(1).absent == ("red",)
    assert draft.without(2).with_seat(LOUIS, "Eva").absent == ("yellow", "red")


def test_somebody_has_to_be_there() -> None:
    draft = Draft("louis-xiv", PEOPLE, "blue").at_virtual_table(True)
    assert draft.ready(LOUIS)
    assert not draft.with_presence(0).ready(LOUIS)


def test_another_game_keeps_who_can_stay_and_forgets_what_was_answered() -> None:
    drafted = Draft("six", SIX_PEOPLE, start="black", virtual=True, absent=("green", "yellow"))
    draft = drafted.answered(SIX, SIX.house_rules[0].name, "no").of(LOUIS)
    names = [(seat.colour, seat.name) for seat in draft.seats]
    assert names == [("yellow", "Eva"), ("blue", "Filip"), ("green", "Dominik"), ("red", "Kateřina")]
    assert (draft.game, draft.start, draft.answers) == ("louis-xiv", "yellow", {})
    assert draft.absent == ("green",)  # who was yellow before has left
    assert draft.of(SIX).seats == draft.seats
    assert Draft("six", SIX_PEOPLE, start="white").of(LOUIS).start == ""
