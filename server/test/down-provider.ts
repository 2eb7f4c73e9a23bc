/** Providers on loopback that can be down: one mail server, or one account of an SMS service. They count what they take. */
import { once } from 'node:events'
import type { AddressInfo, Socket } from 'node:net'
import { SMTPServer } from 'smtp-server'
import { pause } from './pause.ts'
import { startVendorServer } from './vendors/vendor.ts'

/**
 * - refuse: nothing listens. For SMS: the service is unavailable.
 * - error: a whole response says that the message is not taken.
 * - hang: no response, and the message is not taken.
 * - reset: the message is taken, and the connection breaks before the response.
 * - unauthorized: the account is refused.
 * - slow: the message is taken, and the response is late but in time.
 * - limit: no message for an hour.
 */
export type Mode = 'accept' | 'refuse' | 'error' | 'hang' | 'reset' | 'unauthorized' | 'slow' | 'limit'

export interface DownProvider {
  /** Settings of a channel. */
  settings: Record<string, unknown>
  /** The key of each taken message: its Message-ID, or the reference to the delivery. */
  taken: string[]
  /** Messages that came, taken or not. */
  came: number
  /** `once`: the next message that comes is the last one in this mode, and later ones are accepted. */
  setMode(mode: Mode, once?: boolean): Promise<void>
  close(): Promise<void>
}

const SLOW_MS = 50
const reply = (responseCode: number, message: string) => Object.assign(new Error(message), { responseCode })

export async function startMailServer(): Promise<DownProvider> {
  let mode: Mode = 'accept'
  let isOnce = false
  let port = 0
  let server: SMTPServer | null = null
  const sockets = new Map<string, Socket>()

  async function listen(): Promise<void> {
    server = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS', 'AUTH'],
      disableReverseLookup: true,
      closeTimeout: 10,
      onMailFrom(_address, _session, callback) {
        provider.came += 1
        if (mode === 'unauthorized') return callback(reply(530, '5.7.0 authentication required'))
        callback(mode === 'limit' ? reply(550, '5.7.1 too many messages, daily limit exceeded') : null)
      },
      onData(stream, session, callback) {
        const chunks: Buffer[] = []
        stream.on('data', (chunk: Buffer) => chunks.push(chunk))
        stream.on('end', () => {
          const now = mode
          if (isOnce) mode = 'accept'
          if (now === 'hang') return
          if (now === 'error') return callback(reply(451, '4.3.0 local error in processing'))
          const id = /^message-id: *<?([^>\s]+)/im.exec(Buffer.concat(chunks).toString())?.[1] ?? ''
          provider.taken.push(id)
          if (now === 'reset') return sockets.get(`${session.remoteAddress}:${session.remotePort}`)?.resetAndDestroy()
          void pause(now === 'slow' ? SLOW_MS : 0).then(() => callback())
        })
      },
    })
    server.on('error', () => {})
    const listener = server.listen(port, '127.0.0.1')
    listener.on('connection', (socket: Socket) => sockets.set(`${socket.remoteAddress}:${socket.remotePort}`, socket))
    await once(listener, 'listening')
    port = (listener.address() as AddressInfo).port
  }

  async function shut(): Promise<void> {
    const open = server
    server = null
    for (const socket of sockets.values()) socket.destroy()
    sockets.clear()
    if (open !== null) await new Promise<void>((resolve) => open.close(() => resolve()))
  }

  await listen()
  const provider: DownProvider = {
    settings: { host: '127.0.0.1', port, from: 'shop@example.com', require_tls: false },
    taken: [],
    came: 0,
    async setMode(next, once = false) {
      mode = next
      isOnce = once
      if (next === 'refuse') await shut()
      else if (server === null) await listen()
    },
    close: shut,
  }
  return provider
}

export interface SmsService {
  /** For `PROVIDER_URLS`. */
  url: string
  /** Makes an account. All accounts have one address, as at a real service. */
  account(): DownProvider
  close(): Promise<void>
}

export async function startSmsService(): Promise<SmsService> {
  const accounts = new Map<string, DownProvider & { mode: Mode; isOnce: boolean }>()
  const problem = (status: number, headers: Record<string, string> = {}) => ({
    status,
    headers,
    body: { code: status },
  })
  const server = await startVendorServer(async ({ path, body }) => {
    const account = accounts.get(/Accounts\/(\w+)/.exec(path)![1]!)!
    const { mode } = account
    account.came += 1
    if (account.isOnce) account.mode = 'accept'
    if (mode === 'refuse') return problem(503)
    if (mode === 'error') return problem(500)
    if (mode === 'unauthorized') return problem(401)
    if (mode === 'limit') return problem(429, { 'retry-after': '3600' })
    if (mode === 'hang') return new Promise<null>(() => {})
    const reference = URL.parse(new URLSearchParams(body.toString()).get('StatusCallback') ?? '')?.searchParams.get(
      'delivery',
    )
    account.taken.push(reference ?? '')
    if (mode === 'reset') return null
    if (mode === 'slow') await pause(SLOW_MS)
    return { status: 201, body: { sid: `SM${account.came}`, status: 'queued' } }
  })
  return {
    url: server.url,
    account() {
      const sid = `AC${String(accounts.size).padStart(32, '0')}`
      const account = {
        settings: { account_sid: sid, auth_token: 'f00dcafe0123456789abcdef01234567', from: '+15005550001' },
        ...{ taken: [], came: 0, mode: 'accept' as Mode, isOnce: false },
        setMode(mode: Mode, once = false) {
          account.mode = mode
          account.isOnce = once
          return Promise.resolve()
        },
        close: () => Promise.resolve(),
      }
      accounts.set(sid, account)
      return account
    },
    close: () => server.close(),
  }
}
