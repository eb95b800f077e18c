"""`python -m funicular` is the command `funicular`."""

import sys

from funicular.cli import main

sys.exit(main())
