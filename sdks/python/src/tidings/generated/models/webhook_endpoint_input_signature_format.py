from typing import Literal, cast

WebhookEndpointInputSignatureFormat = Literal["both", "service", "standard"]


def check_webhook_endpoint_input_signature_format(value: str) -> WebhookEndpointInputSignatureFormat:
    # A later version of the service may have more values: they are passed on.
    return cast(WebhookEndpointInputSignatureFormat, value)
