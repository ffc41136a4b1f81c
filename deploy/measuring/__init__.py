"""The measurements of deploy/bench: a module for each subject, a function for each part of the table."""
