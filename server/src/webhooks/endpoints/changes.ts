import { recordAudit } from '../../accounts/audit.ts'
import { isoTime } from '../../clock.ts'
import type { Context } from '../../context.ts'
import { isContention } from '../../db/database-error.ts'
import type { Pool } from '../../db/pool.ts'
import { transaction } from '../../db/transaction.ts'
import type { Transaction } from '../../db/transaction.ts'
import { ApiError } from '../../errors.ts'
import type { Caller } from '../../http/route.ts'
import type { SecretsCipher } from '../../secrets.ts'
import type { Endpoint, EndpointAction, EndpointChange } from './endpoint.ts'
import {
  deleteEndpoint,
  dropQueuedEvents,
  findEndpoint,
  insertEndpoint,
  lockEndpoint,
  saveEndpoint,
} from './queries.ts'
import { secretContext } from './reader.ts'
import { deleteReplays } from '../replays/queries.ts'
import { newSecret } from '../signature.ts'

/** Rows of one statement that ends pending events, and such statements of one deletion: what is beyond is left to the dispatcher. */
const DROP_ROWS = 10_000
const DROPS_MAX = 20

/** A deletion and the dispatcher that records attempts may want each other's rows; one of the two then begins anew. */
const DELETE_TRIES_MAX = 5

/** Who asked, and from where: a request is one. */
export interface Asker {
  caller: Caller
  ip: string
}

/** A new secret: what the answer shows, and what is stored of it, bound to the endpoint's row. */
export function makeSecret(cipher: SecretsCipher, accountId: number, endpointId: number) {
  const secret = newSecret()
  const encrypted = cipher.encrypt(secret, secretContext(accountId, endpointId))
  return { secret, stored: { encrypted, last4: secret.slice(-4) } }
}

export interface EndpointChangesOptions extends Pick<Context, 'clock'> {
  /** Called once a change is committed, before it is answered: whoever POSTs goes by it from then on. */
  onEndpointChanged(bucket: number, accountId: number): void
}

/** What writes endpoints: each change in one transaction with its entries in the audit log. */
export class EndpointChanges {
  readonly #options: EndpointChangesOptions

  constructor(options: EndpointChangesOptions) {
    this.#options = options
  }

  /** The account's endpoint of that id; throws 404. */
  async find(pool: Pool, caller: Caller, id: number): Promise<Endpoint> {
    const endpoint = await findEndpoint(pool, caller.bucket, caller.accountId)
    if (endpoint?.id !== id) throw new ApiError('not_found')
    return endpoint
  }

  /** Stores a new endpoint, paused unless it is to be active; throws 409 if the account has one. */
  async create(
    pool: Pool,
    asker: Asker,
    id: number,
    asked: { url: string; active: boolean },
    secret: { encrypted: string; last4: string },
  ): Promise<Endpoint> {
    const { bucket, accountId } = asker.caller
    return transaction(pool, async (tx) => {
      const endpoint = await insertEndpoint(tx, { bucket, accountId, id }, asked, secret, this.#options.clock.now())
      if (endpoint === null) {
        const existing = await findEndpoint(tx, bucket, accountId)
        throw new ApiError('endpoint_exists', { path: { id: existing?.id } })
      }
      await this.#finish(tx, asker, endpoint, asked.active ? ['created'] : ['created', 'paused'])
      return endpoint
    })
  }

  /** Changes the locked endpoint as `decide` says; throws 404, or 409 with the code it answered. */
  async change(
    pool: Pool,
    asker: Asker,
    id: number,
    decide: (endpoint: Endpoint, nowMs: number) => EndpointChange,
  ): Promise<Endpoint> {
    const { bucket, accountId } = asker.caller
    return transaction(pool, async (tx) => {
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

  /** Deletes the endpoint with its replays and ends its pending events as dropped; throws 404. */
  async remove(pool: Pool, asker: Asker, id: number): Promise<void> {
    for (let tries = 1; ; tries++)
      try {
        return await this.#removeOnce(pool, asker, id)
      } catch (error) {
        if (!isContention(error) || tries === DELETE_TRIES_MAX) throw error
      }
  }

  async #removeOnce(pool: Pool, asker: Asker, id: number): Promise<void> {
    const { bucket, accountId } = asker.caller
    await transaction(pool, async (tx) => {
      // Events before their endpoint, the order in which attempts are recorded, which keeps deadlocks rare.
      for (let drops = 0; drops < DROPS_MAX; drops++) {
        const now = isoTime(this.#options.clock.now())
        const dropped = await dropQueuedEvents(tx, bucket, accountId, id, DROP_ROWS, now)
        if (dropped.length < DROP_ROWS) break
      }
      const [deleted] = await deleteEndpoint(tx, bucket, accountId, id)
      if (deleted === undefined) throw new ApiError('not_found')
      await deleteReplays(tx, bucket, accountId, id)
      await this.#finish(tx, asker, { id, url: deleted.url }, ['deleted'])
    })
  }

  /** The entries in the audit log, and word of the change after the commit. */
  async #finish(
    tx: Transaction,
    { caller, ip }: Asker,
    { id, url }: Pick<Endpoint, 'id' | 'url'>,
    actions: EndpointAction[],
  ): Promise<void> {
    const { clock, onEndpointChanged } = this.#options
    const { bucket, accountId, actor } = caller
    const entry = { bucket, accountId, actor, at: clock.now(), origin: ip, target: `webhook_endpoint:${id}` }
    // Of the URL only the host is kept: receivers' paths often carry a token.
    const details = { host: new URL(url).host }
    const entries = actions.map((action) => ({ ...entry, action: `webhook_endpoint.${action}`, details }))
    await recordAudit(tx, entries)
    tx.afterCommit(() => onEndpointChanged(bucket, accountId))
  }
}
