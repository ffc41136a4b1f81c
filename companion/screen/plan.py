"""A game while it is being set up: who sits where, who begins, what differs from the default. Values only,
no widgets.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from msgspec import Struct
from msgspec.structs import replace

from companion.rules.game import Seat
from companion.screen.views import Game, Plan

NOBODY: Mapping[str, str] = MappingProxyType({})


class Draft(Struct, frozen=True):
    """A plan in the making. `start` is the colour of the oldest, "" until it is said."""

    game: str
    seats: tuple[Seat, ...]
    start: str = ""
    answers: Mapping[str, str] = NOBODY

    def free(self, game: Game) -> tuple[str, ...]:
        """Colours nobody has."""
        taken = {seat.colour for seat in self.seats}
        return tuple(colour for colour in game.colours if colour not in taken)

    def next_colour(self, game: Game, at: int) -> Draft:
        """The seat takes the next colour nobody has; when all are taken it changes with the next seat."""
        seats = list(self.seats)
        old = seats[at]
        order = game.colours[game.colours.index(old.colour) + 1 :] + game.colours
        free = [colour for colour in order if colour in self.free(game)]
        if free:
            seats[at] = Seat(free[0], old.name)
            start = free[0] if self.start == old.colour else self.start
            return replace(self, seats=tuple(seats), start=start)
        other = (at + 1) % len(seats)
        seats[at], seats[other] = Seat(seats[other].colour, old.name), Seat(old.colour, seats[other].name)
        swap = {old.colour: seats[at].colour, seats[at].colour: old.colour}
        return replace(self, seats=tuple(seats), start=swap.get(self.start, self.start))

    def named(self, at: int, name: str) -> Draft:
        """The seat has this name."""
        seats = list(self.seats)
        seats[at] = Seat(seats[at].colour, name)
        return replace(self, seats=tuple(seats))

    def with_start(self, at: int) -> Draft:
        """The one who sits here is the oldest."""
        return replace(self, start=self.seats[at].colour)

    def with_seat(self, game: Game, name: str) -> Draft:
        """One more seat, in the first free colour."""
        return replace(self, seats=(*self.seats, Seat(self.free(game)[0], name)))

    def without(self, at: int) -> Draft:
        """One seat less."""
        gone = self.seats[at]
        seats = tuple(seat for seat in self.seats if seat is not gone)
        return replace(self, seats=seats, start="" if self.start == gone.colour else self.start)

    def answered(self, game: Game, name: str, value: str) -> Draft:
        """A question answered; an answer that is the default is not noted. KeyError when nobody asked."""
        answers = {key: told for key, told in self.answers.items() if key != name}
        if value != _defaults(game)[name]:
            answers[name] = value
        return replace(self, answers=answers)

    def answer(self, game: Game, name: str) -> str:
        """The answer that stands; "" where there is nothing to choose."""
        return self.answers.get(name) or _defaults(game).get(name, "")

    def twins(self) -> bool:
        """Whether two people have the same name."""
        names = [seat.name.casefold() for seat in self.seats]
        return len(set(names)) < len(names)

    def ready(self, game: Game) -> bool:
        """Whether it can begin."""
        return bool(self.start) and not self.twins() and game.fewest <= len(self.seats) <= game.most

    def plan(self) -> Plan:
        """What is begun."""
        return Plan(self.game, self.seats, self.start, dict(self.answers))


def _defaults(game: Game) -> dict[str, str]:
    """What is answered when nobody says anything, by question."""
    return {
        question.name: question.answers[0].value
        for question in (*game.rules, *game.printed)
        if question.answers
    }
