"""The parts of deploy/machine: root folders of Debian's packages, and QEMU, which runs Herald."""
