"""Sentences for a table: what happened, what to do now, what a move is, why it is refused.

The words for a game's events, decisions, moves and facts are in the game's own package `voice`; here is what is the
same for every game: one subject has all its actions in one sentence, and what may be left out is left out.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Protocol, cast

from companion.games import game_rules, load_plugin_part
from companion.rules.clauses import (
    BAD_CORRECTED_SHAPE,
    BAD_CORRECTION_PATH,
    INSTEAD,
    NOT_OFFERED,
    MoveRefused,
    Refusal,
)
from companion.rules.game import AssumedValue, GameSetup
from companion.rules.history import CORRECTION_PREFIX
from companion.rules.layout import Place
from companion.rules.moves import TABLE_ACTOR, Move, Observation
from companion.rules.position import Position
from companion.rules.transaction import Event
from companion.voice import default_voice
from companion.voice.app_messages import narrate_common_event
from companion.voice.game_texts import refusal_text
from companion.voice.narration import (
    ITEMS_PLACEHOLDER,
    EventNarration,
    Majority,
    NarrationLine,
    PieceName,
    SpeechLevel,
    TurnPrompt,
)
from companion.voice.table_text import (
    describe_changes,
    describe_table,
    fallback_name,
    format_place_fact,
    place_name,
)
from companion.voice.translator import Translator

if TYPE_CHECKING:  # the first page needs no movements
    from companion.rules.movements import Movement

PATH_FACT = "path"
"""The fact of a refusal that says which place of the position is meant, as a JSON pointer."""


class GameVoice(Protocol):
    """The functions that a game gives the voice; companion.voice.default_voice where it brings none.

    Two more, `put_back_question` and `majority`, are only for games that have such a thing.
    """

    def narrate_event(self, event: Event, translator: Translator) -> EventNarration:
        """An event in words."""
        ...

    def narrate_events(
        self, before: Any, events: Sequence[Event], translator: Translator
    ) -> Sequence[EventNarration | None]:
        """Each event in words; None where another one covers it."""
        ...

    def narrate_consequences(
        self, before: Any, after: Any, events: Sequence[Event], translator: Translator
    ) -> Iterator[NarrationLine]:
        """What is worth saying about the table after those events, beyond themselves."""
        ...

    def turn_prompt(self, position: Any, translator: Translator) -> TurnPrompt | None:
        """What is to be done now; None when the game is over."""
        ...

    def public_facts(self, position: Any, translator: Translator) -> Iterator[tuple[str, str]]:
        """Facts of the public table besides lying pieces: (player or "" for the moment, text)."""
        ...

    def describe_move(self, move: Move, translator: Translator) -> str:
        """A move in words, without its player."""
        ...

    def describe_movement(self, movement: Movement, translator: Translator) -> str:
        """A movement as an instruction."""
        ...

    def format_fact(self, name: str, value: Any, translator: Translator) -> str:
        """The value of a refusal's fact in words."""
        ...

    def piece_name(self, word: str, translator: Translator) -> PieceName:
        """A piece of the box (`card/inf11`) in words."""
        ...

    def touch_target_name(self, touch_target: str, translator: Translator) -> str:
        """A touch target (a place, a piece, a player, an answer), as people would call it."""
        ...

    def describe_observation(self, observation: Observation, translator: Translator) -> str:
        """An observation, as people would describe it."""
        ...

    def format_piece_count(self, piece: str, number: int, translator: Translator) -> str:
        """A number of pieces that lie somewhere, as one of a list: `26 louis`, `mage (Anna)`; one needs no number."""
        ...

    def card_effect(self, word: str, translator: Translator) -> str:
        """The effect or requirement of the card of that word, as a sentence; "" where none is needed."""
        ...

    def explain(self, word: str, position: Any, translator: Translator) -> Iterator[tuple[str, str]]:
        """What a place or a piece of that word is about in a public position: sentences, each with its clause or ""."""
        ...

    def describe_assumed_value(self, value: AssumedValue, translator: Translator) -> str:
        """A value that nobody has read off this copy yet: where it is printed, and what is assumed."""
        ...


