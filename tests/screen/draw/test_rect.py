import pytest

from companion.screen.draw.rect import Rect

WHOLE = Rect(10, 20, 100, 60)


def test_strips_and_what_is_left_fill_the_whole() -> None:
    left, rest = WHOLE.cut_left(30, 5)
    assert left == Rect(10, 20, 30, 60)
    assert rest == Rect(45, 20, 65, 60)
    right, rest = WHOLE.cut_right(30, 5)
    assert right == Rect(80, 20, 30, 60)
    assert rest == Rect(10, 20, 65, 60)
    top, rest = WHOLE.cut_top(20, 4)
    assert top == Rect(10, 60, 100, 20)
    assert rest == Rect(10, 20, 100, 36)
    bottom, rest = WHOLE.cut_bottom(20, 4)
    assert bottom == Rect(10, 20, 100, 20)
    assert rest == Rect(10, 44, 100, 36)


def test_nothing_is_taken_that_is_not_there() -> None:
    left, rest = WHOLE.cut_left(500, 5)
    assert left == WHOLE
    assert rest.width == 0


def test_columns_run_from_the_left_and_rows_from_the_top() -> None:
    assert [column.x for column in WHOLE.split_columns(2, 10)] == [10, 65]
    assert [row.y for row in WHOLE.split_rows(2, 10)] == [55, 20]
    assert [(round(cell.x), round(cell.y)) for cell in WHOLE.split_grid(2, 2)] == [
        (10, 50),
        (60, 50),
        (10, 20),
        (60, 20),
    ]


def test_the_middle_stays_the_middle() -> None:
    assert WHOLE.largest_square() == Rect(30, 20, 60, 60)
    assert WHOLE.inset(5, 10) == Rect(15, 30, 90, 40)
    assert WHOLE.inset(5, 10).center == WHOLE.center


@pytest.mark.parametrize(
    ("other", "over"),
    [
        (Rect(110, 20, 5, 60), False),
        (Rect(109, 30, 5, 5), True),
        (Rect(0, 0, 300, 20), False),
        (Rect(50, 50, 1, 1), True),
    ],
)
def test_what_only_touches_does_not_overlap(other: Rect, over: bool) -> None:
    assert WHOLE.overlaps(other) is over


def test_the_edge_belongs_to_it() -> None:
    assert WHOLE.contains_point(10, 20)
    assert WHOLE.contains_point(110, 80)
    assert not WHOLE.contains_point(9.9, 40)
