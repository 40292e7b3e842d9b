"""The game record: its events, its aggregate, its hash chain and its archive."""
