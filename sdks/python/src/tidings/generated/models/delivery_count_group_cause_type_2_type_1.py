from typing import Literal, cast

DeliveryCountGroupCauseType2Type1 = Literal[
    "aborted",
    "address_not_public",
    "authentication_failed",
    "channel_deleted",
    "connection_refused",
    "connection_reset",
    "deferred",
    "device_unregistered",
    "dns_error",
    "invalid_address",
    "limit_reached",
    "mailbox_full",
    "mailbox_unavailable",
    "message_refused",
    "message_too_large",
    "no_address",
    "no_device",
    "no_text",
    "overloaded",
    "port_not_allowed",
    "provider_error",
    "rate_limited",
    "recipient_deleted",
    "sandbox",
    "suppressed",
    "timeout",
    "tls_error",
    "unknown",
    "unreachable",
    "unsubscribed",
]


def check_delivery_count_group_cause_type_2_type_1(value: str) -> DeliveryCountGroupCauseType2Type1:
    # A later version of the service may have more values: they are passed on.
    return cast(DeliveryCountGroupCauseType2Type1, value)
