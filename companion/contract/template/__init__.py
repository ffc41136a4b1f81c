"""The template of `herald new-game`: a whole small game. It is copied under another name, else unchanged."""
