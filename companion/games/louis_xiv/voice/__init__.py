"""The voice of Louis XIV, an implementation of `companion.voice.voice.GameVoice`."""

from companion.games.louis_xiv.voice.descriptions import describe_observation, touch_target_name
from companion.games.louis_xiv.voice.majority_notes import narrate_consequences
from companion.games.louis_xiv.voice.move_phrases import describe_move
from companion.games.louis_xiv.voice.movement_phrases import describe_movement
from companion.games.louis_xiv.voice.names import card_effect, format_piece_count, piece_name
from companion.games.louis_xiv.voice.narration import narrate_event, narrate_events
from companion.games.louis_xiv.voice.prompts import turn_prompt
from companion.games.louis_xiv.voice.refusal_facts import format_fact
from companion.voice.default_voice import public_facts

__all__ = [
    "card_effect",
    "describe_move",
    "describe_movement",
    "describe_observation",
    "format_fact",
    "format_piece_count",
    "narrate_consequences",
    "narrate_event",
    "narrate_events",
    "piece_name",
    "public_facts",
    "touch_target_name",
    "turn_prompt",
]
