/** The state of `listen` between runs: its secret, and its position in the feed of events. */
import { createHash } from 'node:crypto'
import { failure } from '../command.ts'
import type { Environment, Failure } from '../command.ts'
import { readPrivateFile, statePath, writePrivateFile } from '../private-file.ts'
import { isSecret } from '../webhook-secret.ts'

export interface ListenState {
  /** The secret that signs. */
  secret: string
  /** The time of the first event for the first page, in ISO 8601. */
  since: string
  /** The cursor of the page in progress. Null in the first page. */
  after: string | null
  /** Events of this page that are forwarded already. */
  forwarded: string[]
}

/** The longest page. */
const FORWARDED_MAX = 200

/** Each receiver of each account has a state of its own. */
export function stateFile(environment: Environment, service: string, accountId: number, forward: string): string {
  const name = createHash('sha256')
    .update(JSON.stringify([service, accountId, forward]))
    .digest('hex')
    .slice(0, 24)
  return statePath(environment, `listen-${name}.json`)
}

function stateOf(value: unknown): ListenState | null {
  const { secret, since, after, forwarded } = (value ?? {}) as Partial<Record<keyof ListenState, unknown>>
  if (typeof secret !== 'string' || !isSecret(secret)) return null
  if (typeof since !== 'string' || Number.isNaN(Date.parse(since))) return null
  if (after !== null && (typeof after !== 'string' || after.length > 200)) return null
  const isList = Array.isArray(forwarded) && forwarded.length <= FORWARDED_MAX
  if (!isList || !forwarded.every((id): id is string => typeof id === 'string')) return null
  return { secret, since, after, forwarded }
}

/** Reads the state. Null if there is none. */
export function readState(path: string): { ok: true; state: ListenState | null } | Failure {
  const read = readPrivateFile(path)
  if (!read.ok) return failure(read.sentence, { remedy: read.remedy })
  if (read.text === null) return { ok: true, state: null }
  const malformed = failure(`${path} is not a state of listen`, { remedy: `Run: rm ${path}` })
  try {
    const state = stateOf(JSON.parse(read.text))
    return state === null ? malformed : { ok: true, state }
  } catch {
    return malformed
  }
}

export function saveState(path: string, state: ListenState): void {
  writePrivateFile(path, `${JSON.stringify(state)}\n`)
}
