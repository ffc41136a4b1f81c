"""Kabale und Hiebe as a plug-in, which Herald finds here."""

from companion.games.plugin import Plugin

PLUGIN = Plugin(
    interface=5,
    name="kabale",
    package="companion.games.kabale",
    rules="rules.game:GAME",
    voice="voice",
    screen="screen",
    players="players",
    art="art",
    aliases=("kabale-und-hiebe",),
    list_order=20,
)
