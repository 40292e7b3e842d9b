"""The pure core: rules, records and competitions. No I/O, no clock, no randomness, no framework."""
