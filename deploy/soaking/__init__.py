"""The campaign of deploy/soak: a module for each subject, a function for each part of the table."""
