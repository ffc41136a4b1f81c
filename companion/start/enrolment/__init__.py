"""`herald enrol`: giving tags to pieces, at a reader or at a virtual one."""
