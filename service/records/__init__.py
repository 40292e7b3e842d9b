"""Game records as the service keeps them: loaded, cached, commanded, and followed live."""
