"""What is read from the event log: the games there are, the players' results, the leagues and their standings.

Where to look:

- ``games``, ``players``, ``leagues``  the folds: pure functions from events to changes, and the writing of these
- ``runner``      one step: a batch of the log, folded, written and remembered in one transaction
- ``supervisor``  keeps a runner alive, shows how far it is and lets callers wait for it
- ``rebuild``     everything from zero into new tables, while the old ones serve
- ``queries``     what the service reads: listings, player pages, standings

Nothing here is a source of truth. All tables can be dropped and built again, and come out the same row for row.
"""
