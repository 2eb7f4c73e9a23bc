/**
 * The peers and their settings. All do the same work. A job holds an event with its body of about 1 KB. A worker takes
 * it, makes one signed POST, has the row of the attempt committed in PostgreSQL together with other rows, and only then
 * completes the job. So kill -9 loses nothing: jobs that were not completed are repeated.
 */

export const PEERS = ['graphile-worker', 'bullmq', 'pg-boss'] as const
export type Peer = (typeof PEERS)[number]

export interface PeerSettings {
  /** Jobs in work at a time. For pg-boss: batches in work at a time. */
  concurrency: number
  /** Jobs fetched at a time: for graphile-worker its local queue, for pg-boss a batch. BullMQ fetches one at a time. */
  batch: number
  /** Limit of connections to the receiver. */
  connections: number
  /** `fetch`, as in most tasks, or undici's `dispatch` with a handler of our own, the cheapest form. */
  client: 'fetch' | 'dispatch'
}

/** Addresses for a peer's process. */
export interface PeerPlaces {
  databaseUrl: string
  /** Only for BullMQ. */
  redisUrl: string | null
  /** `https://127.0.0.1:<port>`: every endpoint is a path of it. */
  origin: string
  caFile: string
}

/** The versions in package.json. */
export const VERSIONS: Record<Peer, string> = { 'graphile-worker': '0.18.0', bullmq: '6.7.0', 'pg-boss': '12.35.0' }

/**
 * Found by sweep.ts, with undici's `dispatch`. With `fetch` the worker's processor is busy at all settings. The runs had
 * 16,000 to 30,000 events of 1,000 endpoints, on 2 processors of 2.5 GHz. Other programs used the processors too, so the
 * times per event (worker, PostgreSQL and Redis, us) mean more than the rates.
 *
 * graphile-worker, by jobs at a time and size of the local queue: 64/500 224+141 (1,189/s: too few jobs wait together for
 * the commit of their attempts), 128/500 218+134 (2,668/s), 256/512 217+129 (2,702/s), 512/1024 211+115 (2,512/s), with
 * 128 connections 213+106 (2,080/s). From 128 on there is no gain.
 *
 * BullMQ, by jobs at a time, worker+PostgreSQL+Redis: 64 394+56+174 (785/s), 128 329+50+148 (1,333/s), 256 356+39+166
 * (2,836/s), 384 327+44+153 (1,565/s), 512 386+47+187 (945/s); 256 with pipelining 313+34+151 and 332+34+140 (2,906/s and
 * 2,908/s), without it in the same minutes 363+42+159 (1,720/s).
 *
 * pg-boss, by batches at a time and jobs of a batch: 2/100 226+216 (1,675/s), 2/500 217+138 (2,849/s), 4/100 222+163
 * (2,430/s), 4/200 198+170 (3,979/s), with 128 connections 229+156 (3,353/s), 4/500 221+141 (2,102/s), 8/100 250+231
 * (2,269/s), 8/200 238+157 (2,156/s).
 */
export const BEST: Record<Peer, PeerSettings> = {
  'graphile-worker': { concurrency: 256, batch: 512, connections: 64, client: 'fetch' },
  bullmq: { concurrency: 256, batch: 1, connections: 64, client: 'fetch' },
  'pg-boss': { concurrency: 4, batch: 200, connections: 64, client: 'fetch' },
}
