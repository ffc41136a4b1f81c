"""Sentences for a table: what happened, what to do now, what a move is, why not.

What a game's events, decisions, moves and facts are called lies in a module of its own beside this
one; here stands what is the same for every game: one subject says all it did in one sentence, and
what may be left out is left out.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Literal, Protocol, cast

from companion.games import game_rules, load_plugin_part
from companion.rules.clauses import MoveRefused, Refusal
from companion.rules.game import AssumedValue, GameSetup
from companion.rules.layout import Place
from companion.rules.moves import Move, Observation
from companion.rules.position import Position
from companion.rules.transaction import Event
from companion.voice import default_voice
from companion.voice.app_messages import narrate_common_event
from companion.voice.game_texts import refusal_text
from companion.voice.narration import ITEMS_PLACEHOLDER, EventNarration, NarrationLine, PieceName, TurnPrompt
from companion.voice.table_text import describe_table, fallback_name, format_place_fact, place_name
from companion.voice.translator import Translator

if TYPE_CHECKING:  # the first page comes before anything is taken back
    from companion.rules.movements import Movement

SpeechLevel = Literal["off", "short", "full"]

TABLE_ACTOR = "table"
"""Who moves when nobody does: a card turned, arms shown, a correction."""


def texts_to_speak(lines: Iterable[NarrationLine], level: SpeechLevel) -> Iterator[str]:
    """What of those lines is said aloud at that level."""
    return (line.text for line in lines if level == "full" or (level == "short" and line.at_short_level))


class GameVoice(Protocol):
    """What a game tells the voice; companion.voice.default_voice where it brings nothing."""

    def narrate_event(self, event: Event, translator: Translator) -> EventNarration:
        """An event in words."""
        ...

    def narrate_events(
        self, before: Any, events: Sequence[Event], translator: Translator
    ) -> Sequence[EventNarration | None]:
        """Each event in words; None where another one tells it as well."""
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
        """What is known of the public table and is no lying piece: of whom, "" of the moment, and a text."""
        ...

    def describe_move(self, move: Move, translator: Translator) -> str:
        """What a move does, without saying who."""
        ...

    def describe_movement(self, movement: Movement, translator: Translator) -> str:
        """A hand movement as an instruction."""
        ...

    def format_fact(self, name: str, value: Any, translator: Translator) -> str:
        """The value of a refusal's fact, readable."""
        ...

    def piece_name(self, word: str, translator: Translator) -> PieceName:
        """A piece of the box (`card/inf11`) in words."""
        ...

    def touch_target_name(self, touch_target: str, translator: Translator) -> str:
        """A thing that can be touched (a place, a piece, a player, an answer), as people would say it."""
        ...

    def describe_observation(self, observation: Observation, translator: Translator) -> str:
        """What was noticed, as people would say it."""
        ...

    def format_piece_count(self, piece: str, number: int, translator: Translator) -> str:
        """So many of a piece that lies somewhere, as one of a list: `26 louis`, `mage (Anna)`; one needs no number."""
        ...

    def card_effect(self, word: str, translator: Translator) -> str:
        """What the card of that word does or wants, as a sentence; "" of whatever needs none."""
        ...


