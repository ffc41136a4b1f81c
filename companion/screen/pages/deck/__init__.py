"""The deck: which tag every piece of a box has."""
