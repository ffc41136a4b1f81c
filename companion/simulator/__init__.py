"""The virtual table: a truth nobody but the dealer knows, virtual players, and named faults around the real session.

A game's folder `players` has

    module      has       which is
    truth       begin     as `AtTable` of companion.simulator.plugin_parts
    greedy      greedy    as `WhoKnows`, the same
"""
