"""From the Authorization header of a call to its principal."""

from service.api.call import Call
from service.api.problems import Problem
from service.auth.lookup import TokenExpired, TokenInvalid


async def authenticate(call: Call) -> None:
    """Set the call's principal from its bearer token; without one it stays None.

    Raises Problem token_invalid or token_expired, also where no token is needed: whoever shows one wants it to count.
    """
    given = call.header(b"authorization")
    if not given:
        return
    scheme, _, token = given.partition(" ")
    if scheme.lower() != "bearer":
        raise Problem("token_invalid")
    try:
        call.principal = await call.services.tokens.principal(token.strip())
    except TokenInvalid:
        raise Problem("token_invalid") from None
    except TokenExpired:
        raise Problem("token_expired") from None
