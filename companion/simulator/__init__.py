"""The virtual table: a truth nobody but the dealer knows, virtual players, and named faults around the real session.

A game's folder `players` has

    module        has                which is
    ground_truth  make_ground_truth  as `GroundTruthModule` of companion.simulator.plugin_parts
    heuristic     choose_move        as `HeuristicModule`, the same
"""
