"""Which items belong to which phase: what an agenda on paper may say."""

from __future__ import annotations

from collections.abc import Mapping

from companion.games.louis_xiv.rules.evaluation import EvaluationEnds, OnceFirst, OpenTile, Tie, Window
from companion.games.louis_xiv.rules.final import ShowArms
from companion.games.louis_xiv.rules.influence import LastStone, MissionStones, Neutral, ShuffleAll
from companion.games.louis_xiv.rules.missions import Keep, Missions, RoundEnds
from companion.games.louis_xiv.rules.paying import Draw
from companion.games.louis_xiv.rules.renewing import Renew
from companion.games.louis_xiv.rules.rewards import CondeStone, MaintenonStones
from companion.games.louis_xiv.rules.state import Phase
from companion.games.louis_xiv.rules.supply import (
    Deal,
    MoneyCard,
    PlusTwo,
    StartIntrigue,
    StoneForCard,
    Supply,
)
from companion.games.louis_xiv.rules.turns import Play
from companion.games.louis_xiv.rules.verdict import (
    Buy,
    Crown,
    Evaluate,
    Home,
    Reward,
    TileDone,
)
from companion.rules.agenda import AgendaItem

AnyItem = (
    MoneyCard
    | StartIntrigue
    | Supply
    | PlusTwo
    | StoneForCard
    | Deal
    | Neutral
    | MissionStones
    | Play
    | LastStone
    | ShuffleAll
    | OpenTile
    | Window
    | Tie
    | OnceFirst
    | Evaluate
    | Reward
    | Crown
    | Buy
    | CondeStone
    | MaintenonStones
    | Home
    | TileDone
    | EvaluationEnds
    | Missions
    | Draw
    | Keep
    | Renew
    | RoundEnds
    | ShowArms
)

OF_PHASE: Mapping[Phase, tuple[type[AgendaItem], ...]] = {
    "supply": (MoneyCard, StartIntrigue, Supply, PlusTwo, StoneForCard, Deal),
    "influence": (Neutral, MissionStones, Play, LastStone, ShuffleAll),
    "evaluation": (
        OpenTile,
        Window,
        Tie,
        OnceFirst,
        Evaluate,
        Reward,
        Crown,
        Buy,
        CondeStone,
        MaintenonStones,
        Home,
        TileDone,
        EvaluationEnds,
    ),
    "missions": (Missions, Draw, Keep, Renew, RoundEnds),
    "final": (ShowArms,),
    "over": (),
}
