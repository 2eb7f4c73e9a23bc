/** Breakages of the events, of the webhook requests and of the endpoints. */
import type { Mutant } from './mutant.ts'

const ATTEMPT = 'server/src/core/webhooks/attempt.ts'
const RECORD = 'server/src/core/webhooks/queries.ts'
const COUNT = 'server/migrations/0001_foundation.sql'
const RECORD_TEST = 'server/src/core/webhooks/record-attempts.test.ts'
const BYTES_TEST = 'server/test/flows/stored-bytes.test.ts'

export const WEBHOOK_MUTANTS: readonly Mutant[] = [
  {
    name: 'count twice',
    edits: [{ file: COUNT, find: 'else counted + 1 end', replace: 'else counted + 2 end' }],
    tests: [RECORD_TEST],
  },
  {
    name: 'no fence',
    edits: [
      {
        file: RECORD,
        find: 'and l.owner = ${owner}::uuid order by l.bucket for key share',
        replace: 'and ${owner}::uuid is not null order by l.bucket for key share',
      },
      {
        file: RECORD,
        find: 'join lease l on l.bucket = i.bucket and l.epoch = i.epoch',
        replace: 'join lease l on l.bucket = i.bucket',
      },
    ],
    tests: [RECORD_TEST],
  },
  {
    name: 'emit outside the transaction',
    edits: [
      {
        file: 'server/src/core/events/event.ts',
        find: 'return insertEvents(transaction, drafts).then(',
        replace: `transaction.afterCommit(() => void insertEvents(transaction, drafts).catch(() => {}))
      return Promise.resolve<Awaited<ReturnType<typeof insertEvents>>>([]).then(`,
      },
    ],
    tests: ['server/src/core/events/event.test.ts'],
  },
  {
    name: 'event id per attempt',
    edits: [
      {
        file: ATTEMPT,
        find: 'const headers = requestHeaders(id, type, signature)',
        replace:
          'const headers = requestHeaders(`${id.slice(0, -4)}${process.hrtime.bigint() % 10_000n}`, type, signature)',
      },
    ],
    tests: [BYTES_TEST],
  },
  {
    name: 're-serialised body',
    edits: [
      {
        file: ATTEMPT,
        find: "method: 'POST', path, headers, body, response",
        replace: "method: 'POST', path, headers, body: JSON.stringify(JSON.parse(body)), response",
      },
    ],
    tests: [BYTES_TEST],
  },
  {
    name: 't from the event',
    edits: [
      {
        file: ATTEMPT,
        find: 'Math.floor(clock.wall() / 1000)',
        replace: 'Math.floor(Date.parse(JSON.parse(body).created_at) / 1000)',
      },
    ],
    tests: [BYTES_TEST],
  },
  {
    name: 'failures per attempt',
    edits: [
      { file: RECORD, find: 'where t.final and (', replace: 'where (' },
      { file: RECORD, find: 'and o.final and not o.succeeded', replace: 'and not o.succeeded' },
    ],
    tests: [RECORD_TEST],
  },
  {
    name: 'no reset on 2xx',
    edits: [
      { file: COUNT, find: 'when event_succeeded then 0 else', replace: 'when event_succeeded then counted else' },
    ],
    tests: [RECORD_TEST],
  },
  {
    name: 'redirect followed',
    edits: [
      {
        file: ATTEMPT,
        find: 'const result = posting === null ? (acquired as Failure) : await posting',
        replace: `let result = posting === null ? (acquired as Failure) : await posting
    if (result.ok && result.status >= 300 && result.status < 400 && result.headers.has('location')) {
      const to = new URL(result.headers.get('location')!, href)
      const next = await connections.acquire({ hostname: to.hostname, host: to.host, port: Number(to.port || 443), isAbsolute: false, isAddress: true })
      result = next.ok ? await next.connection.send(signedRequest(clock, input, endpoint!, to.pathname).request) : next
    }`,
      },
    ],
    tests: ['server/test/flows/misbehaving.test.ts'],
  },
  {
    name: 'address checked only at save',
    edits: [
      {
        file: 'server/src/platform/outbound/resolve.ts',
        find: "if (verdict === 'refused') return { ok: false, error: 'address_not_public' }",
        replace: '',
      },
    ],
    tests: ['server/src/platform/outbound/resolve.test.ts', 'server/src/platform/outbound/judged-connections.test.ts'],
  },
  {
    name: 'old secret after a rotation',
    edits: [
      {
        file: 'server/src/core/webhooks/endpoints/endpoint.ts',
        find: 'previousSecret: overlapMs > 0 ? endpoint.secret : null',
        replace: 'previousSecret: endpoint.secret',
      },
      {
        file: 'server/src/core/webhooks/endpoints/endpoint.ts',
        find: 'overlapMs > 0 ? nowMs + overlapMs : null',
        replace: 'nowMs + Math.max(overlapMs, 60_000)',
      },
    ],
    tests: ['server/src/core/webhooks/routes.test.ts'],
  },
  {
    name: 'feed ahead of transactions',
    edits: [
      {
        file: 'server/src/core/events/feed-queries.ts',
        find: 'and e.tx < pg_snapshot_xmin(pg_current_snapshot())`',
        replace: 'and e.tx < pg_snapshot_xmax(pg_current_snapshot())`',
      },
    ],
    tests: ['server/src/core/events/routes.test.ts'],
  },
]
