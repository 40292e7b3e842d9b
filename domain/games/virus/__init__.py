"""Virus!, with Evolution: bodies of organs, what makes them ill, and a discard pile that comes back in order.

See RULES.md. Where to look:

- ``edition``, ``book``, ``options``   the cards as data, and what they make of the rules
- ``moves``, ``agenda``, ``state``     what players do, what is still to happen, the position
- ``organs``                           the two tests that decide every play on an organ
- ``plays``, ``treatments``, ``contagion``   what each card does
- ``suits``                            who is asked, who is spared, and where a card goes then
- ``turns``, ``piles``, ``winning``, ``advance``   how a turn goes on and ends
"""