class Voice:
    """One table's voice: a game by name, its people by colour, one of the languages."""

    __slots__ = ("_game", "translator")

    def __init__(self, game: str, people: Mapping[str, str], lang: str) -> None:
        self.translator = Translator(game, people, lang)
        self._game = cast(GameVoice, load_plugin_part(game, "voice") or default_voice)

    # -- what happened

    def narrate_event(self, event: Event) -> str:
        """One event by itself, as in a ledger."""
        return self._join_narrations([self._narrate_event(event)])

    def _narrate_event(self, event: Event) -> EventNarration:
        return narrate_common_event(
            event, self.translator, self.describe_move_with_player
        ) or self._game.narrate_event(event, self.translator)

    def narrate(
        self, before: Any, events: Sequence[Event], level: SpeechLevel = "full"
    ) -> tuple[NarrationLine, ...]:
        """What those events did to the position `before`, in the order they happened."""
        if level == "off":
            return ()
        return tuple(
            line for line in self._narrate(before, events, level) if line.at_short_level or level == "full"
        )

    def _narrate(self, before: Any, events: Sequence[Event], level: SpeechLevel) -> Iterator[NarrationLine]:
        if events and narrate_common_event(events[0], self.translator, self.describe_move_with_player):
            yield from self._narrate_separately(events)
            return
        position, since = before, before
        told: list[EventNarration] = []
        group: list[Event] = []
        for event, now in zip(
            events, self._game.narrate_events(before, events, self.translator), strict=True
        ):
            if now is not None:
                if told and (now.starts_sentence or not now.who or now.who != told[0].who):
                    yield from self._narrate_group(told, since, position, group, level)
                    told, group, since = [], [], position
                told.append(now)
            group.append(event)
            position = event.apply_to(position)
        yield from self._narrate_group(told, since, position, group, level)

    def _narrate_separately(self, events: Sequence[Event]) -> Iterator[NarrationLine]:
        """A correction and what followed from it: the position it made is not at hand."""
        for told in map(self._narrate_event, events):
            yield NarrationLine(self._join_narrations([told]), told.who, told.at_short_level)

    def _narrate_group(
        self, told: list[EventNarration], before: Any, after: Any, events: Sequence[Event], level: SpeechLevel
    ) -> Iterator[NarrationLine]:
        said = [each for each in told if each.at_short_level or level == "full"]
        if said:
            yield NarrationLine(
                self._join_narrations(said), said[0].who, any(each.at_short_level for each in said)
            )
        yield from self._game.narrate_consequences(before, after, events, self.translator)

    def _join_narrations(self, told: Sequence[EventNarration]) -> str:
        who = told[0].who
        parts: list[tuple[str, list[str]]] = []
        for each in told:
            if parts and each.item and parts[-1][0] == each.text:
                parts[-1][1].append(each.item)
            else:
                parts.append((each.text, [each.item] if each.item else []))
        said = [
            text.replace(ITEMS_PLACEHOLDER, self.translator.join_with_and(things)) if things else text
            for text, things in parts
        ]
        if not who:
            return " ".join(self.translator.to_sentence(text) for text in said)
        return self.translator.to_sentence(
            f"{self.translator.player_name(who)} {self.translator.join_with_and(said)}"
        )

    def describe_table(self, position: Position, setup: GameSetup) -> Iterator[str]:
        """The table as everybody may see it, line by line: the moment, the players, the places, what is left."""
        words, rules, public = self.translator, game_rules(self.translator.game), position.to_public()
        table, known = public.to_json(), tuple(self._game.public_facts(public, self.translator))
        moment = f"{words.gettext('Round {round}', round=table['round'])}, {words.name_of('phase', table['phase'])}"
        yield words.to_sentence("; ".join((moment, *(text for who, text in known if not who))))
        of_players = [(who, text) for who, text in known if who]
        yield from describe_table(rules.layout(public), rules.inventory(setup), of_players, self._game, words)

    # -- what to do, what was done, why not

    def turn_prompt(self, position: Any) -> TurnPrompt | None:
        """What is to be done now; None when the game is over."""
        return self._game.turn_prompt(position, self.translator)

    def prompt_sentence(self, position: Any) -> str:
        """Who is to do what now, as one sentence; "" when the game is over."""
        asked = self.turn_prompt(position)
        if asked is None:
            return ""
        if not asked.who:
            return self.translator.to_sentence(asked.request)
        return self.translator.to_sentence(f"{self.translator.player_name(asked.who)}: {asked.request}")

    def describe_move(self, move: Move) -> str:
        """A move without its player, as a button or a list of one player's moves has it."""
        return self._game.describe_move(move, self.translator)

    def describe_move_with_player(self, move: Move) -> str:
        """A move with its player, as a list of what was played has it."""
        actor = move.words[0] if move.words else TABLE_ACTOR
        return (
            self.describe_move(move)
            if actor == TABLE_ACTOR
            else f"{self.translator.player_name(actor)}: {self.describe_move(move)}"
        )

    def describe_movement(self, movement: Movement) -> str:
        """A hand movement as an instruction (`Bert: 1 stone from Colbert to the own supply.`)."""
        return self._game.describe_movement(movement, self.translator)

    def piece_name(self, word: str) -> PieceName:
        """A piece of the box (`card/inf11`): what kind of thing it is, and which of them."""
        return self._game.piece_name(word, self.translator)

    def touch_target_name(self, touch_target: str) -> str:
        """A thing that can be touched (`tile/6`), as people would say it."""
        said = self._game.touch_target_name(touch_target, self.translator)
        return self._fallback_name(touch_target) if said == touch_target else said

    def format_piece_count(self, piece: str, number: int) -> str:
        """So many of a piece that lies somewhere."""
        return self._game.format_piece_count(piece, number, self.translator)

    def place_name(self, place: Place) -> str:
        """What a place of a layout is called, beside whose it is."""
        return place_name(place, self._game, self.translator)

    def place_facts(self, place: Place) -> tuple[str, ...]:
        """What is known of a place besides its pieces."""
        return tuple(
            format_place_fact(name, value, self._game, self.translator) for name, value in place.facts.items()
        )

    def describe_observation(self, observation: Observation) -> str:
        """What was noticed, as people would say it."""
        said = self._game.describe_observation(observation, self.translator)
        return self._fallback_name(said) if said in (observation.piece, observation.zone) else said

    def _fallback_name(self, thing: str) -> str:
        """A place or a piece of which the game's voice says no more than the record does."""
        return fallback_name(thing, self._game, self.translator)

    def card_effect(self, word: str) -> str:
        """What the card of that word (`mage`) does or wants, as a sentence; "" of whatever needs none."""
        return self._game.card_effect(word, self.translator)

    def refusal_text(self, refusal: Refusal, nearest: Sequence[Move] = ()) -> str:
        """Why not, and what would be allowed instead."""
        words = self.translator
        why = refusal_text(words.game, refusal, words.lang, self._format_fact)
        if not nearest:
            return why
        allowed = "; ".join(dict.fromkeys(self._allowed_move_texts(nearest)))
        instead = words.gettext("Allowed: {moves}", moves=allowed)
        return f"{why} {words.to_sentence(instead)}"

    def _format_fact(self, name: str, value: Any) -> str:
        said = self._game.format_fact(name, value, self.translator)
        return self._fallback_name(said) if name == "word" and said == value else said

    def refusal_error_text(self, refused: MoveRefused) -> str:
        """As `refusal_text`, for the error itself."""
        return self.refusal_text(refused.refusal, refused.nearest_moves)

    def assumed_values_text(self, values: Iterable[AssumedValue]) -> str:
        """Which values nobody has read off this copy yet, as a record says them; "" when there are none."""
        prints = ", ".join(dict.fromkeys(value.edition_words for value in values))
        if not prints:
            return ""
        return self.translator.gettext(
            "Assumed until somebody reads it off the cardboard: {values}", values=prints
        )

    def _allowed_move_texts(self, nearest: Sequence[Move]) -> Iterable[str]:
        actors = {move.words[0] for move in nearest}
        return (
            self.describe_move(move) if len(actors) == 1 else self.describe_move_with_player(move)
            for move in nearest
        )
