"""`python -m service.cli`: the same as `acta`."""

from service.cli.main import main

main()
