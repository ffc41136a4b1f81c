"""Kabale und Hiebe twice, with other cards face down: whatever people see, hear or are lit is the same (issue 4)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from random import Random
from weakref import WeakKeyDictionary

import pytest
from msgspec import Struct

from companion.games import game
from companion.games.kabale.position import Kabale
from companion.games.kabale.printed import CARDS
from companion.rules.account import Account
from companion.rules.game import Setup
from companion.rules.public import public_events
from companion.rules.walking import walk
from companion.start.buttons import meant
from companion.start.lights import shown
from companion.table.judge import Ask
from companion.table.messages import (
    Allow,
    Choose,
    Clear,
    Correct,
    Dismiss,
    Finish,
    Message,
    Notice,
    Say,
    SetStrictness,
    Touch,
    Undo,
)
from companion.table.pieces import Deck, pieces
from companion.table.session import Meaning, Session
from companion.table.sightings import Gone, Present, ReaderBack, ReaderDown
from companion.table.snapshot import Snapshot
from companion.table.zones import Plan
from companion.voice.say import Voice
from tests.table.evenings import setup
from tests.table.secrets import keep_secrets

GAME = game("kabale")
LANGUAGES = ("cs", "de", "en", "nl")
BUTTONS = ("yes", "no", "undo", "player/1", "player/2", *(f"column/{number}" for number in range(1, 7)))
PLANS = {
    "touch": Plan(),
    "one reader": Plan({"play": "reader"}),
    "a reader a column": Plan({f"column/{number}": "reader" for number in range(1, 7)}),
}


class Script(Struct, frozen=True):
    """The moves of one round, and what other name each card has that nobody ever saw (player and card)."""

    setup: Setup
    lines: tuple[str, ...]
    others: Mapping[tuple[str, str], str]

    def as_laid(self, line: str, first: bool) -> str:
        who, *words = line.split()
        return line if first else " ".join((who, *(self.others.get((who, word), word) for word in words)))


def script(players: int, rng: Random) -> Script:
    """A round of random moves, up to the moment before all cards are shown."""
    table = setup("kabale", players)
    account = Account(GAME, table, GAME.begin(table))
    while True:
        move, _ = walk(account.position.offered, rng.choice)
        account.play(move)
        assert isinstance(account.position, Kabale)
        if account.position.round > 1 or account.position.phase == "shown":
            account.say("undo")
            break
    lines = [accepted.text for accepted in account.standing]
    seen = [str(event) for accepted in account.standing for event in public_events(GAME, accepted.events)]
    others: dict[tuple[str, str], str] = {}
    for who in (seat.colour for seat in table.seats):
        laid = [line.split()[-1] for line in lines if line.split()[0] == who]
        known = {card for card in CARDS if any(f"'{card}'" in each and f"'{who}'" in each for each in seen)}
        secret = [card for card in laid if card in CARDS and card not in known]
        free = [card for card in CARDS if card not in known and card not in laid]
        others |= {
            (who, card): other for card, other in zip(secret, rng.sample(free, len(free)), strict=False)
        }
    return Script(table, tuple(lines), others)


class Hands:
    """Who carries the script out, and errs on the way."""

    def __init__(self, told: Script, plan: Plan, first: bool, rng: Random) -> None:
        self._told, self._plan, self._first, self._rng = told, plan, first, rng
        box = pieces(GAME.pieces(told.setup), GAME.colours)
        self.deck = Deck(GAME.name, box)
        self._tags = {piece.word: f"{number:08x}" for number, piece in enumerate(box)}
        for piece in box:
            if self.deck.tag(piece) is None and piece.copy == 1:
                self.deck.bind(piece, self._tags[piece.word])

    def messages(self) -> Iterator[Message | Meaning]:
        yield SetStrictness("hint")
        for at, line in enumerate(self._told.lines):
            yield from self._slip(self._told.as_laid(line, self._first), self._told.lines[:at])
            yield from self._do(self._told.as_laid(line, self._first))
            yield Say(self._told.as_laid(line, self._first))  # if it was not understood; else it is refused
            yield from (Dismiss(), Clear())
        yield from (Undo(4), Undo(4, agreed=True), Dismiss(), _more_in_hand, Dismiss())

    def _do(self, line: str) -> Iterator[Message | Meaning]:
        match line.split():
            case [who, column, card] if column.isdecimal() and card in CARDS and self._plan.zones:
                by_column = self._plan.by(f"column/{column}") == "reader"
                yield from self._lay(who, card, f"column/{column}" if by_column else "play")
                yield _answer(column) if self._rng.random() < 0.5 else Touch(f"column/{column}")
            case [who, column, _] if column.isdecimal():
                yield from (Touch(f"column/{column}"), Finish())

    def _slip(self, line: str, before: tuple[str, ...]) -> Iterator[Message | Meaning]:
        """Something that is refused, taken up again or looked at: the same slips both times."""
        who, *words = line.split()
        slip = self._rng.choice(("none", "stranger", "again", "said", "plan", "reader", "allow"))
        if slip == "none" or who == "table" or words[-1] not in CARDS:
            return
        zone = self._rng.choice(sorted(self._plan.zones) or ["play"])
        match slip:
            case "stranger":
                other = next(seat.colour for seat in self._told.setup.seats if seat.colour != who)
                yield from (*self._lay(other, "mage", zone), Dismiss(), Clear())
            case "again":
                laid = (self._told.as_laid(each, self._first).split() for each in before)
                for again in [words[-1] for by, *words in laid if by == who and words[-1] in CARDS][:1]:
                    yield from (*self._lay(who, again, zone), Dismiss(), Clear())
            case "said":
                yield from (Say(f"{who} 9 {words[-1]}"), Dismiss(), Say(f"{who} {words[-1]}"), Dismiss())
            case "plan":
                yield from (Undo(2), Dismiss())
            case "reader":
                yield from (
                    Touch("column/1"),
                    Notice(ReaderDown(zone, "broken")),
                    Notice(ReaderBack(zone)),
                    Clear(),
                )
            case "allow":
                yield from (Say(f"{who} 9 {words[-1]}"), Allow(), Dismiss())

    def _lay(self, who: str, card: str, zone: str) -> tuple[Message, ...]:
        uid = self._tags[f"card/{who}/{card}"]
        return Notice(Present(zone, uid)), Notice(Gone(zone, uid))


def _answer(column: str) -> Meaning:
    """Touching the answer to the question which column."""

    def answer(now: Snapshot) -> Message | None:
        options = now.verdict.question.options if isinstance(now.verdict, Ask) else ()
        return next((Choose(option) for option in options if option.thing == f"column/{column}"), None)

    return answer


def _more_in_hand(now: Snapshot) -> Message:
    """What the table check would set who saw the public table: columns as they lie, a hand as it was counted."""
    paper = now.position.to_json()
    who = next(iter(paper["players"]))
    return Correct((("/columns", paper["columns"]), (f"/players/{who}/hand", paper["players"][who]["hand"])))


_before: WeakKeyDictionary[Session, Snapshot] = WeakKeyDictionary()


def heard_and_lit(session: Session) -> list[object]:
    """Sentences in every language, what to do now, the table told, refusals, lights and buttons."""
    now = session.snapshot
    before = _before.get(session, now)
    told: list[object] = [shown(before, now), [meant(now, button) for button in BUTTONS]]
    for lang in LANGUAGES:
        voice = Voice(now.game, now.names, lang)
        at = before.position
        for entry in now.fresh:
            told += voice.lines(at, entry.events)
            for event in entry.events:
                at = event.change(at)
        told += (voice.prompt(now.position), *voice.laid(now.position))
        if now.no is not None:
            told.append(voice.refusal(now.no.refusal, now.no.nearest))
        if now.undo is not None:
            told += map(voice.hand, now.undo.hands)
    _before[session] = now
    return told


@pytest.mark.parametrize("plan", PLANS)
@pytest.mark.parametrize("players", [2, 3, 6])
@pytest.mark.parametrize("seed", range(3))
def test_nobody_learns_a_card_that_lies_face_down(plan: str, players: int, seed: int) -> None:
    told = script(players, Random(f"{plan} {players} {seed}"))
    assert told.others, "nothing was hidden all the round"

    def evening(first: bool) -> tuple[Session, Iterator[Message | Meaning]]:
        hands = Hands(told, PLANS[plan], first, Random(seed))
        session = Session(
            Account(GAME, told.setup, GAME.begin(told.setup)), deck=hands.deck, plan=PLANS[plan]
        )
        return session, hands.messages()

    assert keep_secrets(evening, heard_and_lit) > 3 * len(told.lines)
