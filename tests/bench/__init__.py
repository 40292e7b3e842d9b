"""Benchmarks: `make bench` measures and prints; nothing here is asserted.

Times on shared machines are noisy: every comparison is between things measured in the same run, taking turns.

- ``rules``      plies a second of each game, replayed and played live
- ``twins``      twin worlds a second of the secrecy test
- ``moves``      durable moves over HTTP against saves of the stock application
- ``opening``    a long game cold from PostgreSQL against a stock aggregate; a warm view
- ``projecting`` the projections from zero against the stock runner
- ``memory``     of a server with many open games
"""
