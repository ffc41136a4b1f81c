"""Kabale und Hiebe in words: the `GameVoice` of companion.voice.say.

No sentence names a card that lies face down, whoever knows it.
"""

from companion.voice.kabale.asked import asked
from companion.voice.kabale.fact import fact
from companion.voice.kabale.hand import hand
from companion.voice.kabale.laid import laid
from companion.voice.kabale.names import does, piece
from companion.voice.kabale.phrase import phrase
from companion.voice.kabale.reasons import notes
from companion.voice.kabale.tell import tell, tell_all

__all__ = ["asked", "does", "fact", "hand", "laid", "notes", "phrase", "piece", "tell", "tell_all"]
