"""The table told in a terminal, for a computer without a display: the same game, the same journal, typed lines."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from companion.rules.moves import Move
from companion.screen.dealer import Dealer
from companion.table.messages import Dismiss, Help, Message, Say
from companion.table.session import Session
from companion.table.snapshot import Snapshot
from companion.voice.language import translation
from companion.voice.say import Voice

MOST_HELP = 40
Ask = Callable[[str], str]
Tell = Callable[[str], None]


class Terminal:
    """One evening in a terminal. `people`: the colours that the person at the keyboard plays."""

    def __init__(
        self, session: Session, dealer: Dealer, people: tuple[str, ...], lang: str, ask: Ask, tell: Tell
    ) -> None:
        self._session, self._dealer, self._people = session, dealer, people
        self._ask, self._tell = ask, tell
        self._gettext = translation(lang).gettext
        now = session.snapshot
        self._voice = Voice(now.game, now.names, lang)
        self._before = now.position

    def play(self) -> None:
        """Until the game is over or nobody types any more (the journal keeps it)."""
        self._dealer.follow(self._session.snapshot)
        while self._session.snapshot.position.outcome() is None:
            self._tell_what_happens()
            if self._session.snapshot.position.outcome() is not None:
                break
            try:
                line = self._ask(self._prompt())
            except EOFError:
                self._tell(self._gettext("Kept. `herald` goes on with this evening."))
                return
            if not self._understood(line.strip()):
                return

    def _tell_what_happens(self) -> None:
        while messages := self._dealer.next(self._session.snapshot):
            for message in messages:
                self._handle(message)

    def _handle(self, message: Message) -> None:
        now = self._session.handle(message)
        events = [event for entry in now.fresh for event in entry.events]
        for line in self._voice.lines(self._before, events):
            self._tell(line.text)
        self._before = now.position
        for text in self._troubles(now):
            self._tell(text)
        self._dealer.follow(now)

    def _troubles(self, now: Snapshot) -> Iterator[str]:
        if now.no is not None:
            yield self._voice.refusal(now.no.refusal, now.no.nearest)
            self._session.handle(Dismiss())
        for trouble in now.troubles:
            yield f"{trouble.code} {trouble.where} {trouble.what}".strip()

    def _prompt(self) -> str:
        now = self._session.snapshot
        who = next((who for who in now.position.offered.awaited if who in self._people), "")
        hand = " ".join(piece.partition("/")[2] for piece in self._dealer.hand(who, now)) if who else ""
        shown = self._gettext("Your hand: {hand}").format(hand=hand) + "\n" if hand else ""
        return f"{shown}{self._voice.prompt(now.position)}\n> "

    def _understood(self, line: str) -> bool:
        """Whether the evening goes on after this line."""
        match line.split():
            case []:
                return True
            case ["quit" | "q"]:
                return False
            case ["help" | "?"]:
                self._tell_help()
            case words:
                self._say(words)
        return True

    def _tell_help(self) -> None:
        self._tell(
            self._gettext(
                "Type a move, `undo`, `help` or `quit`. The first word, who moves, may be left out."
            )
        )
        possible = self._session.handle(Help()).help
        for text in possible[:MOST_HELP]:
            if self._dealer.refuses(Move.of(text)) is None:
                self._tell(f"  {text}")

    def _say(self, words: list[str]) -> None:
        now = self._session.snapshot
        actors: Mapping[str, object] = dict.fromkeys((*now.position.offered.everybody, "undo"))
        if words[0] not in actors and now.position.offered.awaited:
            words = [now.position.offered.awaited[0], *words]
        refused = None if words[0] == "undo" else self._dealer.refuses(Move(tuple(words)))
        if refused is not None:
            self._tell(self._voice.refused(refused))
        else:
            self._handle(Say(" ".join(words)))
