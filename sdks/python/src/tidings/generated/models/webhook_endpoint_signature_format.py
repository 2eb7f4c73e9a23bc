from typing import Literal, cast

WebhookEndpointSignatureFormat = Literal["both", "service", "standard"]


def check_webhook_endpoint_signature_format(value: str) -> WebhookEndpointSignatureFormat:
    # A later version of the service may have more values: they are passed on.
    return cast(WebhookEndpointSignatureFormat, value)
