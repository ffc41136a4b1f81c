"""Tests of the start-up: where hardware is joined to the table."""
