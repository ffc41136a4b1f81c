"""Reasons behind what happened, told at level full; and where a figure stands that went round the track (P-B7)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from companion.games.florence.rules.events import WorkDone
from companion.games.florence.rules.final import GameEnded, PrestigeCounted
from companion.games.florence.rules.pieces import BONUS_CARD
from companion.games.florence.rules.prestige import PRESTIGE, Counted
from companion.games.florence.rules.printed import BONUS, POINTS, PROFESSIONS
from companion.games.florence.rules.state import Table
from companion.games.florence.voice import names
from companion.rules.transaction import Event
from companion.voice.narration import NarrationLine
from companion.voice.translator import Translator

TRACK = POINTS["track"]


def notes(before: Table, after: Table, events: Sequence[Event], words: Translator) -> Iterator[NarrationLine]:
    """The sums and the reasons of those events, then the figures that went past the end of the track."""
    for event in events:
        if isinstance(event, WorkDone):
            yield _value(event, words)
            yield from _best_so_far(event, after, words)
        elif isinstance(event, PrestigeCounted):
            yield _line(counts(event, words), words, event.who)
        elif isinstance(event, GameEnded) and event.decided_by != "points":
            yield _florins(event, after, words)
    yield from _laps(before, after, words)


# -- a work


def _value(event: WorkDone, words: Translator) -> NarrationLine:
    given = [
        f"{line(event.profession, each.what, words)} {each.points}"
        for each in event.value.lines
        if each.points
    ]
    text = words.gettext("Value {value}: {lines}", value=event.value.total, lines=", ".join(given))
    return _line(text, words, event.who)


def line(profession: str, what: str, words: Translator) -> str:
    """A line of a work's sum: what the worker wants by its name, jesters, professions, a bonus card."""
    wants = PROFESSIONS[profession]
    match what:
        case "building":
            return words.name_of("building", wants.building)
        case "landscape":
            return words.name_of("landscape", wants.landscape)
        case "freedom":
            return words.name_of("freedom", wants.freedom)
    return names.card(words, BONUS_CARD, what) if what in BONUS else words.name_of("line", what)


def _best_so_far(event: WorkDone, after: Table, words: Translator) -> Iterator[NarrationLine]:
    """P-B7."""
    others = [player.best for who, player in after.players.items() if who != event.who]
    if event.value.total < after.players[event.who].best or not max(others):
        return
    if event.value.total > max(others):
        text = words.gettext("The best work of the round so far")
    elif event.value.total == max(others):
        text = words.gettext("As good as the best work of the round so far")
    else:
        return
    yield _line(text, words, event.who)


# -- the final count


def counts(event: PrestigeCounted, words: Translator) -> str:
    """Who has how many of what the card is about, and what that makes of it."""
    counted, wanted = event.counted, PRESTIGE[event.card]
    if counted.needs:
        return f"{_needs(counted, words)} ({why(counted, words)})"
    thing = words.name_of("many", wanted.most or wanted.fewest)
    least = bool(wanted.fewest)
    ranked = sorted(counted.counts.items(), key=lambda each: each[1] if least else -each[1])
    each = ", ".join(f"{words.player_name(who)} {number}" for who, number in ranked)
    return f"{thing}: {each} ({why(counted, words)})"


def _needs(counted: Counted, words: Translator) -> str:
    return ", ".join(
        words.gettext(
            "{thing}: {have} of {needed}", thing=words.name_of("many", thing), have=have, needed=needed
        )
        for thing, (have, needed) in counted.needs.items()
    )


def why(counted: Counted, words: Translator) -> str:
    """What a card made of the counts, in short."""
    match counted.why:
        case "most":
            return words.gettext("alone in front")
        case "tied":
            return words.gettext("tied in front")
        case "behind":
            return words.gettext("not in front")
        case "none":
            return words.gettext("none at all")
        case "met":
            return words.gettext("fulfilled")
        case "unmet":
            return words.gettext("not fulfilled")


def _florins(event: GameEnded, after: Table, words: Translator) -> NarrationLine:
    """P-E2: the florins of those who are tied on points."""
    best = event.scores[event.winners[0]]
    tied = {who: after.players[who].money for who, score in event.scores.items() if score == best}
    each = ", ".join(
        f"{words.player_name(who)} {money}" for who, money in sorted(tied.items(), key=lambda each: -each[1])
    )
    return _line(words.gettext("Florins: {each}", each=each), words)


# -- the track


def _laps(before: Table, after: Table, words: Translator) -> Iterator[NarrationLine]:
    """Whose figure passed the end of the track, and where it stands now."""
    for who, player in after.players.items():
        then, now = before.players[who].points // TRACK, player.points // TRACK
        if then == now:
            continue
        place, facts = (
            player.points % TRACK,
            {"who": words.player_name(who), "track": TRACK, "points": player.points},
        )
        if now > then:
            text = words.gettext(
                "{who}: past {track} on the track, now at {place} (in all {points})", place=place, **facts
            )
        else:
            text = words.gettext(
                "{who}: back round the track, now at {place} (in all {points})", place=place, **facts
            )
        yield NarrationLine(words.to_sentence(text), who)


def _line(text: str, words: Translator, who: str = "") -> NarrationLine:
    return NarrationLine(words.to_sentence(text), who, at_short_level=False)
