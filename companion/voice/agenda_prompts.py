"""The prompts of a game with an agenda: the first thing still to be done, as a request."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import singledispatch
from typing import Any, TypeVar

from companion.rules.agenda import AgendaItem
from companion.voice.narration import TurnPrompt
from companion.voice.sentence_templates import SentenceTemplate
from companion.voice.translator import Translator

Request = TypeVar("Request", bound=Callable[..., str])


class AgendaPrompts:
    """A game's function `turn_prompt`, with a request for each kind of decision.

        turn_prompt = AgendaPrompts({PlayDecision: full_sentence_template(mark_message("lay a card face down"))})

        @turn_prompt.register
        def _(item: KeepDecision, position: TableState, translator: Translator) -> str:
            return translator.gettext("keep {card}?", card=item.card)

    `templates`: requests that one message describes. Items without a request have an empty one.
    """

    def __init__(self, templates: Mapping[type[AgendaItem], SentenceTemplate] | None = None) -> None:
        self._templates = templates or {}
        self._request_for = singledispatch(self._fill_template)

    def _fill_template(self, item: AgendaItem, position: Any, translator: Translator) -> str:
        template = self._templates.get(type(item))
        return template.fill(item, translator) if template is not None else ""

    def register(self, request: Request) -> Request:
        """Register the function for the kind of item that its first parameter names; a decorator."""
        self._request_for.register(request)
        return request

    def __call__(self, position: Any, translator: Translator) -> TurnPrompt | None:
        """What is to be done now; None where the game is over."""
        if not position.agenda:
            return None
        item = position.agenda[0]
        return TurnPrompt(self._request_for(item, position, translator), item.awaited_player or "")
