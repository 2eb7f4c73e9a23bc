# Printed by `npm run generate` from docs/openapi.json; do not edit.
"""The operations of the tag Message templates."""

from __future__ import annotations

from ...calls import Call, HttpClient, Operation, segment
from ...model import UNSET, Unset
from .. import models


@Operation
def list_message_templates(
    *,
    client: HttpClient,
    limit: int | Unset = UNSET,
    cursor: str | Unset = UNSET,
    name: str | Unset = UNSET,
) -> Call[models.ListMessageTemplatesResponse200]:
    """List the templates, newest first

    Each template is listed with its channels.

    Allowed roles of API keys: `read`, `full`. Allowed roles of members: `viewer`, `developer`, `owner`.
    """
    return Call(
        client,
        "GET",
        "/api/v1/message_templates",
        {200: models.ListMessageTemplatesResponse200},
        query={"limit": limit, "cursor": cursor, "name": name},
    )


@Operation
def create_message_template(
    *,
    client: HttpClient,
    body: models.CreateMessageTemplateBody,
    idempotency_key: str | Unset = UNSET,
) -> Call[models.CreateMessageTemplateResponse201]:
    """Create a template

    A template has texts in Liquid, and the channels for its messages.

    Allowed roles of API keys: `full`. Allowed roles of members: `developer`, `owner`.
    """
    return Call(
        client,
        "POST",
        "/api/v1/message_templates",
        {201: models.CreateMessageTemplateResponse201},
        body=body,
        idempotency_key=idempotency_key,
    )


@Operation
def get_message_template(id: int, *, client: HttpClient) -> Call[models.GetMessageTemplateResponse200]:
    """Show a template

    Returns the texts of the newest version, and the channels.

    Allowed roles of API keys: `read`, `full`. Allowed roles of members: `viewer`, `developer`, `owner`.
    """
    return Call(client, "GET", f"/api/v1/message_templates/{segment(id)}", {200: models.GetMessageTemplateResponse200})


@Operation
def delete_message_template(id: int, *, client: HttpClient) -> Call[None]:
    """Delete a template. Its messages stay, and scheduled deliveries are still sent

    You can use its name again.

    Allowed roles of API keys: `full`. Allowed roles of members: `developer`, `owner`.
    """
    return Call(client, "DELETE", f"/api/v1/message_templates/{segment(id)}", {204: None})


@Operation
def update_message_template(
    id: int,
    *,
    client: HttpClient,
    body: models.UpdateMessageTemplateBody,
) -> Call[models.UpdateMessageTemplateResponse200]:
    """Change a template; the lists of channels and locales are each replaced as a whole

    Absent fields stay as they are. A changed text creates a new version.

    Allowed roles of API keys: `full`. Allowed roles of members: `developer`, `owner`.
    """
    return Call(
        client,
        "PATCH",
        f"/api/v1/message_templates/{segment(id)}",
        {200: models.UpdateMessageTemplateResponse200},
        body=body,
    )


@Operation
def list_template_versions(
    id: int,
    *,
    client: HttpClient,
    limit: int | Unset = UNSET,
    cursor: str | Unset = UNSET,
) -> Call[models.ListTemplateVersionsResponse200]:
    """List the versions of a template with their texts, newest first

    Each version shows its channels of that time. Some may be deleted now.

    Allowed roles of API keys: `read`, `full`. Allowed roles of members: `viewer`, `developer`, `owner`.
    """
    return Call(
        client,
        "GET",
        f"/api/v1/message_templates/{segment(id)}/versions",
        {200: models.ListTemplateVersionsResponse200},
        query={"limit": limit, "cursor": cursor},
    )


@Operation
def preview_message_template(
    *,
    client: HttpClient,
    body: models.PreviewMessageTemplateBody,
) -> Call[models.PreviewMessageTemplateResponse200]:
    """Render texts with sample values; nothing is stored

    To preview a stored template with an existing recipient, use `POST /api/v1/messages/preview`.

    Allowed roles of API keys: `full`. Allowed roles of members: `developer`, `owner`.
    """
    return Call(
        client,
        "POST",
        "/api/v1/message_templates/preview",
        {200: models.PreviewMessageTemplateResponse200},
        body=body,
    )


@Operation
def get_template_draft(id: int, *, client: HttpClient) -> Call[models.GetTemplateDraftResponse200]:
    """Show the draft of a template

    The members of the account share the draft of a template. Messages never use it.

    Allowed roles of API keys: `read`, `full`. Allowed roles of members: `viewer`, `developer`, `owner`.
    """
    return Call(
        client,
        "GET",
        f"/api/v1/message_templates/{segment(id)}/draft",
        {200: models.GetTemplateDraftResponse200},
    )


