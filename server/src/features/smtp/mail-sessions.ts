/** Decides on each step of a connection: who may bring which mail, and how much. */
import { Counter } from '@prometheus-io/client'
import type { SMTPServerDataStream, SMTPServerSession } from 'smtp-server'
import { FairGate } from '../../platform/admission/fair-gate.ts'
import type { Leave } from '../../platform/admission/fair-gate.ts'
import { LIMITS } from '../../platform/admission/limits.ts'
import { rateOfAccount } from '../../platform/admission/requests.ts'
import { TokenBuckets } from '../../platform/admission/token-buckets.ts'
import type { RouteContext } from '../../platform/context.ts'
import { logFailure } from '../../platform/db/servers/outages.ts'
import { readEmailAddress } from '../../platform/http/email-address.ts'
import { runAs } from '../../platform/loop-meter.ts'
import type { ReturnPath, ReturnPaths } from '../../core/providers/return-path.ts'
import { takeMail } from './ingress.ts'
import type { IngressTools } from './ingress.ts'
import { createMailPlaces } from './places.ts'
import type { MailPlace, MailPlaces } from './places.ts'
import type { Handlers } from './protocol.ts'
import { busy, later, noRelay, Refused, tooMany, tooLarge } from './protocol.ts'
import type { SignedIn, SignIn } from './sign-in.ts'
import { READ_BYTES_MAX } from '../../core/providers/smtp.ts'
import type { Clock } from '../../platform/clock.ts'
import { bucketOf } from '../../platform/ids.ts'
import type { Callbacks } from '../../core/deliveries/callbacks.ts'

// Mails that come back to the return path of a delivery. They are recorded like the reports of other providers.

interface ReturnedTools {
  clock: Clock
  /** The server with the bucket's rows. */
  serverOf(bucket: number): { callbacks: Pick<Callbacks, 'find' | 'receive'> }
}

/** The header line of final delivery (RFC 5321 section 4.4). An empty path marks the mail of a mail server. */
const returnPathLine = (sender: string) =>
  Buffer.from(`Return-Path: <${sender.replaceAll(/[^\x21-\x7e]|[<>]/g, '')}>\r\n`)

/**
 * Records the report in a mail. `source`: the start of the mail. Resolves when it is durable. Throws `Refused` if the
 * channel is deleted, and other errors if the database is away.
 */
async function takeReturned(
  { clock, serverOf }: ReturnedTools,
  returnPath: ReturnPath,
  { sender, source }: { sender: string; source: Buffer },
): Promise<void> {
  const { accountId } = returnPath.delivery
  const { callbacks } = serverOf(bucketOf(accountId))
  const channel = await callbacks.find({ accountId, channelId: returnPath.channelId })
  if (channel === null) throw noRelay()
  const result = await callbacks.receive(channel, {
    ...{ method: 'SMTP', url: '', headers: {}, returnPath },
    body: Buffer.concat([returnPathLine(sender), source]),
    receivedAt: clock.wall(),
  })
  if (result === 'unavailable') throw later()
}

// Reads the bytes of a mail. A refused mail is read to its end, so that the client gets the reply.

/** Calls `take` with each chunk. Throws `Refused` if the mail is too large, or if the client hangs up. */
async function readChunks(stream: SMTPServerDataStream, take: (chunk: Buffer) => void): Promise<void> {
  try {
    for await (const chunk of stream as AsyncIterable<Buffer>) if (!stream.sizeExceeded) take(chunk)
  } catch {
    throw stream.sizeExceeded ? tooLarge() : later()
  }
  if (stream.sizeExceeded) throw tooLarge()
}

/** The start of a mail. */
async function readStart(stream: SMTPServerDataStream): Promise<Buffer> {
  const chunks: Buffer[] = []
  let bytes = 0
  await readChunks(stream, (chunk) => {
    if (bytes < READ_BYTES_MAX) chunks.push(chunk)
    bytes += chunk.length
  })
  return Buffer.concat(chunks).subarray(0, READ_BYTES_MAX)
}

