"""What hands must do from layout to layout, at tables of a few pieces; tests/table/test_undo.py has whole games."""

from __future__ import annotations

import pytest

from companion.rules.layout import Face, Layout, Place, PlacedPieces, PlaceKind, Stock
from companion.rules.movement_execution import (
    ImpossibleMovementError,
    layout_after_movements,
    layout_mismatches,
)
from companion.rules.movements import Movement, movements_between
from companion.rules.tracking.tracked_pieces import NEXT_NUMBER_FACT

BOX = (
    Stock("card", 6, None, "", dict.fromkeys(("ace", "king", "queen", "jack", "ten", "nine"), 1)),
    Stock("coin", None, None, "bank"),
    Stock("coin/gold", 1, None, "safe"),
    Stock("tile", 3, None, "supply"),
    Stock("man", 2, None),
)


def at(id: str, kind: PlaceKind, *pieces: PlacedPieces, facts: dict[str, str | int] | None = None) -> Place:
    return Place(id, kind, id.partition("/")[2] if id[-1].isalpha() else "", pieces, facts or {})


def cards(number: int, name: str = "?", face: Face = "down") -> PlacedPieces:
    return PlacedPieces(f"card/{name}", number, face)


def row(*names: str, following: int = 0) -> Place:
    """A row of cards, those with a plus face up."""
    lying = (
        PlacedPieces(f"card/{name.strip('+')}", 1, "up" if name[0] == "+" else "down", str(number))
        for number, name in enumerate(names, 1)
    )
    return at("row/1", "row", *lying, facts={NEXT_NUMBER_FACT: following} if following else None)


def hand(number: int, who: str = "ann") -> Place:
    return at(f"hand/{who}", "hand", *((cards(number),) if number else ()))


def deck(number: int) -> Place:
    return at("deck", "deck", *((cards(number),) if number else ()))


def pile(*names: str) -> Place:
    return at("pile", "pile", *(cards(1, name, "up") for name in names))


def made(*path: Layout) -> list[tuple[str, int, str, str]]:
    """The movements, which lead there: what, how many, from where (or how it lies), where to (or how it shall)."""
    plan = movements_between(BOX, path)
    assert list(layout_mismatches(BOX, layout_after_movements(BOX, path, plan), path[-1])) == []
    return [(each.piece, each.count, each.from_, each.to) for each in plan]


def test_a_card_laid_goes_back_to_the_hand_and_the_one_drawn_to_the_deck() -> None:
    assert made((row("?"), hand(2), deck(3)), (row("?"), hand(1), deck(4)), (row(), hand(2), deck(4))) == [
        ("card/?", 1, "row/1", "hand/ann"),
        ("card/?", 1, "hand/ann", "deck"),
    ]


def test_there_and_back_again_is_no_movement() -> None:
    here, there = (row("?"), hand(1)), (row(), hand(2))
    assert made(here, there, here) == []


def test_of_cards_alike_the_last_is_meant_and_any_other_is_said_by_its_number() -> None:
    assert made((row("+ace", "?", "?"), hand(1)), (row("+ace", "?"), hand(2))) == [
        ("card/?", 1, "row/1", "hand/ann")
    ]
    assert made((row("+ace", "?", "?"), hand(1)), (row("+ace", "?", following=2), hand(2))) == [
        ("card/?", 1, "card/1.2", "hand/ann")
    ]
    assert made((row("?", "+king"), hand(1)), (row("?", "?", "+king"), hand(0))) == [
        ("card/?", 1, "hand/ann", "card/1.2")
    ]


def test_what_lies_later_in_a_row_leaves_it_first() -> None:
    assert made((row("+ace", "+king"), hand(0)), (row(), hand(2))) == [
        ("card/king", 1, "row/1", "hand/ann"),
        ("card/ace", 1, "row/1", "hand/ann"),
    ]


def test_what_lies_the_other_way_is_turned_where_it_lies() -> None:
    plan = movements_between(BOX, [(row("+ace", "?"),), (row("?", "?"),)])
    assert plan == (Movement("turn", "card/ace", 1, "up", "down", "row/1"),)


def test_a_card_out_of_a_pile_is_turned_where_it_shall_lie_face_down() -> None:
    assert made((row(), pile("king")), (row("+king"), pile()), (row("?"), pile())) == [
        ("card/king", 1, "pile", "row/1"),
        ("card/king", 1, "up", "down"),
    ]


