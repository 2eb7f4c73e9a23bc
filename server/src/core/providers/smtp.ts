import { createHash } from 'node:crypto'
import type { Clock } from '../../platform/clock.ts'
import { BoundedMap } from '../../platform/admission/bounded-map.ts'
import { parseSender } from '../../platform/http/email-address.ts'
import { cause } from './causes.ts'
import { abortCause } from './connection-cause.ts'
import { emailOf, mimeAttachments } from './email-message.ts'
import type { EmailMessage } from './email-message.ts'
import type { GuardedCalls } from './guarded-call.ts'
import type { CallbackRequest, CallbackResult } from './callback.ts'
import { parseMail } from './mail.ts'
import { readMailReport } from './mail-report.ts'
import { checkMailServer, NotConnected, openTransport } from './mail-server.ts'
import type { Transport } from './mail-server.ts'
import { parseMessageId } from './message-id.ts'
import type {
  ChannelSettings,
  CheckResult,
  ProviderDefinition,
  ProviderDependencies,
  SendInput,
  SendResult,
} from './provider.ts'
import { refusesRecipient, smtpResult } from './smtp-result.ts'
import type { SmtpFailure } from './smtp-result.ts'
import { checkSmtpAddress, checkSmtpSettings, SmtpSettings } from './smtp-settings.ts'

/** Channels with kept connections. If there are more, the least recently used channel's connections are closed. */
const TRANSPORTS_MAX = 200

interface KeptTransport {
  fingerprint: string
  transport: Transport
}

