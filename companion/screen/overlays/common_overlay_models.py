"""Overlay models of any game's table: the menu, the legal moves, the moves that can be taken back."""

from __future__ import annotations

from collections import Counter
from itertools import islice
from typing import Final

from companion.games import game_rules
from companion.rules.moves import TABLE_ACTOR, Move
from companion.screen.context import ScreenContext
from companion.screen.overlay_models import MenuModel, UndoModel
from companion.screen.report_models import ListItemModel, ReportModel, make_list_report
from companion.screen.view_models import ChoiceModel, EventModel
from companion.table.messages import Strictness
from companion.table.undo import UndoPlan
from companion.voice.language import mark_message

STRICTNESS_NAMES: Final[dict[Strictness, str]] = {
    "strict": mark_message("Strict: refuse what the rules forbid"),
    "hint": mark_message("Hint: warn, and let it stand"),
    "silent": mark_message("Silent: only keep score"),
}
"""The levels of strictness, in words."""

MAX_MOVES_TO_UNDO = 24
"""How many moves are offered to be taken back at once."""
MAX_LEGAL_MOVES = 2000
"""How many legal moves are examined for the list of what may be done now."""
MERGED_PREFIX_WORDS = 3
"""Moves that begin with so many equal words share one line of that list."""
MAX_NUMBERED_MOVES = 12
"""More moves that differ only in a number share one line; of players who need not act, any number of them."""


def make_menu_model(context: ScreenContext, turns: bool) -> MenuModel:
    """What can be done at the table besides playing.

    `turns`: its board can be turned.
    """
    translator = context.voice.translator
    turn = (ChoiceModel("turn", translator.gettext("Turn the board"), "turn"),) if turns else ()
    return MenuModel(
        (
            *turn,
            ChoiceModel("standing", translator.gettext("Points so far"), "chart"),
            ChoiceModel("help", translator.gettext("What may be done now"), "book"),
            ChoiceModel("check", translator.gettext("Table check"), "hand"),
            ChoiceModel(
                "strictness", translator.gettext(STRICTNESS_NAMES[context.snapshot.strictness]), "warning"
            ),
            ChoiceModel("settings", translator.gettext("Settings"), "gear"),
            ChoiceModel("home", translator.gettext("To the first page"), "home"),
            ChoiceModel("back", translator.gettext("Back to the game"), "next"),
        )
    )


def make_legal_moves_report(context: ScreenContext) -> ReportModel:
    """What may be done now, in words that everybody may hear.

    Moves that differ only in their last words are counted.
    """
    translator, voice = context.voice.translator, context.voice
    public = game_rules(context.snapshot.game).public_words
    texts = islice(context.snapshot.position.choice_tree.move_texts(), MAX_LEGAL_MOVES)
    first: dict[tuple[str, ...], Move] = {}
    count: dict[tuple[str, ...], int] = {}
    moves = tuple(dict.fromkeys(public(tuple(text.split())) for text in texts))
    numbers = Counter(move[:-1] for move in moves if _ends_with_number(move))
    awaited = context.snapshot.position.choice_tree.awaited_actors
    for move in moves:
        is_merged = _ends_with_number(move) and (
            numbers[move[:-1]] > MAX_NUMBERED_MOVES or move[0] not in awaited
        )
        prefix = move[:-1] if is_merged else move[:MERGED_PREFIX_WORDS]
        first.setdefault(prefix, Move(move))
        count[prefix] = count.get(prefix, 0) + 1
    lines = []
    for prefix, example in first.items():
        sentence = voice.describe_move_with_player(example)
        more = count[prefix] - 1
        if more:
            sentence = translator.ngettext(
                "{move}, or {n} like it", "{move}, or {n} like it", more, move=sentence
            )
        lines.append(ListItemModel(sentence, "" if prefix[0] == TABLE_ACTOR else prefix[0]))
    return make_list_report(
        translator.gettext("What may be done now"),
        tuple(lines),
        voice.prompt_sentence(context.snapshot.position),
    )


def _ends_with_number(move: tuple[str, ...]) -> bool:
    """Whether a number completes the move: `blue sell 3`."""
    return len(move) == MERGED_PREFIX_WORDS and move[-1].isdecimal()


def make_undo_model(plan: UndoPlan, context: ScreenContext) -> UndoModel:
    """The last moves, those of the plan selected, and what stays known."""
    voice = context.voice
    last = context.snapshot.accepted_texts[: -MAX_MOVES_TO_UNDO - 1 : -1]
    seats = context.snapshot.player_name_by_colour
    return UndoModel(
        tuple(
            EventModel(
                voice.describe_move_with_player(Move.parse(text)),
                who if (who := text.split()[0]) in seats else "",
            )
            for text in last
        ),
        plan.move_count,
        0 if context.ui_state.is_virtual else len(plan.movements),
        tuple(dict.fromkeys(voice.narrate_event(event) for event in plan.irreversible_events)),
    )
