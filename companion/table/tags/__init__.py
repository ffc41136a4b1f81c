"""Which tag is which piece: decks, their files, and enrolment."""
