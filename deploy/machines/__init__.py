"""What deploy/machine is made of: root folders of Debian's packages, and QEMU, in which Herald starts as on a Pi."""
