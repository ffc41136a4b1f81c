"""Louis XIV in words: the `GameVoice` of companion.voice.voice."""

from companion.games.louis_xiv.voice.asked import asked
from companion.games.louis_xiv.voice.fact import fact
from companion.games.louis_xiv.voice.majorities import notes
from companion.games.louis_xiv.voice.movement import movement
from companion.games.louis_xiv.voice.names import counted, does, piece
from companion.games.louis_xiv.voice.phrase import phrase
from companion.games.louis_xiv.voice.tell import tell, tell_all
from companion.games.louis_xiv.voice.things import called, noticed
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