def test_hands_keep_the_names_of_what_came_into_them() -> None:
    """A card that lay open goes by its name from the hand that has it to the one that had it before."""
    path = (
        (hand(2), hand(1, "bob"), pile()),
        (hand(1), hand(1, "bob"), pile("king")),
        (hand(1), hand(2, "bob"), pile()),
    )
    assert made(*path) == [("card/king", 1, "hand/ann", "hand/bob")]


def test_a_pile_that_became_a_deck_is_laid_out_whole_before_its_cards_have_names() -> None:
    path = (
        (hand(2), deck(2), pile(), row()),
        (hand(1), deck(3), pile(), row()),
        (hand(1), deck(0), pile("ace", "king", "ten"), row()),
        (hand(1), deck(0), pile("ace", "king"), row("+ten")),
    )
    assert made(*path) == [
        ("card/?", 2, "deck", "pile"),
        ("card/?", 1, "hand/ann", "pile"),
        ("card/ten", 1, "pile", "row/1"),
    ]


def test_a_card_misread_lies_where_it_lay_and_goes_by_the_name_it_really_has() -> None:
    assert movements_between(BOX, [(pile("king"), hand(0)), (pile("queen"), hand(0))]) == ()
    assert made((pile("king"), hand(0)), (pile("queen"), hand(0)), (pile(), hand(1))) == [
        ("card/king", 1, "pile", "hand/ann")
    ]


def test_coins_go_by_way_of_the_bank_first_to_it() -> None:
    def purses(ann: int, bob: int) -> Layout:
        return at("purse/ann", "spot", PlacedPieces("coin", ann)), at(
            "purse/bob", "spot", PlacedPieces("coin", bob)
        )

    assert made(purses(3, 1), purses(1, 2)) == [
        ("coin", 2, "purse/ann", "bank"),
        ("coin", 1, "bank", "purse/bob"),
    ]


def test_a_piece_belongs_to_the_stock_with_the_longest_name() -> None:
    lying = at("purse/ann", "spot", PlacedPieces("coin/gold"))
    assert made((lying,), (at("purse/ann", "spot"),)) == [("coin/gold", 1, "purse/ann", "safe")]


def test_a_tile_that_only_changes_its_place_is_taken_off_and_laid_anew() -> None:
    before, after = (at("grid/ann", "grid", PlacedPieces("tile", at=square)) for square in ("a1/r0", "b2/r1"))
    assert made((before,), (after,)) == [
        ("tile", 1, "grid/ann/a1/r0", "supply"),
        ("tile", 1, "supply", "grid/ann/b2/r1"),
    ]


def test_take_back_comes_before_put_down() -> None:
    def men(point: str, held: int) -> Layout:
        places = (
            at(f"point/{each}", "spot", *((PlacedPieces("man"),) if each in point else ())) for each in "12"
        )
        return (*places, at("stock", "supply", PlacedPieces("tile", held)))

    before = (
        *men("1", 1),
        at("board", "spot", PlacedPieces("tile", 1)),
        at("side", "spot", PlacedPieces("coin", 2)),
    )
    after = (*men("2", 1), at("board", "spot", PlacedPieces("tile", 2)), at("side", "spot"))
    assert made(before, after) == [
        ("coin", 2, "side", "bank"),
        ("man", 1, "point/1", "point/2"),
        ("tile", 1, "supply", "board"),
    ]


@pytest.mark.parametrize(
    "impossible",
    [
        Movement("move", "card/king", 1, "pile", "row/1"),
        Movement("move", "card/?", 2, "hand/ann", "row/1"),
        Movement("move", "card/?", 1, "hand/ann", "card/1.3"),
        Movement("move", "card/?", 1, "hand/ann", "nowhere"),
        Movement("turn", "card/ace", 1, "down", "up", "pile"),
    ],
    ids=str,
)
def test_hands_refuse_what_cannot_be_done(impossible: Movement) -> None:
    with pytest.raises(ImpossibleMovementError, match="look at the movements before it"):
        layout_after_movements(BOX, [(row("?"), pile("ace"), hand(1))], [impossible])


def test_whatever_lies_otherwise_is_found() -> None:
    wanted = (row("+ace", "?"), pile("king"), hand(2))
    assert list(layout_mismatches(BOX, wanted, wanted)) == []
    others = ((row("?", "+ace"), pile("king"), hand(2)), (row("+ace", "+ten"), pile("ten"), hand(1)))
    assert [len(list(layout_mismatches(BOX, other, wanted))) for other in others] == [1, 3]


def test_what_lies_on_another_square_or_step_lies_otherwise() -> None:
    for kind in ("grid", "track"):
        here, there = ((at("board", kind, PlacedPieces("tile", at=square)),) for square in ("a1", "b2"))
        assert len(list(layout_mismatches(BOX, here, there))) == 1


