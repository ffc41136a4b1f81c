"""Evenings of the Princes of Florence that differ in nothing but which cards went face down into hands.

A `Script` is some rounds; `Hands` carry it out at a table with a reader or without, and err on the way: both alike.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from random import Random

from msgspec import Struct

from companion.games import game_rules
from companion.games.florence.rules.edition import BONUS_CARD_NAMES, PRESTIGE_CARD_NAMES, WANTS_BY_PROFESSION
from companion.games.florence.rules.pieces import BONUS_CARD, PRESTIGE_CARD, PROFESSION
from companion.rules.game import GameSetup
from companion.rules.history import GameHistory
from companion.rules.tree_walk import pick_legal_move
from companion.table.messages import (
    ClearPendingInput,
    CorrectPosition,
    DismissNotices,
    EnterLine,
    OverruleRefusal,
    ReaderDown,
    ReaderRecovered,
    ReportInput,
    SessionMessage,
    SetStrictness,
    TagPresent,
    TagRemoved,
    Touch,
    UndoMoves,
)
from companion.table.session import DeferredMessage
from companion.table.snapshot import Snapshot
from companion.table.tags.deck import Deck, make_box_pieces
from companion.table.zones import ZonePlan
from tests.screen.florence.scenes import SALE, setup

GAME = game_rules("florence")
PLANS = {"touch": ZonePlan(), "one reader": ZonePlan({"play": "reader"})}
KINDS: Mapping[str, tuple[str, tuple[str, ...]]] = {
    "profession": (PROFESSION, tuple(WANTS_BY_PROFESSION)),
    "bonus": (BONUS_CARD, BONUS_CARD_NAMES),
    "keep": (PRESTIGE_CARD, PRESTIGE_CARD_NAMES),
}
"""How a card is taken -> its kind, and all of that kind."""


class Script(Struct, frozen=True):
    """The moves of some rounds, and what other name each card has that nobody was ever shown.

    before: the moves that come before, told in both evenings alike.
    """

    setup: GameSetup
    before: tuple[str, ...]
    lines: tuple[str, ...]
    others: Mapping[str, str]

    def as_taken(self, line: str, first: bool) -> str:
        """The line with the name that the card has in the one evening or the other."""
        who, how, *words = line.split()
        if first or how not in KINDS:
            return line
        return " ".join((who, how, *(self.others.get(word, word) for word in words)))

    def account(self, first: bool, lines: int = 0) -> GameHistory:
        """Everything up to so many lines."""
        account = GameHistory(GAME, self.setup, GAME.initial_position(self.setup))
        for line in (*self.before, *(self.as_taken(line, first) for line in self.lines[:lines])):
            account.apply_line(line)
        return account


def script(players: int, rng: Random, before: int, lines: int, but: str = "") -> Script:
    """Random moves, of which the last `lines` are the script. `but`: whose cards are the same in both evenings."""
    table = setup(players)
    account = GameHistory(GAME, table, GAME.initial_position(table))
    while len(account.accepted_lines) < before + lines and account.position.outcome() is None:
        move, _ = pick_legal_move(account.position.choice_tree, rng.choice)
        if move.words[1] != "sell" or rng.random() < SALE:
            account.play(move)
    texts = [accepted.text for accepted in account.accepted_lines]
    said = [text.split() for text in texts]
    told = {word for words in said if words[1] not in KINDS for word in words}
    others: dict[str, str] = {}
    for how, (_, names) in KINDS.items():
        taken = [words[2] for words in said[before:] if words[1] == how and words[0] != but]
        secret = [name for name in taken if name in names and name not in told]
        free = [name for name in names if not any(name in words for words in said)]
        others |= dict(zip(secret, rng.sample(free, len(free)), strict=False))
    return Script(table, tuple(texts[:before]), tuple(texts[before:]), others)


class Hands:
    """Who carries the script out, and errs on the way."""

    def __init__(self, told: Script, plan: ZonePlan, first: bool, rng: Random) -> None:
        self._told, self._plan, self._first, self._rng = told, plan, first, rng
        box = make_box_pieces(GAME.taggable_pieces(told.setup), GAME.colours)
        self.deck = Deck(GAME.name, box)
        self._tags = {piece.word: f"{number:08x}" for number, piece in enumerate(box)}
        for piece in box:
            if self.deck.uid_of_piece(piece) is None and piece.copy_number == 1:
                self.deck.bind_tag(piece, self._tags[piece.word])

    def messages(self) -> Iterator[SessionMessage | DeferredMessage]:
        """All that is posted, in order."""
        yield SetStrictness("hint")
        start = len(self._told.before)
        for at, line in enumerate(self._told.lines):
            taken = self._told.as_taken(line, self._first)
            yield from self._slip(taken)
            yield from self._do(taken)
            yield _if_not_yet(taken, start + at)
            yield from (DismissNotices(), ClearPendingInput())
        yield from (
            UndoMoves(6),
            UndoMoves(6, is_confirmed=True),
            DismissNotices(),
            _more_in_hand,
            DismissNotices(),
        )

    def _do(self, line: str) -> Iterator[SessionMessage | DeferredMessage]:
        """What fingers and the reader have of a card that is taken."""
        match line.split():
            case [_, how, card] if how in KINDS and card in KINDS[how][1]:
                if how != "keep":
                    yield Touch(f"action/{how}")
                if self._plan.zones:
                    yield from self._shown(f"{KINDS[how][0]}/{card}")

    def _slip(self, line: str) -> Iterator[SessionMessage | DeferredMessage]:
        """Something that is refused, taken up again or looked at: the same slips both times."""
        slip = self._rng.randrange(7)
        match line.split():
            case [who, how, card] if how in KINDS and card in KINDS[how][1]:
                piece = f"{KINDS[how][0]}/{card}"
                if slip == 0:  # somebody else claims to have it
                    yield from (
                        EnterLine(f"{self._stranger(who)} {how} {card}"),
                        OverruleRefusal(),
                        DismissNotices(),
                    )
                elif slip == 1:
                    yield from (EnterLine(f"{who} {how} {card} {card}"), DismissNotices())
                elif slip == 2:
                    yield from (UndoMoves(2), DismissNotices())
                elif slip == 3 and self._plan.zones:  # shown before anybody said what for
                    yield from (*self._shown(piece), Touch("bid"), DismissNotices(), ClearPendingInput())
                elif slip == 4 and self._plan.zones:
                    yield from (
                        *self._shown(piece),
                        ReportInput(ReaderDown("play", "broken")),
                        UndoMoves(1),
                        DismissNotices(),
                    )
                    yield from (ReportInput(ReaderRecovered("play")), ClearPendingInput())

    def _stranger(self, who: str) -> str:
        return next(seat.colour for seat in self._told.setup.seats if seat.colour != who)

    def _shown(self, piece: str) -> tuple[SessionMessage, ...]:
        uid = self._tags[piece]
        return ReportInput(TagPresent("play", uid)), ReportInput(TagRemoved("play", uid))


def _if_not_yet(line: str, standing: int) -> DeferredMessage:
    """It is said where it was not understood: as many moves stand as before it."""

    def meaning(now: Snapshot) -> SessionMessage | None:
        return EnterLine(line) if len(now.accepted_texts) == standing else None

    return meaning


def _more_in_hand(now: Snapshot) -> SessionMessage:
    """What the table check would set who saw the public table: hands as they were counted."""
    players = now.position.to_json()["players"]
    who = next(iter(players))
    return CorrectPosition(
        tuple((f"/players/{who}/{held}", players[who][held]) for held in ("hand", "bonus", "prestige"))
    )
