"""Presents what the table of any game shows besides its board: prompt, hand, answers, enabled targets.

The default table uses it, too. A game's own view overrides these methods of a `TablePresenter`:

    is_touched_in_place               which touch targets have a place on that view
    is_answer_touched_in_place        which answers have one
    needs_no_button              which of the others need no button
    target_symbol           the symbol of a touch target
    make_card               how a card of a hand is shown
    needs_hand_card         whether cards are played that lie open only before their owner
    request_text            the request to the player
    missing_part_text       what is still missing of a move
    understood_move_text    a move that was understood
    how_to_finish_text      how that is completed
    how_to_touch_text       how it is done here, beyond what holds for every game

A game whose view is another one altogether may also override `hand_cards`, `enabled_targets`,
`targets_shown_as_buttons`, `answer_choices`, `hand_opening_choices`, `make_follow_up_prompt` or `how_to_do_text`.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import cached_property, lru_cache
from itertools import pairwise, starmap
from typing import Any, ClassVar, Final, Generic, TypeVar, cast

from msgspec import Struct

from companion.games import load_plugin_part
from companion.rules.game import Seat
from companion.rules.history import FrozenHistory
from companion.rules.layout import Place
from companion.rules.moves import PLAY_ZONE, TABLE_ACTOR, UNKNOWN, Move, MoveStep
from companion.rules.position import Outcome, Position
from companion.screen.context import UiState
from companion.screen.draw.symbols import game_emblem_name, game_symbol_file_by_name, game_symbol_name
from companion.screen.draw.theme import PLAYER_SIGNS
from companion.screen.report_models import FINAL_REPORT_TARGET
from companion.screen.settings import STRICTNESS_NAMES
from companion.screen.view_models import (
    NEXT_MOVE,
    CardModel,
    ChoiceModel,
    EventModel,
    PlayerAtTable,
    PromptModel,
)
from companion.table.interpretation.judge import Ambiguous, Interpreted, next_steps
from companion.table.interpretation.question import AnswerOption
from companion.table.pointer import pointed_touch_target
from companion.table.snapshot import Snapshot
from companion.voice.explanations import place_title
from companion.voice.narration import NarrationLine
from companion.voice.pending_text import answer_option_text, pending_input_text, yes_no_hint
from companion.voice.problem_messages import problem_message, readers_down_message
from companion.voice.ranking_text import winners_text
from companion.voice.translator import Translator, capitalised
from companion.voice.voice import Voice

# -- what pieces and places of any game look like and are called: by the game's art, else by their names

MAX_LETTERS_KEPT_LOWER = 2
"""Names of up to this many letters are not capitalised: a square, a point."""


class PieceAppearance(Struct, frozen=True):
    """How a piece looks.

    `symbol`: of the game's art; `owner`: whose colour and sign it has; `name`: what is written on it, ""
    where symbol or sign suffice; `number`: what is printed beside the symbol.
    """

    symbol: str = ""
    owner: str = ""
    name: str = ""
    number: str = ""

    @property
    def main_symbol(self) -> str:
        """The one symbol for it where there is room for one."""
        return self.symbol or self.owner


class AppearanceLookup:
    """Looks up appearances and names in the game and language of this voice, and remembers them."""

    def __init__(self, voice: Voice) -> None:
        self.voice = voice
        self._art = game_symbol_file_by_name(voice.translator.game)
        self._appearances: dict[str, PieceAppearance] = {}
        self._place_names: dict[str, str] = {}

    def piece_appearance(self, piece: str) -> PieceAppearance:
        """The appearance of a piece, given by its word."""
        if piece not in self._appearances:
            self._appearances[piece] = self._find_appearance(piece)
        return self._appearances[piece]

    def _find_appearance(self, piece: str) -> PieceAppearance:
        kind, *parts = piece.split("/")
        owner = next((part for part in parts if part in PLAYER_SIGNS), "")
        which = [part for part in parts if part not in (owner, UNKNOWN)]
        if not which:
            return self._appearance_of_kind(kind, owner, parts)
        stem, _, number = which[-1].partition(":")
        for name, number_beside in ((piece, ""), (which[-1], ""), (stem, number)):
            if name in self._art:
                return PieceAppearance(self._symbol_name(name), owner, "", number_beside)
        return PieceAppearance(self._symbol_name(kind), owner, self._written_name(piece, kind, which[-1]))

    def _appearance_of_kind(self, kind: str, owner: str, unknown: Sequence[str]) -> PieceAppearance:
        """The appearance where all pieces of the kind are alike, or nobody knows which it is."""
        if owner or kind in self._art:
            return PieceAppearance("" if owner else self._symbol_name(kind), owner)
        return (
            PieceAppearance("deck") if unknown else PieceAppearance("", "", capitalised(self.kind_name(kind)))
        )

    def _symbol_name(self, name: str) -> str:
        """The game's own symbol of that name, "" where it brings none."""
        return game_symbol_name(name, self.voice.translator.game) if name in self._art else ""

    def _written_name(self, piece: str, kind: str, which: str) -> str:
        translator = self.voice.translator
        named = (name for group in ("face", kind) if (name := translator.name_of(group, which)) != which)
        return capitalised(next(named, "") or self.voice.piece_name(piece).name or which)

    def place_name(self, place: Place) -> str:
        """The name of a place, without its owner."""
        if place.id not in self._place_names:
            name = place_title(place, self.voice)
            self._place_names[place.id] = capitalised(name) if len(name) > MAX_LETTERS_KEPT_LOWER else name
        return self._place_names[place.id]

    def kind_name(self, kind: str) -> str:
        """The name of pieces or answers that begin so; the word itself where it has no name."""
        groups = ("thing", "place", "word", "kind")
        found = (name for group in groups if (name := self.voice.translator.name_of(group, kind)) != kind)
        return next(found, kind)

    def folder_name(self, prefix: str, touch_targets: Sequence[str]) -> str:
        """What answers that begin with `prefix` are called; the first two of them where that has no name."""
        names = (self.voice.touch_target_name(prefix), self.kind_name(prefix))
        return next(
            (name for name in names if name != prefix),
            ", ".join(map(self.voice.touch_target_name, touch_targets[:2])),
        )


