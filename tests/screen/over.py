"""What lies over the table for a while, in mid-game, as the tests show it."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from companion.games.louis_xiv.screen.asides import Evaluation, Exchange, Given, Held, KindWon, Stand
from companion.screen.asides import Carry, Check, Line, Listing, Menu, Standing, TakeBack
from companion.screen.views import Choice, Count, Counter, Event, Hand, Rank
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
COUNTERS = (
    Counter("money", "louisdory", "louis", 5, 99),
    Counter("own", "vlastní zásoba", "blue", 9, 16),
    Counter("general", "společná zásoba", "blue", 3, 16),
    Counter("arms", "erby", "arms", 2, 99),
    *(
        Counter(f"tile/{number}", name, "", count, 16)
        for number, (name, count) in enumerate(
            (
                ("Anna", 2),
                ("Philippe", 0),
                ("Marie-Thérèse", 0),
                ("Dauphin", 1),
                ("Montespan", 0),
                ("Condé", 0),
                ("Colbert", 0),
                ("Maintenon", 0),
                ("La Vallière", 0),
                ("Turenne", 1),
                ("Mazarin", 0),
                ("Louvois", 0),
            ),
            1,
        )
    ),
)
STANDS = (
    Stand("yellow", "Bert", 3, (Count("arms"), Count("stones"))),
    Stand("green", "Dominik", 1),
)
FOUR = (
    Stand("green", "Dominik", 4, (Count("helmet"), Count("crown"))),
    Stand("yellow", "Bert", 2, (Count("helmet"),)),
    Stand("blue", "Kateřina", 1),
    Stand("red", "Carla", 1),
)
OVER: dict[str, Any] = (
    {
        "take-back": TakeBack(MOVES, 2, 5, UNSEEN),
        "take-back-one": TakeBack(MOVES, 1, 3),
        "carry": Carry(
            "Vráceno",
            tuple(Hand(hand.words, hand.symbol, done=at < 1) for at, hand in enumerate(HANDS)),
            "Vraťte stůl do podoby, jakou má obrazovka.",
        ),
        "ledger": Listing("Carla: 41 bodů", LEDGER, "Z čeho jsou body", "red", "41 bodů"),
        "help": Listing("Co je teď možné", tuple(Line(e.sentence, e.symbol) for e in MOVES)),
        "standing": Standing("Body zatím", RANKS, symbol="chart"),
        "winner": Standing(
            "Carla vítězí",
            RANKS,
            "Stejně bodů; rozhodlo víc kamenů ve vlastní zásobě.",
            "king",
            True,
            Choice("ending", "Erby", "arms"),
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
        "check": Check(
            PEOPLE,
            "blue",
            COUNTERS,
            "16 kamenů ze 16, jak má být",
            differs=frozenset({"money"}),
            changed=True,
        ),
        "check-wrong": Check(
            PEOPLE, "red", COUNTERS, "17 kamenů ze 16: jeden je navíc", True, frozenset({"own"}), True
        ),
        "evaluation": Evaluation(tile(6, 6), STANDS, LINES, HANDS, 2, 5),
        "evaluation-last": Evaluation(tile(4, 4), FOUR, LINES[:2], (), 1, 1),
        "exchange": Exchange(
            "Závěrečná výměna",
            "Každá karta, žeton, kámen na dílku a 3 louisdory jsou jeden erb.",
            (
                Given(
                    PEOPLE[0],
                    (Count("influence"), Count("crown"), Count("blue", 3), Count("louis", 9)),
                    8,
                    11,
                ),
                Given(PEOPLE[1], (Count("yellow", 2),), 2, 9),
                Given(
                    PEOPLE[2],
                    (
                        Count("influence"),
                        Count("intrigue", 2),
                        Count("helmet"),
                        Count("red", 5),
                        Count("louis", 9),
                    ),
                    12,
                    21,
                ),
                Given(PEOPLE[3], (), 0, 4),
            ),
            "Vraťte karty, žetony, kameny a peníze a vezměte si za ně erby.",
        ),
        "kind": KindWon(
            "arms2",
            "Kříž",
            "Kateřina a Carla mají nejvíc, po 4, a berou si každá ještě jeden erb.",
            tuple(Held(seat, count, count == 4) for seat, count in zip(PEOPLE, (4, 1, 4, 0), strict=True)),
            tuple(replace(rank, note="") for rank in RANKS),
            45,
            2,
            6,
        ),
    }
    | kabale.OVER
    | florence.OVER
)
"""By name."""
