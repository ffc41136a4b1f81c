"""What there is too much of, or too little, is counted by the house: stock by stock, in the box's order."""

from __future__ import annotations

from msgspec.structs import replace

from companion.rules.clauses import Clause, Refusal
from companion.rules.layout import Lying, Place, Stock, Stocks, census

WRONG = Clause("T-1", "wrong", ("what", "found", "whole"))
MANY = Clause("T-1", "many", ("name", "found", "copies"))


def stock(piece: str, whole: int | None, rest: str = "", **copies: int) -> Stock:
    def wrong(found: int, there: int) -> Refusal:
        return WRONG(piece, found, there)

    return Stock(piece, whole, wrong, rest, copies, MANY)


def told(*of: Stock, **lying: int) -> list[str]:
    """What is wrong where so many lie in one place, `card_red_king` for `card/red/king` and `any` for `?`."""
    words = {name.replace("_", "/").replace("any", "?"): number for name, number in lying.items()}
    there = tuple(Lying(piece, number) for piece, number in words.items())
    return [str(each) for each in census(of, (Place("here", "spot", pieces=there), Place("there", "spot")))]


def test_all_must_lie_somewhere_where_there_is_no_rest() -> None:
    of = stock("stone/red", 3)
    assert told(of, stone_red=3) == []
    assert told(of, stone_red=2) == ["T-1 wrong (what=stone/red found=2 whole=3)"]
    assert told(of, stone_red=4) == ["T-1 wrong (what=stone/red found=4 whole=3)"]
    assert told(of) == ["T-1 wrong (what=stone/red found=0 whole=3)"]


def test_what_lies_nowhere_is_in_the_rest() -> None:
    of = stock("stone", 3, "bag")
    assert told(of) == told(of, stone=3) == []
    assert told(of, stone=4) == ["T-1 wrong (what=stone found=4 whole=3)"]


def test_a_family_is_counted_whole_and_name_by_name() -> None:
    of = stock("card/red", 3, "deck", king=1, queen=2)
    assert told(of, card_red_king=1, card_red_any=2) == []
    assert told(of, card_red_king=2, card_red_queen=3, card_red_any=-1) == [
        "T-1 wrong (what=card/red found=4 whole=3)",
        "T-1 many (name=king found=2 copies=1)",
        "T-1 many (name=queen found=3 copies=2)",
    ]


def test_a_family_is_not_one_whose_name_begins_alike() -> None:
    assert told(stock("card/red", 1), stock("card/redder", 1), card_red_any=1, card_redder_any=1) == []


def test_a_piece_whose_word_begins_otherwise_is_of_a_family_by_its_name() -> None:
    of = replace(stock("card/red", 2, "deck", king=1), named={"old-king": "king", "new-king": "king"})
    cards = (Lying("old-king"), Lying("new-king"), Lying("king"), Lying("card/red/king"))
    wrong = census([of], (Place("here", "spot", pieces=cards),))
    assert [str(each) for each in wrong] == [
        "T-1 wrong (what=card/red found=3 whole=2)",
        "T-1 many (name=king found=3 copies=1)",
    ]


def test_of_what_comes_from_the_bank_there_is_always_enough() -> None:
    assert told(stock("coin", None), coin=1_000_000) == []


def test_the_same_pieces_in_two_places_are_counted_together() -> None:
    two = tuple(Place(name, "pile", pieces=(Lying("stone", 2),)) for name in ("here", "there"))
    assert [str(each) for each in census([stock("stone", 3, "bag")], two)] == [
        "T-1 wrong (what=stone found=4 whole=3)"
    ]


def test_what_no_place_lists_lies_in_the_place_where_the_rest_of_its_stock_is() -> None:
    of = Stocks((stock("card", 9, "deck", king=2), stock("stone", 3, "bag"), stock("coin", 1, "box")))
    hand, deck, bag = Place("hand", "hand"), Place("deck", "deck"), Place("bag", "supply")
    layout = replace(hand, pieces=(Lying("card/king", 2),)), deck, replace(bag, pieces=(Lying("stone", 3),))
    assert of.filled(layout) == (layout[0], replace(deck, pieces=(Lying("card/?", 7, "down"),)), layout[2])
