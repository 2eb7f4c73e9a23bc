import { recordAudit } from '../../accounts/audit.ts'
import { isoTime } from '../../../platform/clock.ts'
import type { Context } from '../../../platform/context.ts'
import { isContention } from '../../../platform/db/database-error.ts'
import type { Connection } from '../../../platform/db/sql.ts'
import type { Transaction, Write } from '../../../platform/db/transaction.ts'
import { ApiError } from '../../../platform/errors.ts'
import type { Caller } from '../../../platform/http/route.ts'
import type { SecretsCipher } from '../../../platform/secrets.ts'
import type { Endpoint, EndpointAction, EndpointChange } from './endpoint.ts'
import {
  deleteEndpoint,
  dropQueuedEvents,
  findEndpoint,
  insertEndpoint,
  lockEndpoint,
  saveEndpoint,
} from './queries.ts'
import type { NewEndpoint } from './queries.ts'
import { secretContext } from './reader.ts'
import { newSecret } from '../signature.ts'

/** Rows per statement that drops pending events, and statements per deletion. The dispatcher drops the rest. */
const DROP_ROWS = 10_000
const DROPS_MAX = 20

/** A deletion and the recording of attempts may deadlock. One of them then starts again. */
const DELETE_TRIES_MAX = 5

/** The caller of a change and its IP address. A request has this shape. */
export interface Asker {
  caller: Caller
  ip: string
}

/** A new secret: the text for the response, and the encrypted form to store, bound to the endpoint's row. */
export function makeSecret(cipher: SecretsCipher, accountId: number, endpointId: number) {
  const secret = newSecret()
  const encrypted = cipher.encrypt(secret, secretContext(accountId, endpointId))
  return { secret, stored: { encrypted, last4: secret.slice(-4) } }
}

export interface EndpointChangesOptions extends Pick<Context, 'clock'> {
  /** Called after the commit of a change, before the response. The dispatcher then uses the changed endpoint. */
  onEndpointChanged(bucket: number, accountId: number): void
  /** Removes what else belongs to a deleted endpoint, in the transaction of the deletion. */
  onEndpointDeleted(tx: Transaction, bucket: number, accountId: number, endpointId: number): Promise<unknown>
}

/** Changes endpoints, each change in one transaction with its audit log entries. */
export class EndpointChanges {
  readonly #options: EndpointChangesOptions

  constructor(options: EndpointChangesOptions) {
    this.#options = options
  }

  /** The account's endpoint with this id. Throws 404 if it does not exist. */
  async find(connection: Connection, caller: Caller, id: number): Promise<Endpoint> {
    const endpoint = await findEndpoint(connection, caller.bucket, caller.accountId)
    if (endpoint?.id !== id) throw new ApiError('not_found')
    return endpoint
  }

  /** Stores a new endpoint, paused if `active` is false. Throws 409 if the account already has one. */
  async create(
    write: Write,
    asker: Asker,
    id: number,
    asked: NewEndpoint,
    secret: { encrypted: string; last4: string },
  ): Promise<Endpoint> {
    const { bucket, accountId } = asker.caller
    return write(async (tx) => {
      const endpoint = await insertEndpoint(tx, { bucket, accountId, id }, asked, secret, this.#options.clock.now())
      if (endpoint === null) {
        const existing = await findEndpoint(tx, bucket, accountId)
        throw new ApiError('endpoint_exists', { path: { id: existing?.id } })
      }
      await this.#finish(tx, asker, endpoint, asked.active ? ['created'] : ['created', 'paused'])
      return endpoint
    })
  }

  /**
   * Changes the locked endpoint as `decide` returns. Throws 404 if it does not exist, or 409 with the code of `decide`.
   */
  async change(
    write: Write,
    asker: Asker,
    id: number,
    decide: (endpoint: Endpoint, nowMs: number) => EndpointChange,
  ): Promise<Endpoint> {
    const { bucket, accountId } = asker.caller
    return write(async (tx) => {
      const endpoint = await lockEndpoint(tx, { bucket, accountId, id })
      if (endpoint === null) throw new ApiError('not_found')
      const decided = decide(endpoint, this.#options.clock.now())
      if (!decided.ok) throw new ApiError(decided.code, { path: { id } })
      if (decided.endpoint === endpoint) return endpoint
      await saveEndpoint(tx, decided.endpoint)
      await this.#finish(tx, asker, decided.endpoint, decided.actions)
      return decided.endpoint
    })
  }

  /** Deletes the endpoint with what belongs to it, and drops its pending events. Throws 404 if it does not exist. */
  async remove(write: Write, asker: Asker, id: number): Promise<void> {
    for (let tries = 1; ; tries++)
      try {
        return await this.#removeOnce(write, asker, id)
      } catch (error) {
        if (!isContention(error) || tries === DELETE_TRIES_MAX) throw error
      }
  }

  async #removeOnce(write: Write, asker: Asker, id: number): Promise<void> {
    const { bucket, accountId } = asker.caller
    await write(async (tx) => {
      // Events before their endpoint: recording attempts uses the same order, so deadlocks are rare.
      for (let drops = 0; drops < DROPS_MAX; drops++) {
        const now = isoTime(this.#options.clock.now())
        const dropped = await dropQueuedEvents(tx, bucket, accountId, id, DROP_ROWS, now)
        if (dropped.length < DROP_ROWS) break
      }
      const [deleted] = await deleteEndpoint(tx, bucket, accountId, id, isoTime(this.#options.clock.now()))
      if (deleted === undefined) throw new ApiError('not_found')
      await this.#options.onEndpointDeleted(tx, bucket, accountId, id)
      await this.#finish(tx, asker, { id, url: deleted.url }, ['deleted'])
    })
  }

  /** Writes the audit log entries, and reports the change after the commit. */
  async #finish(
    tx: Transaction,
    { caller, ip }: Asker,
    { id, url }: Pick<Endpoint, 'id' | 'url'>,
    actions: EndpointAction[],
  ): Promise<void> {
    const { clock, onEndpointChanged } = this.#options
    const { bucket, accountId, actor } = caller
    const entry = { bucket, accountId, actor, at: clock.now(), origin: ip, target: `webhook_endpoint:${id}` }
    // Only the host of the URL, because paths often contain a token.
    const details = { host: new URL(url).host }
    const entries = actions.map((action) => ({ ...entry, action: `webhook_endpoint.${action}`, details }))
    await recordAudit(tx, entries)
    tx.afterCommit(() => onEndpointChanged(bucket, accountId))
  }
}