@lru_cache(maxsize=4)
def appearance_lookup(voice: Voice) -> AppearanceLookup:
    """The lookup for a voice."""
    return AppearanceLookup(voice)


# -- what every presenter needs: what is pointed at, what has just happened, and how the game ended

MAX_RECENT_EVENTS: Final = 3
"""This many sentences stand on the table."""


def pointed_targets(snapshot: Snapshot) -> frozenset[str]:
    """The touch targets that the shared buttons point at: one, under every name by which it may be shown."""
    return frozenset(_marked(snapshot)) if snapshot.pointed_at else frozenset()


def _marked(snapshot: Snapshot) -> Iterator[str]:
    yield snapshot.pointed_at
    yield snapshot.pointed_at.partition("/")[0]  # where only its kind is shown, with a count
    yield pointed_touch_target(snapshot)


def make_final_prompt(snapshot: Snapshot, outcome: Outcome, translator: Translator) -> PromptModel:
    """Who has won, and everybody's points, the most first."""
    sentence = winners_text(translator, outcome.winners)
    ranked = sorted(outcome.scores.items(), key=lambda each: -each[1])
    points = ", ".join(f"{translator.player_name(who)} {score}" for who, score in ranked)
    seat = find_seat(snapshot, outcome.winners[0]) if outcome.winners else None
    return PromptModel(seat, sentence, points)


def final_choices(emblem: str, translator: Translator) -> tuple[ChoiceModel, ...]:
    """The answers when the game is over; `emblem`: the symbol of its end."""
    report = ChoiceModel(FINAL_REPORT_TARGET, translator.gettext("The winner, and why"), emblem, "main")
    return report, ChoiceModel("home", translator.gettext("To the first page"), "home")


TABLE_WITHOUT_INPUT: Final[Mapping[str, Any]] = {
    "hand_cards": (),
    "enabled_targets": frozenset[str](),
    "has_reader": False,
    "can_undo": False,
    "can_redo": False,
    "pointed_targets": frozenset[str](),
}
"""The fields of a table at which nothing can be laid or touched."""


