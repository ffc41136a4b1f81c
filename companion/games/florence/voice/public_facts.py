"""Facts of the table that no piece shows: the bid, true points, and the prices of what was won."""

from __future__ import annotations

from collections.abc import Iterator

from companion.games.florence.rules.state import AuctionState, TableState
from companion.voice.translator import Translator


def public_facts(position: TableState, translator: Translator) -> Iterator[tuple[str, str]]:
    """The least value of a work and the bid, then each player's prestige and what they won in the round."""
    if position.phase in ("auction", "actions"):
        yield "", translator.gettext("works from value {least}", least=position.least_work_value)
    if position.auction is not None:
        yield "", _auction(position.auction, translator)
    for who, player in position.players.items():
        # P-B7: the square of the figure tells less
        yield who, f"{translator.name_of('thing', 'points')} {player.points}"
        if player.won:
            won = ", ".join(f"{translator.name_of('kind', won.kind)} {won.price}" for won in player.won)
            yield who, translator.gettext("won in this round: {things}", things=won)


def _auction(auction: AuctionState, translator: Translator) -> str:
    bid = translator.gettext("{price} from {who}", price=auction.bid, who=translator.player_name(auction.by))
    text = f"{translator.name_of('kind', auction.kind)}: {bid}"
    if not auction.passed:
        return text
    passed = translator.gettext("passed: {who}", who=translator.joined_player_names(auction.passed))
    return f"{text}, {passed}"
