"""What is printed on the owner's copy, as it is told by touch: outlines of tiles, least values."""
