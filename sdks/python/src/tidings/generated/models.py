# Printed by `npm run generate` from docs/openapi.json; do not edit.
"""The types of the API."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any, Literal

from ..model import UNSET, Model, Unset

MessageInputPriority = Literal["high", "normal", "low"]

DeliveryStatus = Literal[
    "scheduled",
    "queued",
    "retrying",
    "sent",
    "failed",
    "delivered",
    "bounced",
    "opened",
    "canceled",
]

ChannelType = Literal["email", "push", "sms", "in_app"]

SkippedChannelReason = Literal["topic_disabled", "recipient_paused"]

MessagePriority = Literal["high", "low"]

ListedMessagePriority = Literal["high", "low"]

GetMessageResponse200MessagePriority = Literal["high", "low"]

RenderedMessageBodyFormat = Literal["html", "text"]

MessageSentAgainChannels = Literal["failed", "all"]

MessageResendRequestFiltersCause = Literal[
    "address_not_public",
    "aborted",
    "authentication_failed",
    "connection_refused",
    "connection_reset",
    "deferred",
    "device_unregistered",
    "dns_error",
    "invalid_address",
    "mailbox_full",
    "mailbox_unavailable",
    "message_refused",
    "message_too_large",
    "no_text",
    "overloaded",
    "port_not_allowed",
    "provider_error",
    "rate_limited",
    "sandbox",
    "suppressed",
    "timeout",
    "tls_error",
    "unreachable",
    "unsubscribed",
    "channel_deleted",
    "limit_reached",
    "no_address",
    "no_device",
    "recipient_deleted",
    "unknown",
]

MessageResendStatus = Literal["searching", "running", "finished", "canceled"]

TimelineEntryKind = Literal["fact", "send", "report", "event"]

TimelineEntrySource = Literal["api", "member", "dispatcher", "provider", "pixel", "operator"]

TimelineEntryResult = Literal["accepted", "rate_limited", "transient", "permanent"]

EventState = Literal["pending", "delivered", "failed", "skipped", "dropped"]

ListDeliveriesCause = Literal[
    "address_not_public",
    "aborted",
    "authentication_failed",
    "connection_refused",
    "connection_reset",
    "deferred",
    "device_unregistered",
    "dns_error",
    "invalid_address",
    "mailbox_full",
    "mailbox_unavailable",
    "message_refused",
    "message_too_large",
    "no_text",
    "overloaded",
    "port_not_allowed",
    "provider_error",
    "rate_limited",
    "sandbox",
    "suppressed",
    "timeout",
    "tls_error",
    "unreachable",
    "unsubscribed",
    "channel_deleted",
    "limit_reached",
    "no_address",
    "no_device",
    "recipient_deleted",
    "unknown",
]

ListDeliveriesExpand = Literal["message"]

ExpandedMessagePriority = Literal["high", "low"]

ExplainDeliveryExpand = Literal["delivery"]

DeliveryExplanationSuppressionReason = Literal["bounce", "complaint", "unsubscribe", "manual"]

DeliveryExplanationSendAgainRefusal = Literal[
    "attachments_removed",
    "recipient_deleted",
    "template_deleted",
    "channel_not_on_template",
]

DeliveryExplanationActionsItemAction = Literal[
    "retry",
    "send_again",
    "change_recipient",
    "add_device",
    "lift_suppression",
    "open_channel",
    "edit_template",
    "change_limits",
    "replay_events",
]

DevicePlatform = Literal["fcm", "apns", "web_push", "expo"]

PreferenceSource = Literal["api", "link", "inbox"]

CountDeliveriesPeriod = Literal["24h", "7d", "30d", "90d"]

CountDeliveriesGroupBy = Literal["none", "channel", "template", "template_channel", "cause"]

CountDeliveriesExpand = Literal["health"]

DeliveryCountGroupCause = Literal[
    "address_not_public",
    "aborted",
    "authentication_failed",
    "connection_refused",
    "connection_reset",
    "deferred",
    "device_unregistered",
    "dns_error",
    "invalid_address",
    "mailbox_full",
    "mailbox_unavailable",
    "message_refused",
    "message_too_large",
    "no_text",
    "overloaded",
    "port_not_allowed",
    "provider_error",
    "rate_limited",
    "sandbox",
    "suppressed",
    "timeout",
    "tls_error",
    "unreachable",
    "unsubscribed",
    "channel_deleted",
    "limit_reached",
    "no_address",
    "no_device",
    "recipient_deleted",
    "unknown",
]

DeliveryCountGroupHealthProviderFailureCause = Literal[
    "address_not_public",
    "aborted",
    "authentication_failed",
    "connection_refused",
    "connection_reset",
    "deferred",
    "device_unregistered",
    "dns_error",
    "invalid_address",
    "mailbox_full",
    "mailbox_unavailable",
    "message_refused",
    "message_too_large",
    "no_text",
    "overloaded",
    "port_not_allowed",
    "provider_error",
    "rate_limited",
    "sandbox",
    "suppressed",
    "timeout",
    "tls_error",
    "unreachable",
    "unsubscribed",
]

DeliveryCountGroupHealthNewestFailureCause = Literal[
    "address_not_public",
    "aborted",
    "authentication_failed",
    "connection_refused",
    "connection_reset",
    "deferred",
    "device_unregistered",
    "dns_error",
    "invalid_address",
    "mailbox_full",
    "mailbox_unavailable",
    "message_refused",
    "message_too_large",
    "no_text",
    "overloaded",
    "port_not_allowed",
    "provider_error",
    "rate_limited",
    "sandbox",
    "suppressed",
    "timeout",
    "tls_error",
    "unreachable",
    "unsubscribed",
    "channel_deleted",
    "limit_reached",
    "no_address",
    "no_device",
    "recipient_deleted",
    "unknown",
]

ListSuppressionsChannelType = Literal["email", "sms"]

ListSuppressionsReason = Literal["bounce", "complaint", "unsubscribe", "manual"]

SuppressionChannelType = Literal["email", "sms"]

SuppressionReason = Literal["bounce", "complaint", "unsubscribe", "manual"]

SuppressionInputChannelType = Literal["email", "sms"]

SuppressionInputReason = Literal["bounce", "complaint", "unsubscribe", "manual"]

ListSandboxMessagesExpand = Literal["notification_user"]

SandboxMessageBodyFormat = Literal["html", "text"]

SandboxReportFact = Literal["delivered", "opened", "bounced"]

ReportSandboxMessageResponse200SandboxReportFact = Literal["delivered", "opened", "bounced"]

EventType = Literal[
    "delivery.scheduled",
    "delivery.queued",
    "delivery.sent",
    "delivery.delivered",
    "delivery.opened",
    "delivery.failed",
    "delivery.bounced",
    "delivery.canceled",
    "ping",
]

ListNewestWebhookEventsExpand = Literal["notification_user"]

ListRequestsResult = Literal["failed"]

ListRequestsMethod = Literal["POST", "PATCH", "PUT", "DELETE", "GET"]

TestSendResult = Literal["accepted", "rate_limited", "transient", "permanent"]

NotificationChannelInputProvider = Literal[
    "sandbox",
    "smtp",
    "sendgrid",
    "postmark",
    "resend",
    "ses",
    "apns",
    "fcm",
    "web_push",
    "expo",
    "twilio",
    "inbox",
]

NotificationChannelHealthState = Literal["ok", "failing"]

NotificationChannelHealthCause = Literal[
    "address_not_public",
    "aborted",
    "authentication_failed",
    "connection_refused",
    "connection_reset",
    "deferred",
    "device_unregistered",
    "dns_error",
    "invalid_address",
    "mailbox_full",
    "mailbox_unavailable",
    "message_refused",
    "message_too_large",
    "no_text",
    "overloaded",
    "port_not_allowed",
    "provider_error",
    "rate_limited",
    "sandbox",
    "suppressed",
    "timeout",
    "tls_error",
    "unreachable",
    "unsubscribed",
]

NotificationChannelPatchProvider = Literal[
    "sandbox",
    "smtp",
    "sendgrid",
    "postmark",
    "resend",
    "ses",
    "apns",
    "fcm",
    "web_push",
    "expo",
    "twilio",
    "inbox",
]

MessageTemplateBodyFormat = Literal["html", "text"]

MessageTemplatePriority = Literal["high", "low"]

MessageTemplateInputBodyFormat = Literal["html", "text"]

MessageTemplateInputPriority = Literal["high", "normal", "low"]

MessageTemplatePatchBodyFormat = Literal["html", "text"]

MessageTemplatePatchPriority = Literal["high", "normal", "low"]

MessageTemplateVersionBodyFormat = Literal["html", "text"]

MessageTemplateVersionPriority = Literal["high", "low"]

TemplatePreviewInputBodyFormat = Literal["html", "text"]

MessageTemplateDraftBodyFormat = Literal["html", "text"]

MessageTemplateDraftPriority = Literal["high", "low"]

MessageTemplateDraftInputBodyFormat = Literal["html", "text"]

MessageTemplateDraftInputPriority = Literal["high", "normal", "low"]

TemplatePartialUsedByItemKind = Literal["template", "partial"]

WebhookEndpointStatus = Literal["active", "paused", "disabled"]

WebhookEndpointSignatureFormat = Literal["service", "standard", "both"]

WebhookEndpointInputSignatureFormat = Literal["service", "standard", "both"]

WebhookEndpointPatchSignatureFormat = Literal["service", "standard", "both"]

ListWebhookAttemptsExpand = Literal["notification_user"]

WebhookTestRequestMethod = Literal["POST"]

WebhookTestRequestSignatureVerdict = Literal["valid", "bad_header", "no_match", "stale"]

ReplayStatus = Literal["running", "held", "finished", "canceled"]

MailKind = Literal[
    "webhook_endpoint_failing",
    "webhook_endpoint_disabled",
    "notification_channel_failing",
    "notification_channel_recovered",
]

MailState = Literal["waiting", "sent", "not_sent"]

AuditObject = Literal[
    "account",
    "api_key",
    "member",
    "message_resend",
    "notification_channel",
    "notification_user",
    "preference_page",
    "recipient_signing_key",
    "suppression",
    "topic",
    "webhook_endpoint",
]

GetOwnApiKeyResponse200ApiKeyRole = Literal["full", "send", "read"]

ApiKeyRole = Literal["full", "send", "read"]

ApiKeyInputRole = Literal["full", "send", "read"]

ApiKeyWithKeyRole = Literal["full", "send", "read"]


@dataclass(slots=True, repr=False)
class MessageInput(Model):
    #: Your own id of the recipient; blank counts as absent. An integer is taken as its digits
    external_user_id: str | None | Unset = UNSET
    notification_user_id: int | None | Unset = UNSET
    #: Your own name of the template; blank counts as absent
    message_template_name: str | None | Unset = UNSET
    message_template_id: int | None | Unset = UNSET
    #: The values for the texts of the template: the name `order.id` is the field `id` of `order`
    message_attributes: dict[str, Any] | list[MessageAttributeInput | dict[str, Any]] | Unset = UNSET
    actor_id: int | None | Unset = UNSET
    #: Your own word for the message, for example the number of an order. Its deliveries and events have it too. Several
    #: messages may have the same. An integer is taken as its digits
    reference: str | None | Unset = UNSET
    #: Your own names and texts. The deliveries and events of the message have them too. At most 20 names of 40
    #: characters, texts of 500 characters, 4 KiB in all
    metadata: dict[str, str] | None | Unset = UNSET
    #: Which sends of a channel go first. `high` goes before all others, and `low` gets one of ten places while others
    #: wait. Default: the priority of the template
    priority: MessageInputPriority | None | Unset = UNSET
    #: The recipient's quiet hours do not delay the message. Default false
    critical: bool | Unset = UNSET
    #: The locale of the texts, of their dates and numbers. Default: the locale of the recipient. If the template has no
    #: texts for it, those of the language are used, then the own texts of the template
    locale: str | None | Unset = UNSET
    #: At most 366 days ahead. If it is absent, null or in the past, the message is sent at once
    send_at: datetime | None | Unset = UNSET
    #: Files for the mails of the message: at most 10, and 3 MiB together before base64. Not in a batch. They are
    #: removed when no delivery is to be sent any more, at the latest after 7 days
    attachments: list[MessageInputAttachmentsItem | dict[str, Any]] | Unset = UNSET
    #: Creates or updates the recipient with this external_user_id, in the same transaction
    notification_user: NotificationUserInput | dict[str, Any] | Unset = UNSET


@dataclass(slots=True, repr=False)
class MessageAttributeInput(Model):
    name: str
    #: Any JSON, at most 10 KB
    value: Any | Unset = UNSET
    #: Ignored. It is allowed, so you can send an attribute back as the API returned it
    id: int | None | Unset = UNSET


@dataclass(slots=True, repr=False)
class MessageInputAttachmentsItem(Model):
    filename: str
    content_type: str
    #: The bytes in base64
    content: str
    #: Puts an image into the HTML of the mail: `<img src="cid:...">`
    content_id: str | None | Unset = UNSET


@dataclass(slots=True, repr=False)
class NotificationUserInput(Model):
    #: Your own unique id of the recipient. An integer is taken as its digits
    external_user_id: str | None | Unset = UNSET
    email: str | None | Unset = UNSET
    #: An international number, stored in the form of E.164. It begins with + and a country code, and has a length that
    #: the country has. Separators and a zero in brackets, as in +44 (0)20 7183 8750, are dropped
    phone: str | None | Unset = UNSET
    first_name: str | None | Unset = UNSET
    last_name: str | None | Unset = UNSET
    locale: str | None | Unset = UNSET
    #: A time zone of the IANA database
    time_zone: str | None | Unset = UNSET
    #: At most 10 KB of JSON, nested at most 20 levels deep
    attributes: dict[str, Any] | None | Unset = UNSET


@dataclass(slots=True, repr=False)
class Message(Model):
    id: int
    notification_user_id: int
    message_template_id: int
    account_id: int
    actor_id: int | None
    seen: bool
    #: The text of the template when the message was created
    subject: str
    body: str
    rendered_subject: str
    rendered_body: str
    message_attributes: list[MessageAttribute]
    send_at: datetime | None
    seen_at: datetime | None
    delivered_at: datetime | None
    canceled_at: datetime | None
    created_at: datetime
    updated_at: datetime
    deliveries: list[MessageDelivery]
    critical: bool
    #: The locale of the template whose texts were used. null: the template's own texts
    locale: str | None
    #: Channels without a delivery, because of the preferences of the recipient when the message was created
    skipped_channels: list[SkippedChannel]
    #: Your own word for the message. Absent if it has none
    reference: str | Unset = UNSET
    #: Your own names and texts of the message. Absent if it has none
    metadata: dict[str, str] | Unset = UNSET
    #: The attachments, without their content. Only if the message has some
    attachments: list[MessageAttachmentsItem] | Unset = UNSET
    #: Absent if the priority is normal
    priority: MessagePriority | Unset = UNSET


@dataclass(slots=True, repr=False)
class MessageAttribute(Model):
    id: int
    name: str
    value: Any


@dataclass(slots=True, repr=False)
class MessageDelivery(Model):
    id: int
    status: DeliveryStatus
    notification_channel: DeliveryChannel


@dataclass(slots=True, repr=False)
class DeliveryChannel(Model):
    id: int
    name: str
    channel_type: ChannelType


@dataclass(slots=True, repr=False)
class SkippedChannel(Model):
    notification_channel: DeliveryChannel
    #: `topic_disabled`: the recipient does not want the topic on this type of channel. `recipient_paused`: the
    #: recipient has paused messages
    reason: SkippedChannelReason


@dataclass(slots=True, repr=False)
class MessageAttachmentsItem(Model):
    filename: str
    content_type: str
    bytes: int


@dataclass(slots=True, repr=False)
class ListedMessage(Model):
    id: int
    notification_user_id: int
    message_template_id: int
    account_id: int
    actor_id: int | None
    seen: bool
    #: The text of the template when the message was created
    subject: str
    body: str
    rendered_subject: str
    rendered_body: str
    message_attributes: list[MessageAttribute]
    send_at: datetime | None
    seen_at: datetime | None
    delivered_at: datetime | None
    canceled_at: datetime | None
    created_at: datetime
    updated_at: datetime
    deliveries: list[MessageDelivery]
    critical: bool
    #: The locale of the template whose texts were used. null: the template's own texts
    locale: str | None
    #: Channels without a delivery, because of the preferences of the recipient when the message was created
    skipped_channels: list[SkippedChannel]
    #: Your own word for the message. Absent if it has none
    reference: str | Unset = UNSET
    #: Your own names and texts of the message. Absent if it has none
    metadata: dict[str, str] | Unset = UNSET
    #: The attachments, without their content. Only if the message has some
    attachments: list[ListedMessageAttachmentsItem] | Unset = UNSET
    #: Absent if the priority is normal
    priority: ListedMessagePriority | Unset = UNSET
    #: The newest message that sends this one again. null: none does
    sent_again_as: int | None | Unset = UNSET
    #: The message that this one sends again. null: it sends none again
    again_of: int | None | Unset = UNSET
    #: Only with `expand=notification_user`
    notification_user: ListedMessageNotificationUser | Unset = UNSET
    #: Only with `expand=notification_user_fields`. null: the recipient is deleted
    notification_user_fields: NotificationUser | None | Unset = UNSET
    #: Only with `expand=message_template`
    message_template: ListedMessageMessageTemplate | Unset = UNSET


@dataclass(slots=True, repr=False)
class ListedMessageAttachmentsItem(Model):
    filename: str
    content_type: str
    bytes: int


@dataclass(slots=True, repr=False)
class ListedMessageNotificationUser(Model):
    """Only with `expand=notification_user`"""

    id: int
    external_user_id: str | None
    email: str | None
    first_name: str | None
    last_name: str | None


@dataclass(slots=True, repr=False)
class NotificationUser(Model):
    id: int
    external_user_id: str | None
    email: str | None
    phone: str | None
    first_name: str | None
    last_name: str | None
    locale: str | None
    time_zone: str | None
    attributes: dict[str, Any]
    created_at: datetime
    updated_at: datetime


@dataclass(slots=True, repr=False)
class ListedMessageMessageTemplate(Model):
    """Only with `expand=message_template`"""

    id: int
    name: str


@dataclass(slots=True, repr=False)
class BatchResult(Model):
    #: The position of the message in the request, counted from 0
    index: int
    message: Message | Unset = UNSET
    error: str | Unset = UNSET
    code: str | Unset = UNSET
    errors: dict[str, list[str]] | Unset = UNSET


@dataclass(slots=True, repr=False)
class MessagePreview(Model):
    notification_user: MessagePreviewNotificationUser
    message_template_id: int
    #: The locale of the template whose texts were used. null: the template's own texts
    locale: str | None
    send_at: datetime | None
    subject: str
    body: str
    channels: list[MessagePreviewChannelsItem]
    #: The number of channels left out, because the response has at most 1 MiB of texts
    channels_left_out: int
    #: Channels that would get no delivery now, because of the preferences of the recipient
    skipped_channels: list[SkippedChannel]
    #: Undefined names in the texts, at most 100: they render empty
    unknown_names: list[str]


@dataclass(slots=True, repr=False)
class MessagePreviewNotificationUser(Model):
    #: null if the message would create the recipient
    id: int | None
    external_user_id: str | None
    email: str | None
    phone: str | None
    first_name: str | None
    last_name: str | None


@dataclass(slots=True, repr=False)
class MessagePreviewChannelsItem(Model):
    notification_channel: DeliveryChannel
    #: false if the channel is inactive: it would get no delivery
    live: bool
    #: true if the recipient has no address for the channel
    address_missing: bool
    subject: str
    body: str
    #: The plain text that an SMS, a push or the inbox gets, for email the text alternative of its HTML. A provider of
    #: pushes cuts it to the size of its payload
    text: str
    #: The link in the inbox. null: none
    url: str | None
    email: MessagePreviewChannelsItemEmail | Unset = UNSET
    push: MessagePreviewChannelsItemPush | Unset = UNSET


@dataclass(slots=True, repr=False)
class MessagePreviewChannelsItemEmail(Model):
    reply_to: str | Unset = UNSET
    cc: list[str] | Unset = UNSET
    bcc: list[str] | Unset = UNSET
    preheader: str | Unset = UNSET
    headers: list[MessagePreviewChannelsItemEmailHeadersItem] | Unset = UNSET


@dataclass(slots=True, repr=False)
class MessagePreviewChannelsItemEmailHeadersItem(Model):
    name: str
    value: str


@dataclass(slots=True, repr=False)
class MessagePreviewChannelsItemPush(Model):
    url: str | Unset = UNSET
    image_url: str | Unset = UNSET
    badge: int | Unset = UNSET
    sound: str | Unset = UNSET
    category: str | Unset = UNSET
    thread_id: str | Unset = UNSET
    collapse_key: str | Unset = UNSET
    ttl_seconds: int | Unset = UNSET
    interruption_level: str | Unset = UNSET
    data: list[MessagePreviewChannelsItemPushDataItem] | Unset = UNSET


@dataclass(slots=True, repr=False)
class MessagePreviewChannelsItemPushDataItem(Model):
    name: str
    value: str


@dataclass(slots=True, repr=False)
class GetMessageResponse200Message(Model):
    id: int
    notification_user_id: int
    message_template_id: int
    account_id: int
    actor_id: int | None
    seen: bool
    #: The text of the template when the message was created
    subject: str
    body: str
    rendered_subject: str
    rendered_body: str
    message_attributes: list[MessageAttribute]
    send_at: datetime | None
    seen_at: datetime | None
    delivered_at: datetime | None
    canceled_at: datetime | None
    created_at: datetime
    updated_at: datetime
    deliveries: list[MessageDelivery]
    critical: bool
    #: The locale of the template whose texts were used. null: the template's own texts
    locale: str | None
    #: Channels without a delivery, because of the preferences of the recipient when the message was created
    skipped_channels: list[SkippedChannel]
    #: Your own word for the message. Absent if it has none
    reference: str | Unset = UNSET
    #: Your own names and texts of the message. Absent if it has none
    metadata: dict[str, str] | Unset = UNSET
    #: The attachments, without their content. Only if the message has some
    attachments: list[GetMessageResponse200MessageAttachmentsItem] | Unset = UNSET
    #: Absent if the priority is normal
    priority: GetMessageResponse200MessagePriority | Unset = UNSET
    #: The newest message that sends this one again. null: none does
    sent_again_as: int | None | Unset = UNSET
    #: The message that this one sends again. null: it sends none again
    again_of: int | None | Unset = UNSET
    #: Only with `expand=notification_user`
    notification_user: GetMessageResponse200MessageNotificationUser | Unset = UNSET
    #: Only with `expand=notification_user_fields`. null: the recipient is deleted
    notification_user_fields: NotificationUser | None | Unset = UNSET
    #: Only with `expand=message_template`
    message_template: GetMessageResponse200MessageMessageTemplate | Unset = UNSET
    #: Only with `expand=failed_deliveries`
    failed_deliveries: list[Delivery] | Unset = UNSET
    #: Only with `expand=waits_until`: when the recipient's quiet hours end. The message can be canceled until then.
    #: null: no delivery of the message waits for this
    waits_until: datetime | None | Unset = UNSET


@dataclass(slots=True, repr=False)
class GetMessageResponse200MessageAttachmentsItem(Model):
    filename: str
    content_type: str
    bytes: int


@dataclass(slots=True, repr=False)
class GetMessageResponse200MessageNotificationUser(Model):
    """Only with `expand=notification_user`"""

    id: int
    external_user_id: str | None
    email: str | None
    first_name: str | None
    last_name: str | None


@dataclass(slots=True, repr=False)
class GetMessageResponse200MessageMessageTemplate(Model):
    """Only with `expand=message_template`"""

    id: int
    name: str


@dataclass(slots=True, repr=False)
class Delivery(Model):
    id: int
    status: DeliveryStatus
    error_message: str | None
    sent_at: datetime | None
    failed_at: datetime | None
    delivered_at: datetime | None
    opened_at: datetime | None
    created_at: datetime
    updated_at: datetime
    message_id: int
    friendly_error_message: str | None
    limit_feature_key: str | None
    notification_channel: DeliveryChannel
    #: Your own word for the message. Absent if it has none
    reference: str | Unset = UNSET
    #: Your own names and texts of the message. Absent if it has none
    metadata: dict[str, str] | Unset = UNSET


@dataclass(slots=True, repr=False)
class RenderedMessage(Model):
    message_id: int
    subject: str
    body: str
    body_format: RenderedMessageBodyFormat
    channels: list[RenderedMessageChannelsItem]
    #: The cursor for the texts of the next channels: a response has at most 1 MiB of texts
    next_cursor: str | None


@dataclass(slots=True, repr=False)
class RenderedMessageChannelsItem(Model):
    notification_channel: DeliveryChannel
    subject: str
    body: str
    #: The plain text that an SMS, a push or the inbox gets, for email the text alternative of its HTML. A provider of
    #: pushes cuts it to the size of its payload
    text: str
    #: The link in the inbox. null: none
    url: str | None
    email: RenderedMessageChannelsItemEmail | Unset = UNSET
    push: RenderedMessageChannelsItemPush | Unset = UNSET


@dataclass(slots=True, repr=False)
class RenderedMessageChannelsItemEmail(Model):
    reply_to: str | Unset = UNSET
    cc: list[str] | Unset = UNSET
    bcc: list[str] | Unset = UNSET
    preheader: str | Unset = UNSET
    headers: list[RenderedMessageChannelsItemEmailHeadersItem] | Unset = UNSET


@dataclass(slots=True, repr=False)
class RenderedMessageChannelsItemEmailHeadersItem(Model):
    name: str
    value: str


@dataclass(slots=True, repr=False)
class RenderedMessageChannelsItemPush(Model):
    url: str | Unset = UNSET
    image_url: str | Unset = UNSET
    badge: int | Unset = UNSET
    sound: str | Unset = UNSET
    category: str | Unset = UNSET
    thread_id: str | Unset = UNSET
    collapse_key: str | Unset = UNSET
    ttl_seconds: int | Unset = UNSET
    interruption_level: str | Unset = UNSET
    data: list[RenderedMessageChannelsItemPushDataItem] | Unset = UNSET


@dataclass(slots=True, repr=False)
class RenderedMessageChannelsItemPushDataItem(Model):
    name: str
    value: str


@dataclass(slots=True, repr=False)
class MessageResendRequestFilters(Model):
    """Filters of failed and bounced deliveries, as in their list"""

    #: One or several of failed, bounced, with a comma between them
    status: str | Unset = UNSET
    cause: MessageResendRequestFiltersCause | Unset = UNSET
    notification_user_id: int | Unset = UNSET
    notification_channel_id: int | Unset = UNSET
    channel_type: ChannelType | Unset = UNSET
    message_template_id: int | Unset = UNSET
    created_after: datetime | Unset = UNSET
    created_before: datetime | Unset = UNSET


@dataclass(slots=True, repr=False)
class MessageResend(Model):
    id: int
    #: searching: the service still finds the messages. Then it sends them
    status: MessageResendStatus
    #: null: the request named the messages
    filters: Any
    #: The messages found so far
    total: int
    #: The messages sent again so far
    sent: int
    #: Skipped: sent again before, or not failed any more
    not_failed: int
    #: Skipped: another send cannot arrive, for example without an address
    cannot_arrive: int
    #: Skipped: the recipient or the template does not allow it, for example because it was deleted
    refused: int
    #: The deliveries of the messages sent again, each once, by its present status: an opened one is delivered, a
    #: bounced one has failed. Counted within seconds
    outcomes: MessageResendOutcomes
    #: Whether there are more messages than one resend may have
    has_more: bool
    created_at: datetime
    finished_at: datetime | None


@dataclass(slots=True, repr=False)
class MessageResendOutcomes(Model):
    """The deliveries of the messages sent again, each once, by its present status: an opened one is delivered, a
    bounced one has failed. Counted within seconds
    """

    waiting: int
    sent: int
    delivered: int
    failed: int
    canceled: int


@dataclass(slots=True, repr=False)
class CountMessageResendResponse200(Model):
    #: At most 10000
    count: int
    #: Failed messages that the resend skips: another send cannot help
    cannot_arrive: int
    #: Failed deliveries of the counted messages that the resend leaves out: another send cannot help
    deliveries_left_out: int
    #: Failed messages that the resend skips: their attachments are no longer stored
    attachments_removed: int
    #: false: there may be more, because the count searches a bounded number of deliveries
    is_complete: bool


@dataclass(slots=True, repr=False)
class TimelineEntry(Model):
    #: `report`: a mail server reported the mail, and no state changed
    kind: TimelineEntryKind
    at: datetime
    fact: DeliveryStatus | Unset = UNSET
    #: The source of the fact. null after its event was pruned
    source: TimelineEntrySource | None | Unset = UNSET
    #: The number of the send, counted from 1
    number: int | Unset = UNSET
    result: TimelineEntryResult | Unset = UNSET
    cause: str | None | Unset = UNSET
    #: Explains the outcome if the response of the provider does not show it
    explanation: str | None | Unset = UNSET
    duration_ms: int | Unset = UNSET
    provider_message_id: str | None | Unset = UNSET
    #: The address that the provider got. null for push
    sent_to: str | None | Unset = UNSET
    #: The channel of the send: of the delivery, or a fallback of it
    notification_channel: DeliveryChannel | Unset = UNSET
    event_id: str | Unset = UNSET
    event_type: str | Unset = UNSET
    state: EventState | Unset = UNSET
    state_reason: str | None | Unset = UNSET
    #: Oldest first
    attempts: list[TimelineEntryAttemptsItem] | Unset = UNSET


@dataclass(slots=True, repr=False)
class TimelineEntryAttemptsItem(Model):
    attempt_number: int
    succeeded: bool
    response_code: int | None
    error_message: str | None
    duration_ms: int
    created_at: datetime


@dataclass(slots=True, repr=False)
class ListedDelivery(Model):
    id: int
    status: DeliveryStatus
    error_message: str | None
    sent_at: datetime | None
    failed_at: datetime | None
    delivered_at: datetime | None
    opened_at: datetime | None
    created_at: datetime
    updated_at: datetime
    message_id: int
    friendly_error_message: str | None
    limit_feature_key: str | None
    notification_channel: DeliveryChannel
    #: Your own word for the message. Absent if it has none
    reference: str | Unset = UNSET
    #: Your own names and texts of the message. Absent if it has none
    metadata: dict[str, str] | Unset = UNSET
    #: Only with `expand=message`
    bounced_at: datetime | None | Unset = UNSET
    message: ExpandedMessage | Unset = UNSET


@dataclass(slots=True, repr=False)
class ExpandedMessage(Model):
    """Only with `expand=message`"""

    id: int
    #: The newest message that sends this one again. null: none does
    sent_again_as: int | None
    #: The message that this one sends again. null: it sends none again
    again_of: int | None
    rendered_subject: str
    send_at: datetime | None
    notification_user: ExpandedMessageNotificationUser
    message_template: ExpandedMessageMessageTemplate
    #: Absent if the priority is normal
    priority: ExpandedMessagePriority | Unset = UNSET


@dataclass(slots=True, repr=False)
class ExpandedMessageNotificationUser(Model):
    id: int
    external_user_id: str | None
    email: str | None
    first_name: str | None
    last_name: str | None


@dataclass(slots=True, repr=False)
class ExpandedMessageMessageTemplate(Model):
    id: int
    name: str


@dataclass(slots=True, repr=False)
class ExplainDeliveryResponse200(Model):
    explanation: DeliveryExplanation
    #: Only with `expand=delivery`
    delivery: Delivery | Unset = UNSET
    #: Only with `expand=delivery`
    timeline: list[TimelineEntry] | Unset = UNSET


@dataclass(slots=True, repr=False)
class DeliveryExplanation(Model):
    sentence: str
    #: A word for programs: the status if nothing is wrong, otherwise the reason
    cause: str
    #: When the quiet hours of the recipient end, if the delivery waits for it. It can be canceled until then
    waits_until: datetime | None
    last_send: DeliveryExplanationLastSend | None
    #: When a send that failed for now is repeated
    next_send_at: datetime | None
    #: How often the service still repeats the send, unless a limit of the provider delays it. A retry now is one of
    #: them
    sends_left: int | None
    #: Of the present address of the recipient
    suppression: DeliveryExplanationSuppression | None
    #: Events of the delivery that your endpoint does not have
    missing_events: int
    message: ExpandedMessage
    #: Why another send would be refused. null: it is an action, or cannot help
    send_again_refusal: DeliveryExplanationSendAgainRefusal | None
    #: Actions that help, the most helpful first
    actions: list[DeliveryExplanationActionsItem]
    #: The attachments, without their content. Only if the message has some
    attachments: list[DeliveryExplanationAttachmentsItem] | Unset = UNSET


@dataclass(slots=True, repr=False)
class DeliveryExplanationLastSend(Model):
    #: Counted from 1
    number: int
    at: datetime
    result: str | None
    #: The word of the cause and the text of the provider
    cause: str | None


@dataclass(slots=True, repr=False)
class DeliveryExplanationSuppression(Model):
    """Of the present address of the recipient"""

    id: int
    address: str
    reason: DeliveryExplanationSuppressionReason
    #: The delivery that was the reason. null: there is none, or it is no longer stored
    delivery_id: int | None
    since: datetime


@dataclass(slots=True, repr=False)
class DeliveryExplanationAttachmentsItem(Model):
    filename: str
    content_type: str
    bytes: int


@dataclass(slots=True, repr=False)
class DeliveryExplanationActionsItem(Model):
    action: DeliveryExplanationActionsItemAction
    #: The id of the delivery, message, recipient, suppression, channel or template. null if it needs none
    id: int | None


@dataclass(slots=True, repr=False)
class GetNotificationUserResponse200(Model):
    notification_user: NotificationUser
    devices: list[Device] | Unset = UNSET
    preferences: RecipientPreferences | Unset = UNSET


@dataclass(slots=True, repr=False)
class Device(Model):
    id: int
    notification_user_id: int
    platform: DevicePlatform
    token: str | None
    subscription: dict[str, Any] | None
    created_at: datetime
    updated_at: datetime


@dataclass(slots=True, repr=False)
class RecipientPreferences(Model):
    #: Each topic with each type of channel
    preferences: list[Preference]
    paused: bool
    quiet_hours: QuietHours | None
    #: The time zone of the quiet hours. null: UTC
    time_zone: str | None
    #: The page on which the recipient changes her preferences. null without PUBLIC_URL. Callers who may not change them
    #: get `***` in place of its token
    preferences_url: str | None


@dataclass(slots=True, repr=False)
class Preference(Model):
    topic: str
    #: In the language of the notification user, if the topic has it
    label: str
    required: bool
    channel_type: ChannelType
    enabled: bool
    #: The time of the choice. null: there is none
    changed_at: datetime | None
    #: link: the recipient chose by a link; inbox: in the inbox
    source: PreferenceSource | None


@dataclass(slots=True, repr=False)
class QuietHours(Model):
    from_: str
    until: str


@dataclass(slots=True, repr=False)
class GetNotificationUserByExternalIdResponse200(Model):
    notification_user: NotificationUser
    devices: list[Device] | Unset = UNSET
    preferences: RecipientPreferences | Unset = UNSET


@dataclass(slots=True, repr=False)
class PreferenceInput(Model):
    #: The name of the topic
    topic: str
    channel_type: ChannelType
    enabled: bool


@dataclass(slots=True, repr=False)
class PreferencesInputQuietHours(Model):
    """Messages wait until the end, in the time zone of the recipient, or in UTC if it has none. Messages of required
    topics and critical messages do not wait. null: no quiet hours
    """

    from_: str
    until: str


@dataclass(slots=True, repr=False)
class RecipientToken(Model):
    #: A JSON Web Token for this recipient's inbox
    token: str
    expires_at: datetime


@dataclass(slots=True, repr=False)
class NotificationUserExport(Model):
    exported_at: datetime
    notification_user: dict[str, Any]
    devices: list[dict[str, Any]]
    suppressions: list[dict[str, Any]]
    messages: list[dict[str, Any]]
    message_attachments: list[dict[str, Any]]
    deliveries: list[dict[str, Any]]
    sends: list[dict[str, Any]]
    delivery_reports: list[dict[str, Any]]
    sandbox_messages: list[dict[str, Any]]
    inbox_messages: list[dict[str, Any]]
    events: list[dict[str, Any]]
    attempts: list[dict[str, Any]]


@dataclass(slots=True, repr=False)
class CountDeliveriesResponse200(Model):
    since: datetime
    bucket_seconds: int
    buckets: list[CountDeliveriesResponse200BucketsItem]
    totals: DeliveryTotals
    before: DeliveryTotals
    groups: list[DeliveryCountGroup]
    #: Later than `since` if there are too many groups to count all
    groups_since: datetime


@dataclass(slots=True, repr=False)
class CountDeliveriesResponse200BucketsItem(Model):
    start: datetime
    counts: DeliveryCounts


@dataclass(slots=True, repr=False)
class DeliveryCounts(Model):
    """The number of deliveries with each status. A retrying delivery counts as queued."""

    scheduled: int
    queued: int
    sent: int
    failed: int
    delivered: int
    bounced: int
    opened: int
    canceled: int


@dataclass(slots=True, repr=False)
class DeliveryTotals(Model):
    counts: DeliveryCounts
    rates: DeliveryRates


@dataclass(slots=True, repr=False)
class DeliveryRates(Model):
    """The shares of the deliveries that were sent, delivered, opened, bounced or failed, from 0 to 1. An opened
    delivery counts as delivered too. Null if there is none.
    """

    delivered: float | None
    opened: float | None
    bounced: float | None
    failed: float | None


@dataclass(slots=True, repr=False)
class DeliveryCountGroup(Model):
    id: int | None
    cause: DeliveryCountGroupCause | None
    #: The name of the channel or template, or the sentence of the cause. Null: all other groups
    name: str | None
    #: The channel of a group of `template_channel`. `id` and `name` are of its template
    channel: DeliveryCountGroupChannel | None
    counts: DeliveryCounts
    #: As those of the totals. `delivered`, `opened` and `bounced` leave out the deliveries on channels whose provider
    #: reports nothing: in the period, deliveries were sent, and none is delivered, opened or bounced. Null if only
    #: these are left.
    rates: DeliveryRates
    #: Only with `group_by=channel` and `expand=health`
    health: DeliveryCountGroupHealth | Unset = UNSET


@dataclass(slots=True, repr=False)
class DeliveryCountGroupChannel(Model):
    """The channel of a group of `template_channel`. `id` and `name` are of its template"""

    id: int
    name: str


@dataclass(slots=True, repr=False)
class DeliveryCountGroupHealth(Model):
    """Only with `group_by=channel` and `expand=health`"""

    #: The share of the ended deliveries that failed or bounced, without those whose recipients cannot be reached
    failure_rate: float | None
    #: When the first delivery was created that failed or bounced since the last success: from its hour on, most
    #: deliveries of the channel failed. If the account creates very many deliveries, the start of this hour, or when
    #: the channel was created. Of days before yesterday, of 6 hours. Or from then on its provider took nothing, see
    #: `health` of the channel, if that is earlier. Null: the channel works, or fewer than 3 have failed, or the newest
    #: five of its deliveries that ended, among the newest 200 of the account, went well. At most 7 days ago.
    failing_since: datetime | None
    #: Why the provider takes nothing, as in `health` of the channel. null: it works
    provider_failure: DeliveryCountGroupHealthProviderFailure | None
    newest_failure: DeliveryCountGroupHealthNewestFailure | None


@dataclass(slots=True, repr=False)
class DeliveryCountGroupHealthProviderFailure(Model):
    """Why the provider takes nothing, as in `health` of the channel. null: it works"""

    since: datetime
    cause: DeliveryCountGroupHealthProviderFailureCause
    error_message: str


@dataclass(slots=True, repr=False)
class DeliveryCountGroupHealthNewestFailure(Model):
    delivery_id: int
    at: datetime
    cause: DeliveryCountGroupHealthNewestFailureCause
    error_message: str | None


@dataclass(slots=True, repr=False)
class Suppression(Model):
    id: int
    channel_type: SuppressionChannelType
    address: str
    reason: SuppressionReason
    #: The delivery with the bounce or complaint. null if the address was added by hand
    delivery_id: int | None
    created_at: datetime


@dataclass(slots=True, repr=False)
class ListSandboxMessagesResponse200SandboxMessagesItem(Model):
    #: The id of the delivery
    id: int
    message_id: int
    #: The current status of the delivery
    status: DeliveryStatus
    notification_channel: DeliveryChannel
    #: The email address, the phone number, or the tokens of the devices
    to: str
    subject: str
    #: The number of sends. The newest send is shown
    sends: int
    at: datetime
    #: Only with `expand=notification_user`
    notification_user: ListSandboxMessagesResponse200SandboxMessagesItemNotificationUser | Unset = UNSET


@dataclass(slots=True, repr=False)
class ListSandboxMessagesResponse200SandboxMessagesItemNotificationUser(Model):
    """Only with `expand=notification_user`"""

    id: int
    external_user_id: str | None
    email: str | None
    first_name: str | None
    last_name: str | None


@dataclass(slots=True, repr=False)
class SandboxMessage(Model):
    #: The id of the delivery
    id: int
    message_id: int
    #: The current status of the delivery
    status: DeliveryStatus
    notification_channel: DeliveryChannel
    #: The email address, the phone number, or the tokens of the devices
    to: str
    subject: str
    #: The number of sends. The newest send is shown
    sends: int
    at: datetime
    body: str
    body_format: SandboxMessageBodyFormat


@dataclass(slots=True, repr=False)
class ReportSandboxMessageResponse200SandboxReport(Model):
    fact: ReportSandboxMessageResponse200SandboxReportFact
    #: false if the delivery already has this state, or a state that excludes it
    recorded: bool


@dataclass(slots=True, repr=False)
class CountEventsResponse200(Model):
    since: datetime
    event_counts: list[EventCount]


@dataclass(slots=True, repr=False)
class EventCount(Model):
    #: The start of the hour
    hour: datetime
    type: str
    events: int


@dataclass(slots=True, repr=False)
class NewestWebhookEvent(Model):
    id: str
    type: str
    created_at: datetime
    data: dict[str, Any]
    state: EventState
    attempts_made: int
    next_attempt_at: datetime | None
    #: Only with `expand=notification_user`. null: the event is about no recipient, or was removed
    notification_user: Any | Unset = UNSET


@dataclass(slots=True, repr=False)
class ListWebhookEventsResponse200(Model):
    webhook_events: list[ListedWebhookEvent]
    next_cursor: str


@dataclass(slots=True, repr=False)
class ListedWebhookEvent(Model):
    id: str
    type: str
    created_at: datetime
    data: dict[str, Any]
    state: EventState
    attempts_made: int
    next_attempt_at: datetime | None


@dataclass(slots=True, repr=False)
class WebhookEventWithAttempts(Model):
    id: str
    type: str
    created_at: datetime
    data: dict[str, Any]
    state: EventState
    attempts_made: int
    next_attempt_at: datetime | None
    #: The reason if the event was skipped or dropped
    state_reason: str | None
    #: The exact text of the body, sent and signed in every attempt
    body: str
    #: Newest first
    attempts: list[WebhookEventAttempt]


@dataclass(slots=True, repr=False)
class WebhookEventAttempt(Model):
    event_id: str
    event_type: str
    attempt_number: int
    succeeded: bool
    response_code: int | None
    error_message: str | None
    #: The code of Node or OpenSSL if `error_message` is `tls_error`
    error_code: str | None
    duration_ms: int
    created_at: datetime
    #: The endpoint's URL at the time of the attempt. null if an older version recorded the attempt
    url: str | None
    #: The first 1 KiB of the response body. Stored only for receivers with public addresses
    response_head: str | None
    #: true if the event was POSTed twice in this attempt, because a reused connection was closed without a response
    posted_again: bool
    #: The headers as sent, in their order, without Host, Content-Length and traceparent. null: no connection was made,
    #: so nothing was sent
    request_headers: list[WebhookEventAttemptRequestHeadersItem] | None


@dataclass(slots=True, repr=False)
class WebhookEventAttemptRequestHeadersItem(Model):
    name: str
    value: str


@dataclass(slots=True, repr=False)
class LoggedRequest(Model):
    id: int
    #: The header X-Request-Id of the response. A caller may choose it, so it may repeat
    request_id: str
    at: datetime
    actor: str
    #: The name of the member or key. null: the member was removed, or your role may not read the audit log
    actor_name: str | None
    method: str
    #: The path with its numbers. Other values have the name of their parameter: they may be personal data
    path: str
    status: int
    duration_ms: int
    #: The code of the error
    code: str | None
    #: The errors by field, as in the response. A name that the operation does not know is (unknown)
    errors: dict[str, Any] | None
    #: The ids of new messages
    made: dict[str, Any] | None


@dataclass(slots=True, repr=False)
class Provider(Model):
    #: The name for the field `provider` of a channel
    name: str
    title: str
    channel_types: list[ChannelType]
    #: The platforms of its devices. null if it has no platforms, or sends to all
    platforms: list[str] | None
    #: true if the provider reports deliveries and bounces to the `callback_url` of a channel
    has_callbacks: bool
    #: The JSON Schema of the settings of a channel. A setting with `secret: true` is never shown again
    settings: dict[str, Any]


@dataclass(slots=True, repr=False)
class TestSend(Model):
    result: TestSendResult
    provider_message_id: str | None
    cause: str | None
    friendly_error_message: str | None
    duration_ms: int


@dataclass(slots=True, repr=False)
class ConnectionTest(Model):
    #: The provider accepts the settings
    ok: bool
    #: A word for programs, and the text of the provider if it sent one
    cause: str | None
    #: The cause and the next step
    sentence: str | None
    #: The setting that helps most likely
    field: str | None
    duration_ms: int


@dataclass(slots=True, repr=False)
class NotificationChannel(Model):
    id: int
    name: str
    channel_type: ChannelType
    provider: str
    #: The settings without their secrets
    settings: dict[str, Any]
    #: The names of the stored secrets
    secret_settings: list[str]
    active: bool
    #: Of channels of the type email
    track_opens: bool
    max_concurrency: int | None
    max_per_second: int | None
    fallback_channel_ids: list[int]
    resend_after_timeout: bool
    #: failing: the provider took none of five messages in a row, so fallbacks send. `cause` is of the send that made it
    #: fail. `since`, `cause` and `error_message` are null if the state is ok
    health: NotificationChannelHealth
    #: The URL for reports of deliveries and bounces. null if the provider has no reports
    callback_url: str | None
    created_at: datetime
    updated_at: datetime


@dataclass(slots=True, repr=False)
class NotificationChannelHealth(Model):
    """failing: the provider took none of five messages in a row, so fallbacks send. `cause` is of the send that made
    it fail. `since`, `cause` and `error_message` are null if the state is ok
    """

    state: NotificationChannelHealthState
    since: datetime | None
    cause: NotificationChannelHealthCause | None
    #: The word of the cause, and the server that the service could not reach
    error_message: str | None


@dataclass(slots=True, repr=False)
class Topic(Model):
    id: int
    name: str
    label: str
    description: str
    #: The texts in other languages. null: the description falls back
    locales: list[TopicLocale]
    required: bool
    created_at: datetime
    updated_at: datetime


@dataclass(slots=True, repr=False)
class TopicLocale(Model):
    locale: str
    label: str
    description: str | None


@dataclass(slots=True, repr=False)
class TopicLocaleInput(Model):
    locale: str
    #: The name that recipients see
    label: str
    #: A sentence for recipients. Default empty
    description: str | None | Unset = UNSET


@dataclass(slots=True, repr=False)
class PreferencePage(Model):
    title: str | None
    accent_color: str | None
    background_color: str | None


@dataclass(slots=True, repr=False)
class RecipientSigningKey(Model):
    id: int
    name: str
    #: The last four characters of the secret
    last4: str
    created_at: datetime


@dataclass(slots=True, repr=False)
class RecipientSigningKeyWithSecret(Model):
    id: int
    name: str
    #: The last four characters of the secret
    last4: str
    created_at: datetime
    #: Shown only once. All its characters are the key of HS256
    secret: str


@dataclass(slots=True, repr=False)
class MessageTemplate(Model):
    id: int
    name: str
    subject: str
    body: str
    body_format: MessageTemplateBodyFormat
    track_opens: bool
    channels: list[MessageTemplateChannelsItem]
    #: Texts in other languages. null: the text falls back
    locales: list[TemplateLocale]
    #: The name of the topic of its messages
    topic: str | None
    #: Increases with every change of a text or of the channels
    version: int
    #: The revision of its draft. null: it has no draft
    draft_revision: int | None
    created_at: datetime
    updated_at: datetime
    #: The priority of its messages. Absent if it is normal
    priority: MessageTemplatePriority | Unset = UNSET


@dataclass(slots=True, repr=False)
class MessageTemplateChannelsItem(Model):
    notification_channel_id: int
    subject: str | None
    body: str | None
    #: The link of messages in the inbox
    url: str | None
    email: MessageTemplateChannelsItemEmail | Unset = UNSET
    push: MessageTemplateChannelsItemPush | Unset = UNSET


@dataclass(slots=True, repr=False)
class MessageTemplateChannelsItemEmail(Model):
    reply_to: str | Unset = UNSET
    cc: str | Unset = UNSET
    bcc: str | Unset = UNSET
    preheader: str | Unset = UNSET
    headers: list[MessageTemplateChannelsItemEmailHeadersItem] | Unset = UNSET


@dataclass(slots=True, repr=False)
class MessageTemplateChannelsItemEmailHeadersItem(Model):
    name: str
    value: str


@dataclass(slots=True, repr=False)
class MessageTemplateChannelsItemPush(Model):
    url: str | Unset = UNSET
    image_url: str | Unset = UNSET
    badge: str | Unset = UNSET
    sound: str | Unset = UNSET
    category: str | Unset = UNSET
    thread_id: str | Unset = UNSET
    collapse_key: str | Unset = UNSET
    ttl_seconds: str | Unset = UNSET
    interruption_level: str | Unset = UNSET
    data: list[MessageTemplateChannelsItemPushDataItem] | Unset = UNSET


@dataclass(slots=True, repr=False)
class MessageTemplateChannelsItemPushDataItem(Model):
    name: str
    value: str


@dataclass(slots=True, repr=False)
class TemplateLocale(Model):
    locale: str
    subject: str | None
    body: str | None
    channels: list[TemplateLocaleChannelsItem]


@dataclass(slots=True, repr=False)
class TemplateLocaleChannelsItem(Model):
    notification_channel_id: int
    subject: str | None
    body: str | None
    #: The link of messages in the inbox
    url: str | None
    email: TemplateLocaleChannelsItemEmail | Unset = UNSET
    push: TemplateLocaleChannelsItemPush | Unset = UNSET


@dataclass(slots=True, repr=False)
class TemplateLocaleChannelsItemEmail(Model):
    reply_to: str | Unset = UNSET
    cc: str | Unset = UNSET
    bcc: str | Unset = UNSET
    preheader: str | Unset = UNSET
    headers: list[TemplateLocaleChannelsItemEmailHeadersItem] | Unset = UNSET


@dataclass(slots=True, repr=False)
class TemplateLocaleChannelsItemEmailHeadersItem(Model):
    name: str
    value: str


@dataclass(slots=True, repr=False)
class TemplateLocaleChannelsItemPush(Model):
    url: str | Unset = UNSET
    image_url: str | Unset = UNSET
    badge: str | Unset = UNSET
    sound: str | Unset = UNSET
    category: str | Unset = UNSET
    thread_id: str | Unset = UNSET
    collapse_key: str | Unset = UNSET
    ttl_seconds: str | Unset = UNSET
    interruption_level: str | Unset = UNSET
    data: list[TemplateLocaleChannelsItemPushDataItem] | Unset = UNSET


@dataclass(slots=True, repr=False)
class TemplateLocaleChannelsItemPushDataItem(Model):
    name: str
    value: str


@dataclass(slots=True, repr=False)
class MessageTemplateInputChannelsItem(Model):
    notification_channel_id: int
    subject: str | None | Unset = UNSET
    #: A Liquid text. Limits: 16000 characters inside tags and outputs, 50 operators and 30 filters per expression, 100
    #: nested blocks
    body: str | None | Unset = UNSET
    #: The link of a message in the inbox: a Liquid text that renders to an http or https URL. Only for channels of type
    #: in_app
    url: str | None | Unset = UNSET
    #: Only for channels of type email. Each value is a Liquid text
    email: MessageTemplateInputChannelsItemEmail | dict[str, Any] | Unset = UNSET
    #: Only for channels of type push. Each value is a Liquid text
    push: MessageTemplateInputChannelsItemPush | dict[str, Any] | Unset = UNSET


@dataclass(slots=True, repr=False)
class MessageTemplateInputChannelsItemEmail(Model):
    """Only for channels of type email. Each value is a Liquid text"""

    #: The address for replies
    reply_to: str | None | Unset = UNSET
    #: Addresses with a comma between them. At most 10 together with `bcc`
    cc: str | None | Unset = UNSET
    #: Addresses with a comma between them
    bcc: str | None | Unset = UNSET
    #: The text that mailboxes show behind the subject. Only for HTML
    preheader: str | None | Unset = UNSET
    #: Further header fields: `X-*`, `Feedback-ID`, `References`, `In-Reply-To`. The values become printable ASCII
    headers: list[MessageTemplateInputChannelsItemEmailHeadersItem | dict[str, Any]] | Unset = UNSET


@dataclass(slots=True, repr=False)
class MessageTemplateInputChannelsItemEmailHeadersItem(Model):
    name: str
    value: str


@dataclass(slots=True, repr=False)
class MessageTemplateInputChannelsItemPush(Model):
    """Only for channels of type push. Each value is a Liquid text"""

    #: What a tap opens: a URL of the web or of your app
    url: str | None | Unset = UNSET
    #: An https URL of an image
    image_url: str | None | Unset = UNSET
    #: The number on the icon of the app, 0 removes it. An integer is taken as its digits
    badge: str | None | Unset = UNSET
    #: The name of a sound of your app. Default: `default`. `none`: no sound
    sound: str | None | Unset = UNSET
    #: The category of the notification, with its actions (iOS)
    category: str | None | Unset = UNSET
    #: Groups notifications (iOS)
    thread_id: str | None | Unset = UNSET
    #: A later push with the same key replaces this one. At most 64 bytes
    collapse_key: str | None | Unset = UNSET
    #: How long a push waits for an offline device. Default: the setting of the channel. An integer is taken as its
    #: digits
    ttl_seconds: str | None | Unset = UNSET
    #: `passive`, `active`, `time-sensitive` or `critical` (iOS)
    interruption_level: str | None | Unset = UNSET
    #: Data for your app
    data: list[MessageTemplateInputChannelsItemPushDataItem | dict[str, Any]] | Unset = UNSET


@dataclass(slots=True, repr=False)
class MessageTemplateInputChannelsItemPushDataItem(Model):
    name: str
    value: str


@dataclass(slots=True, repr=False)
class TemplateLocaleInput(Model):
    locale: str
    subject: str | None | Unset = UNSET
    #: A Liquid text. Limits: 16000 characters inside tags and outputs, 50 operators and 30 filters per expression, 100
    #: nested blocks
    body: str | None | Unset = UNSET
    #: Texts of channels of the template in this language
    channels: list[TemplateLocaleInputChannelsItem | dict[str, Any]] | Unset = UNSET


@dataclass(slots=True, repr=False)
class TemplateLocaleInputChannelsItem(Model):
    notification_channel_id: int
    subject: str | None | Unset = UNSET
    #: A Liquid text. Limits: 16000 characters inside tags and outputs, 50 operators and 30 filters per expression, 100
    #: nested blocks
    body: str | None | Unset = UNSET
    #: The link of a message in the inbox: a Liquid text that renders to an http or https URL. Only for channels of type
    #: in_app
    url: str | None | Unset = UNSET
    #: Only for channels of type email. Each value is a Liquid text
    email: TemplateLocaleInputChannelsItemEmail | dict[str, Any] | Unset = UNSET
    #: Only for channels of type push. Each value is a Liquid text
    push: TemplateLocaleInputChannelsItemPush | dict[str, Any] | Unset = UNSET


@dataclass(slots=True, repr=False)
class TemplateLocaleInputChannelsItemEmail(Model):
    """Only for channels of type email. Each value is a Liquid text"""

    #: The address for replies
    reply_to: str | None | Unset = UNSET
    #: Addresses with a comma between them. At most 10 together with `bcc`
    cc: str | None | Unset = UNSET
    #: Addresses with a comma between them
    bcc: str | None | Unset = UNSET
    #: The text that mailboxes show behind the subject. Only for HTML
    preheader: str | None | Unset = UNSET
    #: Further header fields: `X-*`, `Feedback-ID`, `References`, `In-Reply-To`. The values become printable ASCII
    headers: list[TemplateLocaleInputChannelsItemEmailHeadersItem | dict[str, Any]] | Unset = UNSET


@dataclass(slots=True, repr=False)
class TemplateLocaleInputChannelsItemEmailHeadersItem(Model):
    name: str
    value: str


@dataclass(slots=True, repr=False)
class TemplateLocaleInputChannelsItemPush(Model):
    """Only for channels of type push. Each value is a Liquid text"""

    #: What a tap opens: a URL of the web or of your app
    url: str | None | Unset = UNSET
    #: An https URL of an image
    image_url: str | None | Unset = UNSET
    #: The number on the icon of the app, 0 removes it. An integer is taken as its digits
    badge: str | None | Unset = UNSET
    #: The name of a sound of your app. Default: `default`. `none`: no sound
    sound: str | None | Unset = UNSET
    #: The category of the notification, with its actions (iOS)
    category: str | None | Unset = UNSET
    #: Groups notifications (iOS)
    thread_id: str | None | Unset = UNSET
    #: A later push with the same key replaces this one. At most 64 bytes
    collapse_key: str | None | Unset = UNSET
    #: How long a push waits for an offline device. Default: the setting of the channel. An integer is taken as its
    #: digits
    ttl_seconds: str | None | Unset = UNSET
    #: `passive`, `active`, `time-sensitive` or `critical` (iOS)
    interruption_level: str | None | Unset = UNSET
    #: Data for your app
    data: list[TemplateLocaleInputChannelsItemPushDataItem | dict[str, Any]] | Unset = UNSET


@dataclass(slots=True, repr=False)
class TemplateLocaleInputChannelsItemPushDataItem(Model):
    name: str
    value: str


@dataclass(slots=True, repr=False)
class MessageTemplatePatchChannelsItem(Model):
    notification_channel_id: int
    subject: str | None | Unset = UNSET
    #: A Liquid text. Limits: 16000 characters inside tags and outputs, 50 operators and 30 filters per expression, 100
    #: nested blocks
    body: str | None | Unset = UNSET
    #: The link of a message in the inbox: a Liquid text that renders to an http or https URL. Only for channels of type
    #: in_app
    url: str | None | Unset = UNSET
    #: Only for channels of type email. Each value is a Liquid text
    email: MessageTemplatePatchChannelsItemEmail | dict[str, Any] | Unset = UNSET
    #: Only for channels of type push. Each value is a Liquid text
    push: MessageTemplatePatchChannelsItemPush | dict[str, Any] | Unset = UNSET


@dataclass(slots=True, repr=False)
class MessageTemplatePatchChannelsItemEmail(Model):
    """Only for channels of type email. Each value is a Liquid text"""

    #: The address for replies
    reply_to: str | None | Unset = UNSET
    #: Addresses with a comma between them. At most 10 together with `bcc`
    cc: str | None | Unset = UNSET
    #: Addresses with a comma between them
    bcc: str | None | Unset = UNSET
    #: The text that mailboxes show behind the subject. Only for HTML
    preheader: str | None | Unset = UNSET
    #: Further header fields: `X-*`, `Feedback-ID`, `References`, `In-Reply-To`. The values become printable ASCII
    headers: list[MessageTemplatePatchChannelsItemEmailHeadersItem | dict[str, Any]] | Unset = UNSET


@dataclass(slots=True, repr=False)
class MessageTemplatePatchChannelsItemEmailHeadersItem(Model):
    name: str
    value: str


@dataclass(slots=True, repr=False)
class MessageTemplatePatchChannelsItemPush(Model):
    """Only for channels of type push. Each value is a Liquid text"""

    #: What a tap opens: a URL of the web or of your app
    url: str | None | Unset = UNSET
    #: An https URL of an image
    image_url: str | None | Unset = UNSET
    #: The number on the icon of the app, 0 removes it. An integer is taken as its digits
    badge: str | None | Unset = UNSET
    #: The name of a sound of your app. Default: `default`. `none`: no sound
    sound: str | None | Unset = UNSET
    #: The category of the notification, with its actions (iOS)
    category: str | None | Unset = UNSET
    #: Groups notifications (iOS)
    thread_id: str | None | Unset = UNSET
    #: A later push with the same key replaces this one. At most 64 bytes
    collapse_key: str | None | Unset = UNSET
    #: How long a push waits for an offline device. Default: the setting of the channel. An integer is taken as its
    #: digits
    ttl_seconds: str | None | Unset = UNSET
    #: `passive`, `active`, `time-sensitive` or `critical` (iOS)
    interruption_level: str | None | Unset = UNSET
    #: Data for your app
    data: list[MessageTemplatePatchChannelsItemPushDataItem | dict[str, Any]] | Unset = UNSET


@dataclass(slots=True, repr=False)
class MessageTemplatePatchChannelsItemPushDataItem(Model):
    name: str
    value: str


@dataclass(slots=True, repr=False)
class MessageTemplateVersion(Model):
    #: Increases with every change of a text or of the channels
    version: int
    subject: str
    body: str
    body_format: MessageTemplateVersionBodyFormat
    track_opens: bool
    channels: list[MessageTemplateVersionChannelsItem]
    #: Texts in other languages. null: the text falls back
    locales: list[TemplateLocale]
    created_at: datetime
    #: The priority of its messages. Absent if it is normal
    priority: MessageTemplateVersionPriority | Unset = UNSET


@dataclass(slots=True, repr=False)
class MessageTemplateVersionChannelsItem(Model):
    notification_channel_id: int
    subject: str | None
    body: str | None
    #: The link of messages in the inbox
    url: str | None
    email: MessageTemplateVersionChannelsItemEmail | Unset = UNSET
    push: MessageTemplateVersionChannelsItemPush | Unset = UNSET


@dataclass(slots=True, repr=False)
class MessageTemplateVersionChannelsItemEmail(Model):
    reply_to: str | Unset = UNSET
    cc: str | Unset = UNSET
    bcc: str | Unset = UNSET
    preheader: str | Unset = UNSET
    headers: list[MessageTemplateVersionChannelsItemEmailHeadersItem] | Unset = UNSET


@dataclass(slots=True, repr=False)
class MessageTemplateVersionChannelsItemEmailHeadersItem(Model):
    name: str
    value: str


@dataclass(slots=True, repr=False)
class MessageTemplateVersionChannelsItemPush(Model):
    url: str | Unset = UNSET
    image_url: str | Unset = UNSET
    badge: str | Unset = UNSET
    sound: str | Unset = UNSET
    category: str | Unset = UNSET
    thread_id: str | Unset = UNSET
    collapse_key: str | Unset = UNSET
    ttl_seconds: str | Unset = UNSET
    interruption_level: str | Unset = UNSET
    data: list[MessageTemplateVersionChannelsItemPushDataItem] | Unset = UNSET


@dataclass(slots=True, repr=False)
class MessageTemplateVersionChannelsItemPushDataItem(Model):
    name: str
    value: str


@dataclass(slots=True, repr=False)
class TemplatePreviewInputEmail(Model):
    """Only for channels of type email. Each value is a Liquid text"""

    #: The address for replies
    reply_to: str | None | Unset = UNSET
    #: Addresses with a comma between them. At most 10 together with `bcc`
    cc: str | None | Unset = UNSET
    #: Addresses with a comma between them
    bcc: str | None | Unset = UNSET
    #: The text that mailboxes show behind the subject. Only for HTML
    preheader: str | None | Unset = UNSET
    #: Further header fields: `X-*`, `Feedback-ID`, `References`, `In-Reply-To`. The values become printable ASCII
    headers: list[TemplatePreviewInputEmailHeadersItem | dict[str, Any]] | Unset = UNSET


@dataclass(slots=True, repr=False)
class TemplatePreviewInputEmailHeadersItem(Model):
    name: str
    value: str


@dataclass(slots=True, repr=False)
class TemplatePreviewInputPush(Model):
    """Only for channels of type push. Each value is a Liquid text"""

    #: What a tap opens: a URL of the web or of your app
    url: str | None | Unset = UNSET
    #: An https URL of an image
    image_url: str | None | Unset = UNSET
    #: The number on the icon of the app, 0 removes it. An integer is taken as its digits
    badge: str | None | Unset = UNSET
    #: The name of a sound of your app. Default: `default`. `none`: no sound
    sound: str | None | Unset = UNSET
    #: The category of the notification, with its actions (iOS)
    category: str | None | Unset = UNSET
    #: Groups notifications (iOS)
    thread_id: str | None | Unset = UNSET
    #: A later push with the same key replaces this one. At most 64 bytes
    collapse_key: str | None | Unset = UNSET
    #: How long a push waits for an offline device. Default: the setting of the channel. An integer is taken as its
    #: digits
    ttl_seconds: str | None | Unset = UNSET
    #: `passive`, `active`, `time-sensitive` or `critical` (iOS)
    interruption_level: str | None | Unset = UNSET
    #: Data for your app
    data: list[TemplatePreviewInputPushDataItem | dict[str, Any]] | Unset = UNSET


@dataclass(slots=True, repr=False)
class TemplatePreviewInputPushDataItem(Model):
    name: str
    value: str


@dataclass(slots=True, repr=False)
class TemplatePreviewInputPartialsItem(Model):
    #: The name in texts. It never changes
    name: str
    #: A Liquid text with the limits of the body of a template. It may use other partials, at most 5 levels deep. All
    #: partials of an account: at most 1 MiB
    text: str


@dataclass(slots=True, repr=False)
class TemplatePreview(Model):
    subject: str
    body: str
    #: The body as plain text, as SMS, pushes and the inbox have it
    text: str
    sms: TemplatePreviewSms
    #: Names used in the texts, at most 100
    names: list[str]
    #: Undefined names, at most 100: they render empty
    unknown_names: list[str]
    email: TemplatePreviewEmail | Unset = UNSET
    push: TemplatePreviewPush | Unset = UNSET


@dataclass(slots=True, repr=False)
class TemplatePreviewSms(Model):
    #: The text of an SMS, at most 1,600 characters
    text: str
    #: The number of messages that this text needs
    parts: int
    #: Characters outside of GSM-7, at most 10. With one of them, a part has 70 characters instead of 160
    outside: list[str]


@dataclass(slots=True, repr=False)
class TemplatePreviewEmail(Model):
    reply_to: str | Unset = UNSET
    cc: list[str] | Unset = UNSET
    bcc: list[str] | Unset = UNSET
    preheader: str | Unset = UNSET
    headers: list[TemplatePreviewEmailHeadersItem] | Unset = UNSET


@dataclass(slots=True, repr=False)
class TemplatePreviewEmailHeadersItem(Model):
    name: str
    value: str


@dataclass(slots=True, repr=False)
class TemplatePreviewPush(Model):
    url: str | Unset = UNSET
    image_url: str | Unset = UNSET
    badge: int | Unset = UNSET
    sound: str | Unset = UNSET
    category: str | Unset = UNSET
    thread_id: str | Unset = UNSET
    collapse_key: str | Unset = UNSET
    ttl_seconds: int | Unset = UNSET
    interruption_level: str | Unset = UNSET
    data: list[TemplatePreviewPushDataItem] | Unset = UNSET


@dataclass(slots=True, repr=False)
class TemplatePreviewPushDataItem(Model):
    name: str
    value: str


@dataclass(slots=True, repr=False)
class MessageTemplateDraft(Model):
    name: str
    subject: str
    body: str
    body_format: MessageTemplateDraftBodyFormat
    track_opens: bool
    channels: list[MessageTemplateDraftChannelsItem]
    #: Texts in other languages. null: the text falls back
    locales: list[TemplateLocale]
    #: The name of the topic of its messages
    topic: str | None
    #: The version in use when the draft was begun
    based_on_version: int
    #: Increases with every save of a draft of the template
    revision: int
    updated_at: datetime
    #: The last caller who saved it, as in the audit log
    updated_by: str
    #: The name of the member or key. null: it was removed
    updated_by_name: str | None
    #: The priority of its messages. Absent if it is normal
    priority: MessageTemplateDraftPriority | Unset = UNSET


@dataclass(slots=True, repr=False)
class MessageTemplateDraftChannelsItem(Model):
    notification_channel_id: int
    subject: str | None
    body: str | None
    #: The link of messages in the inbox
    url: str | None
    email: MessageTemplateDraftChannelsItemEmail | Unset = UNSET
    push: MessageTemplateDraftChannelsItemPush | Unset = UNSET


@dataclass(slots=True, repr=False)
class MessageTemplateDraftChannelsItemEmail(Model):
    reply_to: str | Unset = UNSET
    cc: str | Unset = UNSET
    bcc: str | Unset = UNSET
    preheader: str | Unset = UNSET
    headers: list[MessageTemplateDraftChannelsItemEmailHeadersItem] | Unset = UNSET


@dataclass(slots=True, repr=False)
class MessageTemplateDraftChannelsItemEmailHeadersItem(Model):
    name: str
    value: str


@dataclass(slots=True, repr=False)
class MessageTemplateDraftChannelsItemPush(Model):
    url: str | Unset = UNSET
    image_url: str | Unset = UNSET
    badge: str | Unset = UNSET
    sound: str | Unset = UNSET
    category: str | Unset = UNSET
    thread_id: str | Unset = UNSET
    collapse_key: str | Unset = UNSET
    ttl_seconds: str | Unset = UNSET
    interruption_level: str | Unset = UNSET
    data: list[MessageTemplateDraftChannelsItemPushDataItem] | Unset = UNSET


@dataclass(slots=True, repr=False)
class MessageTemplateDraftChannelsItemPushDataItem(Model):
    name: str
    value: str


@dataclass(slots=True, repr=False)
class MessageTemplateDraftInputChannelsItem(Model):
    notification_channel_id: int
    subject: str | None | Unset = UNSET
    #: A Liquid text. Limits: 16000 characters inside tags and outputs, 50 operators and 30 filters per expression, 100
    #: nested blocks
    body: str | None | Unset = UNSET
    #: The link of a message in the inbox: a Liquid text that renders to an http or https URL. Only for channels of type
    #: in_app
    url: str | None | Unset = UNSET
    #: Only for channels of type email. Each value is a Liquid text
    email: MessageTemplateDraftInputChannelsItemEmail | dict[str, Any] | Unset = UNSET
    #: Only for channels of type push. Each value is a Liquid text
    push: MessageTemplateDraftInputChannelsItemPush | dict[str, Any] | Unset = UNSET


@dataclass(slots=True, repr=False)
class MessageTemplateDraftInputChannelsItemEmail(Model):
    """Only for channels of type email. Each value is a Liquid text"""

    #: The address for replies
    reply_to: str | None | Unset = UNSET
    #: Addresses with a comma between them. At most 10 together with `bcc`
    cc: str | None | Unset = UNSET
    #: Addresses with a comma between them
    bcc: str | None | Unset = UNSET
    #: The text that mailboxes show behind the subject. Only for HTML
    preheader: str | None | Unset = UNSET
    #: Further header fields: `X-*`, `Feedback-ID`, `References`, `In-Reply-To`. The values become printable ASCII
    headers: list[MessageTemplateDraftInputChannelsItemEmailHeadersItem | dict[str, Any]] | Unset = UNSET


@dataclass(slots=True, repr=False)
class MessageTemplateDraftInputChannelsItemEmailHeadersItem(Model):
    name: str
    value: str


@dataclass(slots=True, repr=False)
class MessageTemplateDraftInputChannelsItemPush(Model):
    """Only for channels of type push. Each value is a Liquid text"""

    #: What a tap opens: a URL of the web or of your app
    url: str | None | Unset = UNSET
    #: An https URL of an image
    image_url: str | None | Unset = UNSET
    #: The number on the icon of the app, 0 removes it. An integer is taken as its digits
    badge: str | None | Unset = UNSET
    #: The name of a sound of your app. Default: `default`. `none`: no sound
    sound: str | None | Unset = UNSET
    #: The category of the notification, with its actions (iOS)
    category: str | None | Unset = UNSET
    #: Groups notifications (iOS)
    thread_id: str | None | Unset = UNSET
    #: A later push with the same key replaces this one. At most 64 bytes
    collapse_key: str | None | Unset = UNSET
    #: How long a push waits for an offline device. Default: the setting of the channel. An integer is taken as its
    #: digits
    ttl_seconds: str | None | Unset = UNSET
    #: `passive`, `active`, `time-sensitive` or `critical` (iOS)
    interruption_level: str | None | Unset = UNSET
    #: Data for your app
    data: list[MessageTemplateDraftInputChannelsItemPushDataItem | dict[str, Any]] | Unset = UNSET


@dataclass(slots=True, repr=False)
class MessageTemplateDraftInputChannelsItemPushDataItem(Model):
    name: str
    value: str


@dataclass(slots=True, repr=False)
class TemplatePartial(Model):
    id: int
    name: str
    text: str
    #: The text in other languages
    locales: list[TemplatePartialLocale]
    #: Increases with every change of the text
    version: int
    #: Templates and partials that use it themselves, counted up to 100
    used_by_count: int
    #: The first 20 of them, templates first
    used_by: list[TemplatePartialUsedByItem]
    created_at: datetime
    updated_at: datetime


@dataclass(slots=True, repr=False)
class TemplatePartialLocale(Model):
    locale: str
    text: str


@dataclass(slots=True, repr=False)
class TemplatePartialUsedByItem(Model):
    kind: TemplatePartialUsedByItemKind
    id: int
    name: str


@dataclass(slots=True, repr=False)
class TemplatePartialLocaleInput(Model):
    locale: str
    #: A Liquid text with the limits of the body of a template. It may use other partials, at most 5 levels deep. All
    #: partials of an account: at most 1 MiB
    text: str


@dataclass(slots=True, repr=False)
class TemplatePartialVersion(Model):
    #: Increases with every change of the text
    version: int
    text: str
    #: The text in other languages
    locales: list[TemplatePartialLocale]
    created_at: datetime


@dataclass(slots=True, repr=False)
class WebhookEndpoint(Model):
    id: int
    url: str
    #: false while the endpoint is paused or disabled
    active: bool
    status: WebhookEndpointStatus
    secret_preview: str
    #: Until this time, requests are signed with the previous secret too, unless the secret is rotated again. null: with
    #: one secret only
    previous_secret_expires_at: datetime | None
    #: The headers with the signature. service: X-Service-Signature. standard: webhook-id, webhook-timestamp and
    #: webhook-signature of Standard Webhooks. both: all of them
    signature_format: WebhookEndpointSignatureFormat
    #: true: `data` of the events of deliveries also has `message`, with its id, the external id of its recipient and
    #: the name of its template. Default false
    include_message: bool
    #: The number of consecutive failed events. The 20th disables the endpoint
    consecutive_failures: int
    inactive_since: datetime | None
    disabled_at: datetime | None
    disabled_reason: str | None
    #: Until when a member has dismissed the missing events: the dashboard does not tell older ones
    missing_dismissed_at: datetime | None
    created_at: datetime
    updated_at: datetime


@dataclass(slots=True, repr=False)
class WebhookEndpointWithSecret(Model):
    id: int
    url: str
    active: bool
    #: Shown only once
    secret: str
    #: The same key in the notation of Standard Webhooks, for its libraries. Only if `signature_format` is `standard` or
    #: `both`
    standard_secret: str | Unset = UNSET


@dataclass(slots=True, repr=False)
class WebhookAttempt(Model):
    event_id: str
    event_type: str
    attempt_number: int
    succeeded: bool
    #: null if there was no response
    response_code: int | None
    error_message: str | None
    duration_ms: int
    created_at: datetime
    #: Only with `expand=notification_user`. null: the event is about no recipient, or was removed
    notification_user: Any | Unset = UNSET


@dataclass(slots=True, repr=False)
class WebhookConnectionTest(Model):
    succeeded: bool
    #: null if there was no response
    response_code: int | None
    error_message: str | None
    #: The start of the response's body
    response_head: str | None
    duration_ms: int
    at: datetime


@dataclass(slots=True, repr=False)
class WebhookStats(Model):
    since: datetime
    events: WebhookStatsEvents
    attempts: WebhookStatsAttempts
    #: Response times of attempts with a response, including the time to connect
    response_time_ms: WebhookStatsResponseTimeMs
    #: Events that failed or were skipped since then, and are neither delivered nor pending: a replay sends them
    missing: WebhookStatsMissing
    failure_budget: WebhookStatsFailureBudget
    #: The first failure after the last success before most attempts failed. null: the receiver works, or has passed a
    #: test since
    failing_since: datetime | None
    #: The newest attempts of the last 10 minutes, at most 200
    recent: WebhookStatsRecent
    newest_failure: WebhookStatsNewestFailure | None
    oldest_pending_event: WebhookStatsOldestPendingEvent | None
    #: null if nothing waits, or the endpoint is not active
    next_retry_at: datetime | None


@dataclass(slots=True, repr=False)
class WebhookStatsEvents(Model):
    #: Events emitted in the window
    emitted: int
    #: The part of them emitted without an active endpoint
    skipped: int
    #: Series of attempts that ended in the window
    delivered: int
    failed: int
    #: Failed events of the window that were not delivered since
    failed_now: int
    #: Skipped events of the window that were not sent since
    skipped_now: int
    #: Events that failed or were skipped in the window, and were delivered since
    recovered: int
    #: Pending events of any age
    pending: int


@dataclass(slots=True, repr=False)
class WebhookStatsAttempts(Model):
    total: int
    succeeded: int
    failed: int
    #: The most frequent result comes first
    results: list[WebhookStatsAttemptsResultsItem]
    #: The attempts of the window in equal parts, at most 62, oldest first
    periods: list[WebhookStatsAttemptsPeriodsItem]


@dataclass(slots=True, repr=False)
class WebhookStatsAttemptsResultsItem(Model):
    #: The status code of the receiver, or the word in error_message
    result: str
    count: int


@dataclass(slots=True, repr=False)
class WebhookStatsAttemptsPeriodsItem(Model):
    start: datetime
    succeeded: int
    failed: int
    #: Of the attempts with a response, as in `response_time_ms`. null: no response
    response_time_p95_ms: int | None


@dataclass(slots=True, repr=False)
class WebhookStatsResponseTimeMs(Model):
    """Response times of attempts with a response, including the time to connect"""

    p50: int | None
    p95: int | None
    p99: int | None


@dataclass(slots=True, repr=False)
class WebhookStatsMissing(Model):
    """Events that failed or were skipped since then, and are neither delivered nor pending: a replay sends them"""

    events: int
    #: Missed events that are queued again. They are not in `events`
    pending: int
    #: The last dismissal, or the time of the oldest events that can be sent again
    since: datetime


@dataclass(slots=True, repr=False)
class WebhookStatsFailureBudget(Model):
    #: The number of consecutive failed events
    used: int
    #: At this number the endpoint is disabled
    limit: int


@dataclass(slots=True, repr=False)
class WebhookStatsRecent(Model):
    """The newest attempts of the last 10 minutes, at most 200"""

    attempts: int
    failed: int
    #: false: there were more attempts in this time
    is_complete: bool


@dataclass(slots=True, repr=False)
class WebhookStatsNewestFailure(Model):
    at: datetime
    event_id: str
    response_code: int | None
    error_message: str | None


@dataclass(slots=True, repr=False)
class WebhookStatsOldestPendingEvent(Model):
    id: str
    created_at: datetime


@dataclass(slots=True, repr=False)
class WebhookHealth(Model):
    #: The newest attempts of the last 24 hours, at most 200
    attempts: int
    succeeded: int
    oldest_at: datetime | None
    #: Response times of attempts with a response, including the time to connect
    response_time_ms: WebhookHealthResponseTimeMs
    failure_budget: WebhookHealthFailureBudget
    #: The first failure after the last success before most attempts failed. null: the receiver works, or has passed a
    #: test since
    failing_since: datetime | None
    #: The newest attempts of the last 10 minutes, at most 200
    recent: WebhookHealthRecent
    newest_failure: WebhookHealthNewestFailure | None


@dataclass(slots=True, repr=False)
class WebhookHealthResponseTimeMs(Model):
    """Response times of attempts with a response, including the time to connect"""

    p50: int | None
    p95: int | None
    p99: int | None


@dataclass(slots=True, repr=False)
class WebhookHealthFailureBudget(Model):
    #: The number of consecutive failed events
    used: int
    #: At this number the endpoint is disabled
    limit: int


@dataclass(slots=True, repr=False)
class WebhookHealthRecent(Model):
    """The newest attempts of the last 10 minutes, at most 200"""

    attempts: int
    failed: int
    #: false: there were more attempts in this time
    is_complete: bool


@dataclass(slots=True, repr=False)
class WebhookHealthNewestFailure(Model):
    at: datetime
    event_id: str
    response_code: int | None
    error_message: str | None


@dataclass(slots=True, repr=False)
class WebhookTestRequest(Model):
    id: int
    received_at: datetime
    method: WebhookTestRequestMethod
    url: str
    event_id: str
    #: In their order, without Host and Content-Length
    headers: list[WebhookTestRequestHeadersItem]
    #: The exact text that is signed
    body: str
    signature: WebhookTestRequestSignature
    response_status: int


@dataclass(slots=True, repr=False)
class WebhookTestRequestHeadersItem(Model):
    name: str
    value: str


@dataclass(slots=True, repr=False)
class WebhookTestRequestSignature(Model):
    #: The result of the verifier of the SDK, with the secrets at that time
    verdict: WebhookTestRequestSignatureVerdict
    sentence: str


@dataclass(slots=True, repr=False)
class StartReplayResponse202(Model):
    #: The number of events to be queued
    count: int
    replay_id: int


@dataclass(slots=True, repr=False)
class Replay(Model):
    id: int
    #: held: the endpoint is paused or disabled. The replay continues by itself when the endpoint is active again
    status: ReplayStatus
    since: datetime
    until: datetime | None
    states: list[EventState]
    types: list[EventType] | None
    #: The number of events found when the replay was started
    total: int
    #: Events queued so far. It may end below the total, if some events were sent again in the meantime
    done: int
    created_at: datetime
    finished_at: datetime | None


@dataclass(slots=True, repr=False)
class Mail(Model):
    id: int
    kind: MailKind
    subject: str
    text: str
    #: not_sent: all tries failed, or the service has no mail server
    state: MailState
    error_message: str | None
    created_at: datetime
    sent_at: datetime | None


@dataclass(slots=True, repr=False)
class Account(Model):
    id: int
    name: str
    created_at: datetime
    limits: AccountLimits
    usage: AccountUsage
    #: The origins whose pages may read the inbox
    allowed_origins: list[str]
    #: The template of mails by SMTP that name none
    smtp_template_id: int | None


@dataclass(slots=True, repr=False)
class AccountLimits(Model):
    #: null: no limit
    monthly_email_deliveries: int | None
    #: null: no limit
    monthly_push_deliveries: int | None
    #: null: no limit
    monthly_sms_deliveries: int | None
    #: null: no limit
    monthly_in_app_deliveries: int | None


@dataclass(slots=True, repr=False)
class AccountUsage(Model):
    #: The month in UTC
    month: str
    monthly_email_deliveries: int
    monthly_push_deliveries: int
    monthly_sms_deliveries: int
    monthly_in_app_deliveries: int


@dataclass(slots=True, repr=False)
class AuditEntry(Model):
    id: int
    action: str
    actor: str
    #: The name of the member or key. null: the member was removed, or the service acted
    actor_name: str | None
    at: datetime
    #: The IP address of the caller
    from_: str | None
    target: str | None
    details: dict[str, Any]


@dataclass(slots=True, repr=False)
class GetOwnApiKeyResponse200ApiKey(Model):
    id: int
    role: GetOwnApiKeyResponse200ApiKeyRole
    account_id: int


@dataclass(slots=True, repr=False)
class ApiKey(Model):
    id: int
    name: str
    role: ApiKeyRole
    #: The last four characters of the key
    last4: str
    created_at: datetime
    #: To the minute. null: not used yet
    last_used_at: datetime | None
    revoked_at: datetime | None


@dataclass(slots=True, repr=False)
class ApiKeyWithKey(Model):
    id: int
    name: str
    role: ApiKeyWithKeyRole
    #: The last four characters of the key
    last4: str
    created_at: datetime
    #: To the minute. null: not used yet
    last_used_at: datetime | None
    revoked_at: datetime | None
    #: Shown only once
    key: str
