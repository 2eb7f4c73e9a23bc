/**
 * The headers of an event's request (specification 4.4). `webhooks` sends them, and the routes for events show them. An attempt
 * stores only its signatures, because the other headers follow from the event.
 */

/**
 * Returns the headers in the order and the spelling of the specification, and `Accept` after them. Names are case-insensitive (RFC 9110 section 5.1), but
 * some receivers compare them as text. `signature`: the stored text of `webhooks/signature.ts`.
 */
export function requestHeaders(id: string, type: string, signature: string): Record<string, string> {
  const [service = '', ...standard] = signature.split(' ')
  const headers: Record<string, string> = {}
  if (service.includes(',')) headers['X-Service-Signature'] = service
  if (standard.length > 0) {
    headers['webhook-id'] = id
    headers['webhook-timestamp'] = service.slice('t='.length).split(',', 1)[0]!
    headers['webhook-signature'] = standard.join(' ')
  }
  headers['X-Service-Event'] = type
  headers['X-Service-Event-Id'] = id
  headers['Content-Type'] = 'application/json'
  headers['User-Agent'] = 'Service-Webhooks/1.0'
  // Firewalls with the rules of OWASP refuse requests without it.
  headers['Accept'] = '*/*'
  return headers
}
