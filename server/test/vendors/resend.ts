/** Resend: POST /emails, and webhooks signed by Svix (see core/providers/resend.ts and core/providers/svix.ts). */
import { createHmac, randomBytes, randomUUID } from 'node:crypto'
import { createChecks, startVendorServer, TAKES_ALL, textOf } from './vendor.ts'
import type { CallbackPost, Vendor, VendorResponse, VendorMode, VendorSend } from './vendor.ts'

const API_KEY = 're_test_0123456789abcdef'
/** It has full access. */
export const RESEND_FULL_KEY = 're_full_0123456789abcdef'

const error = (statusCode: number, name: string, message: string): VendorResponse => ({
  status: statusCode,
  body: { statusCode, name, message },
})

function refusalOf(mode: VendorMode): VendorResponse | null {
  switch (mode) {
    case 'rate_limit':
      return {
        ...error(429, 'rate_limit_exceeded', 'Too many requests. You can only make 2 requests per second.'),
        headers: { 'retry-after': '7', 'ratelimit-remaining': '0' },
      }
    case 'unavailable':
      return error(500, 'internal_server_error', 'An unexpected error occurred.')
    case 'refuse':
      return error(403, 'validation_error', 'The example.com domain is not verified.')
    case 'refuse_address':
      return error(422, 'validation_error', 'Invalid `to` field. The email address needs to follow the format.')
    case 'unauthorized':
      return error(401, 'missing_api_key', 'Missing API key in the authorization header.')
    case 'accept':
    case 'accept_and_hang_up':
      return null
  }
}

/** The key in the settings may only send. */
function domainsFor(authorization: string | undefined): VendorResponse {
  if (authorization === `Bearer ${API_KEY}`)
    return error(401, 'restricted_api_key', 'This API key is restricted to only send emails.')
  if (authorization === `Bearer ${RESEND_FULL_KEY}`) return { status: 200, body: { data: [] } }
  return error(400, 'validation_error', 'API key is invalid')
}

export async function startResend(): Promise<Vendor> {
  const key = randomBytes(24)
  const { violations, expect } = createChecks()
  /** Earlier responses by idempotency key. A repeated key sends nothing. */
  const responded = new Map<string, { body: string; response: VendorResponse }>()

  function take(body: Buffer, repetitionKey: string): VendorSend {
    const mail = JSON.parse(body.toString())
    expect(/^("[^"]+" )?<?[^<>@\s]+@[^<>@\s]+>?$/.test(textOf(mail.from)), 'from is one sender')
    expect(mail.to.length === 1, 'one recipient')
    expect(mail.headers['Auto-Submitted'] === 'auto-generated', 'our header fields are in the mail')
    expect(
      mail.tags.every((tag: any) => /^[\w-]{1,256}$/.test(tag.name) && /^[\w-]{1,256}$/.test(tag.value)),
      'tags of letters, digits, underscores and dashes',
    )
    return {
      reference: textOf(mail.tags.find((tag: any) => tag.name === 'tidings_delivery')?.value),
      providerMessageId: randomUUID(),
      to: mail.to[0],
      subject: mail.subject,
      text: mail.text,
      html: mail.html ?? null,
      repetitionKey,
      request: mail,
    }
  }

  const server = await startVendorServer(async ({ method, path, headers, body }) => {
    if (method === 'GET' && path === '/domains') {
      expect(textOf(headers['user-agent']) !== '', 'there is a user-agent')
      return domainsFor(headers.authorization)
    }
    if (method !== 'POST' || path !== '/emails')
      return error(404, 'not_found', 'The requested endpoint does not exist.')
    if (headers.authorization !== `Bearer ${API_KEY}`) return error(403, 'invalid_api_key', 'API key is invalid.')
    expect(textOf(headers['user-agent']) !== '', 'there is a user-agent')
    expect(headers['content-type'] === 'application/json', 'content-type is application/json')
    const repetitionKey = textOf(headers['idempotency-key'])
    expect(repetitionKey.length >= 1 && repetitionKey.length <= 256, 'an idempotency key of 1 to 256 characters')
    const before = responded.get(repetitionKey)
    if (before !== undefined) {
      const isSame = before.body === body.toString()
      return isSame ? before.response : error(409, 'invalid_idempotent_request', 'Same key, different payload.')
    }
    const send = take(body, repetitionKey)
    const mode = vendor.modeOf(send.to)
    const refusal = refusalOf(mode)
    if (refusal !== null) return refusal
    const response = { status: 200, body: { id: send.providerMessageId } }
    responded.set(repetitionKey, { body: body.toString(), response })
    vendor.sends.push(send)
    await vendor.onAccepted(send)
    return mode === 'accept_and_hang_up' ? null : response
  })

  function signed(url: string, body: string, seconds: number): CallbackPost {
    const id = `msg_${randomUUID().replaceAll('-', '')}`
    const signature = createHmac('sha256', key).update(`${id}.${seconds}.${body}`).digest('base64')
    const signatures = `v1,${randomBytes(32).toString('base64')} v1,${signature}`
    const headers = { 'svix-id': id, 'svix-timestamp': String(seconds), 'svix-signature': signatures }
    return { url, headers: { ...headers, 'content-type': 'application/json' }, body }
  }

  function report(type: string, details: object = {}, ageSeconds = 0) {
    return (send: VendorSend, url: string): CallbackPost => {
      const data = {
        ...{ broadcast_id: null, created_at: new Date().toISOString(), email_id: send.providerMessageId },
        ...{ from: 'Shop <shop@example.com>', to: [send.to], subject: send.subject },
        tags: { tidings_delivery: send.reference },
        ...details,
      }
      const body = JSON.stringify({ type, created_at: new Date().toISOString(), data })
      return signed(url, body, Math.floor(Date.now() / 1000) - ageSeconds)
    }
  }

  const bounce = { type: 'Permanent', subType: 'General', message: 'The mail server said no.' }
  const vendor: Vendor = {
    ...TAKES_ALL,
    name: 'resend',
    channelType: 'email',
    urls: { resend: server.url },
    settings: {
      api_key: API_KEY,
      from: 'Shop <shop@example.com>',
      webhook_secret: `whsec_${key.toString('base64')}`,
    },
    sends: [],
    violations,
    callbacks: {
      of: {
        delivered: report('email.delivered'),
        opened: report('email.opened'),
        bounced: report('email.bounced', { bounce: { ...bounce, diagnosticCode: ['smtp; 550 5.1.1 user unknown'] } }),
        failed: report('email.failed', { failed: { reason: 'reached_daily_quota' } }),
        complaint: report('email.complained'),
      },
      forgeries({ url, headers, body }) {
        const { 'svix-signature': signature = '', ...unsigned } = headers
        const other = signed(url, `${body} `, Number(headers['svix-timestamp'])).headers['svix-signature']!
        return [
          { url, headers, body: body.replace('shop@', 'Shop@') },
          { url, headers: { ...headers, 'svix-id': 'msg_another' }, body },
          { url, headers: { ...headers, 'svix-timestamp': String(Number(headers['svix-timestamp']) - 1) }, body },
          { url, headers: { ...headers, 'svix-signature': other }, body },
          { url, headers: { ...headers, 'svix-signature': signature.replaceAll('v1,', 'v2,') }, body },
          { url, headers: unsigned, body },
        ]
      },
      stale: report('email.delivered', {}, 3600),
    },
    close: () => server.close(),
  }
  return vendor
}
