"""The backup page: two large buttons, the questions they ask, and what came of them."""

from __future__ import annotations

import logging
import os
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path
from queue import SimpleQueue
from threading import Event
from typing import Final, Literal

from kivy.metrics import mm
from msgspec import Struct
from msgspec.structs import replace

from companion.home import herald_home
from companion.rules.errors import HeraldError
from companion.screen.app_state import PowerAction, run_on_kivy_thread
from companion.screen.draw.canvas_widget import ModelView, place_widget
from companion.screen.draw.painter import Painter
from companion.screen.draw.rect import Rect
from companion.screen.draw.theme import (
    CHALK,
    CORNER_RADIUS,
    GAP,
    GOLD,
    HEADING_TEXT,
    LEAD_TEXT,
    MUTED,
    NO_RED,
    PANEL,
    TITLE_TEXT,
    YES_GREEN,
    mix_colours,
)
from companion.screen.pages.page import AppShell, AskingPage
from companion.screen.view_models import ChoiceModel, ChoiceOverlayModel
from companion.screen.widgets.button import PushButton
from companion.table.storage.backup import (
    BackupManifest,
    backup_file_name,
    backups_in,
    mounted_media,
    open_backup,
    write_backup,
)
from companion.table.storage.restore import restore_backup
from companion.voice.language import load_translation, mark_message
from companion.voice.problem_messages import file_error_message

log = logging.getLogger(__name__)

WRITTEN: Final = mark_message("Everything is in {path}. Evenings in it: {evenings}.")
NOT_ALL_WRITTEN: Final = mark_message(
    "{path} is written, but this could not be read and is not in it: {names}"
)
BACKUP_FAULT: Final = mark_message("Something went wrong here. Everything that is kept is as it was.")
MAX_NAMED = 3

BackupTask = Literal["make", "restore"]
MAX_FOLDERS: Final = 60
OWN_FOLDER_NAME: Final = "backups"

WHERE_TO: Final = mark_message("Where to?")
WHERE_FROM: Final = mark_message("Where from?")
CONNECT_STICK: Final = mark_message("A stick that is connected now stands here when you look again.")
NO_STICK: Final = mark_message("No stick is connected. {advice}")
STICK_GONE: Final = mark_message("That stick is no longer connected. Connect it, then try again.")
NO_BACKUP_HERE: Final = mark_message("No backup lies in this folder. Its folders stand below.")
QUESTION: Final = mark_message(
    "Made on {date}, evenings in it: {evenings}. It replaces everything that is kept here, which stays beside it. Then"
    " Herald ends."
)
EVENING_OPEN: Final = mark_message("The open evening is closed first, and kept.")
MAX_NAME_LETTERS: Final = 32
BUTTON_HEIGHT, NOTE_HEIGHT, RESULT_HEIGHT = 20.0, 19.0, 21.0
"""Heights in millimetres."""


class BackupModel(Struct, frozen=True):
    """The backup page, with all texts ready in one language.

    `message`: what came of the last touch; `percent`: how much of the work is done, None while there is none.
    """

    message: str = ""
    is_success: bool = True
    percent: int | None = None
    choice_overlay: ChoiceOverlayModel | None = None


