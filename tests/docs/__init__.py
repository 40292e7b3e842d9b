"""The documents are true: their transcripts are run, their links followed, their lists compared with the code.

- ``pages``        the documents, their fenced blocks, links and names
- ``transcript``   runs the console blocks of a page, in order, against a service of their own
- ``plain``        what two runs of the same commands have in common: no ids, tokens, times, digests, cards
- ``curl``         stands in for curl on machines that have none
- ``generated``    the parts of pages that are written from the code
- ``write``        ``python -m tests.docs.write``: brings transcripts and generated parts up to date
- ``coup_page``    ``python -m tests.docs.coup_page``: the outputs of the worked example of Coup
- ``picture``      ``python -m tests.docs.picture``: draws the picture of the README anew, from a real demo
"""
