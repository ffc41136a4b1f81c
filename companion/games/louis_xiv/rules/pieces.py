"""The pieces of Louis XIV by name, and the words and sights that show them."""

from __future__ import annotations

from collections.abc import Mapping

from companion.games.louis_xiv.rules.printed import CHIP_COUNT, MATERIAL, MISSIONS
from companion.rules.moves import MoveStep, Observation

COLOURS = ("blue", "yellow", "red", "green")
NEUTRAL = "neutral"
TABLE = "table"

TILES = tuple(range(1, 13))
KINGS = (1, 2, 3, 4)  # L-M10: the tiles the king may visit
CHIPS = tuple(CHIP_COUNT)
STACKS = ("light", "mid", "dark")
SUBSTITUTE = "arms0"
ARMS = tuple(f"arms{kind}" for kind in range(1, 7))
JOKER = "joker"
PERSONS = tuple(f"inf{tile}" for tile in TILES)
INFLUENCE = (*PERSONS, JOKER)
COPIES: Mapping[str, int] = {  # L-M4
    card: MATERIAL["jokers" if card == JOKER else "persons"] for card in INFLUENCE
}
PERSON_TILE: Mapping[str, int] = dict(zip(PERSONS, TILES, strict=True))


def implied(word: str, thing: str = "") -> MoveStep:
    """A word that what follows says."""
    return MoveStep(word, is_implied=True, touch_target=thing or word)


def touched(word: str, thing: str = "") -> MoveStep:
    """A word only a finger says."""
    return MoveStep(word, touch_target=thing or word)


def button(who: str, word: str) -> MoveStep:
    """A word the button of that role at the player's seat says."""
    return MoveStep(word, (Observation(f"button/{word}", f"seat/{who}"),), touch_target=word)


# One step a stone: the seal of its owner tapped at the tile.
STONE: Mapping[str, Mapping[int, MoveStep]] = {
    who: {
        tile: MoveStep(str(tile), (Observation(f"seal/{who}", f"tile/{tile}"),), touch_target=f"tile/{tile}")
        for tile in TILES
    }
    for who in COLOURS
}
CARD: Mapping[str, MoveStep] = {
    card: MoveStep(card, (Observation(f"card/{card}", "play"),), touch_target=f"card/{card}")
    for card in INFLUENCE
}
CHIP: Mapping[str, MoveStep] = {
    chip: MoveStep(chip, (Observation(f"chip/{chip}", "play"),), touch_target=f"chip/{chip}")
    for chip in CHIPS
}
STACK: Mapping[str, MoveStep] = {stack: touched(stack, f"stack/{stack}") for stack in STACKS}


def mission_names() -> tuple[str, ...]:
    """Every mission card that could be printed: `type:chip`, mid with two different chips in alphabetical order."""
    ordered = sorted(CHIPS)
    pairs = [f"{a}+{b}" for i, a in enumerate(ordered) for b in ordered[i + 1 :]]
    return tuple(
        f"{name}:{chips}"
        for name, kind in MISSIONS.items()
        for chips in (pairs if kind.stack == "mid" else CHIPS)
    )


MISSION_NAMES = mission_names()
MISSION: Mapping[str, MoveStep] = {
    name: MoveStep(name, (Observation(f"mission/{name}", "play"),), touch_target=f"mission/{name}")
    for name in MISSION_NAMES
}


# The type of a mission card: `light-plus-stone` of `light-plus-stone:helmet`.
MISSION_TYPE: Mapping[str, str] = {name: name.partition(":")[0] for name in MISSION_NAMES}
MISSION_STACK: Mapping[str, str] = {name: MISSIONS[kind].stack for name, kind in MISSION_TYPE.items()}


def printed_chips(name: str) -> tuple[str, str]:
    """The two chips a mission card shows; `?` is any (L-M10: light one and any, mid two, dark two alike)."""
    kind, _, chips = name.partition(":")
    first, _, second = chips.partition("+")
    if second:
        return first, second
    return first, (first if MISSIONS[kind].stack == "dark" else "?")


def mission_word(word: str) -> str | None:
    """The mission card `word` names, the chips of a mid one read in either order; None: there is none."""
    kind, _, chips = word.partition(":")
    name = f"{kind}:{'+'.join(sorted(chips.split('+')))}"
    return name if name in MISSION else None
