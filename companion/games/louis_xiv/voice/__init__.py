"""The voice of Louis XIV, an implementation of `companion.voice.voice.GameVoice`."""

from companion.games.louis_xiv.voice.explanations import explain
from companion.games.louis_xiv.voice.names import (
    describe_assumed_value,
    describe_observation,
    format_piece_count,
    piece_name,
    touch_target_name,
)
from companion.games.louis_xiv.voice.phrases import describe_move, describe_movement, format_fact
from companion.games.louis_xiv.voice.prompts import put_back_question, turn_prompt
from companion.games.louis_xiv.voice.sentences import (
    majority,
    narrate_consequences,
    narrate_event,
    narrate_events,
)
from companion.voice.default_voice import card_effect, public_facts
