"""python -m imab_verify: the command line."""

from imab_verify.cli import main

main()
