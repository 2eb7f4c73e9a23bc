/** Connections to the mail server of a channel, and the check of its settings: connects, starts TLS, signs in, and quits. */
import { once } from 'node:events'
import { isIP } from 'node:net'
import type { Socket } from 'node:net'
import { hostname } from 'node:os'
import { getCACertificates } from 'node:tls'
import { createTransport } from 'nodemailer'
import { parseSender, readEmailAddress } from '../../platform/http/email-address.ts'
import { cause, causeWord } from './causes.ts'
import { abortCause } from './connection-cause.ts'
import { checkFailed } from './connection-check.ts'
import type { Helps } from './connection-check.ts'
import { UNSUBSCRIBE_FIELDS } from './email-message.ts'
import type { GuardedCalls } from './guarded-call.ts'
import type { CheckResult } from './provider.ts'
import { smtpResult } from './smtp-result.ts'
import type { SmtpFailure } from './smtp-result.ts'
import { CONNECTIONS_DEFAULT, smtpTarget } from './smtp-settings.ts'
import type { SmtpSettings } from './smtp-settings.ts'

/** Idle connections are closed after this time, ms: well before servers may close them, after 5 minutes. */
const IDLE_TIMEOUT_MS = 30_000

/** The longest silence of the server, ms. The signal limits the whole send. */
const SOCKET_TIMEOUT_MS = 30_000

/**
 * The header fields in DKIM signatures: those of the library, which lacks the second field for unsubscribing, without the
 * fields that our mails never have. The library leaves out those that a mail does not have.
 */
const SIGNED_FIELDS = [
  ...['From', 'Subject', 'Date', 'Message-ID', 'To', 'MIME-Version', 'Content-Type', 'Content-Transfer-Encoding'],
  ...UNSUBSCRIBE_FIELDS,
  ...['Reply-To', 'Cc', 'References', 'In-Reply-To', 'Feedback-ID'],
].join(':')

export type Transport = ReturnType<typeof openTransport>

/** No connection was made. `text` is the cause of the `SendResult`. */
export class NotConnected extends Error {
  readonly text: string
  constructor(text: string) {
    super(text)
    this.text = text
  }
}

type SocketCallback = (error: Error | null, options?: { connection: Socket }) => void

/**
 * A pool of connections to the server of a channel. `connect` is the guard of all of them. `publicUrl`: for the name of the
 * service in the greeting.
 */
export function openTransport(settings: SmtpSettings, connect: GuardedCalls['connect'], publicUrl: string | null) {
  const target = smtpTarget(settings)
  const { host, port, secure } = target
  const hasCredentials = settings.username !== undefined
  const requireTLS = settings.require_tls ?? hasCredentials
  return createTransport({
    pool: true,
    name: clientName(publicUrl, hostname(), readEmailAddress(parseSender(settings.from)!.address)!),
    host,
    port,
    secure,
    // All connections go through the guard. The library adds TLS and verifies the certificate's host name.
    getSocket(_options: unknown, callback: SocketCallback) {
      void connect(target).then((result) => {
        if (result.ok) callback(null, { connection: result.socket })
        else callback(new NotConnected(result.cause))
      })
    },
    requireTLS,
    tls: {
      // Without required TLS and without secrets, TLS with an unverified certificate is better than none (RFC 7435).
      rejectUnauthorized: secure || requireTLS || hasCredentials || settings.ca_certificate !== undefined,
      ...(isIP(host) === 0 ? { servername: host } : {}),
      ...(settings.ca_certificate === undefined
        ? {}
        : { ca: [...getCACertificates('default'), settings.ca_certificate] }),
    },
    ...(hasCredentials ? { auth: { user: settings.username, pass: settings.password } } : {}),
    ...(settings.dkim_domain === undefined ||
    settings.dkim_selector === undefined ||
    settings.dkim_private_key === undefined
      ? {}
      : {
          dkim: {
            domainName: settings.dkim_domain,
            keySelector: settings.dkim_selector,
            privateKey: settings.dkim_private_key,
            headerFieldNames: SIGNED_FIELDS,
          },
        }),
    maxConnections: settings.connections_max ?? CONNECTIONS_DEFAULT,
    // If the connection broke, the message may have been delivered. The dispatcher decides about retries, not the
    // library.
    maxRequeues: 0,
    idleTimeout: IDLE_TIMEOUT_MS,
    socketTimeout: SOCKET_TIMEOUT_MS,
    connectionTimeout: SOCKET_TIMEOUT_MS,
    greetingTimeout: SOCKET_TIMEOUT_MS,
    socketCloseTimeout: 1_000,
    maxResponseSize: 64 * 1024,
    disableFileAccess: true,
    disableUrlAccess: true,
    logger: false,
  })
}

