from typing import Literal, cast

WebhookEndpointPatchSignatureFormat = Literal["both", "service", "standard"]


def check_webhook_endpoint_patch_signature_format(value: str) -> WebhookEndpointPatchSignatureFormat:
    # A later version of the service may have more values: they are passed on.
    return cast(WebhookEndpointPatchSignatureFormat, value)
