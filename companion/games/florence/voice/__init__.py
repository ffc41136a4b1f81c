"""The voice of the Princes of Florence, an implementation of `companion.voice.voice.GameVoice`.

It speaks as an auctioneer does. No sentence names a card that lies face down or in a hand, whoever knows it.
"""

from companion.games.florence.voice.descriptions import describe_observation, touch_target_name
from companion.games.florence.voice.move_phrases import describe_move
from companion.games.florence.voice.movement_phrases import describe_movement
from companion.games.florence.voice.names import card_effect, format_piece_count, piece_name
from companion.games.florence.voice.narration import narrate_event, narrate_events
from companion.games.florence.voice.prompts import turn_prompt
from companion.games.florence.voice.public_facts import public_facts
from companion.games.florence.voice.refusal_facts import format_fact
from companion.games.florence.voice.score_notes import narrate_consequences

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
