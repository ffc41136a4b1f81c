"""What deploy/bench measures: a module for each kind of thing, a function for each part of the table."""
