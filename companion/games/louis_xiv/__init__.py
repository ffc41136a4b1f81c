"""Louis XIV (Rüdiger Dorn): rules as `shared/rules/louis-xiv.md` consolidates them, phase by phase."""
