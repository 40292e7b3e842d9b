"""What every game shares.

Where to look:

- ``rules``     the contract a game fulfils (`Ruleset`), and `apply`, the one way a state changes
- ``seats``     seats, audiences and viewers
- ``bags``      cards and the multisets they lie in
- ``chance``    what rules ask when neither they nor a player decide; ``outcomes`` is what it answered
- ``luck``      from a secret seed to outcomes, as specified in docs/luck.md
- ``seeded``, ``supplied``, ``recorded``   the three kinds of chance
- ``secrecy``   secret move fields and what a viewer may be told
- ``refusals``  refused moves, options and notes, each with a stable code
- ``opening``   what every game checks when a table is opened
- ``editions``  component lists that ship with a game, and the checks of those that a club gives
- ``results``   how a game ended
- ``board``     areas, pieces, tracks, grids and clocks that one generic page can draw
"""
