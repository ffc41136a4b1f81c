from math import pi

import pytest

from companion.screen.draw.raster import arc, box, coverage, disc, hole, solid, stroke


def share(picture: bytearray) -> float:
    return sum(picture) / 255 / len(picture)


def test_a_box_over_all_covers_every_pixel() -> None:
    assert coverage([box(0, 0, 1, 1)], 10) == b"\xff" * 100


def test_nothing_drawn_covers_nothing() -> None:
    assert coverage([], 7) == bytes(49)


def test_rows_run_from_the_bottom_up() -> None:
    assert coverage([box(0, 0, 1, 0.5)], 2) == b"\xff\xff\0\0"


def test_half_a_pixel_is_half_covered() -> None:
    assert coverage([box(0, 0, 0.25, 1)], 2) == bytes([128, 0, 128, 0])


@pytest.mark.parametrize("pixels", [9, 40, 150])
def test_a_disc_covers_as_much_as_a_disc_has(pixels: int) -> None:
    assert share(coverage([disc(0.5, 0.5, 0.4)], pixels)) == pytest.approx(pi * 0.16, rel=0.02)


def test_what_lies_in_two_outlines_is_covered_once() -> None:
    twice = coverage([box(0, 0, 0.6, 1), box(0.4, 0, 1, 1)], 10)
    assert twice == b"\xff" * 100


def test_a_hole_takes_away() -> None:
    ring = coverage([disc(0.5, 0.5, 0.4), hole(disc(0.5, 0.5, 0.2))], 60)
    assert share(ring) == pytest.approx(pi * 0.12, rel=0.02)
    assert ring[60 * 30 + 30] == 0


def test_what_reaches_out_of_the_square_is_cut_off() -> None:
    assert coverage([box(-3, -3, 4, 4)], 5) == b"\xff" * 25


def test_solid_turns_an_outline_the_right_way_round() -> None:
    square = box(0.2, 0.2, 0.8, 0.8)
    assert solid(square) == solid(hole(square)) == square


def test_a_stroke_is_as_wide_as_it_is_asked_for() -> None:
    line = coverage(stroke([(0.1, 0.5), (0.9, 0.5)], 0.2), 50)
    column = [line[row * 50 + 25] for row in range(50)]
    assert sum(column) == pytest.approx(255 * 10, abs=4)


def test_an_arc_runs_from_one_angle_to_the_other() -> None:
    points = arc(0, 0, 1, 0, 90, 2)
    assert points[0] == pytest.approx((1, 0))
    assert points[-1] == pytest.approx((0, 1))
