# Printed by `npm run generate` from docs/openapi.json; do not edit.
"""The operations of the tag Search."""

from __future__ import annotations

from ...calls import Call, HttpClient, Operation
from ...model import UNSET, Unset
from .. import models


@Operation
def search(*, client: HttpClient, q: str, kind: models.SearchKind | Unset = UNSET) -> Call[models.SearchResponse200]:
    """Search recipients, deliveries, messages, templates, events and requests

    Returns at most 20 results, the most useful first. A text finds recipients by the start of their first name,
    last name, full name, email, external id or phone number. The best of them are followed by their newest
    deliveries. It also finds templates by a part of the name, and the newest 500 messages by a part of the
    subject. `#42` finds the delivery, message, recipient or template with this id. An id like `evt_...` finds the
    event, and `req_...` the request in the log with its messages. Upper and lower case are the same. So are names
    with and without accents, and their words may be turned: `Lovelace, Ada`.

    Allowed roles of API keys: `read`, `send`, `full`. Allowed roles of members: `viewer`, `developer`, `owner`.
    """
    return Call(client, "GET", "/api/v1/search", {200: models.SearchResponse200}, query={"kind": kind, "q": q})