/** The whole mail. `reserve` takes the memory of a chunk, and returns false if there is none. */
async function readWhole(stream: SMTPServerDataStream, reserve: (bytes: number) => boolean): Promise<Buffer> {
  const chunks: Buffer[] = []
  let hasRoom = true
  await readChunks(stream, (chunk) => {
    hasRoom &&= reserve(chunk.length)
    if (hasRoom) chunks.push(chunk)
    else chunks.length = 0
  })
  if (!hasRoom) throw busy()
  return Buffer.concat(chunks)
}

/** Attachments of 3 MiB in base64, and the texts. */
export const MAIL_BYTES_MAX = 6 * 1024 * 1024
/** Each is a message. */
const RECIPIENTS_MAX = 100
/** The ids in the reply to a mail: a line of SMTP has at most 512 characters. */
const IDS_SHOWN_MAX = 20

export interface MailTools extends Omit<ReturnedTools, 'serverOf'> {
  returnPaths: Pick<ReturnPaths, 'read'>
  signIn: Pick<SignIn, 'begin' | 'again'>
  serverOf(bucket: number): ReturnType<ReturnedTools['serverOf']> & ReturnType<IngressTools['serverOf']>
}

function takenText(ids: readonly number[]): string {
  const more = ids.length > IDS_SHOWN_MAX ? ` and ${ids.length - IDS_SHOWN_MAX} more` : ''
  return `2.0.0 message ${ids.slice(0, IDS_SHOWN_MAX).join(', ')}${more}`
}

/** The library has false for a session that has not signed in. */
const signedIn = ({ user }: SMTPServerSession) => (user || null) as SignedIn | null

/** An open connection. */
interface MailSession {
  place: MailPlace
  /** The return path of the mail under way. */
  returnPath: ReturnPath | null
}

