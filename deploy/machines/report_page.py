"""The page of a run: every scene with its sentences, pictures and logs, on every kind of machine."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from html import escape
from os.path import relpath
from pathlib import Path

from machines.scene_run import SceneResult

HTML_HEAD = """<!doctype html><meta charset="utf-8"><title>Herald in machines</title>
<style>body { font: 15px/1.5 sans-serif; max-width: 60em; margin: 2em auto } img { width: 24em; margin: .3em }
.wrong { color: #b00 } td { padding: 0 1em 0 0; vertical-align: top }</style>
<h1>Herald in machines</h1>
"""


def write_report_page(page: Mapping[str, Sequence[SceneResult]], folder: Path) -> None:
    """Write index.html into the folder with the pictures and logs."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "index.html").write_text(HTML_HEAD + "\n".join((*_summary(page), *_scenes(page, folder))))


def _summary(page: Mapping[str, Sequence[SceneResult]]) -> Iterator[str]:
    yield "<table>"
    for kind, shown in page.items():
        for each in shown:
            how = '<span class="wrong">not shown</span>' if each.failure else "shown"
            link = f'<a href="#{kind}-{each.name}">{each.name}</a>'
            yield f"<tr><td>{kind}<td>{link}<td>{how}<td>{each.seconds:.0f} s<td>{escape(each.title)}"
    yield "</table>"


def _scenes(page: Mapping[str, Sequence[SceneResult]], folder: Path) -> Iterator[str]:
    for kind, shown in page.items():
        for each in shown:
            yield f'<h2 id="{kind}-{each.name}">{kind}: {each.name}</h2><p>{escape(each.title)}'
            for item in each.report_items:
                if isinstance(item, Path):
                    yield f'<img src="{relpath(item, folder)}" alt="{escape(item.stem)}">'
                else:
                    yield f"<br>{escape(item)}"
            if each.failure:
                yield f'<pre class="wrong">{escape(each.failure)}</pre>'
            for log in sorted((folder / kind / each.name).glob("*.log")):
                yield f'<a href="{relpath(log, folder)}">{log.name}</a>'
