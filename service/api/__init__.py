"""The service over HTTP.

- ``app``          puts everything together; ``services`` is what the handlers work with
- ``routes``       operations: a path, a method, a handler, and all that the document says about them
- ``call``         a request as handlers see it; ``bodies`` reads and writes JSON
- ``gateway``      what holds for every request: limits, ids, headers, metrics, no stack traces
- ``problems``     what goes wrong, as clients are told; ``translation`` makes problems of the errors of other parts
- ``idempotency``  the same request twice is done once
- ``openapi``, ``schemas``, ``docs``   the document and the page that shows it
"""
