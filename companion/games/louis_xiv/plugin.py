"""Louis XIV as a plug-in, which Herald finds here."""

from companion.games.plugin import Plugin

PLUGIN = Plugin(
    interface=5,
    name="louis-xiv",
    package="companion.games.louis_xiv",
    rules="rules.game:GAME",
    voice="voice",
    screen="screen",
    players="players",
    art="art",
    list_order=10,
)
