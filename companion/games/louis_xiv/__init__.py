"""Louis XIV (Rüdiger Dorn)."""
