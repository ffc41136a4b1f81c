"""Notes at level full on the reasons of events, and on figures that complete the track (P-B7)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from companion.games.florence.rules.edition import BONUS_CARD_NAMES, POINTS, WANTS_BY_PROFESSION
from companion.games.florence.rules.events import WorkCompleted
from companion.games.florence.rules.phases.final_scoring import GameEnded, PrestigeCardCounted
from companion.games.florence.rules.pieces import BONUS_CARD
from companion.games.florence.rules.prestige_cards import PRESTIGE_CARDS, PrestigeCardScore
from companion.games.florence.rules.state import TableState
from companion.games.florence.voice import names
from companion.rules.transaction import Event
from companion.voice.narration import NarrationLine
from companion.voice.translator import Translator

TRACK_LENGTH = POINTS["track"]


def narrate_consequences(
    before: TableState, after: TableState, events: Sequence[Event], translator: Translator
) -> Iterator[NarrationLine]:
    """The sums and reasons of those events, then the figures that passed the end of the track."""
    for event in events:
        if isinstance(event, WorkCompleted):
            yield _value(event, translator)
            yield from _best_so_far(event, after, translator)
        elif isinstance(event, PrestigeCardCounted):
            yield _full_level_line(prestige_card_counts_text(event, translator), translator, event.who)
        elif isinstance(event, GameEnded) and event.decided_by != "points":
            yield _florins(event, after, translator)
    yield from _track_lap_notes(before, after, translator)


# -- a work


def _value(event: WorkCompleted, translator: Translator) -> NarrationLine:
    given = [
        f"{value_line_name(event.profession, each.what, translator)} {each.points}"
        for each in event.value.lines
        if each.points
    ]
    text = translator.gettext("Value {value}: {lines}", value=event.value.total, lines=", ".join(given))
    return _full_level_line(text, translator, event.who)


def value_line_name(profession: str, what: str, translator: Translator) -> str:
    """The name of a line of a work's value: the worker's want, jesters, professions, or a bonus card."""
    wants = WANTS_BY_PROFESSION[profession]
    match what:
        case "building":
            return translator.name_of("building", wants.building)
        case "landscape":
            return translator.name_of("landscape", wants.landscape)
        case "freedom":
            return translator.name_of("freedom", wants.freedom)
    return (
        names.card_name(translator, BONUS_CARD, what)
        if what in BONUS_CARD_NAMES
        else translator.name_of("line", what)
    )


def _best_so_far(event: WorkCompleted, after: TableState, translator: Translator) -> Iterator[NarrationLine]:
    """P-B7: the best work of the round so far."""
    others = [player.best for who, player in after.players.items() if who != event.who]
    if event.value.total < after.players[event.who].best or not max(others):
        return
    if event.value.total > max(others):
        text = translator.gettext("The best work of the round so far")
    elif event.value.total == max(others):
        text = translator.gettext("As good as the best work of the round so far")
    else:
        return
    yield _full_level_line(text, translator, event.who)


# -- the final count


def prestige_card_counts_text(event: PrestigeCardCounted, translator: Translator) -> str:
    """How many of what the card is about everybody has, and what that gives."""
    counted, wanted = event.counted, PRESTIGE_CARDS[event.card]
    if counted.needs:
        return f"{_needs(counted, translator)} ({prestige_card_result_text(counted, translator)})"
    thing = translator.name_of("many", wanted.most or wanted.fewest)
    least = bool(wanted.fewest)
    ranked = sorted(counted.counts.items(), key=lambda each: each[1] if least else -each[1])
    each = ", ".join(f"{translator.player_name(who)} {number}" for who, number in ranked)
    return f"{thing}: {each} ({prestige_card_result_text(counted, translator)})"


def _needs(counted: PrestigeCardScore, translator: Translator) -> str:
    return ", ".join(
        translator.gettext(
            "{thing}: {have} of {needed}", thing=translator.name_of("many", thing), have=have, needed=needed
        )
        for thing, (have, needed) in counted.needs.items()
    )


def prestige_card_result_text(counted: PrestigeCardScore, translator: Translator) -> str:
    """The result of a card by the counts, in short."""
    match counted.why:
        case "most":
            return translator.gettext("alone in front")
        case "tied":
            return translator.gettext("tied in front")
        case "behind":
            return translator.gettext("not in front")
        case "none":
            return translator.gettext("none at all")
        case "met":
            return translator.gettext("fulfilled")
        case "unmet":
            return translator.gettext("not fulfilled")


def _florins(event: GameEnded, after: TableState, translator: Translator) -> NarrationLine:
    """P-E2: the florins of the players tied on points."""
    best = event.scores[event.winners[0]]
    tied = {who: after.players[who].money for who, score in event.scores.items() if score == best}
    each = ", ".join(
        f"{translator.player_name(who)} {money}"
        for who, money in sorted(tied.items(), key=lambda each: -each[1])
    )
    return _full_level_line(translator.gettext("Florins: {each}", each=each), translator)


# -- the track


def _track_lap_notes(
    before: TableState, after: TableState, translator: Translator
) -> Iterator[NarrationLine]:
    """Whose figure passed the end of the track, and where it stands now."""
    for who, player in after.players.items():
        laps_before, laps = before.players[who].points // TRACK_LENGTH, player.points // TRACK_LENGTH
        if laps_before == laps:
            continue
        place, facts = (
            player.points % TRACK_LENGTH,
            {"who": translator.player_name(who), "track": TRACK_LENGTH, "points": player.points},
        )
        if laps > laps_before:
            text = translator.gettext(
                "{who}: past {track} on the track, now at {place} (in all {points})", place=place, **facts
            )
        else:
            text = translator.gettext(
                "{who}: back round the track, now at {place} (in all {points})", place=place, **facts
            )
        yield NarrationLine(translator.to_sentence(text), who)


def _full_level_line(text: str, translator: Translator, who: str = "") -> NarrationLine:
    return NarrationLine(translator.to_sentence(text), who, at_short_level=False)
