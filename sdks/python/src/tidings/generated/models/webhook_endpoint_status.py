from typing import Literal, cast

WebhookEndpointStatus = Literal["active", "disabled", "paused"]


def check_webhook_endpoint_status(value: str) -> WebhookEndpointStatus:
    # A later version of the service may have more values: they are passed on.
    return cast(WebhookEndpointStatus, value)
