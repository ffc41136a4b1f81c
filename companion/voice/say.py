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
from companion.voice import default
from companion.voice.catalogue import refusal_text
from companion.voice.house import tell_house
from companion.voice.laid import fact_said, named, place_name, table_lines
from companion.voice.told import THINGS, Asked, Called, Line, Told
from companion.voice.words import Words

if TYPE_CHECKING:  # the first page comes before anything is taken back
    from companion.rules.movements import Movement

Level = Literal["off", "short", "full"]

TABLE = "table"
"""Who moves when nobody does: a card turned, arms shown, a correction."""


def aloud(lines: Iterable[Line], level: Level) -> Iterator[str]:
    """What of those lines is said aloud at that level."""
    return (line.text for line in lines if level == "full" or (level == "short" and line.short))


class GameVoice(Protocol):
    """What a game tells the voice; companion.voice.default where it brings nothing."""

    def tell(self, event: Event, words: Words) -> Told:
        """An event in words."""
        ...

    def tell_all(self, before: Any, events: Sequence[Event], words: Words) -> Sequence[Told | None]:
        """Each event in words; None where another one tells it as well."""
        ...

    def notes(self, before: Any, after: Any, events: Sequence[Event], words: Words) -> Iterator[Line]:
        """What is worth saying about the table after those events, beyond themselves."""
        ...

    def asked(self, position: Any, words: Words) -> Asked | None:
        """What is to be done now; None when the game is over."""
        ...

    def known(self, position: Any, words: Words) -> Iterator[tuple[str, str]]:
        """What is known of the public table and is no lying piece: of whom, "" of the moment, and a text."""
        ...

    def phrase(self, move: Move, words: Words) -> str:
        """What a move does, without saying who."""
        ...

    def movement(self, movement: Movement, words: Words) -> str:
        """A hand movement as an instruction."""
        ...

    def fact(self, name: str, value: Any, words: Words) -> str:
        """The value of a refusal's fact, readable."""
        ...

    def piece(self, word: str, words: Words) -> Called:
        """A piece of the box (`card/inf11`) in words."""
        ...

    def called(self, thing: str, words: Words) -> str:
        """A thing that can be touched (a place, a piece, a player, an answer), as people would say it."""
        ...

    def noticed(self, sight: Observation, words: Words) -> str:
        """What was noticed, as people would say it."""
        ...

    def counted(self, piece: str, number: int, words: Words) -> str:
        """So many of a piece that lies somewhere, as one of a list: `26 louis`, `mage (Anna)`; one needs no number."""
        ...

    def does(self, word: str, words: Words) -> str:
        """What the card of that word does or wants, as a sentence; "" of whatever needs none."""
        ...


