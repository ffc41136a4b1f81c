"""The virtual table of the Princes of Florence."""
