"""The page on which owners enter what is printed in their copy: outlines of tiles, least values."""
