"""Kabale und Hiebe: influence cards are laid face down under objectives."""
