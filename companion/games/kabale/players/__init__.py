"""The virtual table of Kabale und Hiebe."""
