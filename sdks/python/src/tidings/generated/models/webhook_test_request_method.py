from typing import Literal, cast

WebhookTestRequestMethod = Literal["POST"]


def check_webhook_test_request_method(value: str) -> WebhookTestRequestMethod:
    # A later version of the service may have more values: they are passed on.
    return cast(WebhookTestRequestMethod, value)
