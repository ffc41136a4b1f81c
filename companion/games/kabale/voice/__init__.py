"""The voice of Kabale und Hiebe, an implementation of `companion.voice.voice.GameVoice`.

No sentence names a card that lies face down, whoever knows it.
"""

from companion.games.kabale.voice.descriptions import describe_observation, touch_target_name
from companion.games.kabale.voice.move_phrases import describe_move
from companion.games.kabale.voice.movement_phrases import describe_movement
from companion.games.kabale.voice.names import card_effect, format_piece_count, piece_name
from companion.games.kabale.voice.narration import narrate_event, narrate_events
from companion.games.kabale.voice.prompts import turn_prompt
from companion.games.kabale.voice.refusal_facts import format_fact
from companion.games.kabale.voice.score_notes import narrate_consequences
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
