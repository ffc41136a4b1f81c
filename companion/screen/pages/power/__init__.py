"""Switching off."""
