"""What may be done now: a list of all moves."""

from __future__ import annotations

from collections import Counter
from itertools import islice

from companion.games import game_rules
from companion.rules.moves import TABLE_ACTOR, Move
from companion.screen.context import ScreenContext
from companion.screen.overlays import TableOverlay
from companion.screen.report_models import ListItemModel, ReportModel, make_list_report
from companion.screen.view_models import ChoiceModel

MAX_LEGAL_MOVES = 2000
"""How many legal moves are examined for the list of what may be done now."""
MERGED_PREFIX_WORDS = 3
"""Moves that begin with so many equal words share one line of that list."""
MAX_NUMBERED_MOVES = 12
"""More moves that differ only in a number share one line; of players who need not act, any number of them."""


class HelpTableOverlay(TableOverlay):
    """What may be done now."""

    word = "help"
    menu_order = 20

    @staticmethod
    def menu_entry(context: ScreenContext) -> ChoiceModel:
        """Its button in the menu."""
        return ChoiceModel("help", context.voice.translator.gettext("What may be done now"), "book")

    def model(self, context: ScreenContext, subject: str) -> ReportModel:
        """All moves, in words that everybody may hear."""
        return make_legal_moves_report(context)


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
