"""How a greedy player bids, and what he does with what he has won (P-A)."""

from __future__ import annotations

from msgspec.structs import replace

from companion.games.florence.players.asked import Asked, Words
from companion.games.florence.players.places import compact
from companion.games.florence.players.plan import FLORINS
from companion.games.florence.players.worth import having, hope, worth
from companion.games.florence.rules.auction import barred
from companion.games.florence.rules.objects import Place
from companion.games.florence.rules.pieces import PRESTIGE_CARD
from companion.games.florence.rules.printed import AUCTION

MARGIN = 0.85
"""So much of what an object is worth to him he would pay."""
USUAL = 0.6
"""So much of it an object mostly costs."""


class Bids:
    """What objects are worth to him, in points, and how much he would pay for each."""

    def __init__(self, asked: Asked) -> None:
        self._me, self._now = asked.me, worth(asked.me)
        self._having = having(asked.position, asked.me)
        self.gains = {kind: worth(me) - self._now for kind, me in self._having.items()}
        self._may = [kind for kind in self.gains if not barred(asked.position, asked.who, kind)]
        self._saved = {kind: self._saves(kind) for kind in self._may}

    def most(self, kind: str) -> float:
        """Florins: less, where another object serves him nearly as well."""
        elsewhere = max((saved for other, saved in self._saved.items() if other != kind), default=0.0)
        return MARGIN * (FLORINS * self.gains[kind] - max(0.0, elsewhere))

    def _saves(self, kind: str) -> float:
        """What he has of an object beyond its price."""
        florins = FLORINS * self.gains[kind]
        return florins - max(AUCTION["opening"], USUAL * florins)

    def pays(self, kind: str, price: int) -> bool:
        """Whether he would; not where that leaves him too little for his plan."""
        if kind not in self._may or price > min(self._me.money, self.most(kind)):
            return False
        return worth(replace(self._having[kind], money=self._me.money - price)) >= self._now

    def best(self) -> str:
        """The object for which he would pay most; "" for none."""
        return max(self._may, key=self.most, default="")


def opened(asked: Asked) -> Words:
    """The object for which he would pay most; he is out where that is too little."""
    bids = Bids(asked)
    kind = bids.best()
    return ("open", kind) if bids.pays(kind, AUCTION["opening"]) else ("pass",)


def bid(asked: Asked) -> Words:
    """As long as he would pay it; he sells no prestige for it."""
    auction = asked.position.auction
    assert auction is not None
    return ("bid",) if Bids(asked).pays(auction.kind, auction.bid + AUCTION["step"]) else ("pass",)


def chosen(asked: Asked) -> Words:
    """P-2.1: that which is worth more to him."""
    gains = Bids(asked).gains
    return "choose", max((won.kind for won in asked.player.won), key=lambda kind: gains.get(kind, 0.0))


def placed(asked: Asked) -> Words:
    """P-A4."""
    item = asked.position.agenda[0]
    assert isinstance(item, Place)
    spot = compact(asked.position, asked.who, item.kind)
    assert spot is not None  # else it went back by itself
    return "place", item.kind, spot.square, spot.turn


def kept(asked: Asked) -> Words:
    """P-A5: the card that fits him best."""
    return "keep", max(asked.top(PRESTIGE_CARD), key=lambda card: hope(asked.me, card))
