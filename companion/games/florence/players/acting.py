"""What a greedy player does in his turn: each thing he could do is tried, and what it leaves him is compared (P-B)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import NamedTuple

from msgspec.structs import replace

from companion.games.florence.players.asked import Asked, Words
from companion.games.florence.players.places import compact
from companion.games.florence.players.plan import Outlook
from companion.games.florence.players.worth import hired, needed, worth
from companion.games.florence.rules.actions import barred, price_of
from companion.games.florence.rules.asking import to_sell
from companion.games.florence.rules.pieces import BONUS_CARD, PROFESSION
from companion.games.florence.rules.printed import BONUS, BUILDINGS, FREEDOMS, POINTS, PRICES, PROFESSIONS
from companion.games.florence.rules.recruiting import can_recruit, shown_by_others
from companion.games.florence.rules.work import added, laid, value

GUESSES = 5
"""Cards he imagines before he looks at a stack: as many as he may choose from."""
USES = 1.5
"""Points that a profession must add before he spends a recruiting card on it."""
HOLDS = 0.7
"""How likely the best work so far is not beaten by one player more."""


class Could(NamedTuple):
    """Something he could do, what that leaves him, and its price in florins."""

    words: Words
    after: float
    price: int = 0


def act(asked: Asked) -> Words:
    """Recruits, for that takes no action; else whatever leaves him most, prestige sold for it first if need be."""
    recruit = recruited(asked)
    if recruit:
        return recruit
    best = max(_could(asked), key=lambda could: could.after)
    number = to_sell(asked.player, best.price)
    return ("sell", str(number)) if number else best.words


def recruited(asked: Asked) -> Words:
    """P-B6: the profession that serves him most, if it is worth the card; else nothing."""
    if not can_recruit(asked.position, asked.who):
        return ()
    now = worth(asked.me)
    shown = sorted(shown_by_others(asked.position, asked.who))
    gain, best = max((worth(hired(asked.me, name)) - now, name) for name in shown)
    owner = asked.position.owner_of(best)
    return ("recruit", best, "from", owner) if owner is not None and gain >= USES else ()


def _could(asked: Asked) -> Iterator[Could]:
    actions, *later = asked.me.turns
    yield Could(("done",), worth(replace(asked.me, turns=(0, *later))))
    for action, ways in WAYS.items():
        if barred(asked.position, action) is None:
            yield from ways(asked, replace(asked.me, turns=(actions - 1, *later)))


# -- P-B2, P-B3


def _works(asked: Asked, me: Outlook) -> Iterator[Could]:
    """Every profession that reaches the least value, with every number of bonus cards."""
    for profession in me.hand:
        for played in _played(me):
            total = value(me.who, profession, played).total
            if total >= asked.position.least:
                yield _work(asked, me, profession, played, total)


def _played(me: Outlook) -> Iterator[Words]:
    """No bonus card, the one that adds most, the two ..."""
    done = laid(me.who)
    cards = sorted(me.bonus, key=lambda card: -added(done, card))
    return (tuple(sorted(cards[:many], key=BONUS.index)) for many in range(len(cards) + 1))


def _work(asked: Asked, me: Outlook, profession: str, played: Words, total: int) -> Could:
    """Florins he means to spend are kept, the rest becomes prestige."""
    income, step = total * POINTS["florins"], POINTS["bought"]
    bought = (income - max(0, min(income, needed(me) - me.money))) // step
    kept = income - bought * step
    done = replace(
        me,
        who=laid(me.who),
        hand=tuple(each for each in me.hand if each != profession),
        bonus=tuple(each for each in me.bonus if each not in played),
        money=me.money + kept,
        points=me.points + bought,
    )
    bonus = ("bonus", *played) if played else ()
    return Could(("work", profession, *bonus, "take", str(kept)), worth(done) + _best_work(asked, total))


def _best_work(asked: Asked, total: int) -> float:
    """What it may bring to have the best work of the round so far."""
    players, order = asked.position.players, asked.position.from_start
    if total <= asked.player.best or total < max(player.best for player in players.values()):
        return 0.0
    behind = len(order) - 1 - order.index(asked.who)
    return POINTS["best-work"] * HOLDS**behind


# -- P-B4, P-B5


def _paid(asked: Asked, me: Outlook, price: int) -> Outlook | None:
    """When he has paid that, prestige sold for it if need be; None: he cannot."""
    sold = to_sell(asked.player, price)
    if sold > asked.player.points:
        return None
    return replace(me, money=me.money - price + sold * POINTS["sold"], points=me.points - sold)


def _builds(asked: Asked, me: Outlook) -> Iterator[Could]:
    price = price_of(asked.position, asked.who)
    paid = _paid(asked, me, price)
    if paid is None:
        return
    for building in BUILDINGS:
        if building in me.who.buildings or building in me.missing:
            continue
        spot = compact(asked.position, asked.who, building)
        if spot is not None:
            buildings, empty = me.who.buildings | {building}, me.who.empty - spot.squares.bit_count()
            built = replace(me.who, buildings=buildings, empty=empty)
            after = replace(paid, who=built, points=paid.points + POINTS["building"])
            yield Could(("build", building, spot.square, spot.turn), worth(after), price)


def _freedoms(asked: Asked, me: Outlook) -> Iterator[Could]:
    price = PRICES["freedom"]
    paid = _paid(asked, me, price)
    if paid is None:
        return
    for freedom in FREEDOMS:
        if freedom not in me.who.freedoms and freedom not in me.missing:
            free = replace(me.who, freedoms=me.who.freedoms | {freedom})
            yield Could(("freedom", freedom), worth(replace(paid, who=free)), price)


def _professions(asked: Asked, me: Outlook) -> Iterator[Could]:
    known = asked.position.known_professions()
    unseen = [name for name in PROFESSIONS if name not in known]
    return _drawn(asked, me, PROFESSION, unseen, asked.position.professions, hired)


def _bonus_cards(asked: Asked, me: Outlook) -> Iterator[Could]:
    def with_card(paid: Outlook, card: str) -> Outlook:
        return replace(paid, bonus=(*paid.bonus, card))

    known = asked.position.known_bonus()
    unseen = [name for name in BONUS if name not in known]
    return _drawn(asked, me, BONUS_CARD, unseen, asked.position.bonus_cards, with_card)


def _drawn(
    asked: Asked,
    me: Outlook,
    kind: str,
    unseen: Sequence[str],
    stack: int,
    taken: Callable[[Outlook, str], Outlook],
) -> Iterator[Could]:
    """A card of a stack: he hopes for the best of some that nobody has seen, and takes the best he finds."""
    price = PRICES["card"]
    paid = _paid(asked, me, price)
    if paid is None or not stack:
        return

    def after(card: str) -> float:
        return worth(taken(paid, card))

    hoped = max(map(after, asked.chance.sample(unseen, min(GUESSES, len(unseen)))))
    yield Could((kind, max(asked.top(kind), key=after)), hoped, price)


WAYS: Mapping[str, Callable[[Asked, Outlook], Iterator[Could]]] = {
    "work": _works,
    "build": _builds,
    "freedom": _freedoms,
    "profession": _professions,
    "bonus": _bonus_cards,
}
"""What he could do by each action; the outlook is that with one action less."""
