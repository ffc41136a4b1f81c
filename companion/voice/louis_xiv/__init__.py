"""Louis XIV in words: the `GameVoice` of companion.voice.say."""

from companion.voice.louis_xiv.asked import asked
from companion.voice.louis_xiv.fact import fact
from companion.voice.louis_xiv.hand import hand
from companion.voice.louis_xiv.laid import laid
from companion.voice.louis_xiv.majorities import notes
from companion.voice.louis_xiv.names import does, piece
from companion.voice.louis_xiv.phrase import phrase
from companion.voice.louis_xiv.tell import tell, tell_all

__all__ = ["asked", "does", "fact", "hand", "laid", "notes", "phrase", "piece", "tell", "tell_all"]
