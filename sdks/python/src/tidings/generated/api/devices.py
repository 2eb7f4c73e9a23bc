# Printed by `npm run generate` from docs/openapi.json; do not edit.
"""The operations of the tag Devices."""

from __future__ import annotations

from ...calls import Call, HttpClient, Operation, segment
from ...model import UNSET, Unset
from .. import models


@Operation
def list_devices(id: int, *, client: HttpClient) -> Call[models.ListDevicesResponse200]:
    """List the devices of a notification user

    Push deliveries of a notification user go to all these devices.

    Allowed roles of API keys: `read`, `send`, `full`. Allowed roles of members: `viewer`, `developer`, `owner`.
    """
    return Call(
        client,
        "GET",
        f"/api/v1/notification_users/{segment(id)}/devices",
        {200: models.ListDevicesResponse200},
    )


@Operation
def create_device(
    id: int,
    *,
    client: HttpClient,
    body: models.CreateDeviceBody,
    idempotency_key: str | Unset = UNSET,
) -> Call[models.CreateDeviceResponse200 | models.CreateDeviceResponse201]:
    """Register a device; returns 200 if it is already registered

    Push deliveries go to all devices of a notification user.

    Allowed roles of API keys: `send`, `full`. Allowed roles of members: `developer`, `owner`.
    """
    return Call(
        client,
        "POST",
        f"/api/v1/notification_users/{segment(id)}/devices",
        {200: models.CreateDeviceResponse200, 201: models.CreateDeviceResponse201},
        body=body,
        idempotency_key=idempotency_key,
    )


@Operation
def get_device(id: int, device_id: int, *, client: HttpClient) -> Call[models.GetDeviceResponse200]:
    """Show a device

    Returns the platform of a device and its token or subscription.

    Allowed roles of API keys: `read`, `send`, `full`. Allowed roles of members: `viewer`, `developer`, `owner`.
    """
    return Call(
        client,
        "GET",
        f"/api/v1/notification_users/{segment(id)}/devices/{segment(device_id)}",
        {200: models.GetDeviceResponse200},
    )


@Operation
def update_device(
    id: int,
    device_id: int,
    *,
    client: HttpClient,
    body: models.UpdateDeviceBody,
) -> Call[models.UpdateDeviceResponse200]:
    """Change a device

    Use it if the token or subscription of a device was renewed.

    Allowed roles of API keys: `send`, `full`. Allowed roles of members: `developer`, `owner`.
    """
    return Call(
        client,
        "PATCH",
        f"/api/v1/notification_users/{segment(id)}/devices/{segment(device_id)}",
        {200: models.UpdateDeviceResponse200},
        body=body,
    )


@Operation
def delete_device(id: int, device_id: int, *, client: HttpClient) -> Call[None]:
    """Remove a device

    Later push deliveries do not go to the device.

    Allowed roles of API keys: `send`, `full`. Allowed roles of members: `developer`, `owner`.
    """
    return Call(client, "DELETE", f"/api/v1/notification_users/{segment(id)}/devices/{segment(device_id)}", {204: None})
