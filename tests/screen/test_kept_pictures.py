"""Pictures of symbols are kept, made anew where they are damaged, and never waited for."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from kivy.metrics import mm

from companion.rules.errors import InvalidFile
from companion.screen.draw import painter, symbol_images
from companion.screen.draw import symbols as draw_symbols
from companion.screen.draw.canvas_widget import CanvasWidget
from companion.screen.draw.painter import Painter
from companion.screen.draw.rect import Rect
from companion.screen.draw.symbol_images import SymbolImages
from companion.screen.draw.symbols import load_symbol, symbol_file_by_name
from companion.screen.draw.theme import CHALK
from companion.start import symbol_cache
from tests.screen.conftest import Sit
from tests.screen.harness.stage import Alone

SUN = load_symbol("sun").svg_and_colour(CHALK)[0]
PIXELS = 23


@pytest.fixture(autouse=True)
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Nothing was ever drawn on this computer."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    return tmp_path / "herald" / "symbols"


def nothing() -> None:
    """Nobody waits."""


def at_once(work: Callable[[], None]) -> None:
    work()


def never(_work: Callable[[], None]) -> None:
    raise AssertionError("made though it was kept")


def test_a_picture_is_made_beside_and_kept_for_the_next_start(cache: Path) -> None:
    first = SymbolImages()
    made = first.png_or_none(SUN, PIXELS, nothing)
    symbol_images._executor().submit(nothing).result(20)  # after all that it was given before
    made = made or first.png_or_none(SUN, PIXELS, nothing)
    assert made is not None
    assert SymbolImages(never).png_or_none(SUN, PIXELS, nothing) == made
    assert [path.name for path in cache.iterdir()] == [symbol_images.cache_file_name(SUN, PIXELS)]


def test_another_size_or_drawing_is_another_picture() -> None:
    here = SymbolImages(at_once)
    got = {
        here.png_or_none(svg, pixels, nothing)
        for svg in (SUN, SUN.replace("50", "49"))
        for pixels in (23, 24)
    }
    assert len(got) == 4


@pytest.mark.parametrize(
    "spoil", [lambda data: b"", lambda data: data[:-9], lambda data: data[:40] + b"?" + data[41:]]
)
def test_a_damaged_file_is_made_anew(cache: Path, spoil: Callable[[bytes], bytes]) -> None:
    made = SymbolImages(at_once).png_or_none(SUN, PIXELS, nothing)
    (file,) = cache.iterdir()
    whole = file.read_bytes()
    file.write_bytes(spoil(whole))
    assert SymbolImages(at_once).png_or_none(SUN, PIXELS, nothing) == made
    assert file.read_bytes() == whole


def test_where_nothing_can_be_written_each_start_makes_its_own(
    cache: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    cache.parent.write_text("a file where the folder should be")
    assert SymbolImages(at_once).png_or_none(SUN, PIXELS, nothing)
    monkeypatch.setattr(symbol_cache, "symbol_file_by_name", lambda: {"sun": symbol_file_by_name()["sun"]})
    assert symbol_cache.main() == 1
    assert "cannot be kept" in capsys.readouterr().err


def test_a_full_disk_leaves_nothing_half_written(cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(path: Path, data: bytes) -> int:
        with path.open("wb") as file:
            file.write(data[:10])
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "write_bytes", full)
    assert SymbolImages(at_once).png_or_none(SUN, PIXELS, nothing)
    assert [*cache.iterdir()] == []


def test_what_makes_no_sense_is_tried_once() -> None:
    tried: list[Callable[[], None]] = []

    def once(work: Callable[[], None]) -> None:
        tried.append(work)
        work()

    here = SymbolImages(once)
    for _ in range(3):
        with pytest.raises(InvalidFile, match="no SVG"):
            here.png_or_none("<html/>", PIXELS, nothing)
    assert len(tried) == 1


def test_set_up_makes_the_usual_sizes_once_and_throws_old_ones_away(
    cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(symbol_cache, "symbol_file_by_name", lambda: {"sun": symbol_file_by_name()["sun"]})
    symbol_images.save_cached(symbol_images.cache_file_name("<svg/>", 9), b"of a drawing that is gone")
    (cache / f"{symbol_images.cache_file_name(SUN, 9)}.4711").write_bytes(
        b"half of it, as the power went away"
    )
    assert symbol_cache.main() == 0
    made = {path: path.stat().st_mtime_ns for path in cache.iterdir()}
    assert {path.name for path in made} == {
        symbol_images.cache_file_name(SUN, size) for size in symbol_cache.sizes_in_pixels()
    }
    assert symbol_cache.main() == 0
    assert {path: path.stat().st_mtime_ns for path in cache.iterdir()} == made


# -- on the screen


class Plate(CanvasWidget):
    """Shows one symbol."""

    def __init__(self, name: str) -> None:
        self.name = name
        super().__init__()

    def paint(self, painter: Painter, bounds: Rect) -> None:
        painter.draw_symbol(self.name, bounds.centred(mm(20), mm(20)))


def test_without_pictures_a_name_stands_there_until_they_come(
    sit: Sit, monkeypatch: pytest.MonkeyPatch
) -> None:
    waiting: list[Callable[[], None]] = []
    monkeypatch.setattr(painter, "SYMBOL_IMAGES", SymbolImages(waiting.append))
    monkeypatch.setattr(painter, "SYMBOL_TEXTURES", {})
    driver = sit(Alone(lambda: Plate("landscape/lake/flat")))
    assert driver.words() == ["lake"]
    for work in waiting:
        work()
    driver.rest()
    assert driver.words() == []


@pytest.mark.parametrize("name", ["sword", "building/sword", "torn/sword", "lost/sword"])
def test_what_cannot_be_drawn_has_its_name_for_a_face_and_the_log_says_so_once(
    sit: Sit, name: str, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    torn = tmp_path / "torn.svg"
    torn.write_text("<svg")
    brought = {"torn/sword": torn, "lost/sword": tmp_path / "lost.svg"}
    monkeypatch.setattr(draw_symbols, "symbol_file_by_name", lambda: brought)
    driver = sit(Alone(lambda: Plate(name)))
    driver.app.widget.request_redraw()
    driver.rest()
    assert driver.words() == ["sword"]
    (told,) = [each.getMessage() for each in caplog.records if each.name == "herald.symbols"]
    assert told.startswith(f"the symbol {name} has no picture: ")
    caplog.clear()


def test_all_that_wait_for_a_picture_are_told_when_it_is_there() -> None:
    works, told = list[Callable[[], None]](), list[str]()
    here = SymbolImages(works.append)
    for who in ("button", "heading", "button"):
        assert here.png_or_none(SUN, PIXELS, lambda who=who: told.append(who)) is None  # type: ignore[misc]
    (work,) = works
    assert told == []
    work()
    assert told == ["button", "heading", "button"]
    assert here.png_or_none(SUN, PIXELS, nothing) is not None
