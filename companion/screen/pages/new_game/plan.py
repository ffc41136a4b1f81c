"""A game while it is being set up: who sits where, who begins, what differs from the default. Values only,
no widgets.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from msgspec import Struct
from msgspec.structs import replace

from companion.rules.game import Seat
from companion.screen.view_models import AvailableGameModel, NewGameRequest

NOBODY: Mapping[str, str] = MappingProxyType({})


class Draft(Struct, frozen=True):
    """A plan in the making. `start` is the colour of who begins, "" until it is said."""

    game: str
    seats: tuple[Seat, ...]
    start: str = ""
    answers: Mapping[str, str] = NOBODY
    virtual: bool = False
    """At the virtual table; only there seats can be played by nobody."""
    absent: tuple[str, ...] = ()
    """Colours that virtual players play."""

    def free(self, game: AvailableGameModel) -> tuple[str, ...]:
        """Colours nobody has."""
        taken = {seat.colour for seat in self.seats}
        return tuple(colour for colour in game.colours if colour not in taken)

    def next_colour(self, game: AvailableGameModel, at: int) -> Draft:
        """The seat takes the next colour nobody has; when all are taken it changes with the next seat."""
        seats = list(self.seats)
        old = seats[at]
        order = game.colours[game.colours.index(old.colour) + 1 :] + game.colours
        free = [colour for colour in order if colour in self.free(game)]
        if free:
            seats[at] = Seat(free[0], old.name)
            return self._recoloured(seats, {old.colour: free[0]})
        other = (at + 1) % len(seats)
        seats[at], seats[other] = Seat(seats[other].colour, old.name), Seat(old.colour, seats[other].name)
        return self._recoloured(seats, {old.colour: seats[at].colour, seats[at].colour: old.colour})

    def _recoloured(self, seats: list[Seat], new: Mapping[str, str]) -> Draft:
        """Other seats, and what was said of a colour is said of its new one."""
        absent = tuple(new.get(colour, colour) for colour in self.absent)
        return replace(self, seats=tuple(seats), start=new.get(self.start, self.start), absent=absent)

    def of(self, game: AvailableGameModel) -> Draft:
        """The same people before this game: who has a colour that it lacks takes a free one, who is too many
        leaves. Nothing is answered yet.
        """
        seats = self.seats[: game.max_players]
        there = {seat.colour for seat in seats}
        free = (colour for colour in game.colours if colour not in there)
        new = {seat.colour: next(free) for seat in seats if seat.colour not in game.colours}
        left = replace(
            self,
            game=game.name,
            answers=NOBODY,
            start=self.start if self.start in there else "",
            absent=tuple(colour for colour in self.absent if colour in there),
        )
        return left._recoloured([Seat(new.get(seat.colour, seat.colour), seat.name) for seat in seats], new)

    def named(self, at: int, name: str) -> Draft:
        """The seat has this name."""
        seats = list(self.seats)
        seats[at] = Seat(seats[at].colour, name)
        return replace(self, seats=tuple(seats))

    def with_start(self, at: int) -> Draft:
        """The one who sits here begins."""
        return replace(self, start=self.seats[at].colour)

    def with_seat(self, game: AvailableGameModel, name: str) -> Draft:
        """One more seat, in the first free colour."""
        colour = self.free(game)[0]
        absent = (*self.absent, colour) if self.virtual else self.absent
        return replace(self, seats=(*self.seats, Seat(colour, name)), absent=absent)

    def without(self, at: int) -> Draft:
        """One seat less."""
        gone = self.seats[at]
        seats = tuple(seat for seat in self.seats if seat is not gone)
        start = "" if self.start == gone.colour else self.start
        absent = tuple(colour for colour in self.absent if colour != gone.colour)
        return replace(self, seats=seats, start=start, absent=absent)

    def at_virtual_table(self, virtual: bool) -> Draft:
        """The virtual table: everybody but the first is played by nobody until it is said otherwise. Or the
        real one.
        """
        absent = tuple(seat.colour for seat in self.seats[1:]) if virtual else ()
        return replace(self, virtual=virtual, absent=absent)

    def with_presence(self, at: int) -> Draft:
        """The seat is a person's if a virtual player had it, and the other way round."""
        colour = self.seats[at].colour
        if colour in self.absent:
            return replace(self, absent=tuple(each for each in self.absent if each != colour))
        return replace(self, absent=(*self.absent, colour))

    def answered(self, game: AvailableGameModel, name: str, value: str) -> Draft:
        """A question answered; an answer that is the default is not noted. KeyError when nobody asked."""
        answers = {key: told for key, told in self.answers.items() if key != name}
        if value != _defaults(game)[name]:
            answers[name] = value
        return replace(self, answers=answers)

    def answer(self, game: AvailableGameModel, name: str) -> str:
        """The answer that stands; "" where there is nothing to choose."""
        return self.answers.get(name) or _defaults(game).get(name, "")

    def twins(self) -> bool:
        """Whether two people have the same name."""
        names = [seat.name.casefold() for seat in self.seats]
        return len(set(names)) < len(names)

    def ready(self, game: AvailableGameModel) -> bool:
        """Whether it can begin."""
        somebody = len(self.absent) < len(self.seats)
        return (
            somebody
            and bool(self.start)
            and not self.twins()
            and game.min_players <= len(self.seats) <= game.max_players
        )

    def plan(self) -> NewGameRequest:
        """What is begun."""
        return NewGameRequest(
            self.game, self.seats, self.start, dict(self.answers), self.virtual, self.absent
        )


def _defaults(game: AvailableGameModel) -> dict[str, str]:
    """What is answered when nobody says anything, by question."""
    return {
        question.name: question.answers[0].value
        for question in (*game.house_rules, *game.edition_questions)
        if question.answers
    }
