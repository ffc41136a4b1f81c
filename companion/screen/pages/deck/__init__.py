"""The deck page: which tag every piece of a box has."""
