"""Each widget alone, touched by a finger."""

from collections.abc import Callable
from typing import Any

import pytest

from companion.screen.display.kivy_config import dots_per_inch_to_fit_layout
from companion.screen.draw.canvas_widget import CanvasWidget, ModelView, place_widget
from companion.screen.draw.painter import Painter
from companion.screen.draw.rect import Rect
from companion.screen.draw.theme import BAR_HEIGHT, CHALK
from companion.screen.pages.table import RefusalOverlay
from companion.screen.report_models import MovementListModel, RankingModel
from companion.screen.view_models import (
    ChoiceModel,
    EventModel,
    MovementModel,
    PromptModel,
    RankModel,
    RefusalModel,
    SymbolCountModel,
)
from companion.screen.widgets.report_blocks import MovementListView, RankingView
from companion.screen.widgets.stepper import StepperView
from companion.screen.widgets.table_frame import (
    ChoicePanel,
    EventPanel,
    HandView,
    PromptBar,
    VirtualReaderView,
)
from tests.screen import SIZES
from tests.screen.conftest import Sit
from tests.screen.harness.driver import Driver
from tests.screen.harness.stage import ANY, HAND, PEOPLE, Alone, things

both = pytest.mark.parametrize("size", SIZES)


def strip(high: float) -> Callable[[Rect], Rect]:
    """So many millimetres along the top."""
    return lambda whole: whole.cut_top((high + 1.2) * whole.width / 154)[0].inset(4)


@both
@pytest.mark.parametrize(
    "sentence",
    [
        "Zahraj kartu vlivu",
        "Koupit helmici za 3 louisdory?",
        "Kam s kameny? Až 3 na Condého a na jeho sousedy",
    ],
)
def test_the_prompt_is_at_least_six_millimetres_high(sit: Sit, size: tuple[int, int], sentence: str) -> None:
    def make() -> Any:
        bar = PromptBar()
        bar.show(PromptModel(PEOPLE[1], sentence, "Polož ji na čtečku."))
        return bar

    person = sit(Alone(make, strip(14.6)), size)
    said = next(written for written in person.app.widget.painted_texts if written.text == sentence)
    assert said.font_pixels >= 6 * dots_per_inch_to_fit_layout(size) / 25.4 - 1
    assert person.faults() == []
    assert "Bert" in person.words()


def test_a_short_prompt_leaves_room_for_the_ways_to_do_it(sit: Sit) -> None:
    def make() -> Any:
        bar = PromptBar()
        bar.show(PromptModel(None, "Otoč peněžní kartu", "Kolik louisdorů je na ní?"))
        return bar

    assert sit(Alone(make, strip(BAR_HEIGHT))).words() == ["Otoč peněžní kartu", "Kolik louisdorů je na ní?"]


@both
@pytest.mark.parametrize("count", [1, 2, 4, 7, 12])
def test_choices_of_any_number_can_be_touched(sit: Sit, size: tuple[int, int], count: int) -> None:
    heard: list[str] = []

    def make() -> Any:
        choices = ChoicePanel(heard.append)
        choices.show(tuple(ChoiceModel(f"stones/{n}", f"{n} kamenů", "stones") for n in range(count)))
        return choices

    person = sit(Alone(make, strip(30)), size)
    assert person.faults() == []
    for n in range(count):
        person.tap(f"stones/{n}")
    assert heard == [f"stones/{n}" for n in range(count)]


class Number(ModelView[int]):
    """Writes a number, and remembers what it was told."""

    def __init__(self) -> None:
        self.told: list[tuple[int, int | None]] = []
        self.drawn = 0
        super().__init__()

    def on_model_changed(self, number: int, previous: int | None) -> None:
        self.told.append((number, previous))

    def paint_model(self, painter: Painter, bounds: Rect, number: int) -> None:
        self.drawn += 1
        painter.draw_text(str(number), bounds, 6.0, CHALK)


def test_a_view_is_made_and_drawn_anew_only_for_another_value(sit: Sit) -> None:
    person = sit(Alone(Number))
    count = person.app.widget
    assert (person.words(), count.drawn) == ([], 0)
    for number in (3, 3, 4, 4):
        count.show(number)
        person.frame()
        assert person.words() == [str(number)]
    assert count.told == [(3, None), (4, 3)]
    assert count.drawn == 2


