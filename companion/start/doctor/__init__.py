"""What Herald needs of a computer besides readers, looked at for `herald doctor`: one room for each subject.

`root` is everywhere where the file system begins: another one in tests.
"""
