"""Positions of Kabale und Hiebe as plain JSON values, out and in (notation.md)."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import islice
from typing import Any

import msgspec
from msgspec import Struct

from companion.games.kabale.rules.effects import AboutCard, NameRemoved, NameTurned, Slide, Swap, What
from companion.games.kabale.rules.objectives import COPIES, Objectives
from companion.games.kabale.rules.rounds import RoundEnds, Show, result_of
from companion.games.kabale.rules.state import Column, Phase, Player, Table
from companion.games.kabale.rules.turns import Play, TurnEnds
from companion.rules.agenda import AgendaItem
from companion.rules.errors import Unreadable
from companion.rules.json_validation import validation_errors
from companion.rules.multiset import without_zeros

MOST_LISTED = 100  # misfits told
QUESTIONS: Mapping[str, type[AboutCard]] = {
    item.what: item for item in (NameTurned, NameRemoved, Slide, Swap)
}


class Asked(Struct, frozen=True, forbid_unknown_fields=True):
    """Who is asked what about which card; column and card from 0."""

    who: str
    what: What
    column: int
    card: int


def to_json(position: Table) -> dict[str, Any]:
    """The position as dicts, lists, numbers and strings; keys that mean nothing now are absent."""
    item = position.agenda[0] if position.agenda else None
    asked = None
    if isinstance(item, AboutCard):
        asked = Asked(item.who, item.what, item.column - 1, item.at - 1)
    now: dict[str, Any] = {
        "round": position.round,
        "phase": position.phase,
        "start": position.start,
        "turn": position.turn,
        "asked": asked,
        "travelled": position.travelled,
        "columns": position.columns,
        "players": position.players,
        "lost": position.lost or None,
    }
    if position.phase == "over":
        result = result_of(position)
        now |= {"scores": result.scores, "winners": result.winners}
    present = {key: value for key, value in now.items() if value is not None}
    plain: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(present))
    return plain


class Paper(Struct, frozen=True, forbid_unknown_fields=True):
    """A position as it comes in: keys left out mean nothing there."""

    phase: Phase
    players: dict[str, Player]
    round: int = 1
    start: str = ""
    turn: str | None = None
    asked: Asked | None = None
    travelled: list[str] = []
    columns: list[Column] = []
    lost: list[str] = []
    scores: dict[str, int] | None = None
    winners: list[str] | None = None


def from_json(data: Mapping[str, Any]) -> Paper:
    """The position as written, tidied: no zero counts. Raises Unreadable with every value that has the wrong
    shape, each by its path."""
    try:
        paper = msgspec.convert(data, Paper, str_keys=True)
    except (msgspec.ValidationError, RecursionError) as wrong:
        told = "; ".join(islice(validation_errors(data, Paper), MOST_LISTED)) or wrong
        raise Unreadable(f"the position: {told}; see the notation page for its shape") from wrong
    players = {
        who: Player(
            without_zeros(player.hand), player.deck, without_zeros(player.discard), tuple(sorted(player.won))
        )
        for who, player in paper.players.items()
    }
    return msgspec.structs.replace(paper, players=players)


def agenda(position: Table, turn: str | None, asked: Asked | None) -> tuple[AgendaItem, ...]:
    """What is still to be done there, as phase, turn and what is asked say it."""
    who = turn or ""
    if asked is not None:
        question = QUESTIONS[asked.what](who, asked.column + 1, asked.card + 1, asked.who)
        return (question, TurnEnds(who))
    match position.phase:
        case "objectives":
            return (Objectives(),)
        case "over":
            return ()
        case "shown":
            return (Show(who),)
    understood = all(column.objective in COPIES for column in position.columns)
    return (RoundEnds(who),) if understood and position.full else (Play(who),)
