"""What there is too much of, or too little, is counted by the house: stock by stock, in the box's order."""

from __future__ import annotations

from msgspec.structs import replace

from companion.rules.clauses import Clause, Refusal
from companion.rules.layout import InventoryIndex, Place, PlacedPieces, Stock, inventory_faults, touch_targets

WRONG = Clause("T-1", "wrong", ("what", "found", "whole"))
MANY = Clause("T-1", "many", ("name", "found", "copies"))


def stock(piece: str, whole: int | None, rest: str = "", **copies: int) -> Stock:
    def wrong(found: int, there: int) -> Refusal:
        return WRONG(piece, found, there)

    return Stock(piece, whole, wrong, rest, copies, MANY)


def told(*of: Stock, **lying: int) -> list[str]:
    """What is wrong where so many lie in one place, `card_red_king` for `card/red/king` and `any` for `?`."""
    words = {name.replace("_", "/").replace("any", "?"): number for name, number in lying.items()}
    there = tuple(PlacedPieces(piece, number) for piece, number in words.items())
    return [
        str(each)
        for each in inventory_faults(of, (Place("here", "spot", pieces=there), Place("there", "spot")))
    ]


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
    of = replace(stock("card/red", 2, "deck", king=1), name_by_piece={"old-king": "king", "new-king": "king"})
    cards = (
        PlacedPieces("old-king"),
        PlacedPieces("new-king"),
        PlacedPieces("king"),
        PlacedPieces("card/red/king"),
    )
    wrong = inventory_faults([of], (Place("here", "spot", pieces=cards),))
    assert [str(each) for each in wrong] == [
        "T-1 wrong (what=card/red found=3 whole=2)",
        "T-1 many (name=king found=3 copies=1)",
    ]


def test_of_what_comes_from_the_bank_there_is_always_enough() -> None:
    assert told(stock("coin", None), coin=1_000_000) == []


def test_the_same_pieces_in_two_places_are_counted_together() -> None:
    two = tuple(Place(name, "pile", pieces=(PlacedPieces("stone", 2),)) for name in ("here", "there"))
    assert [str(each) for each in inventory_faults([stock("stone", 3, "bag")], two)] == [
        "T-1 wrong (what=stone found=4 whole=3)"
    ]


def test_what_no_place_lists_lies_in_the_place_where_the_rest_of_its_stock_is() -> None:
    of = InventoryIndex((stock("card", 9, "deck", king=2), stock("stone", 3, "bag"), stock("coin", 1, "box")))
    hand, deck, bag = Place("hand", "hand"), Place("deck", "deck"), Place("bag", "supply")
    layout = (
        replace(hand, pieces=(PlacedPieces("card/king", 2),)),
        deck,
        replace(bag, pieces=(PlacedPieces("stone", 3),)),
    )
    assert of.layout_with_unlisted(layout) == (
        layout[0],
        replace(deck, pieces=(PlacedPieces("card/?", 7, "down"),)),
        layout[2],
    )


def test_what_no_place_lists_lies_beneath_what_one_lists() -> None:
    of, pile = InventoryIndex((stock("card", 9, "pile", king=2),)), Place("pile", "pile")
    (filled,) = of.layout_with_unlisted((replace(pile, pieces=(PlacedPieces("card/king", 2, "up"),)),))
    assert filled.pieces == (PlacedPieces("card/?", 7), PlacedPieces("card/king", 2, "up"))


def test_of_what_there_is_too_much_nothing_is_left() -> None:
    of = InventoryIndex((stock("stone", 3, "bag"),))
    lies = (Place("here", "spot", pieces=(PlacedPieces("stone", 5),)), Place("bag", "supply"))
    assert [number for _, _, number in of.unlisted_pieces(lies)] == [0]
    assert of.layout_with_unlisted(lies) == lies


def test_a_finger_can_touch_a_place_its_squares_its_numbers_and_its_pieces() -> None:
    row = Place("column/2", "row", pieces=(PlacedPieces("card/king", at="1"),))
    grid = Place(
        "grid/blue", "grid", "blue", pieces=(PlacedPieces("tile/lake", at="a1/r2"),), cells=("a1", "a2")
    )
    assert [*touch_targets((row, grid))] == [
        *("column/2", "card/king", "column/2/1"),
        *("grid/blue", "grid/blue/a1", "grid/blue/a2", "tile/lake", "grid/blue/a1/r2"),
    ]


def test_of_a_family_whose_names_all_know_the_box_has_no_other() -> None:
    cards = stock("card", 3, king=1, queen=2)
    assert [cards.contains_piece(word) for word in ("card/king", "card/knave", "stone/king")] == [
        True,
        False,
        False,
    ]
    assert stock("stone", 3).contains_piece("stone/red")
