"""The voice: events become sentences in the language of the table, sentences become speech.

A game's folder `voice` is its `GameVoice` of companion.voice.say: the package itself has all that this protocol names.
"""
