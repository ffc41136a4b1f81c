"""The pieces of Louis XIV by name, with the words and observations that refer to them."""

from __future__ import annotations

from collections.abc import Mapping

from companion.games.louis_xiv.rules.edition import CHIP_COPIES, MATERIAL, MISSION_TYPES
from companion.rules.moves import MoveStep, Observation

COLOURS = ("blue", "yellow", "red", "green")
NEUTRAL = "neutral"

TILES = tuple(range(1, 13))
KING_TILES = (1, 2, 3, 4)  # L-M10: the tiles the king may visit
CHIPS = tuple(CHIP_COPIES)
STACKS = ("light", "mid", "dark")
SUBSTITUTE_ARMS = "arms0"
ARMS_KINDS = tuple(f"arms{kind}" for kind in range(1, 7))
JOKER = "joker"
PERSON_CARDS = tuple(f"inf{tile}" for tile in TILES)
INFLUENCE_CARDS = (*PERSON_CARDS, JOKER)
CARD_COPIES: Mapping[str, int] = {  # L-M4
    card: MATERIAL["jokers" if card == JOKER else "persons"] for card in INFLUENCE_CARDS
}
TILE_OF_PERSON: Mapping[str, int] = dict(zip(PERSON_CARDS, TILES, strict=True))


def implied_step(word: str, touch_target: str = "") -> MoveStep:
    """A step whose word is implied by those that follow."""
    return MoveStep(word, is_implied=True, touch_target=touch_target or word)


def touch_step(word: str, touch_target: str = "") -> MoveStep:
    """A step whose word only a touch gives."""
    return MoveStep(word, touch_target=touch_target or word)


def button_step(who: str, word: str) -> MoveStep:
    """A step whose word the player's button of that role gives."""
    return MoveStep(word, (Observation(f"button/{word}", f"seat/{who}"),), touch_target=word)


# One step for each stone: a tap on its owner's seal at the tile.
STONE_STEPS: Mapping[str, Mapping[int, MoveStep]] = {
    who: {
        tile: MoveStep(str(tile), (Observation(f"seal/{who}", f"tile/{tile}"),), touch_target=f"tile/{tile}")
        for tile in TILES
    }
    for who in COLOURS
}
CARD_STEPS: Mapping[str, MoveStep] = {
    card: MoveStep(card, (Observation(f"card/{card}", "play"),), touch_target=f"card/{card}")
    for card in INFLUENCE_CARDS
}
CHIP_STEPS: Mapping[str, MoveStep] = {
    chip: MoveStep(chip, (Observation(f"chip/{chip}", "play"),), touch_target=f"chip/{chip}")
    for chip in CHIPS
}
STACK_STEPS: Mapping[str, MoveStep] = {stack: touch_step(stack, f"stack/{stack}") for stack in STACKS}


def all_mission_names() -> tuple[str, ...]:
    """Every mission card that could be printed: `type:chip`, mid with two different chips in alphabetical order."""
    ordered = sorted(CHIPS)
    pairs = [f"{a}+{b}" for i, a in enumerate(ordered) for b in ordered[i + 1 :]]
    return tuple(
        f"{name}:{chips}"
        for name, kind in MISSION_TYPES.items()
        for chips in (pairs if kind.stack == "mid" else CHIPS)
    )


MISSION_NAMES = all_mission_names()
MISSION_STEPS: Mapping[str, MoveStep] = {
    name: MoveStep(name, (Observation(f"mission/{name}", "play"),), touch_target=f"mission/{name}")
    for name in MISSION_NAMES
}


# The type of a mission card: `light-plus-stone` of `light-plus-stone:helmet`.
TYPE_OF_MISSION: Mapping[str, str] = {name: name.partition(":")[0] for name in MISSION_NAMES}
STACK_OF_MISSION: Mapping[str, str] = {
    name: MISSION_TYPES[kind].stack for name, kind in TYPE_OF_MISSION.items()
}


def printed_chips(name: str) -> tuple[str, str]:
    """The two chips a mission card shows; `?` is any (L-M10: light one and any, mid two, dark two alike)."""
    kind, _, chips = name.partition(":")
    first, _, second = chips.partition("+")
    if second:
        return first, second
    return first, (first if MISSION_TYPES[kind].stack == "dark" else "?")


def parse_mission(word: str) -> str | None:
    """The mission card that `word` names, with a mid one's chips in either order; None where none is."""
    if word in MISSION_STEPS:
        return word
    kind, _, chips = word.partition(":")
    name = f"{kind}:{'+'.join(sorted(chips.split('+')))}"
    return name if name in MISSION_STEPS else None


def is_like_mission(word: str) -> bool:
    """Whether `word` names a type of mission and chips, as a card has them or not (L-M10)."""
    kind, _, chips = word.partition(":")
    return kind in MISSION_TYPES and {*chips.split("+")} <= {*CHIPS}
