"""The Princes of Florence in words: the `GameVoice` of companion.voice.say. An auctioneer's voice.

No sentence names a card that lies face down or in a hand, whoever knows it.
"""

from companion.voice.florence.asked import asked
from companion.voice.florence.fact import fact
from companion.voice.florence.hand import hand
from companion.voice.florence.laid import laid
from companion.voice.florence.names import does, piece
from companion.voice.florence.phrase import phrase
from companion.voice.florence.reasons import notes
from companion.voice.florence.tell import tell, tell_all

__all__ = ["asked", "does", "fact", "hand", "laid", "notes", "phrase", "piece", "tell", "tell_all"]
