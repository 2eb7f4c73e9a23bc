import { createHash } from 'node:crypto'
import { isIP } from 'node:net'
import type { Socket } from 'node:net'
import { rootCertificates } from 'node:tls'
import { createTransport } from 'nodemailer'
import type { Clock } from '../clock.ts'
import { cause } from './causes.ts'
import { abortCause } from './connection-cause.ts'
import { emailOf, UNSUBSCRIBE_FIELDS } from './email-message.ts'
import type { EmailMessage } from './email-message.ts'
import type { GuardedCalls } from './guarded-call.ts'
import type { ChannelSettings, ProviderDefinition, SendInput, SendResult } from './provider.ts'
import { smtpResult } from './smtp-outcome.ts'
import type { SmtpFailure } from './smtp-outcome.ts'
import { checkSmtpAddress, checkSmtpSettings, CONNECTIONS_DEFAULT, SmtpSettings, smtpTarget } from './smtp-settings.ts'

/** Channels with kept connections. If there are more, the least recently used channel's connections are closed. */
const TRANSPORTS_MAX = 200

/** Idle connections are closed after this time, ms: well before servers may close them, after 5 minutes. */
const IDLE_TIMEOUT_MS = 30_000

/** The longest silence of the server, ms. The signal limits the whole send. */
const SOCKET_TIMEOUT_MS = 30_000

/**
 * The header fields in DKIM signatures: those of the library, which lacks the second field for unsubscribing, without the
 * fields that our mails never have.
 */
const SIGNED_FIELDS = [
  ...['From', 'Subject', 'Date', 'Message-ID', 'To', 'MIME-Version', 'Content-Type', 'Content-Transfer-Encoding'],
  ...UNSUBSCRIBE_FIELDS,
].join(':')

type Transport = ReturnType<typeof openTransport>

/** No connection was made. `text` is the cause of the `SendResult`. */
class NotConnected extends Error {
  readonly text: string
  constructor(text: string) {
    super(text)
    this.text = text
  }
}

type SocketCallback = (error: Error | null, options?: { connection: Socket }) => void

function openTransport(settings: SmtpSettings, guarded: GuardedCalls) {
  const target = smtpTarget(settings)
  const { host, port, secure } = target
  const hasCredentials = settings.username !== undefined
  const requireTLS = settings.require_tls ?? hasCredentials
  return createTransport({
    pool: true,
    host,
    port,
    secure,
    // All connections go through the guard. The library adds TLS and verifies the certificate's host name.
    getSocket(_options: unknown, callback: SocketCallback) {
      void guarded.connect(target).then((result) => {
        if (result.ok) callback(null, { connection: result.socket })
        else callback(new NotConnected(result.cause))
      })
    },
    requireTLS,
    tls: {
      // Without required TLS and without secrets, TLS with an unverified certificate is better than none (RFC 7435).
      rejectUnauthorized: secure || requireTLS || hasCredentials || settings.ca_certificate !== undefined,
      ...(isIP(host) === 0 ? { servername: host } : {}),
      ...(settings.ca_certificate === undefined ? {} : { ca: [...rootCertificates, settings.ca_certificate] }),
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

interface KeptTransport {
  fingerprint: string
  transport: Transport
}

/** Keeps one connection pool per channel, and replaces it if the channel's settings change. */
function createTransports(guarded: GuardedCalls) {
  const kept = new Map<string, KeptTransport>()
  return {
    /** `channel`: a name unique among all accounts. */
    of(channel: string, settings: ChannelSettings): Transport {
      const fingerprint = createHash('sha256').update(JSON.stringify(settings)).digest('base64')
      const found = kept.get(channel)
      kept.delete(channel)
      if (found?.fingerprint === fingerprint) {
        kept.set(channel, found)
        return found.transport
      }
      // Sends under way on the old pool still finish.
      found?.transport.close()
      const transport = openTransport(settings as SmtpSettings, guarded)
      kept.set(channel, { fingerprint, transport })
      const [oldestId, oldest] = kept.entries().next().value!
      if (kept.size > TRANSPORTS_MAX) {
        kept.delete(oldestId)
        oldest.transport.close()
      }
      return transport
    },
    close() {
      for (const { transport } of kept.values()) transport.close()
      kept.clear()
    },
  }
}

/** The library encodes and folds the headers. */
function mailOf(
  { from, to, subject, text, html, messageId, headers }: EmailMessage,
  signal: AbortSignal,
  clock: Clock,
) {
  return {
    from,
    to: { name: '', address: to },
    envelope: { from: from.address, to },
    subject,
    ...(html === null ? {} : { html }),
    text,
    messageId,
    date: new Date(clock.now()),
    headers: { ...headers },
    signal,
  }
}

async function send(transport: Transport, message: EmailMessage, input: SendInput, clock: Clock): Promise<SendResult> {
  try {
    const sent = await transport.sendMail(mailOf(message, input.signal, clock))
    return { result: 'accepted', providerMessageId: (sent.serverMessageId ?? sent.messageId).replace(/^<|>$/g, '') }
  } catch (error) {
    if (!(error instanceof Error)) throw error
    if (input.signal.aborted) return { result: 'transient', retryAfterMs: null, cause: cause(abortCause(input.signal)) }
    if (error instanceof NotConnected) return { result: 'transient', retryAfterMs: null, cause: error.text }
    return smtpResult(error as SmtpFailure)
  }
}

/** Email through any SMTP server, over kept connections. */
export const smtpProvider: ProviderDefinition = {
  name: 'smtp',
  title: 'SMTP',
  channelTypes: ['email'],
  settings: SmtpSettings,
  checkSettings: (settings) => checkSmtpSettings(settings as SmtpSettings),
  checkAddresses: (settings, policy) => checkSmtpAddress(settings as SmtpSettings, policy),
  create({ clock, guarded }) {
    const transports = createTransports(guarded)
    return {
      async send(input) {
        const message = emailOf(input)
        if ('result' in message) return message
        return send(
          transports.of(`${input.delivery.accountId}/${input.channel.id}`, input.settings),
          message,
          input,
          clock,
        )
      },
      async close() {
        transports.close()
      },
    }
  },
}
