"""The voice: events become sentences in four languages, sentences become speech."""
