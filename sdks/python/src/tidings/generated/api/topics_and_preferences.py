# Printed by `npm run generate` from docs/openapi.json; do not edit.
"""The operations of the tag Topics and preferences."""

from __future__ import annotations

from ...calls import Call, HttpClient, Operation, segment
from ...model import UNSET, Unset
from .. import models


@Operation
def get_preferences(id: int, *, client: HttpClient) -> Call[models.RecipientPreferences]:
    """Show a notification user's preferences

    Lists each topic with each type of channel. Without a choice of the notification user, it is enabled.

    Allowed roles of API keys: `read`, `send`, `full`. Allowed roles of members: `viewer`, `developer`, `owner`.
    """
    return Call(
        client,
        "GET",
        f"/api/v1/notification_users/{segment(id)}/preferences",
        {200: models.RecipientPreferences},
    )


@Operation
def update_preferences(
    id: int,
    *,
    client: HttpClient,
    body: models.PreferencesInput | Unset = UNSET,
) -> Call[models.RecipientPreferences]:
    """Change a notification user's preferences; the choices that are not listed stay

    A required topic cannot be disabled. Scheduled messages are judged when they are dispatched.

    Allowed roles of API keys: `send`, `full`. Allowed roles of members: `developer`, `owner`.
    """
    return Call(
        client,
        "PUT",
        f"/api/v1/notification_users/{segment(id)}/preferences",
        {200: models.RecipientPreferences},
        body=body,
    )


@Operation
def list_topics(
    *,
    client: HttpClient,
    limit: int | Unset = UNSET,
    cursor: str | Unset = UNSET,
    name: str | Unset = UNSET,
) -> Call[models.ListTopicsResponse200]:
    """List the topics, newest first

    A template names its topic. Recipients choose for each topic if they get it.

    Allowed roles of API keys: `read`, `full`. Allowed roles of members: `viewer`, `developer`, `owner`.
    """
    return Call(
        client,
        "GET",
        "/api/v1/topics",
        {200: models.ListTopicsResponse200},
        query={"limit": limit, "cursor": cursor, "name": name},
    )


@Operation
def create_topic(
    *,
    client: HttpClient,
    body: models.CreateTopicBody,
    idempotency_key: str | Unset = UNSET,
) -> Call[models.CreateTopicResponse201]:
    """Create a topic

    Then set the topic of the templates.

    Allowed roles of API keys: `full`. Allowed roles of members: `developer`, `owner`.
    """
    return Call(
        client,
        "POST",
        "/api/v1/topics",
        {201: models.CreateTopicResponse201},
        body=body,
        idempotency_key=idempotency_key,
    )


@Operation
def get_topic(id: int, *, client: HttpClient) -> Call[models.GetTopicResponse200]:
    """Show a topic

    Recipients see its label and its description.

    Allowed roles of API keys: `read`, `full`. Allowed roles of members: `viewer`, `developer`, `owner`.
    """
    return Call(client, "GET", f"/api/v1/topics/{segment(id)}", {200: models.GetTopicResponse200})


@Operation
def update_topic(id: int, *, client: HttpClient, body: models.UpdateTopicBody) -> Call[models.UpdateTopicResponse200]:
    """Change a topic

    If a topic becomes required, the choices of recipients have no effect. They stay stored.

    Allowed roles of API keys: `full`. Allowed roles of members: `developer`, `owner`.
    """
    return Call(client, "PATCH", f"/api/v1/topics/{segment(id)}", {200: models.UpdateTopicResponse200}, body=body)


@Operation
def delete_topic(id: int, *, client: HttpClient) -> Call[None]:
    """Delete a topic; templates must not have it

    The name is free again.

    Allowed roles of API keys: `full`. Allowed roles of members: `developer`, `owner`.
    """
    return Call(client, "DELETE", f"/api/v1/topics/{segment(id)}", {204: None})


@Operation
def get_preference_page(*, client: HttpClient) -> Call[models.GetPreferencePageResponse200]:
    """Show the look of the pages for recipients

    On these pages recipients unsubscribe and choose.

    Allowed roles of API keys: `read`, `full`. Allowed roles of members: `viewer`, `developer`, `owner`.
    """
    return Call(client, "GET", "/api/v1/preference_page", {200: models.GetPreferencePageResponse200})


@Operation
def update_preference_page(
    *,
    client: HttpClient,
    body: models.UpdatePreferencePageBody,
) -> Call[models.UpdatePreferencePageResponse200]:
    """Change the look of the pages for recipients

    Absent fields stay as they are. The service chooses a readable color for texts.

    Allowed roles of API keys: `full`. Allowed roles of members: `developer`, `owner`.
    """
    return Call(client, "PATCH", "/api/v1/preference_page", {200: models.UpdatePreferencePageResponse200}, body=body)
