"""The measurements of deploy/bench, a module for each subject and a function for each part of the table.

`house` is what deploy/size counts.
"""
