"""Who may come in, and who may what.

- ``principal``  who a request comes from
- ``tokens``     making, listing and revoking the tokens they show
- ``lookup``     from the token of a request to its principal, through a small cache
- ``policy``     what a principal may do with a game: pure functions, deny by default
"""
