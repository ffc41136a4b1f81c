"""What `herald new-game` writes: a whole small game. It is written with another name, else as it stands here."""
