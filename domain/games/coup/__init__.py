"""Coup: two hidden influences, claims that may be lies, and everybody who may challenge them. See RULES.md.

Where to look:

- ``edition``, ``options``, ``book``   what is in the box, how a table plays, and what the two make of the rules
- ``state``, ``agenda``                the position, and the steps of a turn that are still to happen
- ``moves``, ``play``, ``legal``       what a player can do, how it is done, and the list of it
- ``advance``                          the one loop that runs steps until somebody must decide
- ``actions``, ``challenge``, ``blocks``, ``losses``, ``exchange``, ``inquisitor``, ``reformation``, ``abogado``
                                       a turn, part by part
- ``setup``, ``withdraw``, ``view``, ``table``, ``variants``, ``rules``
- ``objections``                       what is wrong with an impossible step on record, in words for an arbiter
- ``advisor``                          which legal move a player who wants to win would choose
"""
