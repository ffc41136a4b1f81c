"""The rules: whose turn it is, what may be taken, who has won. They know no screen, no reader, no clock and no dice."""
