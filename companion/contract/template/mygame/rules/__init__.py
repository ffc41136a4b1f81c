"""The rules: whose turn it is, what may be taken, who has won. They know no screen, reader, clock or dice."""