class FolderChoices:
    """The questions about one task: places, the folders in them, and in the end a folder or a file."""

    def __init__(self, task: BackupTask, home: Path, lang: str, own_folder: str = OWN_FOLDER_NAME) -> None:
        """`own_folder`: the name of Herald's own folder for it, below the home folder; made when it is chosen."""
        self.task: BackupTask = task
        self._home, self._translations = home, load_translation(lang)
        self._own_folder = own_folder
        self.folders: list[Path] = []
        """The folder that is shown, and behind those that led there."""
        self._listed: tuple[Path, ...] = ()
        self._media: tuple[Path, ...] = ()

    def listed_path(self, touch_target: str) -> Path:
        """The path that a touch target of the last question stands for (`folder/2`)."""
        return self._listed[int(touch_target.rpartition("/")[2])]

    def open_folder(self, touch_target: str) -> None:
        """Go into a folder of the last question; one that is not in it was touched twice."""
        if int(touch_target.rpartition("/")[2]) < len(self._listed):
            self.folders.append(self.listed_path(touch_target))

    @property
    def is_medium_gone(self) -> bool:
        """Whether the stick whose folder is shown was pulled out: what was written there now would be elsewhere."""
        place = self.folders[0]
        return place in self._media and place not in mounted_media()

    def question(self) -> ChoiceOverlayModel:
        """The question that is next: which place, or what in the folder. Raises OSError."""
        return self._folder_question(self.folders[-1]) if self.folders else self._place_question()

    def _place_question(self) -> ChoiceOverlayModel:
        media, title = mounted_media(), WHERE_TO if self.task == "make" else WHERE_FROM
        self._media = media
        labels = self._own_places()
        self._listed = (*filter(_can_be_shown, media), *filter(self._is_usable, labels))
        choices = tuple(
            ChoiceModel(f"folder/{at}", labels.get(path, _short(path.name)), "deck")
            for at, path in enumerate(self._listed)
        )
        advice = self._translations.gettext(CONNECT_STICK)
        return ChoiceOverlayModel(
            self._translations.gettext(title),
            choices,
            message=advice if media else self._translations.gettext(NO_STICK).format(advice=advice),
        )

    def _own_places(self) -> dict[Path, str]:
        """The places that are no stick, as they are called."""
        return {
            self._home / self._own_folder: self._translations.gettext("Herald's own folder"),
            Path.home(): self._translations.gettext("This computer"),
        }

    def _is_usable(self, path: Path) -> bool:
        if self.task == "restore" or path.is_dir():
            return path.is_dir() and os.access(path, os.R_OK if self.task == "restore" else os.W_OK)
        return path.name == self._own_folder and os.access(path.parent, os.W_OK)

    def _folder_question(self, folder: Path) -> ChoiceOverlayModel:
        files = backups_in(folder) if self.task == "restore" and folder.is_dir() else ()
        files = tuple(filter(_can_be_shown, files))
        inside = tuple(_folders_in(folder))
        self._listed = (*files, *inside)
        here = (
            (ChoiceModel("here", self._translations.gettext("Put it here"), "down", "main"),)
            if self.task == "make"
            else ()
        )
        return ChoiceOverlayModel(
            self._own_places().get(folder, _short(folder.name)),
            (
                *here,
                *(ChoiceModel(f"file/{at}", _short(path.stem), "up") for at, path in enumerate(files)),
                *(
                    ChoiceModel(f"folder/{at}", _short(path.name), "deck", "quiet")
                    for at, path in enumerate(inside, len(files))
                ),
            ),
            message=self._translations.gettext(NO_BACKUP_HERE)
            if self.task == "restore" and not files
            else "",
        )

    def restore_question(
        self, file: Path, manifest: BackupManifest, is_game_open: bool
    ) -> ChoiceOverlayModel:
        """The question whether that backup is to replace everything."""
        sentence = self._translations.gettext(QUESTION).format(
            date=manifest.made_at.replace("T", " ")[:16], evenings=manifest.evening_count
        )
        choices = (
            ChoiceModel("take-in", self._translations.gettext("Restore it"), "check", "main"),
            ChoiceModel("back", self._translations.gettext("Leave it"), "cross"),
        )
        told = f"{sentence} {self._translations.gettext(EVENING_OPEN)}" if is_game_open else sentence
        return ChoiceOverlayModel(_short(file.stem), choices, message=told)


