"""Louis XIV in words: the `GameVoice` of companion.voice.say."""

from companion.games.louis_xiv.voice.asked import asked
from companion.games.louis_xiv.voice.fact import fact
from companion.games.louis_xiv.voice.laid import laid
from companion.games.louis_xiv.voice.majorities import notes
from companion.games.louis_xiv.voice.movement import movement
from companion.games.louis_xiv.voice.names import does, piece
from companion.games.louis_xiv.voice.phrase import phrase
from companion.games.louis_xiv.voice.tell import tell, tell_all

__all__ = ["asked", "does", "fact", "laid", "movement", "notes", "phrase", "piece", "tell", "tell_all"]
