"""The test kit: what the tests of every game share.

- ``script``      a game as it was played, and how steps are added to it
- ``player``      a player who plays at random, by the clock, and sometimes leaves
- ``games``       random games by ruleset, option set and seat count, kept for the whole test run
- ``profile``     what a game tells the shared tests about itself: planted leaks, moves out of turn
- ``laws``        what holds in every position and for every step of any game
- ``soup``        wrong moves: of other positions, seats and phases, with mutated fields, of the wrong shape
- ``told``        everything a viewer is sent after an event, as bytes
- ``twins``       the twin worlds: one secret changed, and nothing may look different (``twin_chance``, ``changes``)
- ``visibility``  who sees what, printed from play
- ``golden``      finished games on file, replayed byte for byte
- ``rulings``     the ruling ids of a game, where they are coded and where they are tested

``python -m tests.kit.write`` writes the files the tests compare with.
"""
