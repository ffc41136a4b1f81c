"""The display and its touchscreens."""
