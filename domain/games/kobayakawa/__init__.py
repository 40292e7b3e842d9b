"""Kobayakawa: seven rounds of one card each, and the clan that helps the weakest who dares. See RULES.md."""
