/** A mail server: SMTP with STARTTLS and sign-in (RFC 5321, RFC 3207, RFC 4954). It sends no callbacks. */
import { once } from 'node:events'
import type { AddressInfo, Socket } from 'node:net'
import { SMTPServer } from 'smtp-server'
import { createCertificateAuthority } from '../certificates.ts'
import { createChecks, TAKES_ALL } from './vendor.ts'
import type { Vendor, VendorMode, VendorSend } from './vendor.ts'

const USERNAME = 'tidings'
const PASSWORD = 'correct-horse-battery'

const reply = (responseCode: number, message: string) => Object.assign(new Error(message), { responseCode })

/** The refusal of the recipient's address, or null. */
function recipientResponse(mode: VendorMode): Error | null {
  if (mode === 'rate_limit') return reply(450, '4.7.28 rate limit exceeded')
  if (mode === 'unavailable') return reply(451, '4.3.0 local error in processing')
  if (mode === 'unauthorized') return reply(530, '5.7.0 authentication required')
  return mode === 'refuse_address' ? reply(550, '5.1.1 no such user') : null
}

/** Unfolded header fields by lower-case name. */
function headersOf(mail: string): Map<string, string> {
  const [head = ''] = mail.split('\r\n\r\n', 1)
  const lines = head.replaceAll(/\r\n[ \t]+/g, ' ').split('\r\n')
  return new Map(
    lines.map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 1).trim()]),
  )
}

export async function startSmtp(): Promise<Vendor> {
  const authority = await createCertificateAuthority()
  const { violations, expect } = createChecks()
  const modes = new Map<string, VendorMode>()
  const sockets = new Map<string, Socket>()

  function take(mail: string, to: string): VendorSend {
    const headers = headersOf(mail)
    const messageId = headers.get('message-id') ?? ''
    expect(/^<[^<>@\s]+@[^<>@\s]+>$/.test(messageId), 'Message-ID is one id')
    for (const name of ['from', 'to', 'date', 'mime-version']) expect(headers.has(name), `there is a header ${name}`)
    const id = messageId.slice(1, -1)
    const [reference = ''] = id.split('@')
    const subject = headers.get('subject') ?? ''
    return { reference, providerMessageId: id, to, subject, text: mail, html: null, repetitionKey: id }
  }

  const server = new SMTPServer({
    ...(await authority.issue()),
    disableReverseLookup: true,
    closeTimeout: 10,
    onAuth(auth, session, callback) {
      expect(session.secure, 'credentials travel over TLS')
      const isRight = auth.username === USERNAME && auth.password === PASSWORD
      callback(isRight ? null : reply(535, '5.7.8 wrong credentials'), { user: USERNAME })
    },
    onRcptTo({ address }, session, callback) {
      const mode = vendor.modeOf(address)
      modes.set(session.id, mode)
      callback(recipientResponse(mode))
    },
    onData(stream, session, callback) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        const mode = modes.get(session.id)
        if (mode === 'refuse') return callback(reply(554, '5.7.1 looks like spam'))
        const send = take(Buffer.concat(chunks).toString(), session.envelope.rcptTo[0]!.address)
        vendor.sends.push(send)
        void vendor.onAccepted(send).then(() => {
          if (mode === 'accept_and_hang_up') sockets.get(`${session.remoteAddress}:${session.remotePort}`)?.destroy()
          else callback()
        })
      })
    },
  })
  server.on('error', () => {})
  const listener = server.listen(0, '127.0.0.1')
  listener.on('connection', (socket: Socket) => sockets.set(`${socket.remoteAddress}:${socket.remotePort}`, socket))
  await once(listener, 'listening')

  const vendor: Vendor = {
    ...TAKES_ALL,
    name: 'smtp',
    channelType: 'email',
    urls: {},
    settings: {
      host: '127.0.0.1',
      port: (listener.address() as AddressInfo).port,
      username: USERNAME,
      password: PASSWORD,
      from: 'Shop <shop@example.com>',
      ca_certificate: authority.pem,
    },
    sends: [],
    violations,
    callbacks: null,
    async close() {
      await new Promise<void>((resolve) => server.close(() => resolve()))
      authority.close()
    },
  }
  return vendor
}
