"""Compiles modules of the rules with mypyc for `deploy/setup --fast`; run as `python -m compiling`."""
