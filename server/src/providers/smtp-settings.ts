import { createPrivateKey, X509Certificate } from 'node:crypto'
import Type from 'typebox'
import type { Static } from 'typebox'
import type { FieldErrors } from '../errors.ts'
import { parseSender } from '../http/email-address.ts'
import { IntegerInput, RequiredText } from '../http/schemas.ts'
import { SecretText } from './settings.ts'

export const SUBMISSION_PORT = 587
export const SUBMISSIONS_PORT = 465
export const CONNECTIONS_DEFAULT = 5

/** Of a PEM text: a certificate chain, an RSA key of 8192 bits. */
const PEM_CHARACTERS_MAX = 20_000

const DOMAIN_NAME = '^[A-Za-z0-9]([A-Za-z0-9-]*[A-Za-z0-9])?(\\.[A-Za-z0-9]([A-Za-z0-9-]*[A-Za-z0-9])?)*$'

export const SmtpSettings = Type.Object({
  host: Type.String({
    minLength: 1,
    maxLength: 255,
    pattern: '^[A-Za-z0-9._:-]+$',
    sentence: 'must be the name or address of a server, without a port',
    description: 'The mail server',
  }),
  port: Type.Optional(
    IntegerInput(1, 65_535, { description: `Default ${SUBMISSION_PORT}, with secure ${SUBMISSIONS_PORT}` }),
  ),
  secure: Type.Optional(Type.Boolean({ description: 'TLS from the first byte; default true on port 465' })),
  require_tls: Type.Optional(
    Type.Boolean({
      description: 'Send nothing unless STARTTLS gives a checked connection; default true with a username',
    }),
  ),
  username: Type.Optional(RequiredText(255)),
  password: Type.Optional(SecretText(1_000)),
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
      description: 'PEM of an authority of your own, trusted besides the usual ones',
    }),
  ),
  connections_max: Type.Optional(IntegerInput(1, 20, { description: `Default ${CONNECTIONS_DEFAULT}` })),
})

export type SmtpSettings = Static<typeof SmtpSettings>

/** What belongs together, and what only a parser can judge. */
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
      if (settings[name] === undefined) errors[name] = ["can't be blank: the three of DKIM belong together"]
  if (settings.dkim_private_key !== undefined && !parses(() => createPrivateKey(settings.dkim_private_key!)))
    errors['dkim_private_key'] = ['must be a private key in PEM, without a passphrase']
  if (settings.ca_certificate !== undefined && !parses(() => new X509Certificate(settings.ca_certificate!)))
    errors['ca_certificate'] = ['must be a certificate in PEM']
  return errors
}

function parses(parse: () => unknown): boolean {
  try {
    parse()
    return true
  } catch {
    return false
  }
}
