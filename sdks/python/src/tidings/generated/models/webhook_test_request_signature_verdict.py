from typing import Literal, cast

WebhookTestRequestSignatureVerdict = Literal["bad_header", "no_match", "stale", "valid"]


def check_webhook_test_request_signature_verdict(value: str) -> WebhookTestRequestSignatureVerdict:
    # A later version of the service may have more values: they are passed on.
    return cast(WebhookTestRequestSignatureVerdict, value)
