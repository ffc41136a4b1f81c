"""Makes the pictures of symbols in advance: `python -m companion.start.symbol_cache`, as deploy/setup does.

Pictures of drawings that no longer exist are deleted.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from typing import Final

from companion.rules.errors import InvalidFile
from companion.screen.display.kivy_config import PANEL_SIZES, dots_per_inch_to_fit_layout
from companion.screen.draw import symbol_images
from companion.screen.draw.rasteriser import rasterise
from companion.screen.draw.symbols import load_symbol, symbol_file_by_name
from companion.screen.draw.theme import CHALK

COMMON_SIZES_MM: Final = (
    2.4,
    2.6,
    2.8,
    3.0,
    3.2,
    3.4,
    3.6,
    4.0,
    4.2,
    4.4,
    5.0,
    5.4,
    6.0,
    7.0,
    7.5,
    8.4,
    10.0,
    15.2,
)
"""Millimetres at which most symbols are shown. At any other size they are made when they are first shown."""


def sizes_in_pixels() -> list[int]:
    """The common sizes in pixels, on the panels that Herald is made for."""
    return sorted(
        {
            round(size * dots_per_inch_to_fit_layout(panel) / 25.4)
            for size in COMMON_SIZES_MM
            for panel in PANEL_SIZES
        }
    )


def draw_missing_symbols(names: Iterable[str]) -> Iterator[str]:
    """Make the pictures of these symbols that are not cached yet.

    Yields a sentence for each symbol that cannot be drawn; raises OSError where the cache cannot be written.
    """
    for name in names:
        try:
            svg, _ = load_symbol(name).svg_and_colour(CHALK)
            for size in sizes_in_pixels():
                kept_as = symbol_images.cache_file_name(svg, size)
                if symbol_images.load_cached(kept_as) is None:
                    symbol_images.save_cached(kept_as, rasterise(svg, size))
        except InvalidFile as wrong:
            yield f"{symbol_file_by_name().get(name, name)}: {wrong}"


def delete_stale_symbols() -> None:
    """Delete the pictures of drawings that no longer exist. Raises OSError."""
    known = {
        symbol_images.cache_file_name(load_symbol(name).svg_and_colour(CHALK)[0], 0).partition("-")[0]
        for name in symbol_file_by_name()
    }
    for path in symbol_images.cache_folder().iterdir():
        if path.suffix != ".png" or path.name.partition("-")[0] not in known:
            path.unlink(missing_ok=True)


def main() -> int:
    """Make the pictures of all symbols, those of games from outside too; 1 where one cannot be drawn or kept."""
    try:
        wrong = [*draw_missing_symbols(symbol_file_by_name())]
        delete_stale_symbols()
    except OSError as cannot:
        wrong = [f"The pictures of symbols cannot be kept: {cannot}. Each start makes its own."]
    for each in wrong:
        print(each, file=sys.stderr)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
