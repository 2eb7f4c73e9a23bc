/** The secret that signs webhook requests. */
import { randomBytes } from 'node:crypto'
import { failure } from './command.ts'
import type { Environment, Failure } from './command.ts'
import { EXIT } from './exit-codes.ts'

const SECRET_BYTES = 32

/** A new secret: `whsec_` and 256 random bits. */
export function newSecret(): string {
  return `whsec_${randomBytes(SECRET_BYTES).toString('base64url')}`
}

/** The same texts as the verifiers of the SDK. Two secrets in one text begin like one. */
export function isSecret(text: string): boolean {
  return /^whsec_[\p{L}\p{N}_+/=-]{1,249}$/u.test(text) && text.lastIndexOf('whsec_') === 0
}

/** The same key as libraries of Standard Webhooks take it: `whsec_` and the bytes of the whole secret in base64. */
export function standardSecret(secret: string): string {
  return `whsec_${Buffer.from(secret).toString('base64')}`
}

/** The secret itself, if the text has the notation of Standard Webhooks. */
function secretOf(text: string): string {
  const decoded = Buffer.from(text.slice('whsec_'.length), 'base64').toString()
  return isSecret(decoded) ? decoded : text
}

/** The secret in TIDINGS_WEBHOOK_SECRET, in one of its two notations, or null. */
export function readSecret(environment: Environment): { ok: true; secret: string | null } | Failure {
  const given = environment['TIDINGS_WEBHOOK_SECRET']?.trim() ?? ''
  if (given === '') return { ok: true, secret: null }
  return isSecret(given)
    ? { ok: true, secret: secretOf(given) }
    : failure('TIDINGS_WEBHOOK_SECRET must be a complete webhook secret, whsec_..., without spaces', {
        exitCode: EXIT.usage,
      })
}