def latest_lines(narrated: Sequence[Sequence[NarrationLine]]) -> list[NarrationLine]:
    """Three sentences: of the newest line of the record the first and the last two, before it the first of others.

    Details, which are not spoken at level short, are left out of the newest where it has anything else.
    """
    newest = narrated[-1] if narrated else ()
    newest = [line for line in newest if line.at_short_level] or newest
    return [*(lines[0] for lines in narrated[-3:-1]), *newest[:1], *newest[1:][-2:]][-3:]


def latest_told(history: FrozenHistory, voice: Voice) -> list[NarrationLine]:
    """The latest of what that history tells."""
    lines = pairwise((history.opening, *history.accepted_lines)[-MAX_RECENT_EVENTS - 1 :])
    told = [voice.narrate(before.position, line.events, after=line.position) for before, line in lines]
    return latest_lines([each for each in told if each])


def recent_event_models(
    snapshot: Snapshot, lines: Sequence[NarrationLine], translator: Translator
) -> tuple[EventModel, ...]:
    """What has just happened, which readers do not answer, and that the disk takes nothing."""
    told = [EventModel(line.text, line.who) for line in lines[-MAX_RECENT_EVENTS:]]
    disk = snapshot.disk_problem
    readers = [problem for problem in snapshot.problems if problem.is_lasting and problem != disk]
    if readers:
        told.append(EventModel(readers_down_message(readers, translator), "reader"))
    if disk is not None:
        told.append(EventModel(problem_message(disk, translator), "warning"))
    return tuple(told)


def players_at_table(
    snapshot: Snapshot, position: Any, on_turn: str | None
) -> tuple[PlayerAtTable[Any], ...]:
    """Everybody clockwise, as strips show them; `position` has `players` by colour, `start` and `phase`."""
    return tuple(
        PlayerAtTable(
            seat,
            position.players[seat.colour],
            is_start_player=position.start == seat.colour,
            is_on_turn=on_turn == seat.colour,
            phase=position.phase,
        )
        for seat in snapshot.setup.seats
    )


def find_seat(snapshot: Snapshot, who: str) -> Seat | None:
    """The seat of the player with that colour, or None."""
    return next((seat for seat in snapshot.setup.seats if seat.colour == who), None)


def hidden_piece_kinds(layout: Sequence[Place]) -> frozenset[str]:
    """The kinds of pieces that hands hold hidden from the others."""
    held = (lying.piece for place in layout if place.kind == "hand" for lying in place.pieces)
    return frozenset(piece.partition("/")[0] for piece in held if piece.endswith(f"/{UNKNOWN}"))


# -- the answers that can be touched; many of them are folded by the words they have in common

MAX_UNFOLDED_ANSWERS = 8
"""Up to this many answers are never folded: they fit below the table."""
MAX_ANSWERS_BESIDE_BOARD = 3
"""The same beside a board that takes all the height."""
MIN_FOLDER_SIZE = 3
"""A folder has at least this many answers."""
ANSWERS_PER_PAGE: Final = ((28, 11), (16, 14), (0, 23))
"""Pairs (letters, answers): how many answers are shown together when the longest has at least so many
letters.
"""


