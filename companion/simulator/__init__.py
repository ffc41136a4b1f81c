"""The virtual table: a ground truth known to the dealer alone, virtual players, and named faults around a session.

A game's folder `players` may have these modules (companion.simulator.plugin_parts):

    module        has                which is
    ground_truth  make_ground_truth  as `GroundTruthModule` of companion.simulator.plugin_parts
    heuristic     choose_move        as `HeuristicModule`, the same
"""