class BackupResultView(ModelView[tuple[str, bool, int | None]]):
    """What came of the last touch, by symbol, colour and text; while something is done, how much of it."""

    def paint_model(self, painter: Painter, bounds: Rect, model: tuple[str, bool, int | None]) -> None:
        """Paint the plate, or the bar."""
        message, is_success, percent = model
        if percent is not None:
            bar, text_rect = bounds.cut_top(mm(5), mm(2))
            painter.fill_rect(bar, PANEL, bar.height / 2)
            painter.fill_rect(
                bar.cut_left(max(bar.height, bar.width * percent / 100))[0], GOLD, bar.height / 2
            )
            painter.draw_text(message, text_rect, HEADING_TEXT, CHALK, halign="center", valign="top")
        elif message:
            colour = YES_GREEN if is_success else NO_RED
            painter.fill_rect(bounds, mix_colours(PANEL, colour, 0.18), mm(CORNER_RADIUS))
            painter.fill_rect(bounds.cut_left(mm(1))[0], colour)
            sign, text_rect = bounds.inset(mm(2.6), mm(1)).cut_left(mm(8), mm(2.6))
            painter.draw_symbol("check" if is_success else "halt", sign, colour)
            painter.draw_text(message, text_rect, HEADING_TEXT, CHALK, max_lines=4, may_truncate=True)