class Voice:
    """The voice of one table: a game by name, its players by colour, one of the languages."""

    __slots__ = ("_game", "translator")

    def __init__(self, game: str, people: Mapping[str, str], lang: str) -> None:
        self.translator = Translator(game, people, lang)
        self._game = cast(GameVoice, load_plugin_part(game, "voice") or default_voice)

    # -- what happened

    def narrate_event(self, event: Event) -> str:
        """One event by itself, as in a ledger."""
        return self._join_narrations([self._narrate_event(event)])

    def _narrate_event(self, event: Event, describe_changes: Callable[[], str] = str) -> EventNarration:
        return narrate_common_event(
            event, self.translator, self.describe_move_with_player, describe_changes
        ) or self._game.narrate_event(event, self.translator)

    def narrate(
        self,
        before: Any,
        events: Sequence[Event],
        level: SpeechLevel = "full",
        after: Position | None = None,
    ) -> tuple[NarrationLine, ...]:
        """The effects of those events on the position `before`, in the order in which they happened.

        `after`: the position that they made, without which no correction can be told in words.
        """
        if level == "off":
            return ()
        return tuple(
            line
            for line in self._narrate(before, events, level, after)
            if line.at_short_level or level == "full"
        )

    def _narrate(
        self, before: Any, events: Sequence[Event], level: SpeechLevel, after: Position | None
    ) -> Iterator[NarrationLine]:
        if events and narrate_common_event(events[0], self.translator, self.describe_move_with_player):
            yield from self._narrate_separately(before, events, after)
            return
        position, since = before, before
        narrations: list[EventNarration] = []
        group: list[Event] = []
        for event, narration in zip(
            events, self._game.narrate_events(before, events, self.translator), strict=True
        ):
            if narration is not None:
                if narrations and (
                    narration.starts_sentence or not narration.who or narration.who != narrations[0].who
                ):
                    yield from self._narrate_group(narrations, since, position, group, level)
                    narrations, group, since = [], [], position
                narrations.append(narration)
            group.append(event)
            position = event.apply_to(position)
        yield from self._narrate_group(narrations, since, position, group, level)

    def _narrate_separately(
        self, before: Position, events: Sequence[Event], after: Position | None
    ) -> Iterator[NarrationLine]:
        """A correction and its consequences: the position it made is not at hand."""

        def changes() -> str:
            return "; ".join(self.describe_changes(before, after)) if after is not None else ""

        for event in events:
            narration = self._narrate_event(event, changes)
            yield NarrationLine(self._join_narrations([narration]), narration.who, narration.at_short_level)

    def _narrate_group(
        self,
        narrations: list[EventNarration],
        before: Any,
        after: Any,
        events: Sequence[Event],
        level: SpeechLevel,
    ) -> Iterator[NarrationLine]:
        chosen = [each for each in narrations if each.at_short_level or level == "full"]
        if chosen:
            yield NarrationLine(
                self._join_narrations(chosen), chosen[0].who, any(each.at_short_level for each in chosen)
            )
        yield from self._game.narrate_consequences(before, after, events, self.translator)

    def _join_narrations(self, narrations: Sequence[EventNarration]) -> str:
        who = narrations[0].who
        parts: list[tuple[str, list[str]]] = []
        for each in narrations:
            if parts and each.item and parts[-1][0] == each.text:
                parts[-1][1].append(each.item)
            else:
                parts.append((each.text, [each.item] if each.item else []))
        texts = [
            text.replace(ITEMS_PLACEHOLDER, self.translator.join_with_and(items)) if items else text
            for text, items in parts
        ]
        if not who:
            return " ".join(self.translator.to_sentence(text) for text in texts)
        return self.translator.to_sentence(
            f"{self.translator.player_name(who)} {self.translator.join_with_and(texts)}"
        )

    def majority(self, before: Position, event: Event) -> Majority | None:
        """The majority that an event on that position decided; None for any other event."""
        majority = getattr(self._game, "majority", default_voice.majority)  # few games have any
        found: Majority | None = majority(before, event, self.translator)
        return found

    def describe_table(self, position: Position, setup: GameSetup) -> Iterator[str]:
        """The public table, line by line: the moment, the players, the places, what is left."""
        translator, rules, public = self.translator, game_rules(self.translator.game), position.to_public()
        facts = tuple(self._game.public_facts(public, self.translator))
        yield translator.to_sentence(
            "; ".join((self._moment_text(public), *(text for who, text in facts if not who)))
        )
        of_players = [(who, text) for who, text in facts if who]
        yield from describe_table(
            rules.layout(public), rules.inventory(setup), of_players, self._game, translator
        )

    def describe_changes(self, before: Position, after: Position) -> Iterator[str]:
        """What is different on the public table `after`: each place or player, as it was and as it is.

        Where nothing lies otherwise, what is asked now, if that differs.
        """
        rules, tables = game_rules(self.translator.game), []
        for public in (before.to_public(), after.to_public()):
            facts = tuple(self._game.public_facts(public, self.translator))
            tables.append((rules.layout(public), (("", self._moment_text(public)), *facts)))
        changes = [*describe_changes(tables[0], tables[1], self._game, self.translator)]
        yield from changes
        asked, prompt = (self.prompt_sentence(each.to_public()) for each in (before, after))
        if not changes and asked != prompt:
            yield prompt.removesuffix(".")

    def _moment_text(self, public: Position) -> str:
        """The round and the phase."""
        table = public.to_json()
        number = self.translator.gettext("Round {round}", round=table["round"])
        return f"{number}, {self.translator.name_of('phase', table['phase'])}"

    # -- prompts, moves and refusals

    def turn_prompt(self, position: Any) -> TurnPrompt | None:
        """What is to be done now; None when the game is over."""
        return self._game.turn_prompt(position, self.translator)

    def prompt_sentence(self, position: Any) -> str:
        """Who is to do what now, as one sentence; "" when the game is over."""
        prompt = self.turn_prompt(position)
        if prompt is None:
            return ""
        if not prompt.who:
            return self.translator.to_sentence(prompt.request)
        return self.translator.to_sentence(f"{self.translator.player_name(prompt.who)}: {prompt.request}")

    def describe_move(self, move: Move) -> str:
        """A move without its player, as on a button or in a list of one player's moves."""
        return self._game.describe_move(move, self.translator)

    def describe_move_with_player(self, move: Move) -> str:
        """A move with its player, as in a list of moves played."""
        actor = move.words[0] if move.words else TABLE_ACTOR
        return (
            self.describe_move(move)
            if actor == TABLE_ACTOR
            else f"{self.translator.player_name(actor)}: {self.describe_move(move)}"
        )

    def describe_line(self, text: str, before: Position, after: Position) -> str:
        """A line of the record with its player, as in a list of moves played; of a correction what it changed."""
        move = Move.parse(text)
        changes = self.describe_changes(before, after) if move.words[:2] == CORRECTION_PREFIX else ()
        return ": ".join(filter(None, (self.describe_move_with_player(move), "; ".join(changes))))

    def describe_movement(self, movement: Movement) -> str:
        """A movement as an instruction (`Bert: 1 stone from Colbert to the own supply.`)."""
        return self._game.describe_movement(movement, self.translator)

    def piece_name(self, word: str) -> PieceName:
        """A piece of the box (`card/inf11`): its kind, and its name within the kind."""
        return self._game.piece_name(word, self.translator)

    def touch_target_name(self, touch_target: str) -> str:
        """A touch target (`tile/6`), as people would call it."""
        name = self._game.touch_target_name(touch_target, self.translator)
        return self._fallback_name(touch_target) if name == touch_target else name

    def format_piece_count(self, piece: str, number: int) -> str:
        """A number of pieces that lie somewhere, in words."""
        return self._game.format_piece_count(piece, number, self.translator)

    def place_name(self, place: Place) -> str:
        """The name of a place of a layout, without its owner."""
        return place_name(place, self._game, self.translator)

    def place_facts(self, place: Place) -> tuple[str, ...]:
        """The facts of a place in words."""
        return tuple(
            format_place_fact(name, value, self._game, self.translator) for name, value in place.facts.items()
        )

    def describe_observation(self, observation: Observation) -> str:
        """An observation, as people would describe it."""
        text = self._game.describe_observation(observation, self.translator)
        return self._fallback_name(text) if text in (observation.piece, observation.zone) else text

    def _fallback_name(self, word: str) -> str:
        """The name of a place or a piece for which the game's voice has no words."""
        return fallback_name(word, self._game, self.translator)

    def card_effect(self, word: str) -> str:
        """The effect or requirement of the card of that word (`mage`), as a sentence; "" where none is needed."""
        return self._game.card_effect(word, self.translator)

    def explain(self, word: str, position: Any) -> Iterator[tuple[str, str]]:
        """What the game itself says of a place or a piece in that position: sentences, each with its clause or ""."""
        explain = getattr(self._game, "explain", default_voice.explain)  # games there are may have none
        yield from explain(word, position.to_public(), self.translator)

    def put_back_question(self, who: str = "") -> str:
        """The question which of a player's pieces goes back, with their name where it is given."""
        ask = getattr(self._game, "put_back_question", default_voice.put_back_question)  # few games ask that
        question = str(ask(self.translator))
        return f"{self.translator.player_name(who)}: {question}" if who else question

    def refusal_text(
        self, refusal: Refusal, position: Position | None = None, nearest: Sequence[Move] = ()
    ) -> str:
        """The reason of a refusal, and what would be allowed instead; no place of the position as the notation has it.

        position: as everybody may know it; a refusal that has no reason of its own says who is to do what there. None:
            the refusal is of a position that cannot be.
        """
        if refusal.clause in (BAD_CORRECTION_PATH, BAD_CORRECTED_SHAPE):
            return self.translator.gettext(
                "The correction names something that the table does not have, or gives it a value of another kind."
            )
        return self._refusal_text(refusal, position, nearest, self._format_fact_for_people)

    def _refusal_text(
        self,
        refusal: Refusal,
        position: Position | None,
        nearest: Sequence[Move],
        format_fact: Callable[[str, Any], str],
    ) -> str:
        translator = self.translator
        reason = refusal_text(
            translator.game,
            refusal,
            translator.lang,
            format_fact,
            lambda: "" if position is None else self.prompt_sentence(position),
        )
        if not nearest:
            return reason
        allowed = "; ".join(dict.fromkeys(self._allowed_move_texts(nearest)))
        instead = translator.gettext("Allowed: {moves}", moves=allowed)
        return f"{reason} {translator.to_sentence(instead)}"

    def _format_fact(self, name: str, value: Any) -> str:
        if name not in INSTEAD.fact_names:
            return self._game.format_fact(name, value, self.translator)
        text = self._game.format_fact(NOT_OFFERED.fact_names[0], value, self.translator)
        return self._fallback_name(text) if text == value else text

    def _format_fact_for_people(self, name: str, value: Any) -> str:
        """The value of a fact; a place of the position in words: `florins (Anna)` for `/players/blue/money`."""
        if name != PATH_FACT:
            return self._format_fact(name, value)
        parts = [part for part in str(value).split("/") if part not in ("", "players")]
        return self._fallback_name("/".join(sorted(parts, key=self.translator.is_player_colour)))

    def refusal_error_text(self, refused: MoveRefused, position: Position) -> str:
        """The text of a refusal at that position for other programs, in the words of its clause."""
        return self._refusal_text(refused.refusal, position, refused.nearest_moves, self._format_fact)

    def assumed_values_text(self, values: Iterable[AssumedValue]) -> str:
        """The values that nobody has read off this copy yet, as in a record; "" when there are none."""
        prints = ", ".join(dict.fromkeys(value.edition_words for value in values))
        if not prints:
            return ""
        return self.translator.gettext(
            "Assumed until somebody reads it off the cardboard: {values}", values=prints
        )

    def describe_assumed_value(self, value: AssumedValue) -> str:
        """A value that nobody has read off this copy yet, in words: where it is printed, and what is assumed."""
        describe = getattr(self._game, "describe_assumed_value", default_voice.describe_assumed_value)
        return str(describe(value, self.translator))  # games there are may have none

    def _allowed_move_texts(self, nearest: Sequence[Move]) -> Iterable[str]:
        actors = {move.words[0] for move in nearest}
        return (
            self.describe_move(move) if len(actors) == 1 else self.describe_move_with_player(move)
            for move in nearest
        )
