"""The voice: events become sentences in the language of the table, sentences become speech.

A game's folder `voice` is its `GameVoice` of companion.voice.voice: the package itself has all that this protocol
names.
"""
