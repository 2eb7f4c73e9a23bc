/**
 * The mail server of the role `smtp`. Without a sign-in it takes only mails that come back to a return path of this
 * service. The library does the protocol, and each bound here comes before the work that it limits.
 */
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { readFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { createSecureContext } from 'node:tls'
import { Counter } from '@prometheus-io/client'
import { SMTPServer } from 'smtp-server'
import type { SMTPServerDataStream, SMTPServerSession } from 'smtp-server'
import { boundAddresses } from '../../platform/admission/addresses.ts'
import type { AddressBounds } from '../../platform/admission/addresses.ts'
import { SMTP_CONNECTIONS_MAX } from '../../platform/admission/descriptors.ts'
import type { Config } from '../../platform/config/config.ts'
import type { RouteContext } from '../../platform/context.ts'
import { errorCode } from '../../platform/db/database-error.ts'
import { StartError } from '../../platform/db/servers/start-error.ts'
import type { ReturnPath, ReturnPaths } from '../../core/providers/return-path.ts'
import { READ_BYTES_MAX } from '../../core/providers/smtp.ts'
import { later, noRelay, Refused, tooLarge, tooMany } from './reply.ts'
import { takeReturned } from './returned.ts'
import type { ReturnedTools } from './returned.ts'

/** A returned mail with its attachments: 3 MiB of them in base64, and the texts. */
const MAIL_BYTES_MAX = 6 * 1024 * 1024
/** A report has one return path. Some servers collect a few. */
const RETURN_PATHS_MAX = 10
/** The longest silence of a client, ms. */
const IDLE_MS = 30_000
/** The longest connection, ms. */
const CONNECTION_MS = 300_000
/** Connections that are still open when the service stops end after this time, ms. */
const CLOSE_MS = 5_000

export interface MailListener {
  /**
   * Listens, and returns `host:port`.
   * @throws {StartError} if the address cannot be used.
   */
  listen(): Promise<string>
  /** Reads the files of the certificate again. If they cannot be used, the former certificate stays, and it throws. */
  rereadCertificate(): void
  /** Takes no more connections, and lets those with a mail under way end. */
  close(): Promise<void>
}

export interface MailListenerTools extends ReturnedTools {
  returnPaths: Pick<ReturnPaths, 'read'>
}

/** @throws {Error} if the files cannot be read, or do not fit each other. */
function readCertificate({ smtpTlsCertFile, smtpTlsKeyFile }: Config): { cert: Buffer; key: Buffer } | null {
  if (smtpTlsCertFile === null || smtpTlsKeyFile === null) return null
  const files = { cert: readFileSync(smtpTlsCertFile), key: readFileSync(smtpTlsKeyFile) }
  createSecureContext(files)
  return files
}

function certificateAtStart(config: Config) {
  try {
    return readCertificate(config)
  } catch (error) {
    const text = `SMTP_TLS_CERT_FILE and SMTP_TLS_KEY_FILE cannot be used (${errorCode(error) ?? String(error)})`
    throw new StartError(text, { cause: error })
  }
}

/** The start of a mail. The rest is read and dropped, so that the client gets a reply. */
function readStart(stream: SMTPServerDataStream): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let bytes = 0
    stream.on('data', (chunk: Buffer) => {
      if (bytes < READ_BYTES_MAX) chunks.push(chunk)
      bytes += chunk.length
    })
    stream.once('end', () => {
      if (stream.sizeExceeded) reject(tooLarge())
      else resolve(Buffer.concat(chunks).subarray(0, READ_BYTES_MAX))
    })
    stream.once('error', reject)
  })
}

class MailDoor {
  readonly #context: RouteContext
  readonly #tools: MailListenerTools
  readonly #bounds: AddressBounds
  readonly #mails: Counter<'result'>
  readonly #places = new Map<string, () => void>()

