"""Louis XIV at the virtual table: its decks and hands, and a player who knows what things are worth."""
