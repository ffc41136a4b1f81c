"""What the table of any game shows of a moment besides its board: what is to be done, the cards that lie open, the
answers that can be touched, and what of board and cards glows.

It is what the default table asks, too. A view of a game's own overrides of a `Presenter`

    placed              which things have a place on that view
    answers_there       which answers have one
    implied             which of the others need no button
    symbol, card        how a thing and a card are drawn
    needs_hand          whether cards are played that lie open only before their owner
    what, missing       what is asked, and what is still missing of a move
    understood, right   a move that was understood, and how it is carried out
    touched             how it is done here, beyond what holds for every game

and, where its view is another one altogether, `cards`, `open`, `buttons`, `offers`, `hands`, `further` or `how`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import starmap
from typing import Any, ClassVar, Final, Generic, TypeVar, cast

from companion.games import load_plugin_part
from companion.rules.game import Seat
from companion.rules.moves import PLAY_ZONE, UNKNOWN, Move, MoveStep
from companion.rules.position import Position
from companion.screen.draw.symbols import game_emblem
from companion.screen.overlay_models import FINAL_REPORT_TARGET
from companion.screen.presenters.faces import Faces, faces
from companion.screen.presenters.folders import AT_ONCE, level, within
from companion.screen.presenters.moment import capital, ended, marked, seat
from companion.screen.ui_state import UiState
from companion.screen.view_models import CardModel, ChoiceModel, EventModel, PromptModel
from companion.table.interpretation.judge import Ambiguous, Interpreted
from companion.table.snapshot import Snapshot
from companion.voice.narration import NarrationLine
from companion.voice.pending_text import option_text, pending_input_text, yes_no_hint
from companion.voice.problem_messages import readers_down_message
from companion.voice.voice import Voice

P = TypeVar("P", bound=Position)
PAGES: Final = ((28, 11), (16, 14), (0, 23))
"""So many answers are shown together, by the letters of the longest."""


class Presenter(Generic[P]):
    """One moment of a table, as one person looks at it."""

    END = ""
    """The symbol of how it ended; "" for the game's sign."""
    MAIN: Collection[str] = ("done",)
    """Things whose button is the one way on."""
    SYMBOLS: ClassVar[Mapping[str, str]] = {"done": "check"}
    """Of things, or of kinds of them, that no symbol of the game is called as."""

    def __init__(self, now: Snapshot, look: UiState, voice: Voice) -> None:
        self.now, self.look, self.voice, self.words = now, look, voice, voice.translator
        self.position = cast(P, now.position)

    def around(self, lines: Sequence[NarrationLine]) -> Mapping[str, Any]:
        """The fields of `companion.screen.view_models.TableFrameModel`. `lines`: what has just happened, the newest
        last."""
        return {
            "prompt": self.prompt(),
            "events": tuple(self.events(lines)),
            "cards": self.cards,
            "choices": self.choices,
            "open": self.open,
            "reader": self.reader,
            "undo": bool(self.now.accepted_texts),
            "pointed": self.pointed,
        }

    @property
    def reader(self) -> bool:
        """Whether cards can be laid on a reader drawn on the screen."""
        return self.look.is_virtual

    @property
    def pointed(self) -> frozenset[str]:
        """What the shared buttons point at, by its names on the view."""
        return marked(self.now)

    # -- what may be touched

    @cached_property
    def things(self) -> Mapping[str, MoveStep]:
        """What may come next and be said here."""
        return self.now.steps_by_touch_target if self.heard else {}

    @property
    def heard(self) -> bool:
        """Whether somebody at the screen may say something: else it happens by itself."""
        return bool(self.now.pending_input) or self.look.concerns_humans(self.now.position.choice_tree)

    @cached_property
    def open(self) -> frozenset[str]:
        """What of board and cards may be touched."""
        return frozenset((*filter(self.placed, self.things), *filter(self.answers_there, self.asked)))

    @cached_property
    def choices(self) -> tuple[ChoiceModel, ...]:
        """What can be touched besides: no position is a dead end."""
        if self.now.position.outcome() is not None:
            winner = self.words.gettext("The winner, and why")
            home = self.words.gettext("To the first page")
            return ChoiceModel(
                FINAL_REPORT_TARGET, winner, self.END or game_emblem(self.now.game, "crown"), "main"
            ), ChoiceModel("home", home, "home")
        return *self.offers(), *self.hands(), *self.again()

    def placed(self, thing: str) -> bool:
        """Whether it is touched where it lies, on the board or among the cards."""
        return False

    @property
    def asked(self) -> Sequence[str]:
        """The things that answer the question that stands."""
        verdict = self.now.interpretation
        return (
            [option.touch_target for option in verdict.question.options]
            if isinstance(verdict, Ambiguous)
            else []
        )

    def answers_there(self, thing: str) -> bool:
        """Whether such answers are touched where they lie, too."""
        return False

    def implied(self, thing: str, step: MoveStep) -> bool:
        """Whether it needs no button though it has no place: what follows says it, or somebody's hand has it."""
        hidden = self.dealt and thing.partition("/")[0] in self.kinds_in_hands
        return hidden or (step.is_implied and thing == step.word)

    def buttons(self) -> list[str]:
        """The things that get a button."""
        return [
            thing
            for thing, step in self.things.items()
            if not self.placed(thing) and not self.implied(thing, step)
        ]

    def offers(self) -> Iterator[ChoiceModel]:
        """The answers to the question that stands, done, and the buttons."""
        buttons = self.buttons()
        yield from self.answers()
        verdict = self.now.interpretation
        if (
            "done" not in buttons
            and isinstance(verdict, Interpreted)
            and self.look.has_needed_cards(verdict.move, self.now.pending_input)
        ):
            yield self.button("done")
        yield from self.offered(buttons)

    def offered(self, things: Sequence[str]) -> Iterator[ChoiceModel]:
        """A button each; where they are many those of the folder that is open, page by page, and the ways out of it."""
        here = level(things, self.look.answer_folder, self.at_once)
        entries = [self.entry(words, count, things) for words, count in here.entries]
        most = self.at_a_page(max((len(each.text) for each in entries), default=0))
        if len(entries) <= most + 1:
            yield from entries
        else:
            pages = -(-len(entries) // most)
            at = here.page % pages
            yield from entries[at * most : (at + 1) * most]
            yield ChoiceModel(f"open/{here.turned(pages)}", f"{at + 1} / {pages}", "next", "quiet")
        if here.folder:
            yield ChoiceModel(f"open/{here.above}", self.words.gettext("Back"), "back", "quiet")

    def entry(self, words: str, count: int, things: Sequence[str]) -> ChoiceModel:
        """An answer, or so many that begin with these words."""
        if not count:
            return self.button(words)
        said = self.faces.folder(words, within(things, words))
        return ChoiceModel(f"open/{words}", f"{capital(said)} … ({count})", self.symbol(words))

    @property
    def at_once(self) -> int:
        """So many answers are never folded."""
        return AT_ONCE

    def at_a_page(self, longest: int) -> int:
        """So many answers are shown together whose longest has so many letters."""
        return next(most for letters, most in PAGES if longest >= letters)

    def button(self, thing: str) -> ChoiceModel:
        """A thing that has no place."""
        said = capital(self.voice.touch_target_name(thing))
        return ChoiceModel(thing, said, self.symbol(thing), "main" if thing in self.MAIN else "choice")

    def answers(self) -> Iterator[ChoiceModel]:
        """The answers to the question that stands that do not lie there; those that are numbers in their order."""
        if isinstance(self.now.interpretation, Ambiguous):
            often = self.now.interpretation.question.kind == "often"
            options = enumerate(self.now.interpretation.question.options)
            for number, option in sorted(options, key=lambda each: _counting(each[1].touch_target, each[0])):
                if not self.answers_there(option.touch_target):
                    words = option_text(option, self.voice, with_count=often)
                    yield ChoiceModel(f"answer/{number}", words, self.symbol(option.touch_target))

    def hands(self) -> Iterator[ChoiceModel]:
        """Hands of those at the screen that may be looked at; amid a move only of whoever makes it, where nothing but a
        card of it is missing.
        """
        now, turn = self.now, self.now.position.choice_tree
        lacks = isinstance(now.interpretation, Interpreted) and not self.look.has_needed_cards(
            now.interpretation.move, now.pending_input
        )
        if not self.dealt or (now.pending_input and not lacks):
            return
        for who in self.look.human_colours:
            awaited = who in turn.awaited_actors
            if who != self.look.hand_owner and (
                awaited or (who in turn.choice_by_actor and not now.pending_input)
            ):
                yield self.hand(who, awaited and (lacks or self.needs_hand))

    def hand(self, who: str, main: bool) -> ChoiceModel:
        """The way to somebody's hand; `main`: the one way on."""
        shows = self.words.gettext("Cards: {who}", who=self.words.player_name(who))
        return ChoiceModel(f"look/{who}", shows, "hand", "main" if main else "quiet")

    def again(self) -> Iterator[ChoiceModel]:
        """What was touched so far may be thrown away."""
        if self.now.pending_input:
            yield ChoiceModel("clear", self.words.gettext("Start over"), "cross", "quiet")

    # -- cards

    @cached_property
    def dealt(self) -> bool:
        """Whether the program deals what others do not see."""
        return self.look.is_virtual and load_plugin_part(self.now.game, "players", "truth") is not None

    @cached_property
    def kinds_in_hands(self) -> frozenset[str]:
        """Kinds of pieces that hands hold without anybody else knowing which."""
        hands = (place for place in self.now.layout if place.kind == "hand")
        held = (lying.piece for place in hands for lying in place.pieces)
        return frozenset(piece.partition("/")[0] for piece in held if piece.endswith(f"/{UNKNOWN}"))

    @property
    def card_first(self) -> bool:
        """Whether a card may come next that lies face down."""
        return any(sight.piece.endswith(f"/{UNKNOWN}") for sight in self.now.next_observations)

    @property
    def needs_hand(self) -> bool:
        """Whether who is awaited plays cards from their hand."""
        kinds = {thing.partition("/")[0] for thing in self.now.steps_by_touch_target}
        return self.card_first or not kinds.isdisjoint(self.kinds_in_hands)

    @cached_property
    def held(self) -> Mapping[str, int]:
        """The hand that lies open, without what was laid on the reader; how many there are of each."""
        if self.now.position.outcome() is not None:
            return {}
        return Counter(self.look.hand_pieces) - Counter(self.look.laid_cards_pending(self.now.pending_input))

    @cached_property
    def cards(self) -> tuple[CardModel, ...]:
        """The cards that lie open before the person at the screen."""
        return tuple(starmap(self.card, self.held.items()))

    def card(self, piece: str, copies: int) -> CardModel:
        """A card of a hand: what is written on it, else its symbol and what it is called. Equal ones are one card that
        says how many it stands for.
        """
        face = self.faces.face(piece)
        name = (face.name or capital(self.voice.touch_target_name(piece))) + times(copies)
        return CardModel(piece, "", name, "" if face.name else face.sign)

    # -- how things look

    @property
    def faces(self) -> Faces:
        """What pieces and places look like and are called."""
        return faces(self.voice)

    def symbol(self, thing: str) -> str:
        """The sign of what it names, "" where it has none."""
        signs = self.SYMBOLS
        return signs.get(thing) or self.faces.face(thing).sign or signs.get(thing.partition("/")[0], "")

    # -- what is to be done

    def prompt(self) -> PromptModel:
        """Whose turn it is and what to do; while something is pointed at, what yes and no say."""
        now, voice = self.now, self.voice
        outcome = now.position.outcome()
        if outcome is not None:
            return ended(now, outcome, self.words)
        asked = voice.turn_prompt(now.position)
        assert asked is not None
        who, what = seat(now, asked.who), self.what(capital(asked.request))
        things = pending_input_text(now, voice) if now.pending_input else ""
        if now.pointed_at:
            return PromptModel(who, yes_no_hint(now, voice), things or what)
        return self.further(who, what, things) if now.pending_input else PromptModel(who, what, self.how())

    def what(self, asked: str) -> str:
        """What is asked; `turn_prompt` as it is said aloud."""
        return asked

    def further(self, who: Seat | None, what: str, things: str) -> PromptModel:
        """Once something was noticed: from whom is asked, what for, and what it was."""
        match self.now.interpretation:
            case Ambiguous():
                return PromptModel(
                    who, self.missing(self.asked) or self.words.gettext("Which is meant?"), things
                )
            case Interpreted(move):
                return PromptModel(who, capital(self.understood(move)), self.right(move))
        return PromptModel(who, self.missing(self.now.steps_by_touch_target) or what, things)

    def missing(self, things: Collection[str]) -> str:
        """What is still missing, where one of these says it; "" for what was asked before."""
        return ""

    def understood(self, move: Move) -> str:
        """What was noticed so far as a move."""
        return self.voice.describe_move(move)

    def right(self, move: Move) -> str:
        """How it is carried out."""
        return self.words.gettext("Done, or touch what else belongs to it.")

    def how(self) -> str:
        """The ways to do it that this table has."""
        gettext, look, awaited = self.words.gettext, self.look, self.now.position.choice_tree.awaited_actors
        if look.is_virtual and awaited and not any(who in look.human_colours for who in awaited):
            return gettext("This happens by itself.") if not self.open else ""
        if any(card.touch_target in self.open for card in self.cards):
            if look.is_virtual or any(self.reads(card.touch_target) for card in self.cards):
                return gettext("Lay a card on the reader, or touch it.")
            return gettext("Touch the card.")
        if self.dealt and self.needs_hand and look.hand_owner not in awaited:
            return gettext("Take the screen, and look at your cards.")
        return self.touched()

    def touched(self) -> str:
        """How it is done where it needs no card of a hand."""
        if any(map(self.reads, self.open)):
            return self.words.gettext("Lay it on the reader, or touch it.")
        return ""

    def reads(self, thing: str) -> bool:
        """Whether that may come next and is shown at the one reader for all, where that works."""
        step = self.now.steps_by_touch_target.get(thing)
        return (
            step is not None
            and self.now.zone_status.has_working_reader(PLAY_ZONE)
            and any(s.zone == PLAY_ZONE for s in step.observations)
        )

    def events(self, lines: Sequence[NarrationLine]) -> Iterator[EventModel]:
        """What has just happened, and which readers do not answer."""
        for line in lines[-3:]:
            yield EventModel(line.text, line.who)
        lasting = [trouble for trouble in self.now.problems if trouble.is_lasting]
        if lasting:
            yield EventModel(readers_down_message(lasting, self.words), "reader")


def times(copies: int) -> str:
    """How many one card stands for, behind its name."""
    return f" ×{copies}" if copies > 1 else ""


def _counting(thing: str, place: int) -> tuple[str, int, int]:
    """Numbers by their size, all else as it comes."""
    kind, _, name = thing.partition("/")
    return (kind, int(name), 0) if name.isdigit() else ("", 0, place)
