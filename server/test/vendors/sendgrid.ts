/** SendGrid: Mail Send v3 and the signed Event Webhook (see core/providers/sendgrid.ts for the documentation). */
import { generateKeyPairSync, randomUUID, sign } from 'node:crypto'
import { createChecks, forged, startVendorServer, TAKES_ALL, textOf } from './vendor.ts'
import type { CallbackPost, Vendor, VendorResponse, VendorMode, VendorSend } from './vendor.ts'

const API_KEY = 'SG.test-key.0123456789abcdef'
/** It may read statistics only. */
export const SENDGRID_READING_KEY = 'SG.reading-key.0123456789abcdef'

/** "Reserved headers" in the Mail Send errors. */
const RESERVED_HEADERS =
  /^(x-sg-id|x-sg-eid|received|dkim-signature|content-type|content-transfer-encoding|to|from|subject|reply-to|cc|bcc)$/i

const errors = (status: number, message: string, field: string | null = null): VendorResponse => ({
  status,
  body: { errors: [{ message, field, help: null }] },
})

function refusalOf(mode: VendorMode): VendorResponse | null {
  switch (mode) {
    case 'rate_limit':
      return {
        ...errors(429, 'too many requests'),
        headers: { 'x-ratelimit-limit': '600', 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': resetSeconds() },
      }
    case 'unavailable':
      return errors(503, 'Service Unavailable')
    case 'refuse':
      return errors(400, 'The subject is required.', 'subject')
    case 'refuse_address':
      return errors(400, 'Does not contain a valid address.', 'personalizations.0.to.0.email')
    case 'unauthorized':
      return errors(401, 'The provided authorization grant is invalid, expired, or revoked')
    case 'accept':
    case 'accept_and_hang_up':
      return null
  }
}

function scopesOf(authorization: string | undefined): VendorResponse {
  if (authorization === `Bearer ${API_KEY}`) return { status: 200, body: { scopes: ['mail.send', 'alerts.read'] } }
  if (authorization === `Bearer ${SENDGRID_READING_KEY}`) return { status: 200, body: { scopes: ['stats.read'] } }
  return refusalOf('unauthorized')!
}

const resetSeconds = () => String(Math.ceil(Date.now() / 1000) + 7)

export async function startSendgrid(): Promise<Vendor> {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { violations, expect } = createChecks()

  function take(body: Buffer): VendorSend {
    const mail = JSON.parse(body.toString())
    const [personalization] = mail.personalizations ?? []
    expect(mail.personalizations?.length === 1 && personalization?.to?.length === 1, 'one recipient')
    expect(textOf(mail.from?.email).includes('@'), 'from.email is an address')
    expect(textOf(mail.subject) !== '', 'subject is not empty')
    const types = mail.content?.map((part: { type: unknown }) => part.type)
    expect(
      types[0] === 'text/plain' && types.length <= 2 && (types[1] ?? 'text/html') === 'text/html',
      'content in order',
    )
    expect(
      mail.content.every((part: { value: unknown }) => textOf(part.value) !== ''),
      'content is not empty',
    )
    expect(!Object.keys(mail.headers ?? {}).some((name) => RESERVED_HEADERS.test(name)), 'no reserved header')
    expect(mail.headers?.['Auto-Submitted'] === 'auto-generated', 'our header fields are in the mail')
    const customArgs = Object.entries(mail.custom_args ?? {})
    expect(
      customArgs.every(([, value]) => typeof value === 'string') && customArgs.length === 1,
      'custom_args are texts',
    )
    return {
      reference: textOf(mail.custom_args?.tidings_delivery),
      providerMessageId: randomUUID(),
      to: textOf(personalization?.to?.[0]?.email),
      subject: mail.subject,
      text: mail.content[0].value,
      html: mail.content[1]?.value ?? null,
      repetitionKey: mail.headers?.['Message-ID'] ?? null,
      request: mail,
    }
  }

  const server = await startVendorServer(async ({ method, path, headers, body }) => {
    if (method === 'GET' && path === '/v3/scopes') return scopesOf(headers.authorization)
    if (method !== 'POST' || path !== '/v3/mail/send') return errors(404, 'Not Found')
    if (headers.authorization !== `Bearer ${API_KEY}`) return refusalOf('unauthorized')
    expect(headers['content-type'] === 'application/json', 'content-type is application/json')
    const send = take(body)
    const mode = vendor.modeOf(send.to)
    const refusal = refusalOf(mode)
    if (refusal !== null) return refusal
    vendor.sends.push(send)
    await vendor.onAccepted(send)
    if (mode === 'accept_and_hang_up') return null
    return { status: 202, headers: { 'x-message-id': send.providerMessageId } }
  })

  function signed(url: string, body: string, seconds: number): CallbackPost {
    const signature = sign('sha256', Buffer.from(`${seconds}${body}`), privateKey).toString('base64')
    const headers = {
      'content-type': 'application/json',
      'x-twilio-email-event-webhook-signature': signature,
      'x-twilio-email-event-webhook-timestamp': String(seconds),
    }
    return { url, headers, body }
  }

  function report(fields: object, ageSeconds = 0) {
    return (send: VendorSend, url: string): CallbackPost => {
      const seconds = Math.floor(Date.now() / 1000) - ageSeconds
      const event = {
        email: send.to,
        timestamp: seconds,
        'smtp-id': '<14c5d75ce93.dfd.64b469@ismtpd-555>',
        sg_event_id: randomUUID(),
        sg_message_id: `${send.providerMessageId}.recvd-5f8d-1-64B469-1.0`,
        tidings_delivery: send.reference,
        ...fields,
      }
      // Two events in one callback. The first one needs no action.
      const events = [{ ...event, event: 'processed', sg_event_id: randomUUID() }, event]
      return signed(url, JSON.stringify(events), seconds)
    }
  }

  const bounced = { event: 'bounce', type: 'bounce', status: '5.1.1', reason: '550 5.1.1 The account does not exist' }
  const vendor: Vendor = {
    ...TAKES_ALL,
    name: 'sendgrid',
    channelType: 'email',
    urls: { sendgrid: server.url },
    settings: {
      api_key: API_KEY,
      from: 'Shop <shop@example.com>',
      webhook_public_key: publicKey.export({ type: 'spki', format: 'der' }).toString('base64'),
    },
    sends: [],
    violations,
    callbacks: {
      of: {
        delivered: report({ event: 'delivered', response: '250 OK' }),
        opened: report({ event: 'open', useragent: 'Mozilla/5.0', ip: '203.0.113.9', sg_machine_open: false }),
        bounced: report(bounced),
        failed: report({ event: 'dropped', reason: 'Spam Content' }),
        complaint: report({ event: 'spamreport' }),
      },
      forgeries({ url, headers, body }) {
        const { 'x-twilio-email-event-webhook-signature': signature = '', ...unsigned } = headers
        const later = String(Number(headers['x-twilio-email-event-webhook-timestamp']) + 1)
        return [
          { url, headers, body: body.replace('"timestamp":1', '"timestamp":2') },
          { url, headers: { ...headers, 'x-twilio-email-event-webhook-timestamp': later }, body },
          { url, headers: { ...headers, 'x-twilio-email-event-webhook-signature': forged(signature) }, body },
          { url, headers: unsigned, body },
        ]
      },
      stale: report({ event: 'delivered' }, 26 * 3600),
    },
    signBody: (url, body) => signed(url, body, Math.floor(Date.now() / 1000)),
    close: () => server.close(),
  }
  return vendor
}
