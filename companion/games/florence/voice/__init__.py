"""The Princes of Florence in words: the `GameVoice` of companion.voice.voice. An auctioneer's voice.

No sentence names a card that lies face down or in a hand, whoever knows it.
"""

from companion.games.florence.voice.asked import asked
from companion.games.florence.voice.fact import fact
from companion.games.florence.voice.known import known
from companion.games.florence.voice.movement import movement
from companion.games.florence.voice.names import counted, does, piece
from companion.games.florence.voice.phrase import phrase
from companion.games.florence.voice.reasons import notes
from companion.games.florence.voice.tell import tell, tell_all
from companion.games.florence.voice.things import called, noticed

__all__ = [
    "asked",
    "called",
    "counted",
    "does",
    "fact",
    "known",
    "movement",
    "notes",
    "noticed",
    "phrase",
    "piece",
    "tell",
    "tell_all",
]
