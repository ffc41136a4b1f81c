"""Kabale und Hiebe: influence cards face down under objectives."""