export class MailSessions implements Handlers {
  readonly #context: RouteContext
  readonly #tools: MailTools
  readonly #places: MailPlaces
  readonly #requests: TokenBuckets<number> | null
  readonly #bytes = new FairGate<number>({
    placesMax: LIMITS.mailBytes.max,
    ofKeyMax: LIMITS.mailBytesOfAccount.max,
  })
  readonly #mails: Counter<'kind' | 'result'>
  /** By the id of the session. */
  readonly #sessions = new Map<string, MailSession>()
  readonly #hasTls: boolean

  /** `hasTls`: the server has a certificate. */
  constructor(context: RouteContext, tools: MailTools, hasTls: boolean) {
    const { config, clock, metrics } = context
    this.#context = context
    this.#hasTls = hasTls
    this.#tools = tools
    this.#places = createMailPlaces(context)
    const rate = rateOfAccount(config)
    this.#requests = rate === null ? null : new TokenBuckets(rate, clock.monotonic)
    this.#mails = new Counter({
      name: 'tidings_smtp_mails_total',
      help: 'Mails by SMTP: returned to a delivery, or sent by a program',
      labelNames: ['kind', 'result'],
      registers: [metrics],
    })
  }

  opened(id: string, address: string, end: () => void): Refused | null {
    const place = this.#places.open(address, end)
    if (place === null) return tooMany()
    this.#sessions.set(id, { place, returnPath: null })
    return null
  }

  /** Without TLS, a client must not even try to sign in: a simple one sends its key in clear text. */
  limitCommands(session: SMTPServerSession): void {
    session.disabledCommands = this.#hasTls ? ['AUTH'] : ['AUTH', 'STARTTLS']
  }

  secured(session: SMTPServerSession): void {
    session.disabledCommands = []
  }

  closed({ id }: SMTPServerSession): void {
    this.#sessions.get(id)?.place.free()
    this.#sessions.delete(id)
  }

  async signIn(password: string, { id, remoteAddress }: SMTPServerSession): Promise<{ user: SignedIn }> {
    if (!this.#places.take(remoteAddress)) throw tooMany()
    const user = await this.#orLater(() => this.#tools.signIn.begin(password))
    if (this.#sessions.get(id)?.place.toSending(user.caller.accountId) !== true) throw tooMany()
    return { user }
  }

  async begin(session: SMTPServerSession): Promise<void> {
    const user = signedIn(session)
    if (user !== null) session.user = await this.#orLater(() => this.#tools.signIn.again(user))
    else if (!this.#places.take(session.remoteAddress)) throw tooMany()
    const open = this.#sessions.get(session.id)
    if (open !== undefined) open.returnPath = null
  }

  recipient(address: string, session: SMTPServerSession): void {
    const user = signedIn(session)
    if (user === null) return this.#returnPath(address, session)
    if (readEmailAddress(address) === null) throw new Refused(550, '5.1.3 This is no email address')
    if (session.envelope.rcptTo.length >= RECIPIENTS_MAX) throw new Refused(452, '4.5.3 Too many recipients')
    if (this.#requests !== null && this.#requests.takeNow(user.caller.accountId) > 0) throw busy()
  }

  /** A report is about one mail, which has a return path of its own. */
  #returnPath(address: string, { id, remoteAddress, envelope }: SMTPServerSession): void {
    const open = this.#sessions.get(id)!
    const returnPath = this.#tools.returnPaths.read(address)
    if (returnPath === null) throw this.#places.take(remoteAddress) ? noRelay() : tooMany()
    if (envelope.rcptTo.length > 0) throw new Refused(452, '4.5.3 One return path for each mail')
    if (!open.place.toReturning()) throw busy()
    open.returnPath = returnPath
  }

  async take(stream: SMTPServerDataStream, session: SMTPServerSession): Promise<string> {
    const user = signedIn(session)
    const kind = user === null ? 'returned' : 'sent'
    const accountId = user?.caller.accountId ?? this.#sessions.get(session.id)?.returnPath?.delivery.accountId
    try {
      const text = await runAs({ task: `mail_${kind}`, account_id: accountId }, () =>
        this.#orLater(() =>
          user === null ? this.#takeReturned(stream, session) : this.#takeSent(stream, session, user),
        ),
      )
      this.#mails.inc({ kind, result: 'taken' })
      return text
    } catch (error) {
      this.#mails.inc({ kind, result: error instanceof Refused && error.responseCode >= 500 ? 'refused' : 'deferred' })
      throw error
    }
  }

  async #takeReturned(stream: SMTPServerDataStream, { id, envelope }: SMTPServerSession): Promise<string> {
    const { returnPath } = this.#sessions.get(id)!
    const source = await readStart(stream)
    const sender = envelope.mailFrom === false ? '' : envelope.mailFrom.address
    await takeReturned(this.#tools, returnPath!, { sender, source })
    return '2.0.0 taken'
  }

  async #takeSent(stream: SMTPServerDataStream, session: SMTPServerSession, { caller }: SignedIn): Promise<string> {
    const held: Leave[] = []
    try {
      const source = await readWhole(stream, (bytes) => {
        const leave = this.#bytes.enterNow(caller.accountId, bytes)
        if (leave !== null) held.push(leave)
        return leave !== null
      })
      const recipients = session.envelope.rcptTo.map(({ address }) => readEmailAddress(address)!)
      const given = { caller, origin: session.remoteAddress, recipients: [...new Set(recipients)], source }
      return takenText(await takeMail(this.#tools, given))
    } finally {
      for (const leave of held) leave()
    }
  }

  /** If the database is away, the client repeats the step. */
  async #orLater<Result>(work: () => Promise<Result>): Promise<Result> {
    try {
      return await work()
    } catch (error) {
      if (error instanceof Refused) throw error
      logFailure(this.#context.log, 'requests', { event: 'smtp.mail_failed' }, error)
      throw later()
    }
  }
}
