"""The voice: events become sentences in the language of the table, sentences become speech.

The package `voice` in a game's folder is its `GameVoice` (companion.voice.voice): it has all functions of that
protocol.
"""
