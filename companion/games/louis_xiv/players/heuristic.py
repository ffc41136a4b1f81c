"""The heuristic player of Louis XIV: in each decision they take what is worth most at once."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from random import Random
from typing import cast

from companion.games.louis_xiv.players.valuation import (
    CARD_VALUE,
    FINAL_LEAD_PROBABILITIES,
    LOUIS_VALUE,
    PLACED_STONE_COST,
    added_stones_value,
    can_fulfil_any,
    returned_stone_value,
    reward_value,
)
from companion.games.louis_xiv.rules.phases.evaluation import IntrigueDecision, TieBreakDecision
from companion.games.louis_xiv.rules.phases.influence import LastStoneDecision, MissionStonesDecision
from companion.games.louis_xiv.rules.phases.mission_drawing import DrawMissionDecision
from companion.games.louis_xiv.rules.phases.mission_renewal import RenewMissionsDecision
from companion.games.louis_xiv.rules.phases.missions import KeepChipDecision, MissionsDecision
from companion.games.louis_xiv.rules.phases.rewards import CondeStoneDecision, MaintenonStonesDecision
from companion.games.louis_xiv.rules.phases.supply import (
    ApplySupplyMissions,
    PlusTwoMissionDecision,
    StoneForCardDecision,
)
from companion.games.louis_xiv.rules.phases.tile_items import BuyRewardDecision
from companion.games.louis_xiv.rules.phases.turns import PlayDecision
from companion.games.louis_xiv.rules.pieces import printed_chips
from companion.games.louis_xiv.rules.state import PlayerState, TableState
from companion.rules.agenda import AgendaItem
from companion.rules.choice import Choice
from companion.rules.moves import Move
from companion.simulator.ground_truth import PlayerKnowledge

MoveWords = tuple[str, ...]


def choose_move(seen: PlayerKnowledge, chance: Random) -> Move | None:
    """The move worth most to the player now; None where it is better to wait.

    It does not depend on chance. They exchange chips (L-4.3) in their own turn, when it helps to fulfil a mission.
    """
    position = cast(TableState, seen.position)
    item = position.agenda[0]
    if isinstance(item, IntrigueDecision):
        return _intrigue_move(seen, position, item.tile)
    if seen.who != item.awaited_player:
        return None
    words = CHOOSER_BY_DECISION[type(item)](seen, position, position.players[seen.who])
    return Move((seen.who, *words))


# -- influence


def _play(seen: PlayerKnowledge, position: TableState, me: PlayerState) -> MoveWords:
    """The card and its use: stones where they add most, or taking stones back."""
    found: list[tuple[float, MoveWords]] = []
    for _, card, after in position.choice_tree.choice_by_actor[seen.who].open_branches():
        if card.word in me.influence:
            found += _card_options(seen.who, position, me, after, (card.word,))
    return max(found)[1]


def _card_options(
    who: str, position: TableState, me: PlayerState, choice: Choice, words: MoveWords
) -> Iterator[tuple[float, MoveWords]]:
    """The value of each use of a card: taking back, and placing stone by stone while a stone adds value."""
    for candidate, step, after in choice.open_branches():
        del candidate
        match step.word:
            case "take":
                taken = min(me.general, _max_stones(words))
                yield taken * returned_stone_value(me.own), (*words, step.word)
            case "place":
                yield _placing(who, position, after, (*words, step.word))
            case _:
                yield from _card_options(who, position, me, after, (*words, step.word))


def _max_stones(words: MoveWords) -> int:
    return 4 if words[-1] == "four" else 2 if words[0] == "joker" else 3


def _placing(who: str, position: TableState, choice: Choice, words: MoveWords) -> tuple[float, MoveWords]:
    """The value and words of placing stone after stone where each adds most, until none adds value."""
    placed: Counter[int] = Counter()
    worth = 0.0
    while True:
        options = [
            (_added_value(who, position, placed, tile), -tile, step.word, after)
            for tile, step, after in choice.open_branches()
        ]
        if not options:
            return worth, words
        adds, minus_tile, word, after = max(options, key=lambda option: option[:2])
        if adds <= 0 and choice.action is not None:
            return worth, words
        placed[-minus_tile] += 1
        worth, words, choice = worth + adds, (*words, word), after


def _added_value(who: str, position: TableState, placed: Counter[int], tile: int) -> float:
    now = placed[tile]
    return (
        added_stones_value(position, who, tile, now + 1)
        - added_stones_value(position, who, tile, now)
        - PLACED_STONE_COST
    )


def _mission_stone(seen: PlayerKnowledge, position: TableState, me: PlayerState) -> MoveWords:
    return _best_tile(seen, position, "mission-stone")


def _any_stone(seen: PlayerKnowledge, position: TableState, me: PlayerState) -> MoveWords:
    return _best_tile(seen, position, "stone")


def _best_tile(seen: PlayerKnowledge, position: TableState, word: str) -> MoveWords:
    """A single stone where it adds most; `skip` where it adds nothing."""
    branch = position.choice_tree.choice_by_actor[seen.who].follow_word(word)[1]
    options = [
        (_single_stone_value(seen.who, position, tile), -tile, step.word)
        for tile, step, _ in branch.open_branches()
    ]
    best, _, tile_word = max(options)
    return (word, tile_word) if best > 0 else ("skip",)


def _single_stone_value(who: str, position: TableState, tile: int) -> float:
    """The value of a single stone, which is less on a tile evaluated already: it stays for the next round."""
    later = 0.5 if position.tile is not None and tile <= position.tile else 1.0
    if later < 1 and position.is_last_round:
        return 1.0 - PLACED_STONE_COST  # L-5.1: a stone on a tile is a coat of arms
    return later * added_stones_value(position, who, tile, 1) - PLACED_STONE_COST


# -- supply


def _plus_two(seen: PlayerKnowledge, position: TableState, me: PlayerState) -> MoveWords:
    return ("plus-two", "stones" if me.own < 5 and me.general > 1 else "money")


def _stone_for_card(seen: PlayerKnowledge, position: TableState, me: PlayerState) -> MoveWords:
    """Yes with many stones, and where a gain that is still to come brings the stone back."""
    is_before_gains = ApplySupplyMissions(seen.who, stone_for_card_asked=True) in position.agenda
    ready = me.usable_mission_count_by_type if is_before_gains else {}
    stones_to_come = ready.get("light-plus-stone", 0) + 3 * ready.get("dark-plus-stones", 0)
    return ("stone-for-card", "yes" if me.own > 5 or me.general < stones_to_come else "no")


# -- evaluation


def _buy(seen: PlayerKnowledge, position: TableState, me: PlayerState) -> MoveWords:
    item = position.agenda[0]
    assert isinstance(item, BuyRewardDecision)
    return ("buy", "yes" if reward_value(item.tile) > LOUIS_VALUE * item.price(position) else "no")


def _once_first(seen: PlayerKnowledge, position: TableState, me: PlayerState) -> MoveWords:
    return ("once-first", "yes")


def _maintenon(seen: PlayerKnowledge, position: TableState, me: PlayerState) -> MoveWords:
    return ("stones", str(min(2, me.placeable_stones)))


def _intrigue_move(seen: PlayerKnowledge, position: TableState, tile: int) -> Move | None:
    """The card that wins the tile, if that is worth more than keeping the card."""
    if str(tile) not in position.players[seen.who].intrigue:
        return None
    choice = position.choice_tree.choice_by_actor[seen.who].follow_word("intrigue")[1]
    if not any(step.word == str(tile) for _, step, _ in choice.open_branches()):
        return None
    best, words = 0.0, None
    for words_after, stones in ((("general",), 1), (("own", "1"), 1), (("own", "2"), 2)):
        worth = added_stones_value(position, seen.who, tile, stones, FINAL_LEAD_PROBABILITIES) - CARD_VALUE
        if worth > best and _is_legal(choice.follow_word(str(tile))[1], words_after):
            best, words = worth, words_after
    return Move((seen.who, "intrigue", str(tile), *words)) if words else None


def _is_legal(choice: Choice, words: MoveWords) -> bool:
    """Whether those words are legal in that choice."""
    for word in words:
        after = next((after for _, step, after in choice.open_branches() if step.word == word), None)
        if after is None:
            return False
        choice = after
    return choice.action is not None


# -- missions


def _missions(seen: PlayerKnowledge, position: TableState, me: PlayerState) -> MoveWords:
    """Fulfil what needs the fewest crowns, else swap a chip where that helps, else finish."""
    choice = seen.position.choice_tree.choice_by_actor[seen.who]
    branches = {step.word: after for _, step, after in choice.open_branches()}
    if "fulfil" in branches:
        paths = list(_fulfilment_paths(branches["fulfil"], seen.can_show, ("fulfil",)))
        if paths:
            return min(paths, key=lambda path: (path.count("crown"), path))
    if "swap" in branches:
        for _, step, _ in branches["swap"].open_branches():
            chips = Counter(me.chips) + Counter({"crown": 1}) - Counter({step.word: 1})
            if can_fulfil_any(_held_missions(seen), chips):
                return ("swap", step.word)
    return ("done",)


def _fulfilment_paths(choice: Choice, shows: Callable[..., bool], words: MoveWords) -> Iterator[MoveWords]:
    """The words of all complete moves from here on that use cards the player really holds."""
    if choice.action is not None:
        yield words
    for _, step, after in choice.open_branches():
        if shows(step):
            yield from _fulfilment_paths(after, shows, (*words, step.word))


def _held_missions(seen: PlayerKnowledge) -> list[str]:
    return sorted(piece.partition("/")[2] for piece in seen.hidden_pieces)


def _draw(seen: PlayerKnowledge, position: TableState, me: PlayerState) -> MoveWords:
    """Draw a light card if possible, which is easiest to fulfil: one given chip and any other."""
    stacks = {
        step.word
        for _, step, _ in seen.position.choice_tree.choice_by_actor[seen.who]
        .follow_word("draw")[1]
        .open_branches()
    }
    return ("draw", next(stack for stack in ("light", "mid", "dark") if stack in stacks))


def _keep(seen: PlayerKnowledge, position: TableState, me: PlayerState) -> MoveWords:
    """Keep a crown, else the chip that most of the player's missions ask for."""
    wanted = Counter(chip for mission in _held_missions(seen) for chip in printed_chips(mission))
    return ("keep", max(me.chips, key=lambda chip: (chip == "crown", wanted[chip], chip)))


def _renew(seen: PlayerKnowledge, position: TableState, me: PlayerState) -> MoveWords:
    return ("skip",)


DecisionChooser = Callable[[PlayerKnowledge, TableState, PlayerState], MoveWords]
CHOOSER_BY_DECISION: Mapping[type[AgendaItem], DecisionChooser] = {
    PlusTwoMissionDecision: _plus_two,
    StoneForCardDecision: _stone_for_card,
    MissionStonesDecision: _mission_stone,
    PlayDecision: _play,
    LastStoneDecision: _any_stone,
    TieBreakDecision: _once_first,
    BuyRewardDecision: _buy,
    CondeStoneDecision: _any_stone,
    MaintenonStonesDecision: _maintenon,
    MissionsDecision: _missions,
    DrawMissionDecision: _draw,
    KeepChipDecision: _keep,
    RenewMissionsDecision: _renew,
}
"""Decision -> how the heuristic player decides it."""
