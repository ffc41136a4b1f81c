"""The driver of PN532 readers, on a small scripted chip."""
