"""Examines what Herald needs of a computer besides readers, for `herald doctor`: a module for each subject.

In every module `root` is the root of the file system; tests use another one.
"""
