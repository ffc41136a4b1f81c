"""The voice of the Princes of Florence, an implementation of `companion.voice.voice.GameVoice`.

It speaks as an auctioneer does. No sentence names a card that lies face down or in a hand, whoever knows it.
"""

from companion.games.florence.voice.explanations import explain
from companion.games.florence.voice.names import (
    card_effect,
    describe_assumed_value,
    describe_observation,
    format_piece_count,
    piece_name,
    public_facts,
    touch_target_name,
)
from companion.games.florence.voice.phrases import describe_move, describe_movement, format_fact
from companion.games.florence.voice.prompts import put_back_question, turn_prompt
from companion.games.florence.voice.sentences import narrate_consequences, narrate_event, narrate_events
