/** The service's own mails, sent through the operator's mail server. */
import { hostname } from 'node:os'
import { createTransport } from 'nodemailer'
import type { Clock } from '../../platform/clock.ts'
import type { Config } from '../../platform/config/config.ts'
import { parseSender, readEmailAddress } from '../../platform/http/email-address.ts'
import { withoutSecrets } from './causes.ts'
import { clientName } from './mail-server.ts'
import { smtpResult } from './smtp-result.ts'
import type { SmtpFailure } from './smtp-result.ts'

export interface OperatorMail {
  to: readonly string[]
  subject: string
  text: string
  /** The same for every retry of a mail: letters, digits and dots. */
  messageId: string
}

export interface OperatorMailer {
  /** The cause of a failure never contains the mail server's password. */
  send(mail: OperatorMail): Promise<{ ok: true } | { ok: false; cause: string }>
}

/** The longest silence of the server, ms. */
const TIMEOUT_MS = 30_000

/** Returns null if the operator has not configured a mail server. If the URL in `config` changes, the next mail goes to the new server. */
export function createOperatorMailer(
  config: Pick<Config, 'operatorSmtpUrl' | 'operatorEmailFrom' | 'publicUrl'>,
  clock: Clock,
): OperatorMailer | null {
  const from = config.operatorEmailFrom === null ? null : parseSender(config.operatorEmailFrom)
  if (config.operatorSmtpUrl === null || from === null) return null
  const sender = readEmailAddress(from.address)!
  const domain = sender.slice(sender.lastIndexOf('@') + 1)
  const name = clientName(config.publicUrl, hostname(), sender)
  let server = connectTo(config.operatorSmtpUrl, name)
  return {
    async send({ to, subject, text, messageId }) {
      if (config.operatorSmtpUrl !== null && config.operatorSmtpUrl !== server.url) {
        server.transport.close()
        server = connectTo(config.operatorSmtpUrl, name)
      }
      const { transport, password } = server
      try {
        await transport.sendMail({
          from,
          to: to.map((address) => ({ name: '', address })),
          envelope: { from: from.address, to: [...to] },
          subject,
          text,
          messageId: `<${messageId}@${domain}>`,
          date: new Date(clock.now()),
          headers: { 'Auto-Submitted': 'auto-generated' },
        })
        return { ok: true }
      } catch (error) {
        if (!(error instanceof Error)) throw error
        const result = smtpResult(error as SmtpFailure)
        const secrets = password === '' ? [] : [password, decodeURIComponent(password)]
        return { ok: false, cause: result.result === 'accepted' ? 'unknown' : withoutSecrets(result.cause, secrets) }
      }
    },
  }
}

/** `name`: of the service, for the greeting. */
function connectTo(url: string, name: string) {
  const { password, username } = new URL(url)
  const timeouts = { connectionTimeout: TIMEOUT_MS, greetingTimeout: TIMEOUT_MS, socketTimeout: TIMEOUT_MS }
  const access = { disableFileAccess: true, disableUrlAccess: true, logger: false }
  // A password is never sent without TLS.
  const transport = createTransport({ url, name, requireTLS: username !== '', ...timeouts, ...access })
  return { url, password, transport }
}