def test_pieces_of_a_player_go_to_places_of_that_player_first() -> None:
    def men(*places: str) -> Layout:
        every = ("bench/ann", "bench/bob", "seat/bob", "seat/ann")
        return tuple(at(id, "spot", *((PlacedPieces("man"),) if id in places else ())) for id in every)

    assert made(men("bench/ann", "bench/bob"), men("seat/ann", "seat/bob")) == [
        ("man", 1, "bench/ann", "seat/ann"),
        ("man", 1, "bench/bob", "seat/bob"),
    ]


def test_what_goes_between_hands_and_decks_comes_before_what_goes_across_the_table() -> None:
    def men(point: str) -> Layout:
        return tuple(
            at(f"point/{each}", "spot", *((PlacedPieces("man"),) if each in point else ())) for each in "12"
        )

    assert made((hand(2), deck(1), *men("1")), (hand(1), deck(2), *men("2"))) == [
        ("card/?", 1, "hand/ann", "deck"),
        ("man", 1, "point/1", "point/2"),
    ]


def test_what_is_turned_stays_behind_when_one_like_it_is_taken_from_beside_it() -> None:
    """Turned first, it could be the one that is taken."""
    before = at("a", "spot", PlacedPieces("tile", 2, "up")), at("b", "spot")
    after = at("a", "spot", PlacedPieces("tile", 1, "down")), at("b", "spot", PlacedPieces("tile", 1, "up"))
    assert made(before, after) == [("tile", 1, "a", "b"), ("tile", 1, "up", "down")]


def test_a_card_misread_in_a_row_stays_in_it() -> None:
    assert movements_between(BOX, [(row("+king", "?"), hand(0)), (row("+queen", "?"), hand(0))]) == ()


def test_cards_go_from_row_to_row_before_others_are_laid() -> None:
    def second(number: int) -> Place:
        return at(
            "row/2", "row", *(PlacedPieces("card/?", 1, "down", str(each + 1)) for each in range(number))
        )

    assert made((row("?"), second(0), hand(1)), (row(), second(2), hand(0))) == [
        ("card/?", 1, "row/1", "row/2"),
        ("card/?", 1, "hand/ann", "row/2"),
    ]


def test_a_card_without_a_name_comes_from_its_owner_rather_than_from_another_hand() -> None:
    def lies(laid: int, deck: int, bob: int, cid: int) -> Layout:
        own = at("row/ann", "row", *[PlacedPieces("card/?", 1, "down", "1")] * laid)
        return own, at("deck/ann", "deck", cards(deck)), hand(bob, "bob"), hand(cid, "cid")

    assert sorted(made(lies(0, 2, 2, 0), lies(1, 1, 1, 1))) == [
        ("card/?", 1, "deck/ann", "row/ann"),
        ("card/?", 1, "hand/bob", "hand/cid"),
    ]


def test_a_card_that_only_went_through_a_hand_goes_straight_on() -> None:
    path = (
        (pile("king"), hand(0), deck(0)),
        (pile(), hand(1), deck(0)),
        (pile(), hand(0), deck(1)),
    )
    assert made(*path) == [("card/king", 1, "pile", "deck")]


def test_a_card_that_was_one_among_others_and_shows_itself_is_the_same_card() -> None:
    seat = at("seat/ann", "spot")
    path = (
        (pile("king"), hand(0), deck(2), seat),
        (pile(), hand(1), deck(2), seat),
        (pile(), hand(0), deck(3), seat),
        (pile(), hand(0), deck(2), at("seat/ann", "spot", cards(1, "king", "up"))),
    )
    assert made(*path) == [("card/king", 1, "pile", "seat/ann")]


def test_of_a_card_that_there_is_once_it_is_the_same_whoever_has_it() -> None:
    """Another hand has one less: the hand that had the king has got that one for it."""
    path = (
        (pile("king"), hand(0), hand(1, "bob"), row()),
        (pile(), hand(1), hand(1, "bob"), row()),
        (pile(), hand(1), hand(0, "bob"), row("+king")),
    )
    assert made(*path) == [("card/?", 1, "hand/bob", "hand/ann"), ("card/king", 1, "pile", "row/1")]


def test_a_card_drawn_from_a_pile_that_was_a_deck_is_taken_once_that_is_laid_out() -> None:
    path = (
        (hand(1), deck(2), pile()),
        (hand(1), deck(0), pile("ace", "king")),
        (hand(2), deck(0), pile("ace")),
    )
    assert made(*path) == [("card/?", 2, "deck", "pile"), ("card/king", 1, "pile", "hand/ann")]
