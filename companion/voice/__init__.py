"""The voice: events become sentences in four languages, sentences become speech.

A game's folder `voice` is its `GameVoice` of companion.voice.say: the package itself has all that this protocol names.
"""
