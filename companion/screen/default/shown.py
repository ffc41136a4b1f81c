"""The table of any game as places, players and answers. The `Shown` of companion.screen.live.live."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import cached_property

from msgspec import Struct
from msgspec.structs import replace

from companion.games import game_rules
from companion.rules.game import Seat
from companion.rules.layout import InventoryIndex
from companion.rules.moves import PLAY_ZONE, MoveStep
from companion.rules.position import Position
from companion.screen.default.places import Spot, Token, spots
from companion.screen.default.preview import after_move, can_be_tried, meaning, previews, told
from companion.screen.presenters.folders import numbers
from companion.screen.presenters.moment import capital
from companion.screen.presenters.presenter import Presenter
from companion.screen.ui_state import TABLE_PLACES, UiState
from companion.screen.view_models import CardModel, ChoiceModel, PromptModel, TableFrameModel
from companion.table.interpretation.judge import Ambiguous, Interpreted
from companion.table.interpretation.question import AnswerOption
from companion.table.snapshot import Snapshot
from companion.voice.narration import NarrationLine
from companion.voice.voice import Voice

BESIDE = 3
"""So many answers fit beside a board that takes all the height."""


class Player(Struct, frozen=True):
    """A player, their points, what they have in few signs. `touch_target`: what a finger on them says; `open`: they may
    be meant by the next word; `looked_at`: their places lie open.
    """

    seat: Seat
    points: int
    turn: bool
    thing: str
    tokens: tuple[Token, ...] = ()
    open: bool = False
    looked_at: bool = False


class Table(TableFrameModel, frozen=True):
    """What companion.screen.default.table shows. `shared`: places of nobody, `theirs`: those of one player."""

    game: str
    shared: tuple[Spot, ...]
    theirs: tuple[Spot, ...]
    players: tuple[Player, ...]
    previews: Mapping[str, Spot] = {}
    """A grid as it would be after an answer."""
    tried: frozenset[str] = frozenset()
    """The answers that show what they would do as long as a finger stays on them."""
    numbers: tuple[str, ...] = ()
    """Answers of which one is picked, the least first."""
    trying: bool = False
    """Whether a finger does: the places are shown as they would be."""

    @property
    def tall(self) -> bool:
        """Whether something wants all the height there is."""
        return any(spot.tall for spot in (*self.shared, *self.theirs))


def table(now: Snapshot, look: UiState, voice: Voice, lines: Sequence[NarrationLine]) -> Table:
    """The table at this moment. `lines`: what has just happened, the newest last."""
    places = Places(now, look, voice)
    things = [choice.touch_target for choice in places.choices]
    table = Table(
        game=now.game,
        shared=places.shared,
        theirs=places.theirs,
        players=tuple(places.players(places.spots, places.whose)),
        previews=dict(previews(now, places.choices, places.faces)),
        tried=frozenset(thing for thing in things if can_be_tried(now, thing)),
        numbers=tuple(places.numbers(things)),
        **places.around(lines),
    )
    return places.after(table) if look.previewed_answer in table.tried else table


class Places(Presenter[Position]):
    """Every place of the layout is on the view, or a finger's touch away: of all things those have a place that it
    shows.
    """

    # -- what lies where

    @cached_property
    def may(self) -> frozenset[str]:
        """What may come next, as far as who holds the screen knows."""
        may = frozenset(self.things)
        if self.look.allowed_targets is not None:
            may &= self.look.allowed_targets
        if (
            self.look.is_virtual
            and self.card_first
            and not any(sight.zone == PLAY_ZONE for sight in self.now.pending_input)
        ):
            may -= {place.id for place in self.now.layout}  # first the card, then where it goes
        return may | self._answers.keys()

    @property
    def _answers(self) -> Mapping[str, AnswerOption]:
        """What was perhaps meant: a finger on it says so."""
        return (
            self.now.interpretation.question.options_by_touch_target
            if isinstance(self.now.interpretation, Ambiguous)
            else {}
        )

    def answers_there(self, thing: str) -> bool:
        """See Presenter."""
        return thing in self._answers and thing in self._shown

    @cached_property
    def spots(self) -> tuple[Spot, ...]:
        """The places with all that lies there, as they would be after the move that was understood."""
        return self._spots(self.now.interpretation)

    def _spots(self, verdict: object) -> tuple[Spot, ...]:
        now = self.now
        stocks = InventoryIndex(game_rules(now.game).inventory(now.setup))
        after, there = after_move(now, verdict), stocks.layout_with_unlisted(now.layout)
        listed = {place.id for place in after or now.layout if place.pieces}
        lies = stocks.layout_with_unlisted(after) if after else there
        return tuple(
            replace(spot, spare=True) if _bare(spot, listed) else spot
            for spot in spots(lies, self.faces, self.may, there if after else None, now.steps_by_touch_target)
        )

    @cached_property
    def whose(self) -> str:
        """The player whose places lie open in place of all others; "" for nobody's."""
        before = self.look.viewed_player
        if before:
            return "" if before == TABLE_PLACES else before
        glowing = [spot for spot in self.spots if any(spot.things)]
        if not glowing or any(not spot.owner for spot in glowing):
            return ""
        return next((spot.owner for spot in glowing if spot.owner == self._awaited), "")

    @property
    def _awaited(self) -> str:
        """Whose move it is."""
        return next(iter(self.now.position.choice_tree.awaited_actors), "")

    @cached_property
    def shared(self) -> tuple[Spot, ...]:
        """The places of nobody that are shown."""
        return () if self.whose else tuple(spot for spot in self.spots if not spot.owner)

    @cached_property
    def theirs(self) -> tuple[Spot, ...]:
        """Those of one player."""
        if any(spot.point for spot in self.shared):
            return ()
        return tuple(
            spot for spot in self.spots if spot.owner and spot.owner == (self.whose or self._awaited)
        )

    @cached_property
    def tall(self) -> bool:
        """Whether something wants all the height there is."""
        return any(spot.tall for spot in (*self.shared, *self.theirs))

    def players(self, made: Sequence[Spot], whose: str) -> Iterator[Player]:
        """Everybody, clockwise, with what they have there; whose places lie open."""
        points, awaited = self.now.position.points_by_player(), self.now.position.choice_tree.awaited_actors
        for seat in self.now.setup.seats:
            who = seat.colour
            open_ = f"player/{who}" in self.may
            theirs = [spot for spot in made if spot.owner == who]
            looks = f"before/{TABLE_PLACES if whose == who else who}" if theirs else ""
            thing, tokens = f"player/{who}" if open_ else looks, tuple(_held(theirs))
            yield Player(seat, points.get(who, 0), who in awaited, thing, tokens, open_, whose == who)

    def after(self, table: Table) -> Table:
        """The table as it would be after the answer that a finger stays on; what may be touched stays where it is."""
        now, tried, who = self.now, self.look.previewed_answer, table.prompt.seat
        verdict, gettext = meaning(now, tried), self.words.gettext
        if not isinstance(verdict, Interpreted):
            said = next(choice.text for choice in table.choices if choice.touch_target == tried)
            return replace(table, prompt=PromptModel(who, said, gettext("More belongs to it.")))
        made = self._spots(verdict)
        owners = [spot.owner for spot in made if spot.changed]
        whose = next((spot.owner for spot in table.theirs), "")
        if whose not in owners:
            whose = next(filter(None, owners), whose)
        beside = not any(spot.point for spot in made)
        ways = gettext("So it would be. Nothing is done yet.")
        return replace(
            table,
            prompt=PromptModel(who, capital(self.voice.describe_move(verdict.move)), ways),
            shared=tuple(spot for spot in made if not spot.owner) if table.shared or "" in owners else (),
            theirs=tuple(spot for spot in made if beside and spot.owner and spot.owner == whose),
            players=tuple(self.players(made, "")),
            recent_events=tuple(self.events(told(now, verdict, self.voice))) or table.recent_events,
            trying=True,
        )

    # -- what may be touched

    @cached_property
    def open(self) -> frozenset[str]:
        """See Presenter."""
        return self.may | self.playable

    @cached_property
    def playable(self) -> frozenset[str]:
        """Cards of the hand that may be laid on the reader now: those that may come next, and any where a move was
        understood that lacks nothing but its card.
        """
        now, look = self.now, self.look
        if not self.heard:
            return frozenset()
        if isinstance(now.interpretation, Interpreted) and not look.has_needed_cards(
            now.interpretation.move, now.pending_input
        ):
            return frozenset(self.held)
        if look.allowed_targets is not None:
            return look.allowed_targets.intersection(self.held)
        public = game_rules(now.game).public_piece
        expected = {sight.piece for sight in now.next_observations if sight.zone == PLAY_ZONE}
        return frozenset(piece for piece in self.held if not expected.isdisjoint((piece, public(piece))))

    @cached_property
    def cards(self) -> tuple[CardModel, ...]:
        """None where squares need the room and none may be played."""
        return () if not self.playable and any(spot.tall for spot in self.theirs) else super().cards

    @property
    def reader(self) -> bool:
        """See Presenter."""
        return bool(self.cards)

    @cached_property
    def _shown(self) -> frozenset[str]:
        """The things that are touched where they lie. Pieces for which the folder that is open is their place are
        answers, too: it has no room for all.
        """
        shown = {thing for spot in (*self.shared, *self.theirs) for thing in spot.things}
        shown |= {f"player/{who}" for who in self.now.player_names}
        place = self.look.answer_folder.partition("@")[0]
        return frozenset(shown - {t.thing for spot in self.spots if spot.thing == place for t in spot.tokens})

    def placed(self, thing: str) -> bool:
        """See Presenter."""
        return thing in self._shown or thing in self.look.hand_pieces

    def implied(self, thing: str, step: MoveStep) -> bool:
        """Words that go without saying are said by what follows, unless that is a card which only a reader tells; cards
        that nobody at the screen holds cannot be touched.
        """
        hidden = (
            self.dealt
            and self.look.allowed_targets is None
            and thing.partition("/")[0] in self.kinds_in_hands
        )
        follows = step.is_implied and thing == step.word and (self.dealt or not self.card_first)
        return thing not in self.may or hidden or follows

    @property
    def at_once(self) -> int:
        """See Presenter."""
        return BESIDE if self.tall else super().at_once

    def at_a_page(self, longest: int) -> int:
        """See Presenter."""
        return BESIDE if self.tall else super().at_a_page(longest)

    def offered(self, things: Sequence[str]) -> Iterator[ChoiceModel]:
        """Of many numbers one is picked."""
        counted = self.numbers(things)
        yield from map(self.button, counted)
        if rest := [thing for thing in things if thing not in counted]:
            yield from super().offered(rest)

    def numbers(self, things: Sequence[str]) -> list[str]:
        """Answers that are many numbers and nothing else."""
        found = numbers(things, self.look.answer_folder, self.at_once)
        said = all(thing.rpartition("/")[2] in self.voice.touch_target_name(thing) for thing in found)
        return found if said else []


def _bare(spot: Spot, listed: Collection[str]) -> bool:
    """Whether only how many are left there is to be seen."""
    return bool(spot.tokens) and spot.thing not in listed and not spot.open and not spot.facts


def _held(theirs: Sequence[Spot]) -> Iterator[Token]:
    """What a player has in few signs: their hand as so many cards, and what has a sign."""
    for spot in theirs:
        if spot.kind == "hand" and (count := sum(token.count for token in spot.tokens)):
            back = spot.tokens[0].face
            yield Token(back, count, True)
        elif spot.kind in ("supply", "spot"):
            yield from (token for token in spot.tokens if token.face.sign and not token.face.name)
