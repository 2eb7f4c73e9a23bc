/**
 * Which server has the rows of a bucket. The directory's table `bucket_places` says so. Each process keeps a copy and
 * reads the table again every second. If the directory is away, the copy stays valid.
 */
import { ALL_BUCKETS, BUCKET_COUNT } from '../../ids.ts'
import { ElsewhereError } from '../database-error.ts'
import type { ServicePool } from '../pool.ts'
import { sql } from '../sql.ts'
import type { RowOf } from '../sql.ts'
import { StartError } from './start-error.ts'

/** The time between two readings, and the longest wait for one before the directory counts as away, ms. */
const REREAD_INTERVAL_MS = 1000
const REREAD_MS_MAX = 1000

/** Buckets in a sentence. */
const SHOWN_MAX = 3

const readPlaces = sql('places.read', 'select bucket, server from bucket_places order by bucket')

const insertPlaces = sql(
  'places.insert',
  `insert into bucket_places (bucket, server) select b, $2::text from unnest($1::smallint[]) b order by b
   on conflict (bucket) do nothing returning bucket`,
)

/** The places of all buckets. Buckets without a place get the directory's name, at the first start. */
async function readOrMakePlaces(pool: ServicePool, directory: string): Promise<RowOf<'places.read'>[]> {
  const rows = await readPlaces(pool)
  if (rows.length === BUCKET_COUNT) return rows
  await insertPlaces(pool, ALL_BUCKETS, directory)
  return readPlaces(pool)
}

/** @throws {StartError} if a bucket is on a server that is not configured. */
function checkNames(rows: readonly RowOf<'places.read'>[], names: readonly string[]): void {
  const unknown = rows.filter(({ server }) => !names.includes(server))
  const [first] = unknown
  if (first === undefined) return
  const buckets = unknown.filter(({ server }) => server === first.server).map(({ bucket }) => bucket)
  const more = buckets.length > SHOWN_MAX ? ` and ${buckets.length - SHOWN_MAX} more` : ''
  const shown = `${buckets.length === 1 ? 'bucket' : 'buckets'} ${buckets.slice(0, SHOWN_MAX).join(', ')}${more}`
  throw new StartError(
    `The directory has the ${shown} on the server ${first.server}, and the configuration names only ${names.join(', ')}: name it in DATABASES`,
  )
}

export interface BucketPlaces {
  /**
   * The name of the bucket's server.
   * @throws {ElsewhereError} if this process does not know that server.
   */
  of(bucket: number): string
  /** The buckets of a server. */
  on(server: string): readonly number[]
  /** Reads the table now. Concurrent callers share one reading. If it fails, the copy stays. */
  reread(): Promise<void>
  /** True if the last reading failed or took too long. */
  readonly isDirectoryAway: boolean
  /** The listener is called after places changed, and after the directory went away or came back. */
  onChange(listener: () => void): void
  close(): void
}

/**
 * Reads the places, and keeps them current if there are several servers. `names`: the configured servers, the directory
 * first.
 * @throws {StartError}
 */
export async function openBucketPlaces(pool: ServicePool, names: readonly string[]): Promise<BucketPlaces> {
  const rows = await readOrMakePlaces(pool, names[0]!)
  checkNames(rows, names)
  return new ReadPlaces(pool, names, rows)
}

class ReadPlaces implements BucketPlaces {
  readonly #pool: ServicePool
  readonly #names: readonly string[]
  readonly #listeners: (() => void)[] = []
  readonly #timer: NodeJS.Timeout | undefined
  #servers: readonly string[] = []
  #buckets = new Map<string, readonly number[]>()
  #reading: Promise<void> | null = null
  #isAway = false

  constructor(pool: ServicePool, names: readonly string[], rows: readonly RowOf<'places.read'>[]) {
    this.#pool = pool
    this.#names = names
    this.#set(rows)
    if (names.length > 1) this.#timer = setInterval(() => void this.reread(), REREAD_INTERVAL_MS).unref()
  }

  of(bucket: number): string {
    const server = this.#servers[bucket]
    if (server === undefined || !this.#buckets.has(server)) throw new ElsewhereError(bucket)
    return server
  }

  on(server: string): readonly number[] {
    return this.#buckets.get(server) ?? []
  }

  reread(): Promise<void> {
    this.#reading ??= this.#readNow().finally(() => (this.#reading = null))
    return this.#reading
  }

  get isDirectoryAway(): boolean {
    return this.#isAway
  }

  onChange(listener: () => void): void {
    this.#listeners.push(listener)
  }

  close(): void {
    clearInterval(this.#timer)
  }

  #set(rows: readonly RowOf<'places.read'>[]): void {
    this.#servers = rows.map(({ server }) => server)
    this.#buckets = new Map(
      this.#names.map((name) => [name, rows.filter(({ server }) => server === name).map(({ bucket }) => bucket)]),
    )
  }

  async #readNow(): Promise<void> {
    const tooLate = setTimeout(() => this.#changed({ isAway: true }), REREAD_MS_MAX)
    try {
      const rows = await readPlaces(this.#pool)
      const isComplete = rows.length === BUCKET_COUNT
      this.#changed({ isAway: false, rows: isComplete ? rows : null })
    } catch {
      // The pool has counted the failure.
      this.#changed({ isAway: true })
    } finally {
      clearTimeout(tooLate)
    }
  }

  #changed({ isAway, rows = null }: { isAway: boolean; rows?: readonly RowOf<'places.read'>[] | null }): void {
    const hasMoved = rows !== null && rows.some(({ bucket, server }) => this.#servers[bucket] !== server)
    if (!hasMoved && isAway === this.#isAway) return
    this.#isAway = isAway
    if (hasMoved) this.#set(rows)
    for (const listener of this.#listeners) listener()
  }
}
