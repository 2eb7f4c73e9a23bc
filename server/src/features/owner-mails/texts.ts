import type { MailTexts } from './mails.ts'

/**
 * The texts of mails about a webhook endpoint. They contain only the host of its URL, because a path may contain a
 * token.
 */
export const webhookMailTexts: MailTexts = (kind, details) => {
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
