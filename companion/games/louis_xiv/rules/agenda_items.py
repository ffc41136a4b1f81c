"""The agenda items of each phase, which a serialised agenda may name."""

from __future__ import annotations

from collections.abc import Mapping

from companion.games.louis_xiv.rules.phases.evaluation import (
    BeginTileEvaluation,
    EndEvaluation,
    EvaluateTile,
    IntrigueDecision,
    ResolveTie,
    TieBreakDecision,
)
from companion.games.louis_xiv.rules.phases.final_scoring import ShowArmsDecision
from companion.games.louis_xiv.rules.phases.influence import (
    LastStoneDecision,
    MissionStonesDecision,
    NeutralCardsDecision,
    ShuffleInfluenceDeck,
)
from companion.games.louis_xiv.rules.phases.mission_drawing import DrawMissionDecision
from companion.games.louis_xiv.rules.phases.mission_renewal import RenewMissionsDecision
from companion.games.louis_xiv.rules.phases.missions import EndRound, KeepChipDecision, MissionsDecision
from companion.games.louis_xiv.rules.phases.rewards import CondeStoneDecision, MaintenonStonesDecision
from companion.games.louis_xiv.rules.phases.supply import (
    ApplySupplyMissions,
    DealInfluenceCards,
    DrawStartIntrigueCard,
    MoneyCardDecision,
    PlusTwoMissionDecision,
    StoneForCardDecision,
)
from companion.games.louis_xiv.rules.phases.tile_items import (
    BuyRewardDecision,
    FinishTile,
    GiveKingsCrown,
    GiveReward,
    ReturnStones,
)
from companion.games.louis_xiv.rules.phases.turns import PlayDecision
from companion.games.louis_xiv.rules.state import Phase
from companion.rules.agenda import AgendaItem

AnyAgendaItem = (
    MoneyCardDecision
    | DrawStartIntrigueCard
    | ApplySupplyMissions
    | PlusTwoMissionDecision
    | StoneForCardDecision
    | DealInfluenceCards
    | NeutralCardsDecision
    | MissionStonesDecision
    | PlayDecision
    | LastStoneDecision
    | ShuffleInfluenceDeck
    | BeginTileEvaluation
    | IntrigueDecision
    | ResolveTie
    | TieBreakDecision
    | EvaluateTile
    | GiveReward
    | GiveKingsCrown
    | BuyRewardDecision
    | CondeStoneDecision
    | MaintenonStonesDecision
    | ReturnStones
    | FinishTile
    | EndEvaluation
    | MissionsDecision
    | DrawMissionDecision
    | KeepChipDecision
    | RenewMissionsDecision
    | EndRound
    | ShowArmsDecision
)

ITEMS_OF_PHASE: Mapping[Phase, tuple[type[AgendaItem], ...]] = {
    "supply": (
        MoneyCardDecision,
        DrawStartIntrigueCard,
        ApplySupplyMissions,
        PlusTwoMissionDecision,
        StoneForCardDecision,
        DealInfluenceCards,
    ),
    "influence": (
        NeutralCardsDecision,
        MissionStonesDecision,
        PlayDecision,
        LastStoneDecision,
        ShuffleInfluenceDeck,
    ),
    "evaluation": (
        BeginTileEvaluation,
        IntrigueDecision,
        ResolveTie,
        TieBreakDecision,
        EvaluateTile,
        GiveReward,
        GiveKingsCrown,
        BuyRewardDecision,
        CondeStoneDecision,
        MaintenonStonesDecision,
        ReturnStones,
        FinishTile,
        EndEvaluation,
    ),
    "missions": (MissionsDecision, DrawMissionDecision, KeepChipDecision, RenewMissionsDecision, EndRound),
    "final": (ShowArmsDecision,),
    "over": (),
}
