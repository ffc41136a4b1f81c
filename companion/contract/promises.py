"""All promises, in the order in which they are checked: the first tells whether the game can be played at all."""

from __future__ import annotations

from typing import Final

from companion.contract import (
    guess_promises,
    layout_promises,
    move_promises,
    plugin_promises,
    presentation_promises,
    secrecy_promises,
    undo_promises,
    whole_game_promises,
)
from companion.contract.game_sampler import GameSampler
from companion.contract.promise import Promise
from companion.games.plugin import Plugin

PLUGIN_PROMISES: Final[tuple[Promise[Plugin], ...]] = (
    plugin_promises.the_rules_are_whole,
    plugin_promises.every_player_has_a_sign,
    plugin_promises.what_people_speak_of_has_a_name,
    plugin_promises.its_texts_are_shown_as_written,
    plugin_promises.every_refusal_has_a_text,
    plugin_promises.no_field_hides_what_herald_calls,
    plugin_promises.its_parts_are_whole,
    plugin_promises.its_symbols_can_be_drawn,
)

RULES_PROMISES: Final[tuple[Promise[GameSampler], ...]] = (
    whole_game_promises.every_game_ends,
    whole_game_promises.there_is_something_to_decide,
    whole_game_promises.settled_stays_settled,
    whole_game_promises.positions_are_written_and_read,
    whole_game_promises.a_position_read_goes_on,
    whole_game_promises.a_replay_is_the_game,
    whole_game_promises.the_same_seed_is_the_same_game,
    whole_game_promises.events_tell_everything,
    whole_game_promises.every_point_has_its_event,
    move_promises.every_legal_move_plays,
    move_promises.every_move_is_listed_once,
    move_promises.a_walked_move_is_legal,
    move_promises.anything_else_is_refused,
    move_promises.nobody_moves_out_of_turn,
    move_promises.nothing_is_said_when_it_is_over,
    move_promises.only_the_position_says_what_is_legal,
    move_promises.every_word_can_be_shown,
    undo_promises.undo_is_a_replay_without_the_last,
    undo_promises.movements_lead_back,
    undo_promises.walks_keep_the_rules,
    secrecy_promises.public_is_public_already,
    secrecy_promises.public_events_lead_to_the_public_table,
    secrecy_promises.a_move_is_legal_in_public,
    secrecy_promises.who_is_awaited_is_no_secret,
    guess_promises.what_is_forgotten_is_what_may_be_unknown,
    guess_promises.a_guess_is_judged_without_secrets,
    guess_promises.a_refusal_tells_no_hidden_card,
    guess_promises.what_shows_a_secret_is_no_secret_any_more,
    layout_promises.every_event_keeps_the_pieces,
    layout_promises.a_public_layout_names_nothing_hidden,
    layout_promises.every_piece_is_in_the_box,
    layout_promises.every_place_can_be_drawn,
    layout_promises.what_is_set_is_what_lies,
    layout_promises.what_lies_on_a_grid_lies_on_its_squares,
)
"""Promises of a table that need only the rules: the game need not be installed for them."""

PRESENTATION_PROMISES: Final[tuple[Promise[GameSampler], ...]] = (
    presentation_promises.pieces_and_places_are_words,
    presentation_promises.secrets_have_a_truth,
    presentation_promises.whatever_happens_has_words,
    presentation_promises.every_decision_names_its_clause,
    presentation_promises.whatever_lies_has_a_name,
    presentation_promises.everything_can_be_told,
    layout_promises.every_glowing_thing_is_a_place_a_piece_or_an_answer,
    presentation_promises.an_evening_with_readers_is_understood,
)

TABLE_PROMISES: Final = (*RULES_PROMISES, *PRESENTATION_PROMISES)
