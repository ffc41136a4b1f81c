"""A greedy player of Louis XIV: at each fork the way that is worth most now."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from random import Random
from typing import cast

from companion.games.louis_xiv.players.worth import (
    CARD,
    LOUIS,
    NOW,
    PLACED,
    more,
    payable,
    reward,
    stone_back,
)
from companion.games.louis_xiv.rules.evaluation import OnceFirst, Window
from companion.games.louis_xiv.rules.influence import LastStone, MissionStones
from companion.games.louis_xiv.rules.missions import Keep, Missions
from companion.games.louis_xiv.rules.paying import Draw
from companion.games.louis_xiv.rules.pieces import printed_chips
from companion.games.louis_xiv.rules.renewing import Renew
from companion.games.louis_xiv.rules.rewards import CondeStone, MaintenonStones
from companion.games.louis_xiv.rules.state import Player, Table
from companion.games.louis_xiv.rules.supply import PlusTwo, StoneForCard
from companion.games.louis_xiv.rules.turns import Play
from companion.games.louis_xiv.rules.verdict import Buy
from companion.rules.agenda import AgendaItem
from companion.rules.choice import Choice
from companion.rules.moves import Move
from companion.simulator.ground_truth import PlayerKnowledge

Words = tuple[str, ...]


def greedy(seen: PlayerKnowledge, chance: Random) -> Move | None:
    """The move worth most to him now; None when it is better to wait. He leaves nothing to chance."""
    position = cast(Table, seen.position)
    item = position.agenda[0]
    if isinstance(item, Window):
        return _intrigue(seen, position, item.tile)
    words = ANSWERS[type(item)](seen, position, position.players[seen.who])
    return Move((seen.who, *words))


# -- influence


def _play(seen: PlayerKnowledge, position: Table, me: Player) -> Words:
    """The card and what to do with it: stones where they add most, or taken back."""
    found: list[tuple[float, Words]] = []
    for _, card, after in position.choice_tree.choice_by_actor[seen.who].open_branches():
        if card.word in me.influence:
            found += _card(seen.who, position, me, after, (card.word,))
    return max(found)[1]


def _card(
    who: str, position: Table, me: Player, choice: Choice, words: Words
) -> Iterator[tuple[float, Words]]:
    """What one card is worth: taking back, and placing stone by stone while a stone adds something."""
    for candidate, step, after in choice.open_branches():
        del candidate
        match step.word:
            case "take":
                taken = min(me.general, _stones_of(words))
                yield taken * stone_back(me.own), (*words, step.word)
            case "place":
                yield _placing(who, position, after, (*words, step.word))
            case _:
                yield from _card(who, position, me, after, (*words, step.word))


def _stones_of(words: Words) -> int:
    return 4 if words[-1] == "four" else 2 if words[0] == "joker" else 3


def _placing(who: str, position: Table, choice: Choice, words: Words) -> tuple[float, Words]:
    """Stone after stone, each where it adds most, until none adds anything."""
    placed: Counter[int] = Counter()
    worth = 0.0
    while True:
        options = [
            (_adds(who, position, placed, tile), -tile, step.word, after)
            for tile, step, after in choice.open_branches()
        ]
        if not options:
            return worth, words
        adds, minus_tile, word, after = max(options, key=lambda option: option[:2])
        if adds <= 0 and choice.action is not None:
            return worth, words
        placed[-minus_tile] += 1
        worth, words, choice = worth + adds, (*words, word), after


def _adds(who: str, position: Table, placed: Counter[int], tile: int) -> float:
    now = placed[tile]
    return more(position, who, tile, now + 1) - more(position, who, tile, now) - PLACED


def _mission_stone(seen: PlayerKnowledge, position: Table, me: Player) -> Words:
    return _best_tile(seen, position, "mission-stone")


def _stone(seen: PlayerKnowledge, position: Table, me: Player) -> Words:
    return _best_tile(seen, position, "stone")


def _best_tile(seen: PlayerKnowledge, position: Table, word: str) -> Words:
    """A single stone where it adds most; `skip` when nowhere."""
    branch = position.choice_tree.choice_by_actor[seen.who].follow_word(word)[1]
    options = [
        (_stone_on(seen.who, position, tile), -tile, step.word) for tile, step, _ in branch.open_branches()
    ]
    best, _, tile_word = max(options)
    return (word, tile_word) if best > 0 else ("skip",)


def _stone_on(who: str, position: Table, tile: int) -> float:
    """A tile that was evaluated already is for the next round, so it counts less."""
    later = 0.5 if position.tile is not None and tile <= position.tile else 1.0
    if later < 1 and position.last_round:
        return 1.0 - PLACED  # L-5.1: a stone on a tile is a coat of arms
    return later * more(position, who, tile, 1) - PLACED


# -- supply


def _plus_two(seen: PlayerKnowledge, position: Table, me: Player) -> Words:
    return ("plus-two", "stones" if me.own < 5 and me.general > 1 else "money")


def _stone_for_card(seen: PlayerKnowledge, position: Table, me: Player) -> Words:
    return ("stone-for-card", "yes" if me.own > 5 else "no")


# -- evaluation


def _buy(seen: PlayerKnowledge, position: Table, me: Player) -> Words:
    item = position.agenda[0]
    assert isinstance(item, Buy)
    return ("buy", "yes" if reward(item.tile) > LOUIS * item.price(position) else "no")


def _once_first(seen: PlayerKnowledge, position: Table, me: Player) -> Words:
    return ("once-first", "yes")


def _maintenon(seen: PlayerKnowledge, position: Table, me: Player) -> Words:
    return ("stones", str(min(2, me.stones)))


def _intrigue(seen: PlayerKnowledge, position: Table, tile: int) -> Move | None:
    """The card that wins the tile, if it is worth more than keeping it."""
    if str(tile) not in position.players[seen.who].intrigue:
        return None
    choice = position.choice_tree.choice_by_actor[seen.who].follow_word("intrigue")[1]
    if not any(step.word == str(tile) for _, step, _ in choice.open_branches()):
        return None
    best, words = 0.0, None
    for words_after, stones in ((("general",), 1), (("own", "1"), 1), (("own", "2"), 2)):
        worth = more(position, seen.who, tile, stones, NOW) - CARD
        if worth > best and _open(choice.follow_word(str(tile))[1], words_after):
            best, words = worth, words_after
    return Move((seen.who, "intrigue", str(tile), *words)) if words else None


def _open(choice: Choice, words: Words) -> bool:
    """Whether those words may be said there."""
    for word in words:
        after = next((after for _, step, after in choice.open_branches() if step.word == word), None)
        if after is None:
            return False
        choice = after
    return choice.action is not None


# -- missions


def _missions(seen: PlayerKnowledge, position: Table, me: Player) -> Words:
    """Fulfil what can be fulfilled with the fewest crowns, swap a chip when that helps, else done."""
    choice = seen.position.choice_tree.choice_by_actor[seen.who]
    branches = {step.word: after for _, step, after in choice.open_branches()}
    if "fulfil" in branches:
        paths = list(_paths(branches["fulfil"], seen.can_show, ("fulfil",)))
        if paths:
            return min(paths, key=lambda path: (path.count("crown"), path))
    if "swap" in branches:
        for _, step, _ in branches["swap"].open_branches():
            chips = Counter(me.chips) + Counter({"crown": 1}) - Counter({step.word: 1})
            if payable(_held(seen), chips):
                return ("swap", step.word)
    return ("done",)


def _paths(choice: Choice, shows: Callable[..., bool], words: Words) -> Iterator[Words]:
    """All whole ways from here on with cards he really holds."""
    if choice.action is not None:
        yield words
    for _, step, after in choice.open_branches():
        if shows(step):
            yield from _paths(after, shows, (*words, step.word))


def _held(seen: PlayerKnowledge) -> list[str]:
    return sorted(piece.partition("/")[2] for piece in seen.hidden_pieces)


def _draw(seen: PlayerKnowledge, position: Table, me: Player) -> Words:
    """Light cards are the easiest: one chip of a kind and any other."""
    stacks = {
        step.word
        for _, step, _ in seen.position.choice_tree.choice_by_actor[seen.who]
        .follow_word("draw")[1]
        .open_branches()
    }
    return ("draw", next(stack for stack in ("light", "mid", "dark") if stack in stacks))


def _keep(seen: PlayerKnowledge, position: Table, me: Player) -> Words:
    """A crown, else the chip most of his missions ask for."""
    wanted = Counter(chip for mission in _held(seen) for chip in printed_chips(mission))
    return ("keep", max(me.chips, key=lambda chip: (chip == "crown", wanted[chip], chip)))


def _renew(seen: PlayerKnowledge, position: Table, me: Player) -> Words:
    return ("skip",)


Answer = Callable[[PlayerKnowledge, Table, Player], Words]
ANSWERS: Mapping[type[AgendaItem], Answer] = {
    PlusTwo: _plus_two,
    StoneForCard: _stone_for_card,
    MissionStones: _mission_stone,
    Play: _play,
    LastStone: _stone,
    OnceFirst: _once_first,
    Buy: _buy,
    CondeStone: _stone,
    MaintenonStones: _maintenon,
    Missions: _missions,
    Draw: _draw,
    Keep: _keep,
    Renew: _renew,
}
"""What he answers to each question the rules put to a player."""
