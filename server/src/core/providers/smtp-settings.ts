import { createPrivateKey, X509Certificate } from 'node:crypto'
import Type from 'typebox'
import type { Static } from 'typebox'
import type { FieldErrors } from '../../platform/errors.ts'
import { parseSender } from '../../platform/http/email-address.ts'
import { IntegerInput, RequiredText } from '../../platform/http/schemas.ts'
import { checkHostText } from '../../platform/outbound/url-policy.ts'
import type { ReceiverPolicy } from '../../platform/outbound/url-policy.ts'
import type { SocketTarget } from '../../platform/outbound/judged-socket.ts'
import { PROVIDER_ALLOWANCE } from './guarded-call.ts'
import { SecretText } from './settings.ts'

const SUBMISSION_PORT = 587
const SUBMISSIONS_PORT = 465
export const CONNECTIONS_DEFAULT = 5

/**
 * Relay (RFC 5321), submission (RFC 6409, RFC 8314), and 2525, offered by providers because port 25 is often blocked.
 */
const MAIL_PORTS: ReadonlySet<number> = new Set([25, SUBMISSIONS_PORT, SUBMISSION_PORT, 2525])

/** Fits a certificate chain or an RSA key of 8192 bits in PEM. */
const PEM_CHARACTERS_MAX = 20_000

const DOMAIN_NAME = '^[A-Za-z0-9]([A-Za-z0-9-]*[A-Za-z0-9])?(\\.[A-Za-z0-9]([A-Za-z0-9-]*[A-Za-z0-9])?)*$'

/** Settings that decide where the password is sent, and whether others could read it. */
const DESTINATION = ['host', 'port', 'secure', 'require_tls', 'ca_certificate']

export const SmtpSettings = Type.Object({
  host: Type.String({
    minLength: 1,
    maxLength: 255,
    pattern: '^[A-Za-z0-9._:-]+$',
    sentence: 'must be the name or address of a server, without a port',
    description: `The mail server. Its address must be public, unless the operator allows it in ${PROVIDER_ALLOWANCE}`,
  }),
  port: Type.Optional(
    IntegerInput(1, 65_535, {
      description: `${[...MAIL_PORTS].join(', ')}, or any port of a host allowed by the operator. Default ${SUBMISSION_PORT}, with secure ${SUBMISSIONS_PORT}`,
    }),
  ),
  secure: Type.Optional(Type.Boolean({ description: 'Use TLS from the first byte. Default true on port 465' })),
  require_tls: Type.Optional(
    Type.Boolean({
      description: 'Send only after STARTTLS with a verified certificate. Default true with a username',
    }),
  ),
  username: Type.Optional(RequiredText(255)),
  password: Type.Optional(SecretText(1_000, { again_if_changed: DESTINATION })),
  from: Type.String({
    minLength: 1,
    maxLength: 500,
    description: 'notify@example.com or Tidings <notify@example.com>',
  }),
  dkim_domain: Type.Optional(Type.String({ maxLength: 255, pattern: DOMAIN_NAME, sentence: 'must be a domain name' })),
  dkim_selector: Type.Optional(
    Type.String({
      maxLength: 255,
      pattern: '^[A-Za-z0-9]([A-Za-z0-9._-]*[A-Za-z0-9])?$',
      sentence: 'must be a selector',
    }),
  ),
  dkim_private_key: Type.Optional(SecretText(PEM_CHARACTERS_MAX, { description: 'PEM' })),
  ca_certificate: Type.Optional(
    Type.String({
      maxLength: PEM_CHARACTERS_MAX,
      description: 'Your own certificate authority in PEM, trusted in addition to the public ones',
    }),
  ),
  connections_max: Type.Optional(IntegerInput(1, 20, { description: `Default ${CONNECTIONS_DEFAULT}` })),
})

export type SmtpSettings = Static<typeof SmtpSettings>

/** Rules across settings, and values that need a parser. */
export function checkSmtpSettings(settings: SmtpSettings): FieldErrors {
  const errors: FieldErrors = {}
  if (parseSender(settings.from) === null)
    errors['from'] = ['must be one email address, like notify@example.com or Tidings <notify@example.com>']
  if (settings.username !== undefined && settings.password === undefined)
    errors['password'] = ["can't be blank with a username"]
  if (settings.password !== undefined && settings.username === undefined)
    errors['username'] = ["can't be blank with a password"]
  const dkim = ['dkim_domain', 'dkim_selector', 'dkim_private_key'] as const
  if (dkim.some((name) => settings[name] !== undefined))
    for (const name of dkim)
      if (settings[name] === undefined) errors[name] = ["can't be blank: DKIM needs all three settings"]
  if (settings.dkim_private_key !== undefined && !parses(() => createPrivateKey(settings.dkim_private_key!)))
    errors['dkim_private_key'] = ['must be a private key in PEM, without a passphrase']
  if (settings.ca_certificate !== undefined && !parses(() => new X509Certificate(settings.ca_certificate!)))
    errors['ca_certificate'] = ['must be a certificate in PEM']
  return errors
}

/** The server to connect to. TLS from the first byte has its own default port. */
export function smtpTarget({ host, port, secure }: SmtpSettings): SocketTarget & { secure: boolean } {
  const isSecure = secure ?? port === SUBMISSIONS_PORT
  return {
    host,
    port: port ?? (isSecure ? SUBMISSIONS_PORT : SUBMISSION_PORT),
    secure: isSecure,
    publicPorts: MAIL_PORTS,
  }
}

/** Checks the text of host and port. The host's addresses are checked at every connection. */
export function checkSmtpAddress(settings: SmtpSettings, policy: ReceiverPolicy): FieldErrors {
  const checked = checkHostText(settings.host, policy)
  if (!checked.ok) return { host: [`must be a public mail server; ${PROVIDER_ALLOWANCE} can allow others`] }
  const { hostname, isAddress } = checked.host
  const isAllowed = isAddress ? policy.address(hostname) === 'allowed' : policy.allowsHost(hostname)
  if (isAllowed || MAIL_PORTS.has(smtpTarget(settings).port)) return {}
  return {
    port: [`must be one of ${[...MAIL_PORTS].join(', ')}; ${PROVIDER_ALLOWANCE} can allow other ports of the host`],
  }
}

function parses(parse: () => unknown): boolean {
  try {
    parse()
    return true
  } catch {
    return false
  }
}
