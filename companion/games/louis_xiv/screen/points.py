"""How it stands in Louis XIV: the ranking, what decided, and of what the points are made."""

from __future__ import annotations

from companion.games.louis_xiv.rules.state import POINTS_A_MISSION
from companion.games.louis_xiv.rules.state import Table as Position
from companion.games.louis_xiv.screen.signs import sign_of_points
from companion.rules.ledger import Entry, ledger
from companion.screen.asides import ENDING, Line, Listing, Standing
from companion.screen.scene import Scene
from companion.screen.views import Choice, Count, Rank
from companion.voice.ranking import points


def ranks(position: Position, scene: Scene, open_: bool = False) -> tuple[Rank, ...]:
    """Everybody by points, then by stones in the own supply (L-5.3); `open_`: each opens his ledger."""
    players = position.players
    order = sorted(scene.now.setup.seats, key=lambda seat: _worth(position, seat.colour), reverse=True)
    found: list[Rank] = []
    for at, seat in enumerate(order):
        player = players[seat.colour]
        missions = POINTS_A_MISSION * len(player.missions)
        tied = at > 0 and _worth(position, seat.colour) == _worth(position, order[at - 1].colour)
        parts = tuple(part for part in (Count("mission", missions), Count("arms", player.arms)) if part.count)
        thing = f"ledger/{seat.colour}" if open_ else ""
        place = found[-1].place if tied else at + 1
        found.append(Rank(place, seat, player.points, parts, _note(position, seat.colour, scene), thing))
    return tuple(found)


def _worth(position: Position, who: str) -> tuple[int, int]:
    player = position.players[who]
    return player.points, player.own


def _note(position: Position, who: str, scene: Scene) -> str:
    """How many stones of his own, where they decide."""
    points = [player.points for player in position.players.values()]
    if position.phase != "over" or points.count(position.players[who].points) == 1:
        return ""
    own = position.players[who].own
    return scene.voice.words.ngettext("{n} stone in the own supply", "{n} stones in the own supply", own)


def standing(scene: Scene) -> Standing:
    """The points so far, or how it ended."""
    position, words = scene.now.position, scene.voice.words
    assert isinstance(position, Position)
    outcome = position.outcome()
    if outcome is None:
        return Standing(words.gettext("Points so far"), ranks(position, scene, True), symbol="chart")
    who = words.players(outcome.winners)
    match outcome.decided_by:
        case "points":
            title, note = words.gettext("{who} wins", who=who), ""
        case "stones":
            title = words.gettext("{who} wins", who=who)
            note = words.gettext("Tied on points: more stones in the own supply decide.")
        case _:
            title = words.gettext("{who} share the win", who=who)
            note = words.gettext("Tied on points and on stones in the own supply.")
    ending = Choice(ENDING, words.gettext("Coats of arms"), "arms")
    return Standing(title, ranks(position, scene, True), note, "king", True, ending)


def ledger_of(who: str, scene: Scene) -> Listing:
    """Where a player's points come from, one line an event."""
    words = scene.voice.words
    entries = ledger(scene.history()).of(who)
    total = sum(entry.points for entry in entries)
    return Listing(
        words.gettext("{who}: where the points come from", who=words.player(who)),
        tuple(_line(entry, scene) for entry in entries),
        "" if entries else words.gettext("No points yet."),
        who,
        points(words, total),
    )


def _line(entry: Entry, scene: Scene) -> Line:
    words = scene.voice.words
    if entry.event is not None:
        said = scene.voice.sentence(entry.event)
    elif entry.move:
        said = words.gettext("Corrected by hand.")
    else:
        said = words.gettext("Already there at the beginning.")
    return Line(said, sign_of_points(entry.event), f"{entry.points:+d}")
