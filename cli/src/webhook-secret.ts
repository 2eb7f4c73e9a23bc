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

export function isSecret(text: string): boolean {
  return /^whsec_[!-~]{1,249}$/.test(text)
}

/** The secret in TIDINGS_WEBHOOK_SECRET, or null. */
export function readSecret(environment: Environment): { ok: true; secret: string | null } | Failure {
  const given = environment['TIDINGS_WEBHOOK_SECRET']?.trim() ?? ''
  if (given === '') return { ok: true, secret: null }
  return isSecret(given)
    ? { ok: true, secret: given }
    : failure('TIDINGS_WEBHOOK_SECRET must be a complete webhook secret, whsec_..., without spaces', {
        exitCode: EXIT.usage,
      })
}
