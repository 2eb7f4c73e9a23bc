"""Contains all the data models used in inputs/outputs"""

from .account import Account
from .account_limits import AccountLimits
from .account_patch import AccountPatch
from .account_usage import AccountUsage
from .api_key import ApiKey
from .api_key_input import ApiKeyInput
from .api_key_input_role import ApiKeyInputRole
from .api_key_role import ApiKeyRole
from .api_key_with_key import ApiKeyWithKey
from .api_key_with_key_role import ApiKeyWithKeyRole
from .audit_entry import AuditEntry
from .audit_entry_details import AuditEntryDetails
from .batch_result import BatchResult
from .batch_result_errors import BatchResultErrors
from .cancel_message_response_200 import CancelMessageResponse200
from .cancel_replay_response_200 import CancelReplayResponse200
from .channel_type import ChannelType
from .connection_test import ConnectionTest
from .count_deliveries_group_by import CountDeliveriesGroupBy
from .count_deliveries_period import CountDeliveriesPeriod
from .count_deliveries_response_200 import CountDeliveriesResponse200
from .count_deliveries_response_200_buckets_item import (
    CountDeliveriesResponse200BucketsItem,
)
from .count_events_response_200 import CountEventsResponse200
from .count_inbox_messages_response_200 import CountInboxMessagesResponse200
from .count_replay_response_200 import CountReplayResponse200
from .create_api_key_body import CreateApiKeyBody
from .create_api_key_response_201 import CreateApiKeyResponse201
from .create_device_body import CreateDeviceBody
from .create_device_response_200 import CreateDeviceResponse200
from .create_device_response_201 import CreateDeviceResponse201
from .create_member_body import CreateMemberBody
from .create_member_response_201 import CreateMemberResponse201
from .create_member_response_201_invitation import CreateMemberResponse201Invitation
from .create_message_body import CreateMessageBody
from .create_message_response_201 import CreateMessageResponse201
from .create_message_template_body import CreateMessageTemplateBody
from .create_message_template_response_201 import CreateMessageTemplateResponse201
from .create_messages_body import CreateMessagesBody
from .create_messages_response_200 import CreateMessagesResponse200
from .create_notification_channel_body import CreateNotificationChannelBody
from .create_notification_channel_response_201 import (
    CreateNotificationChannelResponse201,
)
from .create_notification_user_body import CreateNotificationUserBody
from .create_notification_user_response_201 import CreateNotificationUserResponse201
from .create_partial_body import CreatePartialBody
from .create_partial_response_201 import CreatePartialResponse201
from .create_recipient_signing_key_body import CreateRecipientSigningKeyBody
from .create_recipient_signing_key_response_201 import (
    CreateRecipientSigningKeyResponse201,
)
from .create_recipient_token_response_201 import CreateRecipientTokenResponse201
from .create_suppression_body import CreateSuppressionBody
from .create_suppression_response_201 import CreateSuppressionResponse201
from .create_topic_body import CreateTopicBody
from .create_topic_response_201 import CreateTopicResponse201
from .create_webhook_endpoint_response_201 import CreateWebhookEndpointResponse201
from .delete_notification_user_response_200 import DeleteNotificationUserResponse200
from .delivery import Delivery
from .delivery_channel import DeliveryChannel
from .delivery_count_group import DeliveryCountGroup
from .delivery_count_group_cause_type_1 import DeliveryCountGroupCauseType1
from .delivery_count_group_cause_type_2_type_1 import DeliveryCountGroupCauseType2Type1
from .delivery_count_group_cause_type_3_type_1 import DeliveryCountGroupCauseType3Type1
from .delivery_counts import DeliveryCounts
from .delivery_rates import DeliveryRates
from .delivery_status import DeliveryStatus
from .delivery_totals import DeliveryTotals
from .device import Device
from .device_input import DeviceInput
from .device_input_subscription_type_0 import DeviceInputSubscriptionType0
from .device_platform import DevicePlatform
from .device_subscription_type_0 import DeviceSubscriptionType0
from .end_webhook_secret_overlap_response_200 import EndWebhookSecretOverlapResponse200
from .erasure import Erasure
from .erasure_status import ErasureStatus
from .event_count import EventCount
from .event_state import EventState
from .event_type import EventType
from .expanded_message import ExpandedMessage
from .expanded_message_message_template import ExpandedMessageMessageTemplate
from .expanded_message_notification_user import ExpandedMessageNotificationUser
from .explain_delivery_response_200 import ExplainDeliveryResponse200
from .explain_delivery_response_200_explanation import (
    ExplainDeliveryResponse200Explanation,
)
from .explain_delivery_response_200_explanation_actions_item import (
    ExplainDeliveryResponse200ExplanationActionsItem,
)
from .explain_delivery_response_200_explanation_actions_item_action import (
    ExplainDeliveryResponse200ExplanationActionsItemAction,
)
from .get_account_response_200 import GetAccountResponse200
from .get_delivery_timeline_response_200 import GetDeliveryTimelineResponse200
from .get_device_response_200 import GetDeviceResponse200
from .get_first_steps_response_200 import GetFirstStepsResponse200
from .get_first_steps_response_200_first_steps import GetFirstStepsResponse200FirstSteps
from .get_member_response_200 import GetMemberResponse200
from .get_message_response_200 import GetMessageResponse200
from .get_message_template_response_200 import GetMessageTemplateResponse200
from .get_notification_channel_response_200 import GetNotificationChannelResponse200
from .get_notification_user_response_200 import GetNotificationUserResponse200
from .get_own_api_key_response_200 import GetOwnApiKeyResponse200
from .get_own_api_key_response_200_api_key import GetOwnApiKeyResponse200ApiKey
from .get_own_api_key_response_200_api_key_role import GetOwnApiKeyResponse200ApiKeyRole
from .get_partial_response_200 import GetPartialResponse200
from .get_preference_page_response_200 import GetPreferencePageResponse200
from .get_replay_response_200 import GetReplayResponse200
from .get_sandbox_message_response_200 import GetSandboxMessageResponse200
from .get_template_draft_response_200 import GetTemplateDraftResponse200
from .get_topic_response_200 import GetTopicResponse200
from .get_webhook_endpoint_response_200 import GetWebhookEndpointResponse200
from .get_webhook_event_response_200 import GetWebhookEventResponse200
from .get_webhook_health_response_200 import GetWebhookHealthResponse200
from .get_webhook_stats_response_200 import GetWebhookStatsResponse200
from .inbox_change import InboxChange
from .inbox_counts import InboxCounts
from .inbox_message import InboxMessage
from .inbox_message_change import InboxMessageChange
from .invite_member_response_201 import InviteMemberResponse201
from .invite_member_response_201_invitation import InviteMemberResponse201Invitation
from .list_api_keys_response_200 import ListApiKeysResponse200
from .list_audit_entries_response_200 import ListAuditEntriesResponse200
from .list_deliveries_cause import ListDeliveriesCause
from .list_deliveries_expand import ListDeliveriesExpand
from .list_deliveries_response_200 import ListDeliveriesResponse200
from .list_devices_response_200 import ListDevicesResponse200
from .list_inbox_messages_response_200 import ListInboxMessagesResponse200
from .list_inbox_messages_status import ListInboxMessagesStatus
from .list_mails_response_200 import ListMailsResponse200
from .list_members_response_200 import ListMembersResponse200
from .list_message_templates_response_200 import ListMessageTemplatesResponse200
from .list_messages_expand import ListMessagesExpand
from .list_messages_response_200 import ListMessagesResponse200
from .list_new_messages_response_200 import ListNewMessagesResponse200
from .list_newest_webhook_events_response_200 import ListNewestWebhookEventsResponse200
from .list_notification_channels_response_200 import ListNotificationChannelsResponse200
from .list_notification_users_response_200 import ListNotificationUsersResponse200
from .list_partial_versions_response_200 import ListPartialVersionsResponse200
from .list_partials_response_200 import ListPartialsResponse200
from .list_providers_response_200 import ListProvidersResponse200
from .list_recent_failures_response_200 import ListRecentFailuresResponse200
from .list_recipient_signing_keys_response_200 import (
    ListRecipientSigningKeysResponse200,
)
from .list_replays_response_200 import ListReplaysResponse200
from .list_requests_response_200 import ListRequestsResponse200
from .list_requests_result import ListRequestsResult
from .list_sandbox_messages_response_200 import ListSandboxMessagesResponse200
from .list_sandbox_messages_response_200_sandbox_messages_item import (
    ListSandboxMessagesResponse200SandboxMessagesItem,
)
from .list_suppressions_channel_type import ListSuppressionsChannelType
from .list_suppressions_reason import ListSuppressionsReason
from .list_suppressions_response_200 import ListSuppressionsResponse200
from .list_template_versions_response_200 import ListTemplateVersionsResponse200
from .list_topics_response_200 import ListTopicsResponse200
from .list_webhook_attempts_response_200 import ListWebhookAttemptsResponse200
from .list_webhook_endpoints_response_200 import ListWebhookEndpointsResponse200
from .list_webhook_events_response_200 import ListWebhookEventsResponse200
from .list_webhook_test_requests_response_200 import ListWebhookTestRequestsResponse200
from .listed_delivery import ListedDelivery
from .listed_message import ListedMessage
from .listed_message_notification_user import ListedMessageNotificationUser
from .listed_webhook_event import ListedWebhookEvent
from .listed_webhook_event_data import ListedWebhookEventData
from .logged_request import LoggedRequest
from .logged_request_errors_type_0 import LoggedRequestErrorsType0
from .logged_request_made_type_0 import LoggedRequestMadeType0
from .mail import Mail
from .mail_kind import MailKind
from .mail_state import MailState
from .mark_message_as_delivered_response_200 import MarkMessageAsDeliveredResponse200
from .mark_message_as_seen_response_200 import MarkMessageAsSeenResponse200
from .member import Member
from .member_input import MemberInput
from .member_input_role import MemberInputRole
from .member_patch import MemberPatch
from .member_patch_role import MemberPatchRole
from .member_role import MemberRole
from .message import Message
from .message_attribute import MessageAttribute
from .message_attribute_input import MessageAttributeInput
from .message_delivery import MessageDelivery
from .message_input import MessageInput
from .message_preview import MessagePreview
from .message_preview_channels_item import MessagePreviewChannelsItem
from .message_preview_notification_user import MessagePreviewNotificationUser
from .message_schedule import MessageSchedule
from .message_template import MessageTemplate
from .message_template_body_format import MessageTemplateBodyFormat
from .message_template_channels_item import MessageTemplateChannelsItem
from .message_template_draft import MessageTemplateDraft
from .message_template_draft_body_format import MessageTemplateDraftBodyFormat
from .message_template_draft_channels_item import MessageTemplateDraftChannelsItem
from .message_template_draft_input import MessageTemplateDraftInput
from .message_template_draft_input_body_format import (
    MessageTemplateDraftInputBodyFormat,
)
from .message_template_draft_input_channels_item import (
    MessageTemplateDraftInputChannelsItem,
)
from .message_template_input import MessageTemplateInput
from .message_template_input_body_format import MessageTemplateInputBodyFormat
from .message_template_input_channels_item import MessageTemplateInputChannelsItem
from .message_template_patch import MessageTemplatePatch
from .message_template_patch_body_format import MessageTemplatePatchBodyFormat
from .message_template_patch_channels_item import MessageTemplatePatchChannelsItem
from .message_template_version import MessageTemplateVersion
from .message_template_version_body_format import MessageTemplateVersionBodyFormat
from .message_template_version_channels_item import MessageTemplateVersionChannelsItem
from .notification_channel import NotificationChannel
from .notification_channel_input import NotificationChannelInput
from .notification_channel_input_provider import NotificationChannelInputProvider
from .notification_channel_input_settings_type_0 import (
    NotificationChannelInputSettingsType0,
)
from .notification_channel_patch import NotificationChannelPatch
from .notification_channel_patch_provider import NotificationChannelPatchProvider
from .notification_channel_patch_settings_type_0 import (
    NotificationChannelPatchSettingsType0,
)
from .notification_channel_settings import NotificationChannelSettings
from .notification_user import NotificationUser
from .notification_user_attributes import NotificationUserAttributes
from .notification_user_export import NotificationUserExport
from .notification_user_export_attempts_item import NotificationUserExportAttemptsItem
from .notification_user_export_deliveries_item import (
    NotificationUserExportDeliveriesItem,
)
from .notification_user_export_devices_item import NotificationUserExportDevicesItem
from .notification_user_export_events_item import NotificationUserExportEventsItem
from .notification_user_export_inbox_messages_item import (
    NotificationUserExportInboxMessagesItem,
)
from .notification_user_export_messages_item import NotificationUserExportMessagesItem
from .notification_user_export_notification_user import (
    NotificationUserExportNotificationUser,
)
from .notification_user_export_sandbox_messages_item import (
    NotificationUserExportSandboxMessagesItem,
)
from .notification_user_export_sends_item import NotificationUserExportSendsItem
from .notification_user_export_suppressions_item import (
    NotificationUserExportSuppressionsItem,
)
from .notification_user_input import NotificationUserInput
from .notification_user_input_attributes_type_0 import (
    NotificationUserInputAttributesType0,
)
from .password_confirmation import PasswordConfirmation
from .preference import Preference
from .preference_input import PreferenceInput
from .preference_page import PreferencePage
from .preference_page_patch import PreferencePagePatch
from .preference_source_type_1 import PreferenceSourceType1
from .preference_source_type_2_type_1 import PreferenceSourceType2Type1
from .preference_source_type_3_type_1 import PreferenceSourceType3Type1
from .preferences_input import PreferencesInput
from .preferences_input_quiet_hours_type_0 import PreferencesInputQuietHoursType0
from .preview_message_body import PreviewMessageBody
from .preview_message_response_200 import PreviewMessageResponse200
from .preview_message_template_body import PreviewMessageTemplateBody
from .preview_message_template_response_200 import PreviewMessageTemplateResponse200
from .provider import Provider
from .provider_settings import ProviderSettings
from .quiet_hours import QuietHours
from .reactivate_webhook_endpoint_response_200 import (
    ReactivateWebhookEndpointResponse200,
)
from .recipient_preferences import RecipientPreferences
from .recipient_signing_key import RecipientSigningKey
from .recipient_signing_key_input import RecipientSigningKeyInput
from .recipient_signing_key_with_secret import RecipientSigningKeyWithSecret
from .recipient_token import RecipientToken
from .recipient_token_input import RecipientTokenInput
from .rendered_message import RenderedMessage
from .rendered_message_body_format import RenderedMessageBodyFormat
from .rendered_message_channels_item import RenderedMessageChannelsItem
from .replay import Replay
from .replay_input import ReplayInput
from .replay_request import ReplayRequest
from .replay_status import ReplayStatus
from .report_sandbox_message_body import ReportSandboxMessageBody
from .report_sandbox_message_response_200 import ReportSandboxMessageResponse200
from .report_sandbox_message_response_200_sandbox_report import (
    ReportSandboxMessageResponse200SandboxReport,
)
from .report_sandbox_message_response_200_sandbox_report_fact import (
    ReportSandboxMessageResponse200SandboxReportFact,
)
from .reschedule_message_body import RescheduleMessageBody
from .reschedule_message_response_200 import RescheduleMessageResponse200
from .resend_webhook_event_response_202 import ResendWebhookEventResponse202
from .rotate_webhook_secret_response_200 import RotateWebhookSecretResponse200
from .sandbox_message import SandboxMessage
from .sandbox_message_body_format import SandboxMessageBodyFormat
from .sandbox_report import SandboxReport
from .sandbox_report_fact import SandboxReportFact
from .save_template_draft_body import SaveTemplateDraftBody
from .save_template_draft_response_200 import SaveTemplateDraftResponse200
from .search_response_200 import SearchResponse200
from .search_response_200_results_item import SearchResponse200ResultsItem
from .search_response_200_results_item_kind import SearchResponse200ResultsItemKind
from .skipped_channel import SkippedChannel
from .skipped_channel_reason import SkippedChannelReason
from .start_replay_response_202 import StartReplayResponse202
from .suppression import Suppression
from .suppression_channel_type import SuppressionChannelType
from .suppression_input import SuppressionInput
from .suppression_input_channel_type import SuppressionInputChannelType
from .suppression_input_reason import SuppressionInputReason
from .suppression_reason import SuppressionReason
from .template_locale import TemplateLocale
from .template_locale_channels_item import TemplateLocaleChannelsItem
from .template_locale_input import TemplateLocaleInput
from .template_locale_input_channels_item import TemplateLocaleInputChannelsItem
from .template_partial import TemplatePartial
from .template_partial_input import TemplatePartialInput
from .template_partial_patch import TemplatePartialPatch
from .template_partial_used_by_item import TemplatePartialUsedByItem
from .template_partial_used_by_item_kind import TemplatePartialUsedByItemKind
from .template_partial_version import TemplatePartialVersion
from .template_preview import TemplatePreview
from .template_preview_input import TemplatePreviewInput
from .template_preview_input_body_format import TemplatePreviewInputBodyFormat
from .template_preview_sms import TemplatePreviewSms
from .test_connection_body import TestConnectionBody
from .test_connection_response_200 import TestConnectionResponse200
from .test_send import TestSend
from .test_send_input import TestSendInput
from .test_send_response_200 import TestSendResponse200
from .test_send_result import TestSendResult
from .test_webhook_endpoint_response_202 import TestWebhookEndpointResponse202
from .timeline_entry import TimelineEntry
from .timeline_entry_attempts_item import TimelineEntryAttemptsItem
from .timeline_entry_kind import TimelineEntryKind
from .timeline_entry_result import TimelineEntryResult
from .timeline_entry_source_type_1 import TimelineEntrySourceType1
from .timeline_entry_source_type_2_type_1 import TimelineEntrySourceType2Type1
from .timeline_entry_source_type_3_type_1 import TimelineEntrySourceType3Type1
from .topic import Topic
from .topic_input import TopicInput
from .topic_patch import TopicPatch
from .update_account_body import UpdateAccountBody
from .update_account_response_200 import UpdateAccountResponse200
from .update_all_inbox_messages_response_200 import UpdateAllInboxMessagesResponse200
from .update_device_body import UpdateDeviceBody
from .update_device_response_200 import UpdateDeviceResponse200
from .update_inbox_message_response_200 import UpdateInboxMessageResponse200
from .update_member_body import UpdateMemberBody
from .update_member_response_200 import UpdateMemberResponse200
from .update_message_template_body import UpdateMessageTemplateBody
from .update_message_template_response_200 import UpdateMessageTemplateResponse200
from .update_notification_channel_body import UpdateNotificationChannelBody
from .update_notification_channel_response_200 import (
    UpdateNotificationChannelResponse200,
)
from .update_notification_user_body import UpdateNotificationUserBody
from .update_notification_user_response_200 import UpdateNotificationUserResponse200
from .update_partial_body import UpdatePartialBody
from .update_partial_response_200 import UpdatePartialResponse200
from .update_preference_page_body import UpdatePreferencePageBody
from .update_preference_page_response_200 import UpdatePreferencePageResponse200
from .update_topic_body import UpdateTopicBody
from .update_topic_response_200 import UpdateTopicResponse200
from .update_webhook_endpoint_response_200 import UpdateWebhookEndpointResponse200
from .upsert_notification_user_body import UpsertNotificationUserBody
from .upsert_notification_user_response_200 import UpsertNotificationUserResponse200
from .upsert_notification_user_response_201 import UpsertNotificationUserResponse201
from .webhook_attempt import WebhookAttempt
from .webhook_endpoint import WebhookEndpoint
from .webhook_endpoint_change import WebhookEndpointChange
from .webhook_endpoint_input import WebhookEndpointInput
from .webhook_endpoint_input_signature_format import WebhookEndpointInputSignatureFormat
from .webhook_endpoint_patch import WebhookEndpointPatch
from .webhook_endpoint_patch_signature_format import WebhookEndpointPatchSignatureFormat
from .webhook_endpoint_request import WebhookEndpointRequest
from .webhook_endpoint_signature_format import WebhookEndpointSignatureFormat
from .webhook_endpoint_status import WebhookEndpointStatus
from .webhook_endpoint_with_secret import WebhookEndpointWithSecret
from .webhook_event_attempt import WebhookEventAttempt
from .webhook_event_attempt_request_headers_type_0_item import (
    WebhookEventAttemptRequestHeadersType0Item,
)
from .webhook_event_with_attempts import WebhookEventWithAttempts
from .webhook_event_with_attempts_data import WebhookEventWithAttemptsData
from .webhook_health import WebhookHealth
from .webhook_health_failure_budget import WebhookHealthFailureBudget
from .webhook_health_response_time_ms import WebhookHealthResponseTimeMs
from .webhook_secret_rotation import WebhookSecretRotation
from .webhook_stats import WebhookStats
from .webhook_stats_attempts import WebhookStatsAttempts
from .webhook_stats_attempts_results_item import WebhookStatsAttemptsResultsItem
from .webhook_stats_events import WebhookStatsEvents
from .webhook_stats_failure_budget import WebhookStatsFailureBudget
from .webhook_stats_oldest_pending_event_type_0 import (
    WebhookStatsOldestPendingEventType0,
)
from .webhook_stats_response_time_ms import WebhookStatsResponseTimeMs
from .webhook_test_request import WebhookTestRequest
from .webhook_test_request_headers_item import WebhookTestRequestHeadersItem
from .webhook_test_request_method import WebhookTestRequestMethod
from .webhook_test_request_signature import WebhookTestRequestSignature
from .webhook_test_request_signature_verdict import WebhookTestRequestSignatureVerdict

