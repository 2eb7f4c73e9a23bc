import type { MailTexts } from '../accounts/mails.ts'

/** What the mails about a webhook endpoint say. Of its URL they have the host only: a path may hold a token. */
export const webhookMailTexts: MailTexts = (kind, details) => {
  const endpoint = `The webhook endpoint at ${String(details['host'])}`
  const failures = `${String(details['consecutive_failures'])} events in a row have failed there`
  const look = 'The attempts, with what the receiver answered, are in the dashboard and at'
  const path = `/api/v1/webhook_endpoints/${String(details['endpoint_id'])}`
  switch (kind) {
    case 'webhook_endpoint_failing':
      return {
        subject: `${endpoint} is failing`,
        text: `${endpoint} is failing: ${failures}. After ${String(details['limit'])} it is disabled; one event that it takes sets the count back to 0.\n\n${look} ${path}/attempts.\n`,
      }
    case 'webhook_endpoint_disabled':
      return {
        subject: `${endpoint} has been disabled`,
        text: `${endpoint} has been disabled: ${failures}. Notifications are still sent; their events are stored, but not POSTed.\n\n${look} ${path}/attempts. When the receiver is well again, enable the endpoint in the dashboard or by POST ${path}/reactivate. What was missed is sent by POST ${path}/replay, if you ask for it.\n`,
      }
  }
}