@Operation
def save_template_draft(
    id: int,
    *,
    client: HttpClient,
    body: models.SaveTemplateDraftBody,
) -> Call[models.SaveTemplateDraftResponse200]:
    """Save a draft of a template, beside the version in use

    The draft has all fields of the template. Its texts may have mistakes. To put it in use, send its fields with
    `PATCH /api/v1/message_templates/{id}` and its revision as `draft_revision`.

    Allowed roles of API keys: `full`. Allowed roles of members: `developer`, `owner`.
    """
    return Call(
        client,
        "PUT",
        f"/api/v1/message_templates/{segment(id)}/draft",
        {200: models.SaveTemplateDraftResponse200},
        body=body,
    )


@Operation
def delete_template_draft(id: int, *, client: HttpClient, revision: int | Unset = UNSET) -> Call[None]:
    """Discard the draft of a template

    The version in use stays as it is.

    Allowed roles of API keys: `full`. Allowed roles of members: `developer`, `owner`.
    """
    return Call(
        client,
        "DELETE",
        f"/api/v1/message_templates/{segment(id)}/draft",
        {204: None},
        query={"revision": revision},
    )


@Operation
def list_partials(
    *,
    client: HttpClient,
    limit: int | Unset = UNSET,
    cursor: str | Unset = UNSET,
    name: str | Unset = UNSET,
) -> Call[models.ListPartialsResponse200]:
    """List the partials, newest first

    A partial is a Liquid text with a name. Templates use it with `{% render 'name' %}` or `{% layout 'name' %}`.

    Allowed roles of API keys: `read`, `full`. Allowed roles of members: `viewer`, `developer`, `owner`.
    """
    return Call(
        client,
        "GET",
        "/api/v1/partials",
        {200: models.ListPartialsResponse200},
        query={"limit": limit, "cursor": cursor, "name": name},
    )


@Operation
def create_partial(
    *,
    client: HttpClient,
    body: models.CreatePartialBody,
    idempotency_key: str | Unset = UNSET,
) -> Call[models.CreatePartialResponse201]:
    """Create a partial

    Then templates and other partials can use its name.

    Allowed roles of API keys: `full`. Allowed roles of members: `developer`, `owner`.
    """
    return Call(
        client,
        "POST",
        "/api/v1/partials",
        {201: models.CreatePartialResponse201},
        body=body,
        idempotency_key=idempotency_key,
    )


@Operation
def get_partial(id: int, *, client: HttpClient) -> Call[models.GetPartialResponse200]:
    """Show a partial

    Returns the text of the newest version, and the templates that use it.

    Allowed roles of API keys: `read`, `full`. Allowed roles of members: `viewer`, `developer`, `owner`.
    """
    return Call(client, "GET", f"/api/v1/partials/{segment(id)}", {200: models.GetPartialResponse200})


@Operation
def update_partial(
    id: int,
    *,
    client: HttpClient,
    body: models.UpdatePartialBody,
) -> Call[models.UpdatePartialResponse200]:
    """Change the text of a partial for all templates that use it

    The text creates a new version. Messages that are created from now on use it. The name never changes.

    Allowed roles of API keys: `full`. Allowed roles of members: `developer`, `owner`.
    """
    return Call(client, "PATCH", f"/api/v1/partials/{segment(id)}", {200: models.UpdatePartialResponse200}, body=body)


@Operation
def delete_partial(id: int, *, client: HttpClient) -> Call[None]:
    """Delete a partial; no template or partial may use it

    You can use its name again.

    Allowed roles of API keys: `full`. Allowed roles of members: `developer`, `owner`.
    """
    return Call(client, "DELETE", f"/api/v1/partials/{segment(id)}", {204: None})


@Operation
def list_partial_versions(
    id: int,
    *,
    client: HttpClient,
    limit: int | Unset = UNSET,
    cursor: str | Unset = UNSET,
) -> Call[models.ListPartialVersionsResponse200]:
    """List the versions of a partial with their texts, newest first

    To restore a version, send its text with PATCH.

    Allowed roles of API keys: `read`, `full`. Allowed roles of members: `viewer`, `developer`, `owner`.
    """
    return Call(
        client,
        "GET",
        f"/api/v1/partials/{segment(id)}/versions",
        {200: models.ListPartialVersionsResponse200},
        query={"limit": limit, "cursor": cursor},
    )
