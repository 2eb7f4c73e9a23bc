/**
 * The mail server of the role `smtp`. Without a sign-in it takes only mails that come back to a return path of this
 * service, with one it takes mails to send. The library does the protocol, and each bound here comes before the work that it limits.
 */
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { readFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { createSecureContext } from 'node:tls'
import type { Config } from '../../platform/config/config.ts'
import type { RouteContext } from '../../platform/context.ts'
import { errorCode } from '../../platform/db/database-error.ts'
import { StartError } from '../../platform/db/servers/start-error.ts'
import { MAIL_BYTES_MAX, MailSessions } from './mail-sessions.ts'
import type { MailTools } from './mail-sessions.ts'
import { ProtocolServer } from './protocol.ts'

// Settings for mails that are valid, and do nothing. Pure.

type Given = Pick<Config, 'roles' | 'smtpListen' | 'smtpTlsCertFile' | 'bounceDomain'>

/** A sentence for each. Another process may have the other half, unless this one has all other roles. */
export function halfConfigurations({ roles, smtpListen, smtpTlsCertFile, bounceDomain }: Given): string[] {
  const takesMails = roles.includes('smtp')
  if (takesMails && smtpTlsCertFile === null && bounceDomain === null)
    return [
      'SMTP_LISTEN takes no mails: reports need BOUNCE_DOMAIN, and programs that send need SMTP_TLS_CERT_FILE and SMTP_TLS_KEY_FILE',
    ]
  if (takesMails || !(['api', 'dispatch', 'tasks'] as const).every((role) => roles.includes(role))) return []
  const found: string[] = []
  if (smtpListen !== null) found.push('SMTP_LISTEN has no effect: add smtp to ROLES')
  else if (smtpTlsCertFile !== null) found.push('SMTP_TLS_CERT_FILE has no effect without SMTP_LISTEN')
  if (bounceDomain !== null)
    found.push(
      'Mails return to BOUNCE_DOMAIN, and this process does not take them: set SMTP_LISTEN, or let the mail server of the domain POST them to the callback addresses of the channels',
    )
  return found
}

/** The longest silence of a client, ms. */
const IDLE_MS = 30_000
/** Connections that are still open when the service stops end after this time, ms. */
const CLOSE_MS = 5_000

interface MailListener {
  /**
   * Listens, and returns `host:port`.
   * @throws {StartError} if the address cannot be used.
   */
  listen(): Promise<string>
  /**
   * Reads the files of the certificate again. Returns the variables whose files have changed. If they cannot be used, the
   * former certificate stays, and it throws.
   */
  rereadCertificate(): string[]
  /** Takes no more connections, and lets those with a mail under way end. */
  close(): Promise<void>
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

/** Calls back with the result of `work`, or with its refusal. */
function callBack<Result>(
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
export function createMailListener(context: RouteContext, tools: MailTools): MailListener {
  const { config, log } = context
  const { host, port } = config.smtpListen!
  let certificate = certificateAtStart(config)
  const sessions = new MailSessions(context, tools, certificate !== null)
  const options = {
    ...certificate,
    ...{ authOptional: true, authMethods: ['PLAIN', 'LOGIN'] },
    name: config.publicUrl === null ? hostname() : new URL(config.publicUrl).hostname,
    banner: 'Tidings',
    logger: false as const,
    minVersion: 'TLSv1.2' as const,
    disableReverseLookup: true,
    size: MAIL_BYTES_MAX,
    socketTimeout: IDLE_MS,
    closeTimeout: CLOSE_MS,
  }
  const server = new ProtocolServer(
    {
      ...options,
      onConnect: (session, callback) => callBack(callback, () => sessions.limitCommands(session)),
      onAuth: ({ password }, session, callback) => callBack(callback, () => sessions.signIn(password ?? '', session)),
      onMailFrom: (_address, session, callback) => callBack(callback, () => sessions.begin(session)),
      onRcptTo: ({ address }, session, callback) => callBack(callback, () => sessions.recipient(address, session)),
    },
    sessions,
  )
  server.on('error', (error) => log.debug({ event: 'smtp.connection_failed', err: error }))

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
      if (files === null || certificate === null) return []
      const changed = [
        ...(files.cert.equals(certificate.cert) ? [] : ['SMTP_TLS_CERT_FILE']),
        ...(files.key.equals(certificate.key) ? [] : ['SMTP_TLS_KEY_FILE']),
      ]
      certificate = files
      server.updateSecureContext(files)
      return changed
    },
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  }
}
