import { friendlySentence } from '../../core/providers/causes.ts'
import type { MailTexts } from './mails.ts'
import type { MailKind } from './queries.ts'

export const mailTexts: MailTexts = (kind, details) =>
  kind === 'notification_channel_failing' || kind === 'notification_channel_recovered'
    ? channelText(kind, details)
    : webhookText(kind, details)

type ChannelKind = Extract<MailKind, `notification_channel_${string}`>

/** The text of a mail about a channel. `name` is a name that a member has chosen. */
function channelText(kind: ChannelKind, details: Record<string, unknown>) {
  const channel = `The channel ${String(details['name'])} (${String(details['provider'])})`
  const path = `/api/v1/notification_channels/${String(details['channel_id'])}`
  if (kind === 'notification_channel_recovered')
    return {
      subject: `${channel} works again`,
      text: `${channel} works again: its provider has taken a message. The channel sends its own messages again.\n\nYou find it in the dashboard and at ${path}.\n`,
    }
  return {
    subject: `${channel} is failing`,
    text: `${channel} is failing: its provider has taken none of the last messages. ${friendlySentence(String(details['cause']))}.\n\nIf the channel has fallbacks, they send its messages now. If not, the service repeats the sends for some hours. Once a minute one send tries the channel, and you get another mail when it works again.\n\nYou find the channel in the dashboard and at ${path}.\n`,
  }
}

/** The text of a mail about a webhook endpoint. It has only the host of its URL, because a path may contain a token. */
function webhookText(kind: Exclude<MailKind, ChannelKind>, details: Record<string, unknown>) {
  const endpoint = `The webhook endpoint at ${String(details['host'])}`
  const failures = `${String(details['consecutive_failures'])} consecutive events have failed`
  const look = 'You find the attempts and the responses of the receiver in the dashboard and at'
  const path = `/api/v1/webhook_endpoints/${String(details['endpoint_id'])}`
  switch (kind) {
    case 'webhook_endpoint_failing':
      return {
        subject: `${endpoint} is failing`,
        text: `${endpoint} is failing: ${failures}. After ${String(details['limit'])} consecutive failed events, the service disables the endpoint. One successful event resets the count to 0.\n\n${look} ${path}/attempts.\n`,
      }
    case 'webhook_endpoint_disabled':
      return {
        subject: `${endpoint} has been disabled`,
        text: `${endpoint} has been disabled: ${failures}. Notifications are still sent. Their events are stored, but not POSTed.\n\n${look} ${path}/attempts. After you fixed the receiver, enable the endpoint in the dashboard or with POST ${path}/reactivate. To send the missed events, call POST ${path}/replay.\n`,
      }
  }
}