class Voice:
    """One table's voice: a game by name, its people by colour, one of the languages."""

    __slots__ = ("_game", "words")

    def __init__(self, game: str, people: Mapping[str, str], lang: str) -> None:
        self.words = Words(game, people, lang)
        self._game = cast(GameVoice, load_plugin_part(game, "voice") or default)

    # -- what happened

    def sentence(self, event: Event) -> str:
        """One event by itself, as in a ledger."""
        return self._sentence([self._told(event)])

    def _told(self, event: Event) -> Told:
        return tell_house(event, self.words, self.move) or self._game.tell(event, self.words)

    def lines(self, before: Any, events: Sequence[Event], level: Level = "full") -> tuple[Line, ...]:
        """What those events did to the position `before`, in the order they happened."""
        if level == "off":
            return ()
        return tuple(line for line in self._lines(before, events, level) if line.short or level == "full")

    def _lines(self, before: Any, events: Sequence[Event], level: Level) -> Iterator[Line]:
        if events and tell_house(events[0], self.words, self.move):
            yield from self._by_themselves(events)
            return
        position, since = before, before
        told: list[Told] = []
        group: list[Event] = []
        for event, now in zip(events, self._game.tell_all(before, events, self.words), strict=True):
            if now is not None:
                if told and (now.opens or not now.who or now.who != told[0].who):
                    yield from self._flush(told, since, position, group, level)
                    told, group, since = [], [], position
                told.append(now)
            group.append(event)
            position = event.apply_to(position)
        yield from self._flush(told, since, position, group, level)

    def _by_themselves(self, events: Sequence[Event]) -> Iterator[Line]:
        """A correction and what followed from it: the position it made is not at hand."""
        for told in map(self._told, events):
            yield Line(self._sentence([told]), told.who, told.short)

    def _flush(
        self, told: list[Told], before: Any, after: Any, events: Sequence[Event], level: Level
    ) -> Iterator[Line]:
        said = [each for each in told if each.short or level == "full"]
        if said:
            yield Line(self._sentence(said), said[0].who, any(each.short for each in said))
        yield from self._game.notes(before, after, events, self.words)

    def _sentence(self, told: Sequence[Told]) -> str:
        who = told[0].who
        parts: list[tuple[str, list[str]]] = []
        for each in told:
            if parts and each.thing and parts[-1][0] == each.text:
                parts[-1][1].append(each.thing)
            else:
                parts.append((each.text, [each.thing] if each.thing else []))
        said = [text.replace(THINGS, self.words.listed(things)) if things else text for text, things in parts]
        if not who:
            return " ".join(self.words.sentence(text) for text in said)
        return self.words.sentence(f"{self.words.player(who)} {self.words.listed(said)}")

    def laid(self, position: Position, setup: GameSetup) -> Iterator[str]:
        """The table as everybody may see it, line by line: the moment, the players, the places, what is left."""
        words, rules, public = self.words, game_rules(self.words.game), position.to_public()
        table, known = public.to_json(), tuple(self._game.known(public, self.words))
        moment = (
            f"{words.gettext('Round {round}', round=table['round'])}, {words.named('phase', table['phase'])}"
        )
        yield words.sentence("; ".join((moment, *(text for who, text in known if not who))))
        of_players = [(who, text) for who, text in known if who]
        yield from table_lines(rules.layout(public), rules.inventory(setup), of_players, self._game, words)

    # -- what to do, what was done, why not

    def asked(self, position: Any) -> Asked | None:
        """What is to be done now; None when the game is over."""
        return self._game.asked(position, self.words)

    def prompt(self, position: Any) -> str:
        """Who is to do what now, as one sentence; "" when the game is over."""
        asked = self.asked(position)
        if asked is None:
            return ""
        if not asked.who:
            return self.words.sentence(asked.what)
        return self.words.sentence(f"{self.words.player(asked.who)}: {asked.what}")

    def phrase(self, move: Move) -> str:
        """A move without its player, as a button or a list of one player's moves has it."""
        return self._game.phrase(move, self.words)

    def move(self, move: Move) -> str:
        """A move with its player, as a list of what was played has it."""
        actor = move.words[0] if move.words else TABLE
        return self.phrase(move) if actor == TABLE else f"{self.words.player(actor)}: {self.phrase(move)}"

    def movement(self, movement: Movement) -> str:
        """A hand movement as an instruction (`Bert: 1 stone from Colbert to the own supply.`)."""
        return self._game.movement(movement, self.words)

    def piece(self, word: str) -> Called:
        """A piece of the box (`card/inf11`): what kind of thing it is, and which of them."""
        return self._game.piece(word, self.words)

    def called(self, thing: str) -> str:
        """A thing that can be touched (`tile/6`), as people would say it."""
        said = self._game.called(thing, self.words)
        return self._named(thing) if said == thing else said

    def counted(self, piece: str, number: int) -> str:
        """So many of a piece that lies somewhere."""
        return self._game.counted(piece, number, self.words)

    def place(self, place: Place) -> str:
        """What a place of a layout is called, beside whose it is."""
        return place_name(place, self._game, self.words)

    def known_of(self, place: Place) -> tuple[str, ...]:
        """What is known of a place besides its pieces."""
        return tuple(fact_said(name, value, self._game, self.words) for name, value in place.facts.items())

    def noticed(self, sight: Observation) -> str:
        """What was noticed, as people would say it."""
        said = self._game.noticed(sight, self.words)
        return self._named(said) if said in (sight.piece, sight.zone) else said

    def _named(self, thing: str) -> str:
        """A place or a piece of which the game's voice says no more than the record does."""
        return named(thing, self._game, self.words)

    def does(self, word: str) -> str:
        """What the card of that word (`mage`) does or wants, as a sentence; "" of whatever needs none."""
        return self._game.does(word, self.words)

    def refusal(self, refusal: Refusal, nearest: Sequence[Move] = ()) -> str:
        """Why not, and what would be allowed instead."""
        words = self.words
        why = refusal_text(words.game, refusal, words.lang, self._fact)
        if not nearest:
            return why
        allowed = "; ".join(dict.fromkeys(self._allowed(nearest)))
        instead = words.gettext("Allowed: {moves}", moves=allowed)
        return f"{why} {words.sentence(instead)}"

    def _fact(self, name: str, value: Any) -> str:
        said = self._game.fact(name, value, self.words)
        return self._named(said) if name == "word" and said == value else said

    def refused(self, refused: MoveRefused) -> str:
        """As `refusal`, for the error itself."""
        return self.refusal(refused.refusal, refused.nearest_moves)

    def assumed(self, values: Iterable[AssumedValue]) -> str:
        """Which values nobody has read off this copy yet, as a record says them; "" when there are none."""
        prints = ", ".join(dict.fromkeys(value.edition_words for value in values))
        if not prints:
            return ""
        return self.words.gettext(
            "Assumed until somebody reads it off the cardboard: {values}", values=prints
        )

    def _allowed(self, nearest: Sequence[Move]) -> Iterable[str]:
        actors = {move.words[0] for move in nearest}
        return (self.phrase(move) if len(actors) == 1 else self.move(move) for move in nearest)
