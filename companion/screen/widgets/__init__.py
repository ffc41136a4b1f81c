"""Widgets that pages and tables are made of: buttons, lists, cards in a hand, charts, the prompt."""