class AnswerFolder(Struct, frozen=True):
    """What is offered at once: answers and folders, in order.

    `entries` are touch targets with the number of answers that begin so (words separated by slashes), 0 for
    an answer itself. `path`: the words that all of them have in common, chosen before; `page`: the page of
    the folder.
    """

    entries: tuple[tuple[str, int], ...]
    path: str = ""
    page: int = 0

    @property
    def parent_path(self) -> str:
        """The folder that this one lies in."""
        return self.path.rpartition("/")[0]

    def page_of_choices(self, choices: Sequence[ChoiceModel], page_size: int) -> Iterator[ChoiceModel]:
        """The `choices` of the open page, and where there are several pages the button to the next one."""
        if len(choices) <= page_size + 1:
            yield from choices
            return
        pages = -(-len(choices) // page_size)
        page_index = self.page % pages
        yield from choices[page_index * page_size : (page_index + 1) * page_size]
        yield ChoiceModel(
            f"open/{self._next_page_path(pages)}", f"{page_index + 1} / {pages}", "next", "quiet"
        )

    def _next_page_path(self, pages: int) -> str:
        """The path of the next of so many pages, after the last one the first."""
        return f"{self.path}@{(self.page + 1) % pages}"


def open_answer_folder(
    touch_targets: Sequence[str], folder_path: str = "", at_once: int = MAX_UNFOLDED_ANSWERS
) -> AnswerFolder:
    """What is offered of these answers when the folder at that path is open.

    `folder_path` is such as `arms/1`, with a page behind `@`; a folder without answers, or "", gives all.
    """
    folder_path, _, page = folder_path.partition("@")
    inside = answers_in_folder(touch_targets, folder_path)
    if not inside:
        folder_path, inside = "", [*touch_targets]
    entries = sorted(_fold_answers(inside, len(_split_words(folder_path)), at_once), key=_trailing_number)
    return AnswerFolder(tuple(entries), folder_path, int(page) if page.isdecimal() else 0)


def numeric_answers(
    touch_targets: Sequence[str], folder_path: str = "", few: int = MAX_UNFOLDED_ANSWERS
) -> list[str]:
    """The answers in the folder that are numbers of one kind (`take/200`), the least first.

    There are none where they are `few`, or where another kind has many, too.
    """
    kinds: dict[str, list[str]] = {}
    for target in answers_in_folder(touch_targets, folder_path.partition("@")[0]):
        kind, _, number = target.rpartition("/")
        if kind and number.isdecimal():
            kinds.setdefault(kind, []).append(target)
    many = [each for each in kinds.values() if len(each) > few]
    return sorted(many[0], key=lambda target: int(target.rpartition("/")[2])) if len(many) == 1 else []


def answers_in_folder(touch_targets: Sequence[str], folder_path: str) -> list[str]:
    """Those that begin with the words of that folder; all for ""."""
    prefix = _split_words(folder_path)
    return [target for target in touch_targets if _split_words(target)[: len(prefix)] == prefix]


def _split_words(touch_target: str) -> list[str]:
    return re.split("[/:]", touch_target) if touch_target else []


def _fold_answers(touch_targets: Sequence[str], depth: int, at_once: int) -> Iterator[tuple[str, int]]:
    """Fold by the first word in which they differ, unless they are few or have nothing in common."""
    longest = max((len(_split_words(target)) for target in touch_targets), default=0)
    groups = _group_by_words(touch_targets, depth := depth + 1)
    while len(groups) < 2 and depth < longest:
        groups = _group_by_words(touch_targets, depth := depth + 1)
    for prefix, group in groups.items():
        if len(touch_targets) > at_once and MIN_FOLDER_SIZE <= len(group) < len(touch_targets):
            yield prefix, len(group)
        else:
            yield from ((target, 0) for target in group)


def _group_by_words(touch_targets: Sequence[str], depth: int) -> dict[str, list[str]]:
    """The targets by so many of their first words."""
    groups: dict[str, list[str]] = {}
    for target in touch_targets:
        groups.setdefault("/".join(_split_words(target)[:depth]), []).append(target)
    return groups


def _trailing_number(entry: tuple[str, int]) -> int:
    """The sort key: answers that end with a number by it, all others first in their order."""
    last = _split_words(entry[0])[-1]
    return int(last) if last.isdecimal() else -1


def default_page_size(longest: int) -> int:
    """How many answers are shown together, on most tables, when the longest has so many letters."""
    return next(most for letters, most in ANSWERS_PER_PAGE if longest >= letters)


def numbered_options(options: Sequence[AnswerOption]) -> list[tuple[int, AnswerOption]]:
    """The answers to a question with their places in it: numbers by their size, all others in their order."""
    return sorted(enumerate(options), key=lambda each: _numeric_sort_key(each[1].touch_target, each[0]))


def _numeric_sort_key(touch_target: str, place: int) -> tuple[str, int, int]:
    kind, _, name = touch_target.partition("/")
    return (kind, int(name), 0) if name.isdigit() else ("", 0, place)


# -- the table

P = TypeVar("P", bound=Position)


class TablePresenter(Generic[P]):
    """One moment of a table, as one person looks at it."""

    ENDING_SYMBOL = ""
    """The symbol of the game's end; "" for the game's emblem."""
    MAIN_TARGETS: Collection[str] = ("done",)
    """Touch targets whose button is the one way on."""
    TARGET_SYMBOLS: ClassVar[Mapping[str, str]] = {"done": "check"}
    """The symbols of touch targets, or of kinds of them, whose names are no symbols of the game."""

    def __init__(self, snapshot: Snapshot, ui_state: UiState, voice: Voice) -> None:
        self.snapshot, self.ui_state, self.voice, self.translator = (
            snapshot,
            ui_state,
            voice,
            voice.translator,
        )
        self.position = cast(P, snapshot.position)

    def frame_fields(self, lines: Sequence[NarrationLine]) -> Mapping[str, Any]:
        """The fields of `companion.screen.view_models.TableFrameModel`.

        `lines`: what has just happened, the newest last.
        """
        return {
            "prompt": self.make_prompt(),
            "recent_events": recent_event_models(self.snapshot, lines, self.translator),
            "hand_cards": self.hand_cards,
            "choices": self.choices,
            "enabled_targets": self.enabled_targets,
            "has_reader": self.has_virtual_reader,
            "lax_word": self.lax_word,
            "can_undo": bool(self.snapshot.public_history.accepted_lines),
            "can_redo": bool(self.snapshot.redo_count),
            "line_count": len(self.snapshot.public_history.accepted_lines),
            "pointed_targets": self.pointed_targets,
        }

    @property
    def has_virtual_reader(self) -> bool:
        """Whether cards can be laid on a reader drawn on the screen."""
        return self.ui_state.is_virtual

    @property
    def lax_word(self) -> str:
        """What is done about what the rules forbid, in a word; "" where it is refused."""
        level = self.snapshot.strictness
        return "" if level == "strict" else self.translator.gettext(STRICTNESS_NAMES[level])

    @property
    def pointed_targets(self) -> frozenset[str]:
        """What the shared buttons point at, by its names on the view; the piece that is marked to go back."""
        marked = self.ui_state.returned_piece
        return frozenset((marked,)) if marked else pointed_targets(self.snapshot)

    # -- what may be touched

    @cached_property
    def next_step_by_touch_target(self) -> Mapping[str, MoveStep]:
        """The steps that may come next and can be made here, by touch target: no virtual player's."""
        snapshot, ui_state = self.snapshot, self.ui_state
        if not self.can_humans_act:
            return {}
        here = (*ui_state.human_colours, TABLE_ACTOR)
        if (
            not ui_state.is_virtual
            or snapshot.pending_input
            or set(snapshot.position.choice_tree.choice_by_actor) <= set(here)
        ):
            return snapshot.step_by_touch_target
        steps = next_steps(snapshot.position, (), snapshot.zone_status, here)
        return {step.touch_target: step for step in steps if step.touch_target}

    @property
    def can_humans_act(self) -> bool:
        """Whether a person at the screen may act: otherwise the next move happens automatically."""
        turn = self.snapshot.position.choice_tree
        return bool(self.snapshot.pending_input) or self.ui_state.can_humans_act_in(turn)

    @cached_property
    def enabled_targets(self) -> frozenset[str]:
        """The touch targets of board and cards that may be touched."""
        if self.ui_state.chooser:
            return frozenset(self.ui_state.pieces_to_choose_from)
        answers = filter(self.is_answer_touched_in_place, self.question_answer_targets)
        return frozenset((*filter(self.is_touched_in_place, self.next_step_by_touch_target), *answers))

    @cached_property
    def choices(self) -> tuple[ChoiceModel, ...]:
        """The answers that can be touched besides: no position is a dead end."""
        if self.snapshot.position.outcome() is not None:
            emblem = self.ENDING_SYMBOL or game_emblem_name(self.snapshot.game, "crown")
            return final_choices(emblem, self.translator)
        if self.ui_state.chooser:
            return tuple(self.put_back_choices())
        next_move = ChoiceModel(NEXT_MOVE, self.translator.gettext("Next"), "next", "main")
        return (
            *self.answer_choices(),
            *self.hand_opening_choices(),
            *self.start_over_choices(),
            *((next_move,) if self.ui_state.waits_for_next else ()),
        )

    def put_back_choices(self) -> Iterator[ChoiceModel]:
        """The button that opens the hand of the person who puts a piece back, then the one that does it."""
        if self.ui_state.hand_owner != self.ui_state.chooser:
            yield self.make_hand_opening_choice(self.ui_state.chooser, main=True)
        elif self.ui_state.returned_piece:
            yield self.make_choice("done")

    def is_touched_in_place(self, touch_target: str) -> bool:
        """Whether it is touched where it lies, on the board or among the cards."""
        return False

    @property
    def question_answer_targets(self) -> Sequence[str]:
        """The touch targets that answer the current question."""
        verdict = self.snapshot.interpretation
        options = verdict.question.options if isinstance(verdict, Ambiguous) else ()
        return [option.touch_target for option in options]

    def is_answer_touched_in_place(self, touch_target: str) -> bool:
        """Whether such answers are touched where they lie, too."""
        return False

    def needs_no_button(self, touch_target: str, step: MoveStep) -> bool:
        """Whether it needs no button though it has no place.

        It is implied by what follows, or somebody's hidden hand has it.
        """
        hidden = self.has_dealt_hands and touch_target.partition("/")[0] in self.hidden_piece_kinds
        return hidden or (step.is_implied and touch_target == step.word)

    def targets_shown_as_buttons(self) -> list[str]:
        """The touch targets that get a button."""
        return [
            target
            for target, step in self.next_step_by_touch_target.items()
            if not self.is_touched_in_place(target) and not self.needs_no_button(target, step)
        ]

    def answer_choices(self) -> Iterator[ChoiceModel]:
        """The answers to the current question, done, and the buttons."""
        buttons = self.targets_shown_as_buttons()
        yield from self.question_choices()
        verdict = self.snapshot.interpretation
        if (
            "done" not in buttons
            and isinstance(verdict, Interpreted)
            and self.ui_state.has_needed_cards(verdict.move, self.snapshot.pending_input)
        ):
            yield self.make_choice("done")
        yield from self.choices_in_folder(buttons)

    def choices_in_folder(self, touch_targets: Sequence[str]) -> Iterator[ChoiceModel]:
        """A button each; where they are many, those of the open folder, page by page, and the ways out of it."""
        here = open_answer_folder(touch_targets, self.ui_state.answer_folder, self.max_unfolded_answers)
        entries = [self.make_folder_choice(words, count, touch_targets) for words, count in here.entries]
        page_size = self.answers_per_page(max((len(each.text) for each in entries), default=0))
        yield from here.page_of_choices(entries, page_size)
        if here.path:
            yield ChoiceModel(f"open/{here.parent_path}", self.translator.gettext("Back"), "back", "quiet")

    def make_folder_choice(self, words: str, count: int, touch_targets: Sequence[str]) -> ChoiceModel:
        """The button of an answer, or (`count` not 0) of a folder of answers that begin with these words."""
        if not count:
            return self.make_choice(words)
        name = self.appearances.folder_name(words, answers_in_folder(touch_targets, words))
        return ChoiceModel(f"open/{words}", f"{capitalised(name)} … ({count})", self.target_symbol(words))

    @property
    def max_unfolded_answers(self) -> int:
        """Up to how many answers are never folded."""
        return MAX_UNFOLDED_ANSWERS

    def answers_per_page(self, longest: int) -> int:
        """How many answers are shown together when the longest has so many letters."""
        return default_page_size(longest)

    def make_choice(self, touch_target: str) -> ChoiceModel:
        """The button of a touch target that has no place."""
        said = capitalised(self.voice.touch_target_name(touch_target))
        symbol, is_main = self.target_symbol(touch_target), touch_target in self.MAIN_TARGETS
        return ChoiceModel(touch_target, said, symbol, "main" if is_main else "choice")

    def question_choices(self) -> Iterator[ChoiceModel]:
        """The answers to the current question that have no place; numbers in their order."""
        if isinstance(self.snapshot.interpretation, Ambiguous):
            often = self.snapshot.interpretation.question.kind == "often"
            for number, option in numbered_options(self.snapshot.interpretation.question.options):
                if not self.is_answer_touched_in_place(option.touch_target):
                    words = answer_option_text(option, self.voice, with_count=often)
                    yield ChoiceModel(f"answer/{number}", words, self.target_symbol(option.touch_target))

    def hand_opening_choices(self) -> Iterator[ChoiceModel]:
        """The buttons that open the hands of people at the screen.

        Amid a move only its player's hand is offered, where nothing but a card of it is missing.
        """
        snapshot, turn = self.snapshot, self.snapshot.position.choice_tree
        lacks = isinstance(snapshot.interpretation, Interpreted) and not self.ui_state.has_needed_cards(
            snapshot.interpretation.move, snapshot.pending_input
        )
        if not self.has_dealt_hands or (snapshot.pending_input and not lacks):
            return
        for who in self.ui_state.human_colours:
            awaited = who in turn.awaited_actors
            if who != self.ui_state.hand_owner and (
                awaited or (who in turn.choice_by_actor and not snapshot.pending_input)
            ):
                yield self.make_hand_opening_choice(who, awaited and (lacks or self.needs_hand_card))

    def make_hand_opening_choice(self, who: str, main: bool) -> ChoiceModel:
        """The button that opens somebody's hand; `main`: it is the one way on."""
        label = self.translator.gettext("Cards: {who}", who=self.translator.player_name(who))
        return ChoiceModel(f"look/{who}", label, "hand", "main" if main else "quiet")

    def start_over_choices(self) -> Iterator[ChoiceModel]:
        """The button that discards what was touched so far."""
        if self.snapshot.pending_input:
            yield ChoiceModel("clear", self.translator.gettext("Start over"), "cross", "quiet")

    # -- cards

    @cached_property
    def has_dealt_hands(self) -> bool:
        """Whether the program deals cards that others do not see."""
        game = self.snapshot.game
        return self.ui_state.is_virtual and load_plugin_part(game, "players", "ground_truth") is not None

    @cached_property
    def hidden_piece_kinds(self) -> frozenset[str]:
        """The kinds of pieces that hands hold hidden from the others."""
        return hidden_piece_kinds(self.snapshot.layout)

    @property
    def is_face_down_card_next(self) -> bool:
        """Whether a card that lies face down may come next."""
        return any(
            observation.piece.endswith(f"/{UNKNOWN}") for observation in self.snapshot.next_observations
        )

    @property
    def needs_hand_card(self) -> bool:
        """Whether the awaited player plays cards from their hand."""
        kinds = {target.partition("/")[0] for target in self.snapshot.step_by_touch_target}
        return self.is_face_down_card_next or not kinds.isdisjoint(self.hidden_piece_kinds)

    @cached_property
    def open_hand_counts(self) -> Mapping[str, int]:
        """The open hand without what was laid on the reader: piece -> how many."""
        if self.snapshot.position.outcome() is not None:
            return {}
        laid = self.ui_state.pending_laid_cards(self.snapshot.pending_input)
        return Counter(self.ui_state.hand_pieces) - Counter(laid)

    @cached_property
    def hand_cards(self) -> tuple[CardModel, ...]:
        """The open hand of the person at the screen."""
        return tuple(starmap(self.make_card, self.open_hand_counts.items()))

    def make_card(self, piece: str, copies: int) -> CardModel:
        """A card of a hand: what is written on it, else its symbol and its name.

        Equal ones are one card that shows how many it stands for.
        """
        appearance = self.appearances.piece_appearance(piece)
        name = (appearance.name or capitalised(self.voice.touch_target_name(piece))) + format_copies(copies)
        return CardModel(piece, "", name, "" if appearance.name else appearance.main_symbol)

    # -- how things look

    @property
    def appearances(self) -> AppearanceLookup:
        """What pieces and places look like and are called."""
        return appearance_lookup(self.voice)

    def target_symbol(self, touch_target: str) -> str:
        """The symbol of what it names, "" where it has none."""
        signs = self.TARGET_SYMBOLS
        return (
            signs.get(touch_target)
            or self.appearances.piece_appearance(touch_target).main_symbol
            or signs.get(touch_target.partition("/")[0], "")
        )

    # -- what is to be done

    def make_prompt(self) -> PromptModel:
        """Whose turn it is and what to do; while something is pointed at, what yes and no mean."""
        snapshot, voice = self.snapshot, self.voice
        outcome = snapshot.position.outcome()
        if outcome is not None:
            return make_final_prompt(snapshot, outcome, self.translator)
        if self.ui_state.chooser:
            return self.put_back_prompt
        asked = voice.turn_prompt(snapshot.position)
        assert asked is not None
        who, what = find_seat(snapshot, asked.who), self.request_text(capitalised(asked.request))
        things = pending_input_text(snapshot, voice) if snapshot.pending_input else ""
        if snapshot.pointed_at:
            return PromptModel(who, yes_no_hint(snapshot, voice), things or what)
        if snapshot.pending_input:
            return self.make_follow_up_prompt(who, what, things)
        return PromptModel(who, what, self.how_to_do_text())

    @property
    def put_back_prompt(self) -> PromptModel:
        """Which of their pieces a person puts back, and how."""
        gettext, ui_state = self.translator.gettext, self.ui_state
        if ui_state.returned_piece:
            name = self.voice.piece_name(ui_state.returned_piece).name
            how = gettext("{piece} goes back. Done, or touch another one.", piece=name)
        elif ui_state.pieces_to_choose_from:
            how = gettext("Touch it; the others stay with you.")
        else:
            how = gettext("Take the screen, and look at your cards.")
        return PromptModel(find_seat(self.snapshot, ui_state.chooser), self.voice.put_back_question(), how)

    def request_text(self, request: str) -> str:
        """The request to the player; `request` is the request as the voice speaks it."""
        return request

    def make_follow_up_prompt(self, who: Seat | None, what: str, hint: str) -> PromptModel:
        """The prompt once input is pending.

        `who` is asked, `what` the request, `hint` the pending input as text.
        """
        match self.snapshot.interpretation:
            case Ambiguous():
                lacks = self.missing_part_text(self.question_answer_targets)
                return PromptModel(who, lacks or self.translator.gettext("Which is meant?"), hint)
            case Interpreted(move):
                return PromptModel(
                    who, capitalised(self.understood_move_text(move)), self.how_to_finish_text(move)
                )
        lacks = self.missing_part_text(self.snapshot.step_by_touch_target)
        return PromptModel(who, lacks or what, hint)

    def missing_part_text(self, touch_targets: Collection[str]) -> str:
        """What is still missing, where one of these targets shows it; "" for the request as before."""
        return ""

    def understood_move_text(self, move: Move) -> str:
        """The move that was understood so far."""
        return self.voice.describe_move(move)

    def how_to_finish_text(self, move: Move) -> str:
        """How the move is completed."""
        return self.translator.gettext("Done, or touch what else belongs to it.")

    def how_to_do_text(self) -> str:
        """How the request can be carried out at this table."""
        gettext, ui_state = self.translator.gettext, self.ui_state
        awaited = self.snapshot.position.choice_tree.awaited_actors
        if ui_state.is_virtual and awaited and not any(who in ui_state.human_colours for who in awaited):
            if ui_state.waits_for_next:
                return gettext(
                    "At a touch on Next, {name} plays.", name=self.translator.player_name(awaited[0])
                )
            return gettext("This happens by itself.") if not self.enabled_targets else ""
        if any(card.touch_target in self.enabled_targets for card in self.hand_cards):
            if ui_state.is_virtual or any(
                self.can_be_laid_on_reader(card.touch_target) for card in self.hand_cards
            ):
                return gettext("Lay a card on the reader, or touch it.")
            return gettext("Touch the card.")
        if self.has_dealt_hands and self.needs_hand_card and ui_state.hand_owner not in awaited:
            return gettext("Take the screen, and look at your cards.")
        return self.how_to_touch_text()

    def how_to_touch_text(self) -> str:
        """How it is carried out where it needs no card of a hand."""
        if any(map(self.can_be_laid_on_reader, self.enabled_targets)):
            return self.translator.gettext("Lay it on the reader, or touch it.")
        return ""

    def can_be_laid_on_reader(self, touch_target: str) -> bool:
        """Whether it may come next and can be shown to the play area's reader, and that reader works."""
        step = self.snapshot.step_by_touch_target.get(touch_target)
        return (
            step is not None
            and self.snapshot.zone_status.has_working_reader(PLAY_ZONE)
            and any(s.zone == PLAY_ZONE for s in step.observations)
        )


def format_copies(copies: int) -> str:
    """How many pieces one card stands for, to be put behind its name."""
    return f" ×{copies}" if copies > 1 else ""
