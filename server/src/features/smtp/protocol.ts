/**
 * The mail server of the library, with what it lacks. It parses no more than its limits, but reads on: the rest of a mail
 * that is too large, and whatever comes within 5 s after its last reply. Here, a client that sends on is cut off.
 */
import type { Socket } from 'node:net'
import { SMTPServer } from 'smtp-server'
import type { SMTPServerDataStream, SMTPServerOptions, SMTPServerSession } from 'smtp-server'

/** Refusals in the words of SMTP: a reply code (RFC 5321), an enhanced status code (RFC 3463) and a text. */

/** An error that the mail library sends as its reply. */
export class Refused extends Error {
  readonly responseCode: number

  constructor(responseCode: number, text: string) {
    super(text)
    this.responseCode = responseCode
  }
}

export const noRelay = () => new Refused(550, '5.7.1 This server takes no mail for this address without a sign-in')
export const tooLarge = () => new Refused(552, '5.3.4 The mail is too large')
export const tooMany = () => new Refused(421, '4.7.0 Too many connections or mails, try again later')
/** The sender repeats the mail: too much is under way. */
export const busy = () => new Refused(451, '4.3.1 Too many mails are under way, try again later')
/** The sender repeats the mail. */
export const later = () => new Refused(451, '4.3.0 The mail cannot be stored now, try again later')

/** The longest connection, ms. */
const CONNECTION_MS = 300_000
/** Commands until the next mail. A sign-in and a hundred recipients are less. */
const COMMANDS_BYTES_MAX = 256 * 1024
/** Read after the last reply, because the client may not have read it yet. */
const AFTER_END_BYTES_MAX = 64 * 1024

type Connection = SMTPServer['connections'] extends Set<infer One> ? One : never

interface Bounded {
  connection: Connection
  /** That of TLS if it has begun. */
  socket: Socket
  /** Ends the connection after its longest time. */
  timer: NodeJS.Timeout
  /** Bytes that the client may still send. */
  left: number
  /** The reply if it sends more. Null: the connection is ending. */
  refusal: readonly [code: number, text: string] | null
}

const TOO_MANY_COMMANDS = [421, '4.7.0 Too many commands without a mail'] as const
const TOO_LARGE = [552, '5.3.4 The mail is too large'] as const

export interface Handlers {
  /** Called first for each connection. `end` ends it without a reply. Null: it may stay. */
  opened(id: string, address: string, end: () => void): Refused | null
  /** The connection goes on under TLS. */
  secured(session: SMTPServerSession): void
  /** Takes a mail. Resolves with the text of the reply. */
  take(stream: SMTPServerDataStream, session: SMTPServerSession): Promise<string>
  closed(session: SMTPServerSession): void
}

export class ProtocolServer extends SMTPServer {
  readonly #handlers: Handlers
  /** Bytes read of a mail. They are more than `size`, so that the client of a larger mail gets its reply. */
  readonly #mailBytesMax: number
  /** By the id of the session. */
  readonly #bounded = new Map<string, Bounded>()

  constructor(options: SMTPServerOptions & { size: number }, handlers: Handlers) {
    super(options)
    this.#handlers = handlers
    this.#mailBytesMax = 2 * options.size
  }

  override connect(socket: Socket, given: { id: string }): void {
    const { id } = given
    const end = () => this.#bounded.get(id)?.socket.destroy()
    const refusal = this.#handlers.opened(id, socket.remoteAddress ?? '', end)
    if (refusal !== null) {
      socket.on('error', () => {}).write(`${refusal.responseCode} ${refusal.message}\r\n`)
      socket.destroySoon()
      return
    }
    super.connect(socket, given)
    this.#bound([...this.connections].at(-1)!, socket, setTimeout(end, CONNECTION_MS).unref())
    this.#count(socket, id)
  }

  override onSecure(socket: Socket, session: SMTPServerSession, callback: () => void): void {
    this.#handlers.secured(session)
    callback()
    // Not before: a listener makes the bytes flow, and the library begins to read in its callback.
    this.#count(socket, session.id)
  }

  override onData(
    stream: SMTPServerDataStream,
    session: SMTPServerSession,
    callback: (error: Error | null, text?: string) => void,
  ): void {
    this.#allow(session.id, this.#mailBytesMax, TOO_LARGE)
    const done = (error: Error | null, text?: string) => {
      this.#allow(session.id, COMMANDS_BYTES_MAX, TOO_MANY_COMMANDS)
      callback(error, text)
    }
    this.#handlers.take(stream, session).then((text) => done(null, text), done)
  }

  override onClose(session: SMTPServerSession): void {
    clearTimeout(this.#bounded.get(session.id)?.timer)
    this.#bounded.delete(session.id)
    this.#handlers.closed(session)
  }

  #bound(connection: Connection, socket: Socket, timer: NodeJS.Timeout): void {
    const { id } = connection
    this.#bounded.set(id, { connection, socket, timer, left: COMMANDS_BYTES_MAX, refusal: TOO_MANY_COMMANDS })
    const close = connection.close.bind(connection)
    connection.close = () => {
      this.#allow(id, AFTER_END_BYTES_MAX, null)
      close()
    }
    const send = connection.send.bind(connection)
    // AUTH is off before TLS, so that no client sends its key in clear text. The library would not know the command.
    connection.send = (code, text, context) =>
      code === 500 && context === 'AUTH' && !connection.secure && this.options.cert !== undefined
        ? send(530, '5.7.0 Must issue a STARTTLS command first', false)
        : send(code, text, context)
  }

  #allow(id: string, bytes: number, refusal: Bounded['refusal']): void {
    const bounded = this.#bounded.get(id)
    if (bounded === undefined || bounded.refusal === null) return
    bounded.left = bytes
    bounded.refusal = refusal
  }

  #count(socket: Socket, id: string): void {
    const bounded = this.#bounded.get(id)
    if (bounded === undefined) return
    bounded.socket = socket
    socket.on('data', ({ length }: Buffer) => {
      bounded.left -= length
      if (bounded.left >= 0) return
      if (bounded.refusal === null) return void socket.destroy()
      bounded.connection.send(...bounded.refusal)
      bounded.connection.close()
    })
  }
}