__all__ = (
    "Account",
    "AccountLimits",
    "AccountPatch",
    "AccountUsage",
    "ApiKey",
    "ApiKeyInput",
    "ApiKeyInputRole",
    "ApiKeyRole",
    "ApiKeyWithKey",
    "ApiKeyWithKeyRole",
    "AuditEntry",
    "AuditEntryDetails",
    "BatchResult",
    "BatchResultErrors",
    "CancelMessageResponse200",
    "CancelReplayResponse200",
    "ChannelType",
    "ConnectionTest",
    "CountDeliveriesGroupBy",
    "CountDeliveriesPeriod",
    "CountDeliveriesResponse200",
    "CountDeliveriesResponse200BucketsItem",
    "CountEventsResponse200",
    "CountInboxMessagesResponse200",
    "CountReplayResponse200",
    "CreateApiKeyBody",
    "CreateApiKeyResponse201",
    "CreateDeviceBody",
    "CreateDeviceResponse200",
    "CreateDeviceResponse201",
    "CreateMemberBody",
    "CreateMemberResponse201",
    "CreateMemberResponse201Invitation",
    "CreateMessageBody",
    "CreateMessageResponse201",
    "CreateMessagesBody",
    "CreateMessagesResponse200",
    "CreateMessageTemplateBody",
    "CreateMessageTemplateResponse201",
    "CreateNotificationChannelBody",
    "CreateNotificationChannelResponse201",
    "CreateNotificationUserBody",
    "CreateNotificationUserResponse201",
    "CreatePartialBody",
    "CreatePartialResponse201",
    "CreateRecipientSigningKeyBody",
    "CreateRecipientSigningKeyResponse201",
    "CreateRecipientTokenResponse201",
    "CreateSuppressionBody",
    "CreateSuppressionResponse201",
    "CreateTopicBody",
    "CreateTopicResponse201",
    "CreateWebhookEndpointResponse201",
    "DeleteNotificationUserResponse200",
    "Delivery",
    "DeliveryChannel",
    "DeliveryCountGroup",
    "DeliveryCountGroupCauseType1",
    "DeliveryCountGroupCauseType2Type1",
    "DeliveryCountGroupCauseType3Type1",
    "DeliveryCounts",
    "DeliveryRates",
    "DeliveryStatus",
    "DeliveryTotals",
    "Device",
    "DeviceInput",
    "DeviceInputSubscriptionType0",
    "DevicePlatform",
    "DeviceSubscriptionType0",
    "EndWebhookSecretOverlapResponse200",
    "Erasure",
    "ErasureStatus",
    "EventCount",
    "EventState",
    "EventType",
    "ExpandedMessage",
    "ExpandedMessageMessageTemplate",
    "ExpandedMessageNotificationUser",
    "ExplainDeliveryResponse200",
    "ExplainDeliveryResponse200Explanation",
    "ExplainDeliveryResponse200ExplanationActionsItem",
    "ExplainDeliveryResponse200ExplanationActionsItemAction",
    "GetAccountResponse200",
    "GetDeliveryTimelineResponse200",
    "GetDeviceResponse200",
    "GetFirstStepsResponse200",
    "GetFirstStepsResponse200FirstSteps",
    "GetMemberResponse200",
    "GetMessageResponse200",
    "GetMessageTemplateResponse200",
    "GetNotificationChannelResponse200",
    "GetNotificationUserResponse200",
    "GetOwnApiKeyResponse200",
    "GetOwnApiKeyResponse200ApiKey",
    "GetOwnApiKeyResponse200ApiKeyRole",
    "GetPartialResponse200",
    "GetPreferencePageResponse200",
    "GetReplayResponse200",
    "GetSandboxMessageResponse200",
    "GetTemplateDraftResponse200",
    "GetTopicResponse200",
    "GetWebhookEndpointResponse200",
    "GetWebhookEventResponse200",
    "GetWebhookHealthResponse200",
    "GetWebhookStatsResponse200",
    "InboxChange",
    "InboxCounts",
    "InboxMessage",
    "InboxMessageChange",
    "InviteMemberResponse201",
    "InviteMemberResponse201Invitation",
    "ListApiKeysResponse200",
    "ListAuditEntriesResponse200",
    "ListDeliveriesCause",
    "ListDeliveriesExpand",
    "ListDeliveriesResponse200",
    "ListDevicesResponse200",
    "ListedDelivery",
    "ListedMessage",
    "ListedMessageNotificationUser",
    "ListedWebhookEvent",
    "ListedWebhookEventData",
    "ListInboxMessagesResponse200",
    "ListInboxMessagesStatus",
    "ListMailsResponse200",
    "ListMembersResponse200",
    "ListMessagesExpand",
    "ListMessagesResponse200",
    "ListMessageTemplatesResponse200",
    "ListNewestWebhookEventsResponse200",
    "ListNewMessagesResponse200",
    "ListNotificationChannelsResponse200",
    "ListNotificationUsersResponse200",
    "ListPartialsResponse200",
    "ListPartialVersionsResponse200",
    "ListProvidersResponse200",
    "ListRecentFailuresResponse200",
    "ListRecipientSigningKeysResponse200",
    "ListReplaysResponse200",
    "ListRequestsResponse200",
    "ListRequestsResult",
    "ListSandboxMessagesResponse200",
    "ListSandboxMessagesResponse200SandboxMessagesItem",
    "ListSuppressionsChannelType",
    "ListSuppressionsReason",
    "ListSuppressionsResponse200",
    "ListTemplateVersionsResponse200",
    "ListTopicsResponse200",
    "ListWebhookAttemptsResponse200",
    "ListWebhookEndpointsResponse200",
    "ListWebhookEventsResponse200",
    "ListWebhookTestRequestsResponse200",
    "LoggedRequest",
    "LoggedRequestErrorsType0",
    "LoggedRequestMadeType0",
    "Mail",
    "MailKind",
    "MailState",
    "MarkMessageAsDeliveredResponse200",
    "MarkMessageAsSeenResponse200",
    "Member",
    "MemberInput",
    "MemberInputRole",
    "MemberPatch",
    "MemberPatchRole",
    "MemberRole",
    "Message",
    "MessageAttribute",
    "MessageAttributeInput",
    "MessageDelivery",
    "MessageInput",
    "MessagePreview",
    "MessagePreviewChannelsItem",
    "MessagePreviewNotificationUser",
    "MessageSchedule",
    "MessageTemplate",
    "MessageTemplateBodyFormat",
    "MessageTemplateChannelsItem",
    "MessageTemplateDraft",
    "MessageTemplateDraftBodyFormat",
    "MessageTemplateDraftChannelsItem",
    "MessageTemplateDraftInput",
    "MessageTemplateDraftInputBodyFormat",
    "MessageTemplateDraftInputChannelsItem",
    "MessageTemplateInput",
    "MessageTemplateInputBodyFormat",
    "MessageTemplateInputChannelsItem",
    "MessageTemplatePatch",
    "MessageTemplatePatchBodyFormat",
    "MessageTemplatePatchChannelsItem",
    "MessageTemplateVersion",
    "MessageTemplateVersionBodyFormat",
    "MessageTemplateVersionChannelsItem",
    "NotificationChannel",
    "NotificationChannelInput",
    "NotificationChannelInputProvider",
    "NotificationChannelInputSettingsType0",
    "NotificationChannelPatch",
    "NotificationChannelPatchProvider",
    "NotificationChannelPatchSettingsType0",
    "NotificationChannelSettings",
    "NotificationUser",
    "NotificationUserAttributes",
    "NotificationUserExport",
    "NotificationUserExportAttemptsItem",
    "NotificationUserExportDeliveriesItem",
    "NotificationUserExportDevicesItem",
    "NotificationUserExportEventsItem",
    "NotificationUserExportInboxMessagesItem",
    "NotificationUserExportMessagesItem",
    "NotificationUserExportNotificationUser",
    "NotificationUserExportSandboxMessagesItem",
    "NotificationUserExportSendsItem",
    "NotificationUserExportSuppressionsItem",
    "NotificationUserInput",
    "NotificationUserInputAttributesType0",
    "PasswordConfirmation",
    "Preference",
    "PreferenceInput",
    "PreferencePage",
    "PreferencePagePatch",
    "PreferencesInput",
    "PreferencesInputQuietHoursType0",
    "PreferenceSourceType1",
    "PreferenceSourceType2Type1",
    "PreferenceSourceType3Type1",
    "PreviewMessageBody",
    "PreviewMessageResponse200",
    "PreviewMessageTemplateBody",
    "PreviewMessageTemplateResponse200",
    "Provider",
    "ProviderSettings",
    "QuietHours",
    "ReactivateWebhookEndpointResponse200",
    "RecipientPreferences",
    "RecipientSigningKey",
    "RecipientSigningKeyInput",
    "RecipientSigningKeyWithSecret",
    "RecipientToken",
    "RecipientTokenInput",
    "RenderedMessage",
    "RenderedMessageBodyFormat",
    "RenderedMessageChannelsItem",
    "Replay",
    "ReplayInput",
    "ReplayRequest",
    "ReplayStatus",
    "ReportSandboxMessageBody",
    "ReportSandboxMessageResponse200",
    "ReportSandboxMessageResponse200SandboxReport",
    "ReportSandboxMessageResponse200SandboxReportFact",
    "RescheduleMessageBody",
    "RescheduleMessageResponse200",
    "ResendWebhookEventResponse202",
    "RotateWebhookSecretResponse200",
    "SandboxMessage",
    "SandboxMessageBodyFormat",
    "SandboxReport",
    "SandboxReportFact",
    "SaveTemplateDraftBody",
    "SaveTemplateDraftResponse200",
    "SearchResponse200",
    "SearchResponse200ResultsItem",
    "SearchResponse200ResultsItemKind",
    "SkippedChannel",
    "SkippedChannelReason",
    "StartReplayResponse202",
    "Suppression",
    "SuppressionChannelType",
    "SuppressionInput",
    "SuppressionInputChannelType",
    "SuppressionInputReason",
    "SuppressionReason",
    "TemplateLocale",
    "TemplateLocaleChannelsItem",
    "TemplateLocaleInput",
    "TemplateLocaleInputChannelsItem",
    "TemplatePartial",
    "TemplatePartialInput",
    "TemplatePartialPatch",
    "TemplatePartialUsedByItem",
    "TemplatePartialUsedByItemKind",
    "TemplatePartialVersion",
    "TemplatePreview",
    "TemplatePreviewInput",
    "TemplatePreviewInputBodyFormat",
    "TemplatePreviewSms",
    "TestConnectionBody",
    "TestConnectionResponse200",
    "TestSend",
    "TestSendInput",
    "TestSendResponse200",
    "TestSendResult",
    "TestWebhookEndpointResponse202",
    "TimelineEntry",
    "TimelineEntryAttemptsItem",
    "TimelineEntryKind",
    "TimelineEntryResult",
    "TimelineEntrySourceType1",
    "TimelineEntrySourceType2Type1",
    "TimelineEntrySourceType3Type1",
    "Topic",
    "TopicInput",
    "TopicPatch",
    "UpdateAccountBody",
    "UpdateAccountResponse200",
    "UpdateAllInboxMessagesResponse200",
    "UpdateDeviceBody",
    "UpdateDeviceResponse200",
    "UpdateInboxMessageResponse200",
    "UpdateMemberBody",
    "UpdateMemberResponse200",
    "UpdateMessageTemplateBody",
    "UpdateMessageTemplateResponse200",
    "UpdateNotificationChannelBody",
    "UpdateNotificationChannelResponse200",
    "UpdateNotificationUserBody",
    "UpdateNotificationUserResponse200",
    "UpdatePartialBody",
    "UpdatePartialResponse200",
    "UpdatePreferencePageBody",
    "UpdatePreferencePageResponse200",
    "UpdateTopicBody",
    "UpdateTopicResponse200",
    "UpdateWebhookEndpointResponse200",
    "UpsertNotificationUserBody",
    "UpsertNotificationUserResponse200",
    "UpsertNotificationUserResponse201",
    "WebhookAttempt",
    "WebhookEndpoint",
    "WebhookEndpointChange",
    "WebhookEndpointInput",
    "WebhookEndpointInputSignatureFormat",
    "WebhookEndpointPatch",
    "WebhookEndpointPatchSignatureFormat",
    "WebhookEndpointRequest",
    "WebhookEndpointSignatureFormat",
    "WebhookEndpointStatus",
    "WebhookEndpointWithSecret",
    "WebhookEventAttempt",
    "WebhookEventAttemptRequestHeadersType0Item",
    "WebhookEventWithAttempts",
    "WebhookEventWithAttemptsData",
    "WebhookHealth",
    "WebhookHealthFailureBudget",
    "WebhookHealthResponseTimeMs",
    "WebhookSecretRotation",
    "WebhookStats",
    "WebhookStatsAttempts",
    "WebhookStatsAttemptsResultsItem",
    "WebhookStatsEvents",
    "WebhookStatsFailureBudget",
    "WebhookStatsOldestPendingEventType0",
    "WebhookStatsResponseTimeMs",
    "WebhookTestRequest",
    "WebhookTestRequestHeadersItem",
    "WebhookTestRequestMethod",
    "WebhookTestRequestSignature",
    "WebhookTestRequestSignatureVerdict",
)
