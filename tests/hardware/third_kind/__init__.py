"""A kind of reader from outside: a serial port that says what lies there, one UID a line and an empty line for nothing.
Nothing of Herald knows it: it registers as any other does.
"""
