"""What the table screen of the Princes of Florence shows: a session's snapshot and what people know of their hands, as
plain values in one language. Nothing here knows more than everybody may: cards in hands have no names.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import cached_property

from companion.games.florence.rules.actions import Acting
from companion.games.florence.rules.auction import Bidding, Open, bidders
from companion.games.florence.rules.final import ShowPrestige
from companion.games.florence.rules.objects import Choose
from companion.games.florence.rules.pieces import PROFESSION
from companion.games.florence.rules.printed import AUCTION
from companion.games.florence.rules.state import Table as Position
from companion.games.florence.screen.amount import grouped
from companion.games.florence.screen.bidding import auction_of
from companion.games.florence.screen.lying import players, results, when
from companion.games.florence.screen.named import symbol
from companion.games.florence.screen.placing import Placing, placing_of
from companion.games.florence.screen.selling import purse, selling_of
from companion.games.florence.screen.showing import face, naming_of
from companion.games.florence.screen.stages import Stage, Table
from companion.games.florence.screen.turning import ACTIONS, BUILD, actions_of, offered_of
from companion.games.florence.screen.views import Actions, Auction, Naming, Offered, Results
from companion.games.florence.screen.work_sheet import WorkSheet, worksheet_of
from companion.games.florence.voice import names
from companion.rules.game import Seat
from companion.rules.moves import PLAY_ZONE, Move, MoveStep
from companion.screen.presenters.prompt import capitalise
from companion.screen.presenters.table_presenter import TablePresenter
from companion.screen.ui_state import UiState
from companion.screen.view_models import CardModel, ChoiceModel, PromptModel
from companion.table.snapshot import Snapshot
from companion.voice.narration import NarrationLine
from companion.voice.voice import Voice

OURS = (Auction, Actions, Offered, Naming)
"""What stands on the stage and says by `open` what may be touched there; the others know it themselves."""
ON_STAGE = ("pile/", "building/", "freedom/", "profession/", "bonus/", "prestige/", "action/")
BUTTONS = ("bid", "pass", "build", "freedom", "done")
"""What is touched on the stage."""


def table(now: Snapshot, look: UiState, voice: Voice, lines: Sequence[NarrationLine]) -> Table:
    """The table at this moment. `lines`: what has just happened, the newest last."""
    evening = Staged(now, look, voice)
    return Table(
        players=players(evening.position, now.setup.seats, voice.translator),
        when=when(evening.position, voice.translator),
        stage=evening.stage,
        **evening.frame_fields(lines),
    )


class Staged(TablePresenter[Position]):
    """What the moment is about stands on a stage, and is touched there."""

    has_virtual_reader = False

    @cached_property
    def stage(self) -> Stage | None:
        """What the moment is about: what somebody turned to, then what was begun, then what is asked."""
        now, position, look, words = self.snapshot, self.position, self.ui_state, self.words
        if position.outcome() is not None:
            return Results(tuple(results(position, now.setup.seats, words)))
        return (
            selling_of(now, look, words)
            or worksheet_of(now, look, words)
            or placing_of(now, look, self.voice)
            or offered_of(now, position, words)
            or naming_of(now, position, look, words)
            or auction_of(now, position, look, words)
            or actions_of(now, position, look, words)
        )

    @property
    def pointed_targets(self) -> frozenset[str]:
        """Of a sale the player's panel, of any building or action those that begin with it."""
        found = set(super().pointed_targets)
        found |= {thing.replace("sell/", "player/") for thing in found if thing.startswith("sell/")}
        if "building" in found and not self.snapshot.pending_input:
            found.add(BUILD)
        if "action" in found:
            found |= {thing for thing in ACTIONS if thing.startswith("action/")}
        return frozenset(found)

    # -- what may be touched

    @cached_property
    def next_steps(self) -> Mapping[str, MoveStep]:
        """Nobody bids or acts for who is absent; what others may sell meanwhile their purses say."""
        asked, look = self.position.turn, self.ui_state
        absent = (
            look.is_virtual and asked and asked not in look.human_colours and not self.snapshot.pending_input
        )
        return {} if absent else super().next_steps

    def has_place(self, thing: str) -> bool:
        """Who it is must be said only where cards are shown."""
        shown = isinstance(self.position.agenda[0], ShowPrestige) and thing.startswith("player/")
        return shown or thing in BUTTONS or thing.startswith(ON_STAGE)

    @cached_property
    def enabled_targets(self) -> frozenset[str]:
        """See Presenter; what has a reason not to be done is told it."""
        actions = self.stage.actions if isinstance(self.stage, Actions) else ()
        return super().enabled_targets - {action.thing for action in actions if action.barred}

    def answer_has_place(self, thing: str) -> bool:
        """See Presenter."""
        return thing.startswith("player/")

    def button_targets(self) -> list[str]:
        """The stage says all others. A card is kept that no reader saw: nobody can name it."""
        kept = isinstance(self.stage, Naming) and not self.ui_state.is_virtual
        return [thing for thing in ("skip", "keep") if thing in self.next_steps and (thing == "skip" or kept)]

    def answer_choices(self) -> Iterator[ChoiceModel]:
        """A stage that knows itself what may be touched has buttons of its own."""
        return super().answer_choices() if isinstance(self.stage, OURS) else self.question_choices()

    def start_over_choices(self) -> Iterator[ChoiceModel]:
        """See Presenter; for a tile that is laid the stage has a button."""
        return iter(()) if isinstance(self.stage, Placing) else super().start_over_choices()

    def hand_choices(self) -> Iterator[ChoiceModel]:
        """The hand of who is asked, which the stage may need, and the way to their purse."""
        asked, look = self.position.turn or "", self.ui_state
        if not isinstance(self.stage, OURS):
            return
        if look.is_virtual and asked in look.human_colours and look.hand_owner != asked:
            yield self.make_hand_choice(asked, isinstance(self.stage, Naming) and not self.stage.faces)
        if asked and self._purse_wanted(asked):
            yield ChoiceModel(purse(asked), self.words.name_of("word", "sell"), "points", "quiet")

    def _purse_wanted(self, asked: str) -> bool:
        """Whether the way to the purse is shown: they are here and have prestige, and the stage does not lead there."""
        here = not self.ui_state.is_virtual or asked in self.ui_state.human_colours
        led = isinstance(self.stage, Actions)
        if isinstance(self.stage, Auction) and self.stage.bidding is not None:
            led = bool(self.stage.bidding.purse)
        return (
            here and not self.snapshot.pending_input and not led and self.position.players[asked].points > 0
        )

    needs_hand_card = False
    """The stage says so."""

    def target_symbol(self, thing: str) -> str:
        """See Presenter."""
        return symbol(thing)

    @cached_property
    def hand_cards(self) -> tuple[CardModel, ...]:
        """The hand that lies open, to be looked at: where cards are chosen from it they lie on the stage."""
        return super().hand_cards if isinstance(self.stage, Auction | Actions) else ()

    def make_card(self, piece: str, copies: int) -> CardModel:
        """What it is about, in signs."""
        shown = face(piece, self.words)
        kind = piece.partition("/")[0]
        signs = shown.signs if kind == PROFESSION else (kind, *shown.signs[:1])
        return CardModel(piece, "", shown.name, kind, signs)

    # -- what is to be done: shorter than it is said aloud, the stage says the rest

    def request_text(self, asked: str) -> str:
        """What is asked, in few words."""
        position, words = self.position, self.words
        match position.agenda[:1]:
            case (Open(who=who),) if bidders(position) == (who,):
                return words.gettext("Take an object for {price}", price=AUCTION["opening"])
            case (Open(),):
                return words.gettext("Open an object at {price}", price=AUCTION["opening"])
            case (Bidding(),) if position.auction is not None:
                lot, price = names.the(words, position.auction.kind), position.auction.bid + AUCTION["step"]
                return capitalise(words.gettext("{price} for {lot}?", price=grouped(price), lot=lot))
            case (Choose(),):
                return words.gettext("Which one do you keep?")
            case (Acting(),):
                return words.gettext("Choose an action")
            case (ShowPrestige(),):
                return words.gettext("Show the prestige cards")
        return asked

    def make_follow_up_prompt(self, who: Seat | None, what: str, touch_targets: str) -> PromptModel:
        """What the stage asks."""
        match self.stage:
            case WorkSheet(asks=asks):
                return PromptModel(who, asks, touch_targets)
            case Placing():
                return PromptModel(who, self.missing_part_text(()), self.how_to_do_text())
            case Naming(faces=faces) if faces:
                return PromptModel(who, self.missing_part_text(()))
        return super().make_follow_up_prompt(who, what, touch_targets)

    def missing_part_text(self, touch_targets: Collection[str]) -> str:
        """What stands on the stage says it."""
        match self.stage:
            case Offered(title=title):
                return title
            case Placing(words=tile):
                return self.words.gettext("{tile}: where to?", tile=tile)
            case Naming(faces=faces) if faces:
                return self.words.gettext("Which card?")
        return ""

    def how_to_finish_text(self, move: Move) -> str:
        """See Presenter."""
        if self.snapshot.zone_status.has_working_reader(PLAY_ZONE):
            return self.words.gettext("Lay the card on the reader. Done, if it was not read.")
        return super().how_to_finish_text(move)

    def how_to_touch_text(self) -> str:
        """See Presenter."""
        gettext, read = (
            self.words.gettext,
            self.snapshot.zone_status.has_working_reader(PLAY_ZONE) and not self.ui_state.is_virtual,
        )
        match self.stage:
            case Auction(bidding=None):
                if read and any(map(self.can_be_read, self.enabled_targets)):
                    return gettext("Lay the object on the reader, or touch it.")
                return gettext("Touch the object.")
            case Auction():
                return gettext("Bid or pass: by your buttons, or here.")
            case Placing():
                return gettext("Drag it or touch a square; turn and flip it beside.")
            case Actions():
                if read:
                    return gettext("A building or a freedom may be laid on the reader at once.")
                return gettext("In any order; each may be given up.")
            case Naming(faces=()) if read:
                return gettext("Lay the card on the reader, face down.")
        return ""
