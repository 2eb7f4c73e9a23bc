# Printed by `npm run generate` from docs/openapi.json; do not edit.
"""The operations of the tag Members."""

from __future__ import annotations

from ...calls import Call, HttpClient, Operation, segment
from ...model import UNSET, Unset
from .. import models


@Operation
def list_members(
    *,
    client: HttpClient,
    limit: int | Unset = UNSET,
    cursor: str | Unset = UNSET,
) -> Call[models.ListMembersResponse200]:
    """List the members, newest first

    Members can sign in to the account.

    Allowed roles of API keys: none. Allowed roles of members: `owner`.
    """
    return Call(
        client,
        "GET",
        "/api/v1/members",
        {200: models.ListMembersResponse200},
        query={"limit": limit, "cursor": cursor},
    )


@Operation
def create_member(
    *,
    client: HttpClient,
    body: models.CreateMemberBody,
    idempotency_key: str | Unset = UNSET,
) -> Call[models.CreateMemberResponse201]:
    """Add a member; the link of the invitation is shown only once

    The service sends no mail: give the link of the invitation to the member.

    A signed-in member gives the password again, at most once in 10 minutes: as `current_password`, or before with
    `POST /api/v1/session/confirm_password`.

    Allowed roles of API keys: none. Allowed roles of members: `owner`.
    """
    return Call(
        client,
        "POST",
        "/api/v1/members",
        {201: models.CreateMemberResponse201},
        body=body,
        idempotency_key=idempotency_key,
    )


@Operation
def get_member(id: int, *, client: HttpClient) -> Call[models.GetMemberResponse200]:
    """Show a member

    A member can sign in to the account.

    Allowed roles of API keys: none. Allowed roles of members: `owner`.
    """
    return Call(client, "GET", f"/api/v1/members/{segment(id)}", {200: models.GetMemberResponse200})


@Operation
def update_member(
    id: int,
    *,
    client: HttpClient,
    body: models.UpdateMemberBody,
) -> Call[models.UpdateMemberResponse200]:
    """Change the role or the name of a member, from the next request on

    The account must keep at least one active owner.

    A signed-in member gives the password again, at most once in 10 minutes: as `current_password`, or before with
    `POST /api/v1/session/confirm_password`.

    Allowed roles of API keys: none. Allowed roles of members: `owner`.
    """
    return Call(client, "PATCH", f"/api/v1/members/{segment(id)}", {200: models.UpdateMemberResponse200}, body=body)


@Operation
def delete_member(id: int, *, client: HttpClient, body: models.PasswordConfirmation | Unset = UNSET) -> Call[None]:
    """Remove a member and end the member's sessions

    The account must keep at least one active owner.

    A signed-in member gives the password again, at most once in 10 minutes: as `current_password`, or before with
    `POST /api/v1/session/confirm_password`.

    Allowed roles of API keys: none. Allowed roles of members: `owner`.
    """
    return Call(client, "DELETE", f"/api/v1/members/{segment(id)}", {204: None}, body=body)


@Operation
def invite_member(
    id: int,
    *,
    client: HttpClient,
    body: models.PasswordConfirmation | Unset = UNSET,
    idempotency_key: str | Unset = UNSET,
) -> Call[models.InviteMemberResponse201]:
    """Create a new invitation for an invited member; the previous invitation ends

    The link is shown only once.

    A signed-in member gives the password again, at most once in 10 minutes: as `current_password`, or before with
    `POST /api/v1/session/confirm_password`.

    Allowed roles of API keys: none. Allowed roles of members: `owner`.
    """
    return Call(
        client,
        "POST",
        f"/api/v1/members/{segment(id)}/invite",
        {201: models.InviteMemberResponse201},
        body=body,
        idempotency_key=idempotency_key,
    )
