/** The engines of all database servers, and the parts of the routes that find theirs by the bucket of an account. */
import type { Databases } from '../../platform/db/servers/databases.ts'
import { forgetIds } from '../../platform/db/id-blocks.ts'
import { ElsewhereError, ServerAwayError } from '../../platform/db/database-error.ts'
import type { Callbacks } from '../../core/deliveries/callbacks.ts'
import type { Opens } from '../../core/deliveries/opens.ts'
import { bucketOf } from '../../platform/ids.ts'
import type { Providers } from '../../core/providers/registry.ts'
import type { Engine } from './engine.ts'

export interface Engines {
  readonly all: readonly Engine[]
  readonly directory: Engine
  /** Whether the directory is away. Null if it is the only server. */
  readonly directoryState: Pick<Databases, 'isDirectoryAway' | 'onChange'> | null
  /**
   * The engine with the bucket's rows.
   * @throws {ElsewhereError | ServerAwayError} if there is none in this process, or its server has been away since the start.
   */
  of(bucket: number): Engine
  /** The same for a hint, which may be lost: null instead of an error. */
  at(bucket: number): Engine | null
  /** The parts of `of` and `at` that requests need. */
  sharesOf(bucket: number): Engine['shares']
  messagesOf(bucket: number): Engine['messages']
  idempotencyOf(bucket: number): Engine['idempotency']
  recorderAt(bucket: number): Engine['requests'] | null
}

/** `all`: one engine for each database, in their order. */
export function createEngines(databases: Databases, all: readonly Engine[]): Engines {
  const [directory] = all as [Engine]
  const byDatabase = new Map(all.map((engine) => [engine.database, engine]))
  databases.onChange(() => {
    forgetIds()
    for (const { buckets } of all) void buckets.look()
  })

  function of(bucket: number): Engine {
    const database = databases.of(bucket)
    if (!database.isReady) throw new ServerAwayError(database.name)
    return byDatabase.get(database)!
  }

  function at(bucket: number): Engine | null {
    try {
      return of(bucket)
    } catch (error) {
      if (error instanceof ElsewhereError || error instanceof ServerAwayError) return null
      throw error
    }
  }

  return {
    ...{ all, directory, directoryState: all.length === 1 ? null : databases, of, at },
    sharesOf: (bucket) => of(bucket).shares,
    messagesOf: (bucket) => of(bucket).messages,
    idempotencyOf: (bucket) => of(bucket).idempotency,
    recorderAt: (bucket) => at(bucket)?.requests ?? null,
  }
}

/** Records opens on the servers of their deliveries. */
export function opensOf({ at }: Engines): Pick<Opens, 'report'> {
  return { report: (delivery) => at(delivery.bucket)?.opens.report(delivery) }
}

/** Receives callbacks on the servers of their channels. */
export function callbacksOf({ of }: Engines): Pick<Callbacks, 'find' | 'receive'> {
  return {
    find: async (channel) => of(bucketOf(channel.accountId)).callbacks.find(channel),
    receive: async (channel, request) => of(channel.bucket).callbacks.receive(channel, request),
  }
}

/** Sends tests of channels from the servers of their accounts. A check of settings stores nothing, so any server does. */
export function providersOf({ of, directory }: Engines): Pick<Providers, 'send' | 'check'> {
  return {
    send: async (name, input) => of(input.delivery.bucket).providers.send(name, input),
    check: (name, input) => directory.providers.check(name, input),
  }
}
