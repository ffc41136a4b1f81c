"""What Herald finds of this game."""

from companion.games.plugin import Plugin

PLUGIN = Plugin(
    interface=5,
    name="florence",
    package="companion.games.florence",
    rules="rules.game:GAME",
    voice="voice",
    screen="screen",
    players="players",
    art="art",
    edition="screen.edition",
    list_order=30,
    bgg=555,  # https://boardgamegeek.com/boardgame/555/princes-florence
)