class Table:
    """A fan beside a reader."""

    def __init__(self, sit: Sit, cards: Any, open_: frozenset[str], reader: bool = True) -> None:
        self.heard: list[str] = []

        def make() -> Any:
            pad = VirtualReaderView()
            fan = HandView(self.heard.append, pad if reader else None)
            fan.show(cards, open_)
            pad.show("Čtečka", is_card_awaited=True)

            class Both(CanvasWidget):
                def arrange_children(self, bounds: Rect) -> None:
                    low = bounds.cut_bottom(66)[0]
                    right, left = low.cut_right(90, 10)
                    place_widget(pad, right)
                    place_widget(fan, left)

            table = Both()
            table.add_widget(pad)
            table.add_widget(fan)
            self.fan = fan
            return table

        self.person: Driver = sit(Alone(make))


def test_a_card_is_played_by_a_tap(sit: Sit) -> None:
    table = Table(sit, HAND, things(HAND))
    table.person.tap("card/inf6")
    table.person.tap("card/joker")
    assert table.heard == ["card/inf6", "card/joker"]


def test_a_card_is_played_by_dragging_it_onto_the_reader(sit: Sit) -> None:
    table = Table(sit, HAND, things(HAND))
    table.person.drag("card/inf8", "Čtečka")
    assert table.heard == ["card/inf8"]


def test_a_card_let_go_elsewhere_goes_back_into_the_hand(sit: Sit) -> None:
    table = Table(sit, HAND, things(HAND))
    at = table.person.find("card/inf8").center
    table.person.stroke([at, (at[0], at[1] + 60), (at[0] + 20, at[1] + 200)])
    assert table.heard == []
    assert table.person.find("card/inf8").center == at


def test_only_cards_that_may_be_played_react_to_a_tap(sit: Sit) -> None:
    table = Table(sit, HAND, frozenset({"card/inf6"}))
    assert table.person.things() == ["card/inf6"]
    table.person.tap("11")
    assert table.heard == []


def test_any_card_can_be_laid_on_the_reader_as_on_a_real_one(sit: Sit) -> None:
    table = Table(sit, HAND, frozenset({"card/inf6"}))
    table.person.drag("11", "Čtečka")
    assert table.heard == ["card/inf11"]


def test_without_a_reader_only_cards_that_may_be_played_react(sit: Sit) -> None:
    table = Table(sit, HAND, frozenset({"card/inf6"}), reader=False)
    table.person.tap("11")
    table.person.drag("11", "Čtečka")
    assert table.heard == []


def test_without_a_reader_on_the_screen_cards_are_only_tapped(sit: Sit) -> None:
    table = Table(sit, HAND, things(HAND), reader=False)
    table.person.drag("card/inf8", "Čtečka")
    assert table.heard == []
    table.person.tap("card/inf8")
    assert table.heard == ["card/inf8"]


def test_cards_that_are_alike_lie_beside_each_other(sit: Sit) -> None:
    def make() -> Any:
        fan = HandView(lambda thing: None)
        fan.show((HAND[0], HAND[0], HAND[1]), things(HAND))
        return fan

    assert sit(Alone(make, strip(14))).faults() == []


def test_a_very_long_prompt_is_told_whole(sit: Sit) -> None:
    prices = "budova 700, osobnost 300, prémiová karta 300, svoboda 300"

    def make() -> Any:
        bar = PromptBar()
        bar.show(PromptModel(PEOPLE[0], f"Poslední akce: dílo od hodnoty 7, {prices}"))
        return bar

    assert sit(Alone(make, strip(14.6))).faults() == []


def test_the_newest_event_is_told_whole_though_nothing_of_older_ones_has_room(sit: Sit) -> None:
    newest = EventModel(
        "Carla má nejvíce kamenů na kartičce Anna, dostává žeton žezlo a vrací 2 kameny do společné zásoby."
    )

    def make() -> Any:
        events = EventPanel()
        events.show((EventModel("Bert pasuje."), newest))
        return events

    person = sit(Alone(make, lambda whole: Rect(0, 0, 220, 104)))
    assert person.faults() == []
    assert newest.sentence in person.words()


