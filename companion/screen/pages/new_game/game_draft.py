"""A game while it is being set up: who sits where, who begins, what differs from the default.

It holds values only, no widgets.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from msgspec import Struct
from msgspec.structs import replace

from companion.rules.game import Seat
from companion.screen.view_models import AvailableGameModel, NewGameRequest

NO_ANSWERS: Mapping[str, str] = MappingProxyType({})


class GameDraft(Struct, frozen=True):
    """A new game that is being set up.

    `first_player` is the colour of the player who begins, "" until it is chosen.
    """

    game: str
    seats: tuple[Seat, ...]
    first_player: str = ""
    answers: Mapping[str, str] = NO_ANSWERS
    is_virtual: bool = False
    """Whether it is at the virtual table; only there can virtual players take seats."""
    bot_colours: tuple[str, ...] = ()
    """The colours that virtual players play."""

    def free_colours(self, game: AvailableGameModel) -> tuple[str, ...]:
        """Colours that nobody has."""
        taken = {seat.colour for seat in self.seats}
        return tuple(colour for colour in game.colours if colour not in taken)

    def with_next_colour(self, game: AvailableGameModel, seat_index: int) -> GameDraft:
        """The seat takes the next free colour; when none is free it swaps with the next seat."""
        seats = list(self.seats)
        old = seats[seat_index]
        order = game.colours[game.colours.index(old.colour) + 1 :] + game.colours
        free = [colour for colour in order if colour in self.free_colours(game)]
        if free:
            seats[seat_index] = Seat(free[0], old.name)
            return self._recoloured(seats, {old.colour: free[0]})
        other = (seat_index + 1) % len(seats)
        seats[seat_index], seats[other] = (
            Seat(seats[other].colour, old.name),
            Seat(old.colour, seats[other].name),
        )
        return self._recoloured(
            seats, {old.colour: seats[seat_index].colour, seats[seat_index].colour: old.colour}
        )

    def _recoloured(self, seats: list[Seat], new: Mapping[str, str]) -> GameDraft:
        """Other seats, with first player and virtual players moved to the new colours."""
        absent = tuple(new.get(colour, colour) for colour in self.bot_colours)
        return replace(
            self,
            seats=tuple(seats),
            first_player=new.get(self.first_player, self.first_player),
            bot_colours=absent,
        )

    def for_game(self, game: AvailableGameModel) -> GameDraft:
        """The same people for this game.

        Players whose colour it lacks take a free one, and players beyond its maximum leave. All answers are
        reset.
        """
        seats = self.seats[: game.max_players]
        there = {seat.colour for seat in seats}
        free = (colour for colour in game.colours if colour not in there)
        new = {seat.colour: next(free) for seat in seats if seat.colour not in game.colours}
        left = replace(
            self,
            game=game.name,
            answers=NO_ANSWERS,
            first_player=self.first_player if self.first_player in there else "",
            bot_colours=tuple(colour for colour in self.bot_colours if colour in there),
        )
        return left._recoloured([Seat(new.get(seat.colour, seat.colour), seat.name) for seat in seats], new)

    def with_name(self, seat_index: int, name: str) -> GameDraft:
        """The seat has this name."""
        seats = list(self.seats)
        seats[seat_index] = Seat(seats[seat_index].colour, name)
        return replace(self, seats=tuple(seats))

    def with_first_player(self, seat_index: int) -> GameDraft:
        """The player in this seat begins."""
        return replace(self, first_player=self.seats[seat_index].colour)

    def with_seat(self, game: AvailableGameModel, name: str) -> GameDraft:
        """One more seat, in the first free colour."""
        colour = self.free_colours(game)[0]
        absent = (*self.bot_colours, colour) if self.is_virtual else self.bot_colours
        return replace(self, seats=(*self.seats, Seat(colour, name)), bot_colours=absent)

    def without_seat(self, seat_index: int) -> GameDraft:
        """One seat less."""
        gone = self.seats[seat_index]
        seats = tuple(seat for seat in self.seats if seat is not gone)
        start = "" if self.first_player == gone.colour else self.first_player
        absent = tuple(colour for colour in self.bot_colours if colour != gone.colour)
        return replace(self, seats=seats, first_player=start, bot_colours=absent)

    def with_virtual_table(self, virtual: bool) -> GameDraft:
        """The virtual table, or the real one.

        At the virtual table all seats but the first get virtual players to begin with.
        """
        absent = tuple(seat.colour for seat in self.seats[1:]) if virtual else ()
        return replace(self, is_virtual=virtual, bot_colours=absent)

    def with_human_or_bot_toggled(self, seat_index: int) -> GameDraft:
        """The seat changes from a virtual player to a person, or the other way round."""
        colour = self.seats[seat_index].colour
        if colour in self.bot_colours:
            return replace(self, bot_colours=tuple(each for each in self.bot_colours if each != colour))
        return replace(self, bot_colours=(*self.bot_colours, colour))

    def with_answer(self, game: AvailableGameModel, name: str, value: str) -> GameDraft:
        """A question is answered; an answer that is the default is not stored.

        Raises KeyError when there is no such question.
        """
        answers = {key: answer for key, answer in self.answers.items() if key != name}
        if value != _default_answers(game)[name]:
            answers[name] = value
        return replace(self, answers=answers)

    def answer_to(self, game: AvailableGameModel, name: str) -> str:
        """The present answer; "" where there is nothing to choose."""
        return self.answers.get(name) or _default_answers(game).get(name, "")

    def has_duplicate_names(self) -> bool:
        """Whether two people have the same name."""
        names = [seat.name.casefold() for seat in self.seats]
        return len(set(names)) < len(names)

    def is_ready(self, game: AvailableGameModel) -> bool:
        """Whether the game can begin."""
        somebody = len(self.bot_colours) < len(self.seats)
        return (
            somebody
            and bool(self.first_player)
            and not self.has_duplicate_names()
            and game.min_players <= len(self.seats) <= game.max_players
        )

    def to_request(self) -> NewGameRequest:
        """The request to begin this game."""
        return NewGameRequest(
            self.game, self.seats, self.first_player, dict(self.answers), self.is_virtual, self.bot_colours
        )


def _default_answers(game: AvailableGameModel) -> dict[str, str]:
    """The default answers, by question."""
    return {
        question.name: question.answers[0].value
        for question in (*game.house_rules, *game.edition_questions)
        if question.answers
    }
