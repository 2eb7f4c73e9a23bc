import { recordAudit } from '../accounts/audit.ts'
import { isoTime } from '../clock.ts'
import type { Context } from '../context.ts'
import { isContention } from '../db/database-error.ts'
import type { Pool } from '../db/pool.ts'
import type { Connection } from '../db/sql.ts'
import { transaction } from '../db/transaction.ts'
import { ApiError } from '../errors.ts'
import type { Caller } from '../http/route.ts'
import type { SecretsCipher } from '../secrets.ts'
import type { Endpoint, EndpointAction, EndpointChange } from './endpoint.ts'
import {
  deleteEndpoint,
  dropQueuedEvents,
  findEndpoint,
  insertEndpoint,
  lockEndpoint,
  saveEndpoint,
} from './endpoint-queries.ts'
import { secretContext } from './endpoint-reader.ts'
import { deleteReplays } from './replay-queries.ts'
import { newSecret } from './signature.ts'

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

export interface EndpointChanges {
  /** The account's endpoint of that id; throws 404. */
  find(pool: Pool, caller: Caller, id: number): Promise<Endpoint>
  /** Stores a new endpoint, paused unless it is to be active; throws 409 if the account has one. */
  create(
    pool: Pool,
    asker: Asker,
    id: number,
    asked: { url: string; active: boolean },
    secret: { encrypted: string; last4: string },
  ): Promise<Endpoint>
  /** Changes the locked endpoint as `decide` says; throws 404, or 409 with the code it answered. */
  change(
    pool: Pool,
    asker: Asker,
    id: number,
    decide: (endpoint: Endpoint, nowMs: number) => EndpointChange,
  ): Promise<Endpoint>
  /** Deletes the endpoint with its replays and ends its pending events as dropped; throws 404. */
  remove(pool: Pool, asker: Asker, id: number): Promise<void>
}

/** What writes endpoints: each change in one transaction with its entries in the audit log. */
export function createEndpointChanges({ clock, onEndpointChanged }: EndpointChangesOptions): EndpointChanges {
  /** Of the URL only the host is kept: receivers' paths often carry a token. */
  const audit = (connection: Connection, { caller, ip }: Asker, id: number, url: string, actions: EndpointAction[]) =>
    recordAudit(
      connection,
      actions.map((action) => ({
        bucket: caller.bucket,
        accountId: caller.accountId,
        action: `webhook_endpoint.${action}`,
        actor: caller.actor,
        at: clock.now(),
        origin: ip,
        target: `webhook_endpoint:${id}`,
        details: { host: new URL(url).host },
      })),
    )

  async function removeOnce(pool: Pool, asker: Asker, id: number): Promise<void> {
    const { bucket, accountId } = asker.caller
    await transaction(pool, async (tx) => {
      // Events before their endpoint, the order in which attempts are recorded, which keeps deadlocks rare.
      for (let drops = 0; drops < DROPS_MAX; drops++) {
        const dropped = await dropQueuedEvents(tx, bucket, accountId, id, DROP_ROWS, isoTime(clock.now()))
        if (dropped.length < DROP_ROWS) break
      }
      const [deleted] = await deleteEndpoint(tx, bucket, accountId, id)
      if (deleted === undefined) throw new ApiError('not_found')
      await deleteReplays(tx, bucket, accountId, id)
      await audit(tx, asker, id, deleted.url, ['deleted'])
      tx.afterCommit(() => onEndpointChanged(bucket, accountId))
    })
  }

  return {
    async find(pool, caller, id) {
      const endpoint = await findEndpoint(pool, caller.bucket, caller.accountId)
      if (endpoint?.id !== id) throw new ApiError('not_found')
      return endpoint
    },

    async create(pool, asker, id, asked, secret) {
      const { bucket, accountId } = asker.caller
      return transaction(pool, async (tx) => {
        const endpoint = await insertEndpoint(tx, { bucket, accountId, id }, asked, secret, clock.now())
        if (endpoint === null) {
          const existing = await findEndpoint(tx, bucket, accountId)
          throw new ApiError('endpoint_exists', { path: { id: existing?.id } })
        }
        await audit(tx, asker, id, asked.url, asked.active ? ['created'] : ['created', 'paused'])
        tx.afterCommit(() => onEndpointChanged(bucket, accountId))
        return endpoint
      })
    },

    async change(pool, asker, id, decide) {
      const { bucket, accountId } = asker.caller
      return transaction(pool, async (tx) => {
        const endpoint = await lockEndpoint(tx, { bucket, accountId, id })
        if (endpoint === null) throw new ApiError('not_found')
        const decided = decide(endpoint, clock.now())
        if (!decided.ok) throw new ApiError(decided.code, { path: { id } })
        if (decided.endpoint === endpoint) return endpoint
        await saveEndpoint(tx, decided.endpoint)
        await audit(tx, asker, id, decided.endpoint.url, decided.actions)
        tx.afterCommit(() => onEndpointChanged(bucket, accountId))
        return decided.endpoint
      })
    },

    async remove(pool, asker, id) {
      for (let tries = 1; ; tries++)
        try {
          return await removeOnce(pool, asker, id)
        } catch (error) {
          if (!isContention(error) || tries === DELETE_TRIES_MAX) throw error
        }
    },
  }
}
