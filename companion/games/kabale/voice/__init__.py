"""Kabale und Hiebe in words: the `GameVoice` of companion.voice.voice.

No sentence names a card that lies face down, whoever knows it.
"""

from companion.games.kabale.voice.asked import asked
from companion.games.kabale.voice.fact import fact
from companion.games.kabale.voice.movement import movement
from companion.games.kabale.voice.names import counted, does, piece
from companion.games.kabale.voice.phrase import phrase
from companion.games.kabale.voice.reasons import notes
from companion.games.kabale.voice.tell import tell, tell_all
from companion.games.kabale.voice.things import called, noticed
from companion.voice.default_voice import public_facts

__all__ = [
    "asked",
    "called",
    "counted",
    "does",
    "fact",
    "movement",
    "notes",
    "noticed",
    "phrase",
    "piece",
    "public_facts",
    "tell",
    "tell_all",
]
