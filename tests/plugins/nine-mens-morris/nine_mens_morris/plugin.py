"""Nine Men's Morris as a plug-in, which Herald finds here.

Sentences, screen and virtual players are Herald's own.
"""

from companion.games.plugin import Plugin

PLUGIN = Plugin(
    interface=5,
    name="nine-mens-morris",
    package="nine_mens_morris",
    rules="rules.game:GAME",
    art="art",
    aliases=("mill", "merels"),
)
