/** The parts of an inbox on one database server. */
import type { CommonContext, Context } from '../../platform/context.ts'
import type { CommonPool } from '../../platform/db/pool.ts'
import type { Recorder } from '../../core/deliveries/advance.ts'
import { createFetches } from './fetches.ts'
import type { Fetches } from './fetches.ts'
import { InboxTail } from './tail.ts'

export interface InboxServer {
  tail: InboxTail
  fetches: Fetches
  /** The connections for finding keys and origins. */
  pool: CommonPool
}

/** `own`: with the service's own connections. `requests`: with those for the inbox. */
export function createInboxServer(own: Context, requests: CommonContext, recorder: Recorder): InboxServer {
  const fetches = createFetches(requests, recorder)
  return { tail: new InboxTail(own, fetches), fetches, pool: requests.pool }
}