class BackupPage(AskingPage):
    """Make a backup at the left, restore one at the right, the result below."""

    model = BackupModel()

    def __init__(self, app: AppShell) -> None:
        self.make = PushButton("make", self.on_touched, symbol="down", font_size=TITLE_TEXT, max_lines=2)
        self.restore = PushButton("restore", self.on_touched, symbol="up", font_size=TITLE_TEXT, max_lines=2)
        self.result_view = BackupResultView()
        self._latest_model = BackupModel()
        self._choices: FolderChoices | None = None
        self._file = Path()
        super().__init__(app)
        for part in (self.make, self.restore, self.result_view):
            self.add_widget(part)

    def refresh(self) -> None:
        """Show what can be done and what came of it."""
        _ = self.app.translations.gettext
        model = self.model
        self.show_header(_("Backup"), _("Evenings, tags, names and settings in one file"))
        is_idle = model.percent is None
        self.make.update(_("Make a backup"), enabled=is_idle)
        self.restore.update(_("Restore a backup"), enabled=is_idle)
        message = model.message
        if not is_idle:
            message = _("Done: {share}. Leave the stick in.").format(share=f"{model.percent} %")
        self.result_view.show((message, model.is_success, model.percent))
        self.show_question(model.choice_overlay)
        self.request_redraw()

    def arrange_body(self, body_rect: Rect) -> None:
        """Place the buttons side by side, and the result at the foot."""
        foot, top = body_rect.cut_bottom(mm(RESULT_HEIGHT), mm(GAP))
        place_widget(self.result_view, foot)
        for button, column in zip((self.make, self.restore), self._columns(top), strict=True):
            place_widget(button, column.cut_top(mm(BUTTON_HEIGHT))[0])

    def _columns(self, rest: Rect) -> list[Rect]:
        return list(rest.cut_top(mm(3))[1].split_columns(2, mm(6)))

    def paint(self, painter: Painter, bounds: Rect) -> None:
        """Paint below each button what it does."""
        super().paint(painter, bounds)
        if self.is_asking:
            return
        _ = self.app.translations.gettext
        notes = (
            _("Puts a file with everything on a stick or into a folder. Do it now and then."),
            _("Takes everything back from such a file. What is here now is kept beside it."),
        )
        for words, button in zip(notes, (self.make, self.restore), strict=True):
            below = Rect(button.x, button.y - mm(NOTE_HEIGHT + 1.5), button.width, mm(NOTE_HEIGHT))
            painter.draw_text(words, below, LEAD_TEXT, MUTED, halign="center", valign="top", max_lines=4)

    # -- on the page's thread

    def first_model(self) -> BackupModel:
        """The two buttons."""
        return BackupModel()

    def serve_visit(self, queue: SimpleQueue[str | None], lang: str) -> None:
        """Handle each touch; one that came while something was done is nobody's answer to what is shown now."""
        self._latest_model, self._choices = BackupModel(), None
        while (target := queue.get()) is not None:
            try:
                self._handle(target, lang)
            except (HeraldError, OSError) as wrong:
                self._finish(file_error_message(wrong, lang), is_success=False)
            except Exception:  # the last net: nothing was replaced, and people can go home
                log.exception("the backup page failed")
                self._finish(load_translation(lang).gettext(BACKUP_FAULT), is_success=False)

    def _handle(self, target: str, lang: str) -> None:
        match target.partition("/")[0]:
            case "make" | "restore" as task:
                self._choices = FolderChoices(task, herald_home(), lang)
                self._ask(self._choices)
            case "back":
                self._go_back()
            case "folder" if self._choices is not None:
                self._choices.open_folder(target)
                self._ask(self._choices)
            case "here" if self._choices is not None and self._choices.folders:
                if self._choices.is_medium_gone:
                    self._finish(load_translation(lang).gettext(STICK_GONE), is_success=False)
                else:
                    self._write(self._choices.folders[-1], lang)
            case "file" if self._choices is not None:
                self._file = self._choices.listed_path(target)
                with open_backup(self._file) as backup:
                    question = self._choices.restore_question(self._file, backup.manifest, self._is_game_open)
                self._show(replace(self._latest_model, choice_overlay=question))
            case "take-in":
                self._restore()

    @property
    def _is_game_open(self) -> bool:
        return self.app.controller.game_controller is not None

    def _ask(self, choices: FolderChoices) -> None:
        self._show(BackupModel(choice_overlay=choices.question()))

    def _go_back(self) -> None:
        """Close the question, or go back to the one before."""
        shown = self._latest_model.choice_overlay
        if self._choices is None or shown is None:
            return
        if any(choice.touch_target == "take-in" for choice in shown.choices):
            self._ask(self._choices)
        elif self._choices.folders:
            self._choices.folders.pop()
            self._ask(self._choices)
        else:
            self._show(BackupModel())

    def _write(self, folder: Path, lang: str) -> None:
        text, now = load_translation(lang).gettext, datetime.now()
        if folder == herald_home() / OWN_FOLDER_NAME:
            folder.mkdir(mode=0o700, exist_ok=True)
        written = write_backup(folder / backup_file_name(now), herald_home(), now, self._show_progress)
        if written.left_out:
            names = ", ".join(list(written.left_out)[:MAX_NAMED])
            self._finish(text(NOT_ALL_WRITTEN).format(path=written.file, names=names), is_success=False)
        else:
            self._finish(
                text(WRITTEN).format(path=written.file, evenings=written.manifest.evening_count), True
            )

    def _restore(self) -> None:
        """Close the evening that is open, restore, and end: what was read before must not come back."""
        if self._is_game_open:
            closed = Event()
            run_on_kivy_thread(lambda: self._put_away(closed))
            closed.wait()
        try:
            restore_backup(self._file, herald_home(), self._show_progress)
        except BaseException:
            run_on_kivy_thread(self.app.controller.look_for_games)
            raise
        run_on_kivy_thread(self._end)

    def _put_away(self, closed: Event) -> None:
        try:
            self.app.controller.leave_game()
        finally:
            closed.set()

    def _end(self) -> None:
        self.app.app_state.closing_action = PowerAction.RESTORED

    def _show_progress(self, done: int, total: int) -> None:
        percent = done * 100 // max(1, total)
        if percent != self._latest_model.percent:
            self._show(BackupModel(percent=percent))

    def _finish(self, message: str, is_success: bool) -> None:
        self._choices = None
        self._show(BackupModel(message, is_success))

    def _show(self, model: BackupModel) -> None:
        self._latest_model = model
        run_on_kivy_thread(lambda: self.show_model(model))


def _short(name: str) -> str:
    """A name that fits on a button."""
    half = MAX_NAME_LETTERS // 2
    return name if len(name) <= MAX_NAME_LETTERS else f"{name[:half]}…{name[-half:]}"


def _folders_in(folder: Path) -> Iterator[Path]:
    """The folders in there that are not hidden, by name. Raises OSError."""
    if not folder.is_dir():
        return
    inside = (path for path in folder.iterdir() if _can_be_shown(path) and path.is_dir())
    yield from sorted(inside, key=lambda path: path.name.lower())[:MAX_FOLDERS]


def _can_be_shown(path: Path) -> bool:
    """Whether a name from outside can stand on a button, and is not hidden."""
    return str(path).isprintable() and not path.name.startswith(".")
