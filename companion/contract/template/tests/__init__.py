"""Tests of the heap of stones."""
