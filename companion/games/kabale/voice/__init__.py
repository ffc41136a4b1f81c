"""The voice of Kabale und Hiebe, an implementation of `companion.voice.voice.GameVoice`.

No sentence names a card that lies face down, whoever knows it.
"""

from companion.games.kabale.voice.explanations import explain
from companion.games.kabale.voice.names import (
    card_effect,
    describe_observation,
    format_piece_count,
    piece_name,
    touch_target_name,
)
from companion.games.kabale.voice.phrases import describe_move, describe_movement, format_fact
from companion.games.kabale.voice.prompts import turn_prompt
from companion.games.kabale.voice.sentences import (
    majority,
    narrate_consequences,
    narrate_event,
    narrate_events,
)
from companion.voice.default_voice import describe_assumed_value, public_facts
