"""What may be done now: a list of what the people at the screen could do."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain, islice

from msgspec import Struct
from msgspec.structs import replace

from companion.games import game_rules
from companion.rules.choice import Choice
from companion.rules.moves import TABLE_ACTOR, UNKNOWN, Move, MoveStep
from companion.screen.context import ScreenContext
from companion.screen.overlays import TableOverlay
from companion.screen.presenters.table_presenter import appearance_lookup, hidden_piece_kinds
from companion.screen.report_models import ListItemModel, ReportModel, make_list_report
from companion.screen.view_models import ChoiceModel
from companion.voice.translator import capitalised

MAX_LEGAL_MOVES = 2000
"""How many moves of a kind are examined."""
MERGED_PREFIX_WORDS = 3
"""Moves that begin with so many equal words share one line of that list."""
MAX_LINES = 14
"""So many lines have room on two pages; where there would be more, the longest kinds of moves have one line each."""


class HelpTableOverlay(TableOverlay):
    """What may be done now."""

    word = "help"
    menu_order = 20

    @staticmethod
    def menu_entry(context: ScreenContext) -> ChoiceModel:
        """Its button in the menu."""
        return ChoiceModel("help", context.voice.translator.gettext("What may be done now"), "book")

    def model(self, context: ScreenContext, subject: str) -> ReportModel:
        """The moves, in words that everybody may hear, and of the open hand."""
        report = make_legal_moves_report(context)
        look_up = ChoiceModel("words", context.voice.translator.gettext("Look up a word"), "book")
        return replace(report, actions=(*report.actions, look_up))


class _MoveKind(Struct):
    """What a player could do, in one line or in several.

    `name`: the one line. `moves`: the first words of each line -> the moves that begin so. `is_named_only`: the moves
    would name what nobody may hold, or are too many.
    """

    who: str
    name: str
    moves: dict[tuple[str, ...], dict[Move, None]]
    is_named_only: bool = False

    @property
    def line_count(self) -> int:
        return 1 if self.is_named_only else len(self.moves)


def make_legal_moves_report(context: ScreenContext) -> ReportModel:
    """What the people at the screen may do now, move by move where these are few, else kind by kind.

    Of cards that hands hold hidden only those of the open hand are named.
    """
    translator, voice = context.voice.translator, context.voice
    if chooser := context.ui_state.chooser:
        asked = ListItemModel(voice.put_back_question(chooser), chooser)
        return make_list_report(translator.gettext("What may be done now"), (asked,))
    kinds = list(_LegalMoves(context).kinds())
    for longest in sorted(kinds, key=lambda kind: -kind.line_count):
        if sum(kind.line_count for kind in kinds) > MAX_LINES:
            longest.is_named_only = True
    lines = [
        ListItemModel(text, "" if kind.who == TABLE_ACTOR else kind.who)
        for kind in kinds
        for text in _lines(kind, context)
    ]
    if not lines and context.snapshot.position.outcome() is None:
        lines.append(ListItemModel(translator.gettext("This happens by itself.")))
    return make_list_report(
        translator.gettext("What may be done now"),
        tuple(lines),
        voice.prompt_sentence(context.snapshot.position),
    )


def _lines(kind: _MoveKind, context: ScreenContext) -> Iterator[str]:
    translator, voice = context.voice.translator, context.voice
    if kind.is_named_only:
        yield kind.name if kind.who == TABLE_ACTOR else f"{translator.player_name(kind.who)}: {kind.name}"
        return
    for moves in kind.moves.values():
        first, more = next(iter(moves)), len(moves) - 1
        sentence = voice.describe_move_with_player(first)
        if more:
            sentence = translator.ngettext(
                "{move}, or {n} like it", "{move}, or {n} like it", more, move=sentence
            )
        yield sentence


class _LegalMoves:
    """What each person at the screen could do at this moment."""

    def __init__(self, context: ScreenContext) -> None:
        self.ui_state, self.voice, snapshot = context.ui_state, context.voice, context.snapshot
        self.turn = snapshot.position.choice_tree
        self.public_words = game_rules(snapshot.game).public_words
        self.hidden_kinds = hidden_piece_kinds(snapshot.layout)
        asked = self.voice.turn_prompt(snapshot.position)
        self.request = capitalised(asked.request) if asked is not None else ""

    def kinds(self) -> Iterator[_MoveKind]:
        """The kinds of moves, player by player; of those who are not awaited only the names, but of the open hand."""
        if not self.ui_state.can_humans_act_in(self.turn):
            return
        for who, choice in self.turn.choice_by_actor.items():
            if who != TABLE_ACTOR and not self.ui_state.is_at_screen(who):
                continue
            if choice.pattern:
                yield _MoveKind(who, self.request, {}, is_named_only=True)
                continue
            of_player = dict[str, _MoveKind]()
            for step, after in self._branches_open_to(who, choice):
                word = self.voice.translator.name_of("word", step.word)
                key = step.word if word != step.word else step.touch_target.partition("/")[0]
                kind = of_player.setdefault(key, _MoveKind(who, self._name(who, step), {}))
                self._add_moves(kind, step, after)
            yield from of_player.values()

    def _name(self, who: str, step: MoveStep) -> str:
        """What a player does who begins with that step: its name, else what is asked of the one awaited."""
        named = self.voice.translator.name_of("word", step.word)
        if named == step.word and who in self.turn.awaited_actors:
            return self.request
        kind = step.touch_target.partition("/")[0]
        return capitalised(named if named != step.word else appearance_lookup(self.voice).kind_name(kind))

    def _add_moves(self, kind: _MoveKind, step: MoveStep, after: Choice) -> None:
        """Add the moves that begin with that step, unless they would name what nobody may hold."""
        who, branches = kind.who, [*after.open_branches()]
        paths = [
            ((who, step.word), step, after),
            *(((who, step.word, following.word), following, each) for _, following, each in branches),
        ]
        if after.pattern or any(each.pattern for _, _, each in branches):
            kind.name, kind.is_named_only = self.request, True
        elif not self._has_open_hand(who) and (
            who not in self.turn.awaited_actors or any(self._names_hidden_piece(*path) for path in paths)
        ):
            kind.is_named_only = True
        else:
            behind = (
                each.move_texts((who, step.word, following.word))
                for following, each in self._branches_open_to(who, after)
            )
            own = [" ".join((who, step.word))] if after.action is not None else []
            for text in islice(chain(own, chain.from_iterable(behind)), MAX_LEGAL_MOVES):
                words = self.public_words(tuple(text.split()))
                kind.moves.setdefault(words[:MERGED_PREFIX_WORDS], {})[Move(words)] = None

    def _branches_open_to(self, who: str, choice: Choice) -> Iterator[tuple[MoveStep, Choice]]:
        """The branches that player can take: the owner of the open hand none with a card that is not in it."""
        for _, step, after in choice.open_branches():
            if not (
                self._has_open_hand(who)
                and self._shows_hidden_piece(step)
                and any(seen.piece not in self.ui_state.hand_pieces for seen in step.observations)
            ):
                yield step, after

    def _has_open_hand(self, who: str) -> bool:
        """Whether the hand of that player lies open, and is known."""
        return who == self.ui_state.hand_owner and bool(self.ui_state.hand_pieces)

    def _names_hidden_piece(self, path: tuple[str, ...], step: MoveStep, after: Choice) -> bool:
        """Whether the words of that path, which `step` ends, would name such a piece for everybody."""
        return self._shows_hidden_piece(step) and any(
            self.public_words(tuple(text.split()))[len(path) - 1] == step.word
            for text in islice(after.move_texts(path), 1)
        )

    def _shows_hidden_piece(self, step: MoveStep) -> bool:
        """Whether a piece is shown that is hidden in a hand; what is laid face down tells nothing."""
        return step.word != UNKNOWN and any(
            seen.piece.partition("/")[0] in self.hidden_kinds for seen in step.observations
        )