def test_thirteen_cards_have_no_room_for_names_but_can_be_touched(sit: Sit) -> None:
    table = Table(sit, ANY, things(ANY))
    assert table.person.faults() == []
    assert "Condé" not in table.person.words()
    table.person.tap("12")
    assert table.heard == ["card/inf12"]


@both
def test_a_refusal_says_why_and_what_would_be_allowed_and_one_touch_goes_on(
    sit: Sit, size: tuple[int, int]
) -> None:
    heard: list[str] = []
    refused = RefusalModel(
        PEOPLE[1],
        "Bert: karta 6, kameny na Annu a na Montespan",
        "Z jednoho dílku smějí kameny skočit jen na jednoho souseda.",
        "L-2.4",
        "Umístění kartou osobnosti",
        ("z Condého na Annu", "z Condého na Montespan", "všechny na Condého"),
        "Přesto to udělat",
    )

    def make() -> Any:
        panel = RefusalOverlay(heard.append)
        panel.show(refused, "Šlo by:", "Rozumím")
        return panel

    person = sit(Alone(make), size)
    assert person.faults() == []
    for words in (
        refused.reason,
        refused.attempt,
        refused.clause,
        refused.clause_title,
        *refused.allowed_instead,
    ):
        assert person.sees(words)
    person.tap("Rozumím")
    person.tap_at(5, 5)
    person.tap("Přesto to udělat")
    assert heard == ["go-on", "go-on", "overrule"]


def test_a_clause_of_a_game_from_outside_is_read_whole_in_a_refusal(sit: Sit) -> None:
    def make() -> Any:
        panel = RefusalOverlay(lambda thing: None)
        panel.show(
            RefusalModel(None, "", "There are not that many.", "NINE-MENS-MORRIS-3.1", "Taking"), "", "I see"
        )
        return panel

    person = sit(Alone(make))
    assert person.sees("NINE-MENS-MORRIS-3.1")
    assert person.faults() == []


def test_movements_are_ticked_off_one_by_one(sit: Sit) -> None:
    heard: list[str] = []
    hands = tuple(MovementModel(f"Pohyb číslo {n}", "blue", is_done=n < 7) for n in range(12))

    def make() -> Any:
        steps = MovementListView(heard.append)
        steps.show(MovementListModel(hands))
        return steps

    person = sit(Alone(make))
    assert person.sees("7 / 12")
    assert person.sees("Pohyb číslo 6")
    assert not person.sees("Pohyb číslo 2")
    assert "step/6" not in person.things()
    person.tap("Pohyb číslo 7")
    assert heard == ["step/7"]


def test_the_ranking_opens_the_ledger_of_each_player(sit: Sit) -> None:
    heard: list[str] = []
    ranks = tuple(
        RankModel(
            place,
            seat,
            45 - place,
            (SymbolCountModel("mission", 25), SymbolCountModel("arms", 20 - place)),
            "",
            f"ledger/{seat.colour}",
        )
        for place, seat in enumerate(PEOPLE, 1)
    )

    def make() -> Any:
        ranking = RankingView(heard.append)
        ranking.show(RankingModel(ranks))
        return ranking

    person = sit(Alone(make))
    assert person.faults() == []
    assert [words for words in person.words() if words in {seat.name for seat in PEOPLE}] == [
        s.name for s in PEOPLE
    ]
    person.tap("Carla")
    assert heard == ["ledger/red"]


def test_a_number_goes_up_and_down_within_its_limits(sit: Sit) -> None:
    told: list[tuple[str, int]] = []

    def make() -> Any:
        stepper = StepperView("arms1", lambda name, number: told.append((name, number)), "arms1", 0, 2)
        stepper.show(0, "lilie")
        return stepper

    person = sit(Alone(make, lambda whole: whole.centred(320, 70)))
    assert person.things() == ["more/arms1"]
    person.tap("more/arms1")
    person.tap("more/arms1")
    assert person.things() == ["less/arms1"]
    person.tap("less/arms1")
    assert told == [("arms1", 1), ("arms1", 2), ("arms1", 1)]
