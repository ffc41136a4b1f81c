"""The files that a result can be kept as, and where they are put."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from importlib.resources import files
from io import BytesIO
from pathlib import Path
from typing import Any, Final

from jinja2 import Environment, StrictUndefined, Template

from companion.export.bg_stats import result_qr
from companion.export.evening_result import EveningResult, ToldEvening, result_csv, result_json
from companion.export.html_report import report_values
from companion.rules.errors import HeraldError
from companion.table.storage.disk import free_name, write_atomically
from companion.voice.evening_text import when_text
from companion.voice.fonts import font_file, kivy_font
from companion.voice.language import load_translation

PLAYER_COLOURS: Final = {
    "blue": "#3675d3",
    "yellow": "#fff04a",
    "red": "#de352f",
    "green": "#36ad5c",
    "orange": "#f07f1f",
    "black": "#29252e",
    "white": "#fbf8f1",
}
"""Colours of players, those of the screen; any other is that of `OTHER_COLOUR`."""
OTHER_COLOUR: Final = "#b9b3ad"
PICTURE_WIDTH, ROW_HEIGHT, LONGEST_BAR = 1200, 92, 340
"""Pixels."""
MAX_NAME_LETTERS: Final = 20
"""As many letters of a name as stand before the bars."""
QR_SCALE, QR_BORDER = 4, 4
"""Pixels for a module of a QR, and modules of white around it, which readers need (ISO/IEC 18004)."""


class NoPicture(HeraldError, ValueError):
    """Raised where a picture cannot be drawn on this computer."""


@cache
def _template(name: str) -> Template:
    """A template of `templates`: whatever comes from people is text in it. Reading it takes longer than filling it."""
    environment = Environment(
        autoescape=True, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True
    )
    return environment.from_string(files("companion.export").joinpath("templates", name).read_text("utf-8"))


def render_template(name: str, **values: Any) -> str:
    """A template of `templates`, filled."""
    return _template(name).render(values)


def result_picture(result: EveningResult) -> bytes:
    """The result as a PNG: who has how many points, the first place first. Raises NoPicture."""
    most = max(1, *(player.points for player in result.players))
    ranked = sorted(result.players, key=lambda player: (player.rank or 0, -player.points))
    rows = [
        {
            "place": f"{player.rank}." if player.rank is not None else "",
            "name": _shortened(player.name),
            "points": player.points,
            "wins": player.wins,
            "colour": PLAYER_COLOURS.get(player.colour, OTHER_COLOUR),
            "bar": LONGEST_BAR * max(0, player.points) / most,
        }
        for player in ranked
    ]
    drawing = render_template(
        "result.svg",
        result=result,
        subtitle=_subtitle(result),
        rows=rows,
        width=PICTURE_WIDTH,
        height=176 + ROW_HEIGHT * len(rows) + 64,
        row_height=ROW_HEIGHT,
    )
    names = "".join(player.name for player in result.players)
    fonts = [str(kivy_font("Roboto-Regular.ttf")), str(kivy_font("Roboto-Bold.ttf"))]
    fonts += [font for font in {font_file(letter) for letter in names} if font]
    try:
        import resvg_py

        made: bytes = resvg_py.svg_to_bytes(svg_string=drawing, font_files=fonts, skip_system_fonts=True)
    except (KeyboardInterrupt, SystemExit):
        raise
    except BaseException as wrong:  # a panic in resvg is no Exception here
        raise NoPicture(f"the picture cannot be drawn: {wrong}; run deploy/setup") from wrong
    return made


def _shortened(name: str) -> str:
    return name if len(name) <= MAX_NAME_LETTERS else f"{name[: MAX_NAME_LETTERS - 1]}…"


def _subtitle(result: EveningResult) -> str:
    text = load_translation(result.language).gettext
    how_long = text("{number} min").format(number=result.minutes) if result.minutes else ""
    when = when_text(result.began.timestamp()) if result.began is not None else ""
    return " · ".join(filter(None, (when, how_long)))


def result_html(evening: ToldEvening) -> bytes:
    """The evening as a page that fetches nothing and runs nothing."""
    result = evening.result
    colours = {player.colour: PLAYER_COLOURS.get(player.colour, OTHER_COLOUR) for player in result.players}
    values = report_values(evening)
    return render_template("report.html", subtitle=_subtitle(result), colours=colours, **values).encode()


def qr_picture(result: EveningResult) -> bytes:
    """The QR for BG Stats as a PNG. Raises NoResultYet."""
    file = BytesIO()
    result_qr(result).save(file, kind="png", scale=QR_SCALE, border=QR_BORDER)
    return file.getvalue()


RESULT_FILES: Final[Mapping[str, tuple[str, Callable[[ToldEvening], bytes]]]] = {
    "qr": (".qr.png", lambda evening: qr_picture(evening.result)),
    "picture": (".png", lambda evening: result_picture(evening.result)),
    "json": (".json", lambda evening: result_json(evening.result)),
    "csv": (".csv", lambda evening: result_csv(evening.result)),
    "html": (".html", result_html),
}
"""What a result can be kept as -> the ending of the file's name, and its content."""


def keep_result(evening: ToldEvening, kind: str, folder: Path) -> Path:
    """Write one of RESULT_FILES into that folder, under a name that nothing there has; raises OSError, HeraldError."""
    ending, make = RESULT_FILES[kind]
    path = free_name(folder / evening.result.name, ending)
    write_atomically(path, make(evening))
    return path