/** Keeps one connection pool per channel, and replaces it if the channel's settings change. */
function createTransports(guarded: GuardedCalls, publicUrl: string | null) {
  const kept = new BoundedMap<string, KeptTransport>(TRANSPORTS_MAX)
  return {
    /** `channel`: a name unique among all accounts. */
    of(channel: string, settings: ChannelSettings): Transport {
      const fingerprint = createHash('sha256').update(JSON.stringify(settings)).digest('base64')
      const found = kept.get(channel)
      if (found?.fingerprint === fingerprint) {
        kept.set(channel, found)
        return found.transport
      }
      // Sends under way on the old pool still finish.
      found?.transport.close()
      const transport = openTransport(settings as SmtpSettings, guarded.connect, publicUrl)
      for (const pushedOut of kept.set(channel, { fingerprint, transport })) pushedOut.transport.close()
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
  { from, to, cc, bcc, replyTo, attachments, subject, text, html, messageId, headers }: EmailMessage,
  { signal, clock, returnTo }: { signal: AbortSignal; clock: Clock; returnTo: string | null },
) {
  return {
    from,
    to: { name: '', address: to },
    // The field Bcc is in no mail, because only the envelope has these addresses.
    envelope: { from: returnTo ?? from.address, to: cc.length + bcc.length === 0 ? to : [to, ...cc, ...bcc] },
    ...(cc.length === 0 ? {} : { cc: cc.map((address) => ({ name: '', address })) }),
    ...(replyTo === null ? {} : { replyTo: { name: '', address: replyTo } }),
    subject,
    ...(html === null ? {} : { html }),
    text,
    messageId,
    date: new Date(clock.now()),
    headers: { ...headers },
    ...(attachments.length === 0 ? {} : { attachments: mimeAttachments(attachments) }),
    signal,
  }
}

async function send(
  transport: Transport,
  message: EmailMessage,
  input: SendInput,
  { clock, returnPaths }: Pick<ProviderDependencies, 'clock' | 'returnPaths'>,
): Promise<SendResult> {
  try {
    const returnTo = returnPaths.addressOf({
      delivery: parseMessageId(input.messageId)!,
      channelId: input.channel.id,
    })
    const sent = await transport.sendMail(mailOf(message, { signal: input.signal, clock, returnTo }))
    // The server took the mail for copies only. The recipient's result counts.
    const refused = sent.rejectedErrors?.find(({ recipient }) => recipient === message.to)
    if (refused !== undefined) return refusalOf(refused, message)
    return { result: 'accepted', providerMessageId: (sent.serverMessageId ?? sent.messageId).replace(/^<|>$/g, '') }
  } catch (error) {
    if (!(error instanceof Error)) throw error
    if (input.signal.aborted) return { result: 'transient', retryAfterMs: null, cause: cause(abortCause(input.signal)) }
    if (error instanceof NotConnected)
      return { result: 'transient', retryAfterMs: null, cause: error.text, notTaken: true }
    return refusalOf(error as SmtpFailure, message)
  }
}

function refusalOf(failure: SmtpFailure, { to }: EmailMessage): SendResult {
  const result = smtpResult(failure)
  if (result.result !== 'permanent' || !refusesRecipient(failure)) return result
  return { ...result, suppress: { channelType: 'email', address: to, reason: 'bounce' } }
}

/** A mail that came back may have the whole mail behind its report. Its start is enough. */
const RETURNED_BYTES_MAX = 1024 * 1024
export const READ_BYTES_MAX = 256 * 1024

/**
 * Reads a mail that a mail server brought to its return path, or that a program POSTed to the callback address as it came
 * (message/rfc822). The address itself proves both. By HTTP, the returned Message-ID names the delivery.
 */
async function parseReturned({ body, returnPath }: CallbackRequest): Promise<CallbackResult> {
  const mail = await parseMail(body.subarray(0, READ_BYTES_MAX))
  const read = mail === null ? null : readMailReport(mail)
  if (read?.kind === 'reply') return { result: 'reports', reports: [] }
  const named = returnPath?.delivery ?? null
  if (read === null || read.kind === 'unreadable')
    return { result: 'unreadable', reason: 'it is not a report of a known form', delivery: named }
  const id = createHash('sha256').update(body.subarray(0, READ_BYTES_MAX)).digest('base64url')
  const reports = read.reports.map((reported, index) => ({
    ...reported,
    providerEventId: `${id}:${index}`,
    delivery: named ?? read.delivery,
    ...{ providerMessageId: null, at: null },
  }))
  return { result: 'reports', reports }
}

/** Email through any SMTP server, over kept connections. */
export const smtpProvider: ProviderDefinition = {
  name: 'smtp',
  title: 'SMTP',
  channelTypes: ['email'],
  settings: SmtpSettings,
  checkSettings: (settings) => checkSmtpSettings(settings as SmtpSettings),
  checkAddresses: (settings, policy) => checkSmtpAddress(settings as SmtpSettings, policy),
  callbacks: { bodyBytesMax: RETURNED_BYTES_MAX, parse: parseReturned },
  create({ clock, guarded, returnPaths, config: { publicUrl } }) {
    const transports = createTransports(guarded, publicUrl)
    return {
      async send(input) {
        const message = emailOf(input)
        if ('result' in message) return message
        return send(transports.of(`${input.delivery.accountId}/${input.channel.id}`, input.settings), message, input, {
          clock,
          returnPaths,
        })
      },
      async check({ settings: given, signal }) {
        const settings = given as SmtpSettings
        const result = await checkMailServer(settings, guarded.connect, publicUrl, signal)
        return result.ok ? alignmentOf(settings, returnPaths.domain) : result
      },
      async close() {
        transports.close()
      },
    }
  },
}

/** A domain of a registry below a country, like `co.uk`, is shared by strangers. */
const isShared = ([second = '', top = '']: readonly string[]) => top.length === 2 && second.length <= 3

/** Whether both names belong to one organization, as far as the names tell: they share a domain that one can register. */
function isAligned(one: string, other: string): boolean {
  const [left, right] = [one, other].map((name) => name.toLowerCase().split('.').toReversed()) as [string[], string[]]
  const shared = left.findIndex((label, index) => label !== right[index])
  const common = left.slice(0, shared === -1 ? left.length : shared).toReversed()
  if (common.length === Math.min(left.length, right.length) && common.length >= 2) return true
  return common.length > 2 || (common.length === 2 && !isShared(common))
}

/** A good result, with a hint if neither SPF nor DKIM aligns with the sender (RFC 7489 section 3.1). */
function alignmentOf({ from, dkim_domain: signed }: SmtpSettings, domain: string | null): CheckResult {
  const sender = parseSender(from)?.address ?? ''
  const ofSender = sender.slice(sender.lastIndexOf('@') + 1)
  const isSigned = signed !== undefined && isAligned(ofSender, signed)
  if (domain === null || isSigned || isAligned(ofSender, domain)) return { ok: true }
  const sentence = `Mails return to ${domain}, and the sender is at ${ofSender}. SPF does not align for DMARC, so the mails need a DKIM signature of ${ofSender}`
  return { ok: true, field: 'dkim_domain', sentence }
}
