"""What lies over the table for a while, in mid-game, as the tests show it."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from companion.screen.asides import Menu, TakeBack
from companion.screen.reports import Line, Movements, Points, Report, Row, Rows, Sentences, listing
from companion.screen.views import Choice, Count, Event, Hand, Rank
from tests.screen.checked import shown
from tests.screen.florence import over as florence
from tests.screen.kabale import over as kabale
from tests.screen.stage import PEOPLE, tile

MOVES = (
    Event("Bert: karta Condé, 2 kameny Condé, 1 Anna", "yellow"),
    Event("Kateřina: karta Colbert, vzít kameny ze společné zásoby do vlastní", "blue"),
    Event("Dominik: žolík, 1 kámen Mazarin", "green"),
    Event("Carla: karta Philippe, 3 kameny Philippe", "red"),
    Event("Peněžní karta: 4 louisdory, král jde na dílek Philippe", ""),
    Event("Bert: mise „1 kámen navíc“ za koruna a prsten", "yellow"),
    Event("Carla: hotovo", "red"),
)
HANDS = (
    Hand("Kateřina: 3 kameny z dílku Condé do společné zásoby.", "blue"),
    Hand("Kateřina: 1 erb z balíčku.", "arms"),
    Hand("Bert: 1 kámen z dílku Condé do vlastní zásoby.", "yellow"),
    Hand("Otoč dílek Condé.", "turn"),
)
UNSEEN = ("Kateřina dobírá 1 kartu vlivu.", "Bert dobírá kartu mise (světlou).")
LINES = (
    Event("Bert má u Condého nejvíc kamenů a dostává 1 erb.", "yellow"),
    Event("Bert pokládá 1 kámen ze společné zásoby na Louvoise.", "yellow"),
    Event("Dominik: 1 kámen se vrací do vlastní zásoby.", "green"),
)
RANKS = tuple(
    Rank(
        place,
        seat,
        points,
        (Count("mission", missions), Count("arms", points - missions)),
        note,
        f"ledger/{seat.colour}",
    )
    for place, (seat, points, missions, note) in enumerate(
        (
            (PEOPLE[2], 41, 25, ""),
            (PEOPLE[0], 41, 20, "o 3 kameny ve vlastní zásobě méně"),
            (PEOPLE[1], 33, 15, ""),
            (PEOPLE[3], 19, 5, ""),
        ),
        1,
    )
)
LEDGER = tuple(
    Line(words, symbol, number)
    for words, symbol, number in (
        ("Carla dostává 1 erb díky Condému.", "arms", "+1"),
        ("Carla plní misi „2 louisdory nebo kameny navíc“ za helmice a prsten.", "mission", "+5"),
        ("Carla dostává 3 erby za vrácené žetony.", "arms", "+3"),
        ("Carla vyměňuje 2 karty vlivu, 1 žeton, 3 kameny a 9 louisdorů za 9 erbů.", "arms", "+9"),
        ("Kříž: Carla má nejvíc, 4, a dostává ještě jeden erb.", "arms2", "+1"),
    )
    * 3
)
STANDS = (
    Row("yellow", "Bert", "3", bar=3, gains=(Count("arms"), Count("stones")), marked=True),
    Row("green", "Dominik", "1", bar=1),
)
FOUR = (
    Row("green", "Dominik", "4", bar=4, gains=(Count("helmet"), Count("crown")), marked=True),
    Row("yellow", "Bert", "2", bar=2, gains=(Count("helmet"),), marked=True),
    Row("blue", "Kateřina", "1", bar=1),
    Row("red", "Carla", "1", bar=1),
)
GIVEN = (
    Row(
        "blue",
        "Kateřina",
        "11",
        things=(Count("influence"), Count("crown"), Count("blue", 3), Count("louis", 9)),
        gains=(Count("arms", 8),),
    ),
    Row("yellow", "Bert", "9", things=(Count("yellow", 2),), gains=(Count("arms", 2),)),
    Row(
        "red",
        "Carla",
        "21",
        things=(
            Count("influence"),
            Count("intrigue", 2),
            Count("helmet"),
            Count("red", 5),
            Count("louis", 9),
        ),
        gains=(Count("arms", 12),),
    ),
    Row("green", "Dominik", "4"),
)
HELD = tuple(
    Row(
        seat.colour,
        seat.name,
        str(count),
        bar=count,
        gains=(Count("", 1),) * (count == 4),
        marked=count == 4,
        dim=not count,
    )
    for seat, count in zip(PEOPLE, (4, 1, 4, 0), strict=True)
)
ON = "Dál"
SKIP = "Rovnou k tomu, co se rozhoduje"
OVER: dict[str, Any] = (
    {
        "take-back": TakeBack(MOVES, 2, 5, UNSEEN),
        "take-back-one": TakeBack(MOVES, 1, 3),
        "carry": Report(
            "Vráceno",
            (Movements(tuple(Hand(hand.words, hand.symbol, done=at < 1) for at, hand in enumerate(HANDS))),),
            subtitle="Vraťte stůl do podoby, jakou má obrazovka.",
            ways=(Choice("back", "Hotovo", "check"),),
        ),
        "ledger": listing("Carla: 41 bodů", LEDGER, "Z čeho jsou body", "red", "41 bodů"),
        "help": listing("Co je teď možné", tuple(Line(e.sentence, e.symbol) for e in MOVES)),
        "standing": Report("Body zatím", (Points(RANKS),), symbol="chart"),
        "winner": Report(
            "Carla vítězí",
            (Points(RANKS),),
            (),
            "Stejně bodů; rozhodlo víc kamenů ve vlastní zásobě.",
            "king",
            over=True,
            ways=(Choice("home", "Na úvodní stránku", "home", "main"), Choice("ending", "Erby", "arms")),
        ),
        "menu": Menu(
            (
                Choice("turn", "Otočit desku", "turn"),
                Choice("points", "Body zatím", "chart"),
                Choice("help", "Co je teď možné", "book"),
                Choice("check", "Kontrola stolu", "hand"),
                Choice("strictness", "Pravidla: přísně", "halt"),
                Choice("settings", "Nastavení", "gear"),
                Choice("home", "Úvodní stránka", "home"),
                Choice("back", "Zpět do hry", "back"),
            )
        ),
        "check": shown("louis-xiv", "of/blue", "at/player/blue"),
        "check-wrong": shown("louis-xiv", "of/blue", "count/stone/blue>=1"),
        "check-row": shown("kabale", "at/column/3"),
        "check-card": shown("kabale", "at/column/3", "set/1"),
        "check-grid": shown("florence", "of/blue", "at/grid/blue"),
        "evaluation": Report(
            "Condé",
            (tile(6, 6), Rows(STANDS)),
            (Sentences(LINES, large=True), Movements(HANDS)),
            "Kartička 6: pro každého se 3 kameny",
            ways=(Choice("next", "Další kartička", "next", "main"), Choice("skip-all", SKIP)),
            at=2,
            of=5,
        ),
        "evaluation-last": Report(
            "Grand Dauphin",
            (tile(4, 4), Rows(FOUR)),
            (Sentences(LINES[:2], large=True),),
            ways=(Choice("next", ON, "next", "main"),),
        ),
        "exchange": Report(
            "Závěrečná výměna",
            (
                Rows(GIVEN),
                Sentences((Event("Vraťte karty, žetony, kameny a peníze a vezměte si za ně erby.", "hand"),)),
            ),
            subtitle="Každá karta, žeton, kámen na dílku a 3 louisdory jsou jeden erb.",
            symbol="arms",
            ways=(Choice("next", ON, "next", "main"),),
        ),
        "kind": Report(
            "Kříž",
            (
                Rows(HELD),
                Sentences((Event("Kateřina a Carla mají nejvíc, po 4, a berou si každá ještě jeden erb."),)),
            ),
            (Points(tuple(replace(rank, note="") for rank in RANKS), 45),),
            "Kdo má nejvíc, dostane ještě jeden.",
            "arms2",
            ways=(Choice("next", "Další druh", "next", "main"), Choice("skip-all", "Rovnou k vítězi")),
            at=2,
            of=6,
        ),
    }
    | kabale.OVER
    | florence.OVER
)
"""By name."""
