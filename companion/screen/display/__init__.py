"""The display and its touchscreens: how Kivy starts, and how often it redraws."""