const HELPS: Helps = {
  address_not_public: ['host', 'Use the public name of the mail server'],
  authentication_failed: ['password', 'Check the user name and the password. Some servers need an app password'],
  connection_refused: ['port', 'Check the host and the port. Most servers accept mail on port 587'],
  connection_reset: ['secure', 'If the server begins with TLS, use port 465'],
  dns_error: ['host', 'Check the spelling of the host'],
  port_not_allowed: ['port', 'Use port 587 or 465'],
  timeout: ['port', 'Check the host and the port. A firewall may block the port. On port 465, secure must be on'],
  tls_error: ['require_tls', 'The server does not offer STARTTLS on this port. Try port 465 with secure on'],
}

/** By the code of a failed TLS handshake. */
const TLS_HELPS: readonly (readonly [codes: RegExp, field: string, step: string])[] = [
  [/EXPIRED/, 'host', 'The certificate of the server has expired. Its operator must renew it'],
  [/ALTNAME/, 'host', 'The certificate is for another name. Enter the name in the certificate'],
  [
    /SELF_SIGNED|SIGNATURE_FAILURE|UNABLE_TO/,
    'ca_certificate',
    'The certificate is not from a public authority. Enter your own authority',
  ],
  [/WRONG_VERSION|EPROTO|PACKET_LENGTH/, 'secure', 'The server does not begin with TLS on this port. Turn secure off'],
]

function helpOf(text: string): readonly [field: string, step: string] | undefined {
  const word = causeWord(text)
  const [, field, step] = (word === 'tls_error' && TLS_HELPS.find(([codes]) => codes.test(text))) || []
  return field === undefined || step === undefined ? HELPS[word] : [field, step]
}

function causeOf(error: unknown, signal: AbortSignal): string {
  if (!(error instanceof Error)) throw error
  if (signal.aborted) return cause(abortCause(signal))
  if (error instanceof NotConnected) return error.text
  const result = smtpResult(error as SmtpFailure)
  return result.result === 'accepted' ? cause('provider_error') : result.cause
}

async function untilClosed(socket: Socket): Promise<void> {
  if (!socket.closed) await once(socket, 'close')
}

/** Checks the settings over a connection of its own. `connect` is the guard. The end of `signal` closes it. */
export async function checkMailServer(
  settings: SmtpSettings,
  connect: GuardedCalls['connect'],
  publicUrl: string | null,
  signal: AbortSignal,
): Promise<CheckResult> {
  const sockets: Socket[] = []
  const ended = new AbortController()
  const transport = openTransport(
    settings,
    async (target) => {
      const connected = await connect(target)
      if (!connected.ok) return connected
      sockets.push(connected.socket)
      if (ended.signal.aborted) connected.socket.destroy()
      return connected
    },
    publicUrl,
  )
  const timeIsOver = once(signal, 'abort', { signal: ended.signal }).then(() => signal.throwIfAborted())
  try {
    signal.throwIfAborted()
    await Promise.race([transport.verify(), timeIsOver])
    // The server closes after QUIT.
    await Promise.race([Promise.all(sockets.map(untilClosed)), timeIsOver]).catch(() => {})
    return { ok: true }
  } catch (error) {
    const text = causeOf(error, signal)
    return checkFailed(text, helpOf(text))
  } finally {
    timeIsOver.catch(() => {})
    ended.abort()
    transport.close()
    for (const socket of sockets) socket.destroy()
  }
}

/** The host of `PUBLIC_URL`, if others can know it by name: no address, no `localhost`, no single label. */
function publicHost(publicUrl: string): string | null {
  const host = new URL(publicUrl).hostname.replace(/\.$/, '')
  const isName = host.includes('.') && isIP(host) === 0 && !host.startsWith('[') && !/\.localhost$/i.test(host)
  return isName ? host : null
}

/**
 * The name by which the service greets mail servers (EHLO, RFC 5321 section 4.1.1.1): the host of `PUBLIC_URL`, else the
 * name of the machine if it has a dot, else the domain of the sender. Some servers refuse a client that gives a loopback
 * address, which is the mail library's choice in a container. `sender`: an address in ASCII.
 */
export function clientName(publicUrl: string | null, machine: string, sender: string): string {
  const ofUrl = publicUrl === null ? null : publicHost(publicUrl)
  if (ofUrl !== null) return ofUrl
  return machine.includes('.') ? machine : sender.slice(sender.lastIndexOf('@') + 1)
}
