"""What Herald finds of this game. All that is left out has Herald's default: voice, screen, virtual players."""

from companion.games.plugin import Plugin

PLUGIN = Plugin(
    interface=3,
    name="my-game",
    package=__name__.rpartition(".")[0],
    rules="rules.game:GAME",
)
