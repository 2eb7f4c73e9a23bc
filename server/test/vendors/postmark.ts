/** Postmark: the Email API, and webhooks with the user and password of their URL (see core/providers/postmark.ts). */
import { randomUUID } from 'node:crypto'
import { createChecks, startVendorServer, TAKES_ALL, textOf } from './vendor.ts'
import type { CallbackPost, Vendor, VendorResponse, VendorMode, VendorSend } from './vendor.ts'

const SERVER_TOKEN = '6b1a7a2e-0000-4000-8000-1f2e3d4c5b6a'
/** The fields of the Email API that we send. */
const FIELDS = new Set([
  'From',
  'To',
  'Subject',
  'TextBody',
  'HtmlBody',
  'MessageStream',
  'Metadata',
  'Headers',
  'Cc',
  'Bcc',
  'ReplyTo',
  'Attachments',
])

const USERNAME = 'tidings'
const PASSWORD = 'correct-horse-battery'

const error = (status: number, ErrorCode: number, Message: string): VendorResponse => ({
  status,
  body: { ErrorCode, Message },
})

function refusalOf(mode: VendorMode): VendorResponse | null {
  switch (mode) {
    case 'rate_limit':
      return error(429, 429, 'Rate limit exceeded.')
    case 'unavailable':
      return error(503, 100, 'The Postmark API is offline for maintenance.')
    case 'refuse':
      return error(422, 400, "The 'From' address you supplied is not a Sender Signature on your account.")
    case 'refuse_address':
      return error(422, 300, "Invalid 'To' address: 'ada@'.")
    case 'unauthorized':
      return error(401, 10, 'The Server Token you provided in the X-Postmark-Server-Token request header was invalid.')
    case 'accept':
    case 'accept_and_hang_up':
      return null
  }
}

const basic = (user: string, password: string) => `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`

export async function startPostmark(): Promise<Vendor> {
  const { violations, expect } = createChecks()

  function take(body: Buffer): VendorSend {
    const mail = JSON.parse(body.toString())
    expect(
      Object.keys(mail).every((name) => FIELDS.has(name)),
      'only known fields',
    )
    expect(/^("[^"]+" )?<?[^<>@\s]+@[^<>@\s]+>?$/.test(textOf(mail.From)), 'From is one sender')
    expect(/^[^<>@\s,]+@[^<>@\s,]+$/.test(textOf(mail.To)), 'To is one address')
    expect(textOf(mail.TextBody) !== '', 'TextBody is not empty')
    const metadata = Object.entries(mail.Metadata)
    expect(
      metadata.every(([name, value]) => name.length <= 20 && textOf(value).length <= 80),
      'Metadata of 20 and 80 characters',
    )
    const headers = new Map<string, string>(mail.Headers.map(({ Name, Value }: any) => [Name, Value]))
    expect(headers.get('Auto-Submitted') === 'auto-generated', 'our header fields are in the mail')
    const keepsId = headers.get('X-PM-KeepID') === 'true'
    return {
      reference: textOf(mail.Metadata.tidings_delivery),
      providerMessageId: randomUUID(),
      to: mail.To,
      subject: mail.Subject,
      text: mail.TextBody,
      html: mail.HtmlBody ?? null,
      repetitionKey: keepsId ? (headers.get('Message-ID') ?? null) : null,
      request: mail,
    }
  }

  const server = await startVendorServer(async ({ method, path, headers, body }) => {
    const isRead = method === 'GET' && path === '/server'
    if (!isRead && (method !== 'POST' || path !== '/email')) return { status: 404 }
    expect(isRead || headers['content-type'] === 'application/json', 'content-type is application/json')
    expect(headers.accept === 'application/json', 'accept is application/json')
    if (headers['x-postmark-server-token'] !== SERVER_TOKEN) return refusalOf('unauthorized')
    if (isRead) return { status: 200, body: { ID: 23, Name: 'Shop', ApiTokens: [SERVER_TOKEN] } }
    const send = take(body)
    const mode = vendor.modeOf(send.to)
    const refusal = refusalOf(mode)
    if (refusal !== null) return refusal
    vendor.sends.push(send)
    await vendor.onAccepted(send)
    if (mode === 'accept_and_hang_up') return null
    const response = { To: send.to, SubmittedAt: new Date().toISOString(), MessageID: send.providerMessageId }
    return { status: 200, body: { ...response, ErrorCode: 0, Message: 'OK' } }
  })

  function report(fields: (send: VendorSend) => object) {
    return (send: VendorSend, url: string): CallbackPost => {
      const common = {
        MessageID: send.providerMessageId,
        ServerID: 23,
        MessageStream: 'outbound',
        Tag: '',
        Metadata: { tidings_delivery: send.reference },
      }
      const headers = { 'content-type': 'application/json', authorization: basic(USERNAME, PASSWORD) }
      return { url, headers, body: JSON.stringify({ ...common, ...fields(send) }) }
    }
  }

  const time = () => new Date().toISOString().replace('Z', '1234Z')
  const bounce = (Type: string, TypeCode: number, Details: string) =>
    report((send) => ({
      ...{ RecordType: 'Bounce', ID: Number.parseInt(randomUUID().slice(0, 8), 16), Type, TypeCode, Name: Type },
      ...{ Description: '', Details, Email: send.to, From: 'shop@example.com', BouncedAt: time() },
      ...{ DumpAvailable: true, Inactive: true, CanActivate: true, Subject: send.subject },
    }))

  const vendor: Vendor = {
    ...TAKES_ALL,
    name: 'postmark',
    channelType: 'email',
    urls: { postmark: server.url },
    settings: {
      server_token: SERVER_TOKEN,
      from: 'Shop <shop@example.com>',
      webhook_username: USERNAME,
      webhook_password: PASSWORD,
    },
    sends: [],
    violations,
    callbacks: {
      of: {
        delivered: report((send) => ({
          RecordType: 'Delivery',
          Recipient: send.to,
          DeliveredAt: time(),
          Details: 'OK',
        })),
        opened: report((send) => ({
          ...{ RecordType: 'Open', Recipient: send.to, ReceivedAt: time(), FirstOpen: true, UserAgent: 'Mozilla/5.0' },
          ...{ ReadSeconds: 5, Platform: 'Desktop', Geo: {}, OS: {}, Client: {} },
        })),
        bounced: bounce('HardBounce', 1, 'smtp;550 5.1.1 The account that you tried to reach does not exist.'),
        failed: bounce('Blocked', 100_006, 'smtp;550 5.7.1 Message blocked.'),
        complaint: report((send) => ({
          ...{ RecordType: 'SpamComplaint', ID: 42, Type: 'SpamComplaint', TypeCode: 100_001, Name: 'Spam complaint' },
          ...{ Description: '', Details: 'Test spam complaint details', Email: send.to, BouncedAt: time() },
          ...{ DumpAvailable: true, Inactive: true, CanActivate: false, Subject: send.subject },
        })),
      },
      forgeries({ url, headers: { authorization, ...others }, body }) {
        const wrong = [basic(USERNAME, 'another-password-0'), basic('', PASSWORD), basic('', ''), `Bearer ${PASSWORD}`]
        return [
          { url, headers: others, body },
          ...wrong.map((value) => ({ url, headers: { ...others, authorization: value }, body })),
          { url, headers: { ...others, authorization: authorization!.slice(0, -4) }, body },
        ]
      },
      stale: null,
    },
    close: () => server.close(),
  }
  return vendor
}
