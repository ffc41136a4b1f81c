"""What the backup page asks: into or from which folder, which backup, and whether it is to replace what is here."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Final, Literal

from companion.screen.overlay_models import ChoiceOverlayModel
from companion.screen.view_models import ChoiceModel
from companion.table.backup.backup_folder import backups_in
from companion.table.backup.backup_manifest import BackupManifest
from companion.table.backup.removable_media import mounted_media
from companion.voice.language import load_translation, mark_message

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


class BackupChoices:
    """The questions about one task: places, the folders in them, and in the end a folder or a file."""

    def __init__(self, task: BackupTask, home: Path, lang: str) -> None:
        self.task: BackupTask = task
        self._home, self._translations = home, load_translation(lang)
        self.folders: list[Path] = []
        """The folder that is shown, and behind those that led there."""
        self._listed: tuple[Path, ...] = ()
        self._media: tuple[Path, ...] = ()

    def listed_path(self, touch_target: str) -> Path:
        """The path that a touch target of the last question stands for (`folder/2`)."""
        return self._listed[int(touch_target.rpartition("/")[2])]

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
            self._home / OWN_FOLDER_NAME: self._translations.gettext("Herald's own folder"),
            Path.home(): self._translations.gettext("This computer"),
        }

    def _is_usable(self, path: Path) -> bool:
        if self.task == "restore" or path.is_dir():
            return path.is_dir() and os.access(path, os.R_OK if self.task == "restore" else os.W_OK)
        return path.name == OWN_FOLDER_NAME and os.access(path.parent, os.W_OK)

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
