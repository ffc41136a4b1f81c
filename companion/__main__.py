"""`python -m companion` is `herald`."""

import sys

from companion.cli import main

sys.exit(main())
