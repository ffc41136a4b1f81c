"""Louis XIV as virtual players play it: the true table, and the heuristic player."""
