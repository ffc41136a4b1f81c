"""`herald enrol`: binds tags to pieces at a real or a virtual reader."""
