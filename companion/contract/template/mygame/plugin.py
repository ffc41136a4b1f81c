"""The description by which Herald finds this game. What is left out has Herald's default: voice, screen, players."""

from companion.games.plugin import Plugin

PLUGIN = Plugin(
    interface=5,
    name="my-game",
    package=__name__.rpartition(".")[0],
    rules="rules.game:GAME",
)
