"""The evenings page: all evenings that are kept, to go on with, look at, name, give up or delete."""
