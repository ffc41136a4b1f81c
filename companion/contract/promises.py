"""All promises, in the order they are looked at: the first says whether the game can be played at all."""

from __future__ import annotations

from typing import Final

from companion.contract import brought, layouts, moves, people, secrets, undoing, whole_games
from companion.contract.promise import Promise
from companion.contract.table import Table
from companion.games.plugin import Plugin

OF_A_GAME: Final[tuple[Promise[Plugin], ...]] = (
    brought.the_rules_are_whole,
    brought.every_player_has_a_sign,
    brought.what_people_speak_of_has_a_name,
    brought.every_refusal_has_a_text,
    brought.no_field_hides_what_herald_calls,
    brought.its_parts_are_whole,
    brought.its_symbols_can_be_drawn,
)

OF_THE_RULES: Final[tuple[Promise[Table], ...]] = (
    whole_games.every_game_ends,
    whole_games.there_is_something_to_decide,
    whole_games.settled_stays_settled,
    whole_games.positions_are_written_and_read,
    whole_games.a_position_read_goes_on,
    whole_games.a_replay_is_the_game,
    whole_games.the_same_seed_is_the_same_game,
    whole_games.events_tell_everything,
    whole_games.every_point_has_its_event,
    moves.every_legal_move_plays,
    moves.every_move_is_listed_once,
    moves.a_walked_move_is_legal,
    moves.anything_else_is_refused,
    moves.nobody_moves_out_of_turn,
    moves.nothing_is_said_when_it_is_over,
    moves.only_the_position_says_what_is_legal,
    moves.every_word_can_be_shown,
    undoing.undo_is_a_replay_without_the_last,
    undoing.movements_lead_back,
    undoing.walks_keep_the_rules,
    secrets.public_is_public_already,
    secrets.public_events_lead_to_the_public_table,
    secrets.a_move_is_legal_in_public,
    secrets.who_is_awaited_is_no_secret,
    layouts.every_event_keeps_the_pieces,
    layouts.a_public_layout_names_nothing_hidden,
    layouts.every_piece_is_in_the_box,
    layouts.every_place_can_be_drawn,
    layouts.what_is_set_is_what_lies,
    layouts.what_lies_on_a_grid_lies_on_its_squares,
)
"""Of a table, without anything beside the rules: the game need not be installed for them."""

AMONG_PEOPLE: Final[tuple[Promise[Table], ...]] = (
    people.pieces_and_places_are_words,
    people.secrets_have_a_truth,
    people.whatever_happens_has_words,
    people.whatever_lies_has_a_name,
    people.everything_can_be_told,
    layouts.every_glowing_thing_is_a_place_a_piece_or_an_answer,
    people.an_evening_with_readers_is_understood,
)

AT_A_TABLE: Final = (*OF_THE_RULES, *AMONG_PEOPLE)