  constructor(context: RouteContext, tools: MailListenerTools) {
    this.#context = context
    this.#tools = tools
    this.#bounds = boundAddresses('mails', context)
    this.#mails = new Counter({
      name: 'tidings_smtp_mails_total',
      help: 'Mails taken by SMTP, by result',
      labelNames: ['result'],
      registers: [context.metrics],
    })
  }

  open({ id, remoteAddress }: SMTPServerSession): void {
    const place = this.#bounds.open(remoteAddress)
    if (place === null) throw tooMany()
    this.#places.set(id, place)
  }

  close({ id }: SMTPServerSession): void {
    this.#places.get(id)?.()
    this.#places.delete(id)
  }

  begin({ remoteAddress }: SMTPServerSession): void {
    if (!this.#bounds.take(remoteAddress)) throw tooMany()
  }

  recipient(address: string, { envelope }: SMTPServerSession): ReturnPath {
    const path = this.#tools.returnPaths.read(address)
    if (path === null) throw noRelay()
    if (envelope.rcptTo.length >= RETURN_PATHS_MAX) throw new Refused(452, '4.5.3 Too many recipients')
    return path
  }

  async take(stream: SMTPServerDataStream, session: SMTPServerSession): Promise<string> {
    try {
      const source = await readStart(stream)
      const { mailFrom, rcptTo } = session.envelope
      const sender = mailFrom === false ? '' : mailFrom.address
      for (const { address } of rcptTo)
        await takeReturned(this.#tools, this.#tools.returnPaths.read(address)!, { sender, source })
      this.#mails.inc({ result: 'taken' })
      return '2.0.0 Taken'
    } catch (error) {
      this.#mails.inc({ result: error instanceof Refused ? 'refused' : 'failed' })
      if (error instanceof Refused) throw error
      this.#context.log.error({ event: 'smtp.mail_failed', err: error })
      throw later()
    }
  }
}

/** Calls back with the result of `work`, or with its refusal. */
function answer<Result>(
  callback: (error: Error | null, result?: Result) => void,
  work: () => Result | Promise<Result>,
) {
  Promise.try(work).then(
    (result) => callback(null, result),
    (error: Error) => callback(error),
  )
}

/**
 * Makes the mail server. It does not listen yet.
 * @throws {StartError} if the certificate cannot be used.
 */
export function createMailListener(context: RouteContext, tools: MailListenerTools): MailListener {
  const { config, log } = context
  const { host, port } = config.smtpListen!
  const certificate = certificateAtStart(config)
  const door = new MailDoor(context, tools)
  const server = new SMTPServer({
    ...certificate,
    name: config.publicUrl === null ? hostname() : new URL(config.publicUrl).hostname,
    banner: 'Tidings',
    logger: false,
    minVersion: 'TLSv1.2',
    authOptional: true,
    disabledCommands: certificate === null ? ['AUTH', 'STARTTLS'] : ['AUTH'],
    disableReverseLookup: true,
    size: MAIL_BYTES_MAX,
    maxClients: SMTP_CONNECTIONS_MAX,
    socketTimeout: IDLE_MS,
    closeTimeout: CLOSE_MS,
    onConnect: (session, callback) => answer(callback, () => door.open(session)),
    onClose: (session) => door.close(session),
    onMailFrom: (_address, session, callback) => answer(callback, () => door.begin(session)),
    onRcptTo: ({ address }, session, callback) => answer(callback, () => void door.recipient(address, session)),
    onData: (stream, session, callback) => answer(callback, () => door.take(stream, session)),
  })
  server.on('error', (error) => log.debug({ event: 'smtp.connection_failed', err: error }))
  server.server.on('connection', (socket) => {
    const timer = setTimeout(() => socket.destroy(), CONNECTION_MS)
    socket.once('close', () => clearTimeout(timer))
  })

  return {
    async listen() {
      const listening = server.listen(port, host)
      try {
        await once(listening, 'listening')
      } catch (error) {
        throw new StartError(`SMTP_LISTEN ${host}:${port} cannot be used (${errorCode(error)})`, { cause: error })
      }
      return `${host}:${(listening.address() as AddressInfo).port}`
    },
    rereadCertificate() {
      const files = readCertificate(config)
      if (files !== null) server.updateSecureContext(files)
    },
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  }
}
