/** The cost of a search. No service runs on this database, so that only the search reads its pages. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createTestDatabase } from '../../../test/database.ts'
import { endAfterTests } from '../../../test/end-after-tests.ts'
import { makeAccount } from '../../../test/factories.ts'
import { pagesRead } from '../../../test/pages-read.ts'
import { withSession } from '../../platform/db/session.ts'
import { find, findRecipients } from './find.ts'
import { readSearch } from './search.ts'
import type { SearchResult } from './search.ts'

const database = await endAfterTests(createTestDatabase())

const ROWS = 20_000
const BUFFERS_MAX = 500

test('of many rows there are at most 20 results, and few pages are read', async () => {
  const { bucket, accountId, channelId, templateId } = await makeAccount(database.pool)
  const firstId = 3_000_000
  const values = [bucket, accountId, ROWS]
  await withSession(database.url, async (session) => {
    await session.query({
      text: `insert into recipients (bucket, account_id, id, external_user_id, email, first_name, last_name, phone, created_at, updated_at)
        select $1, $2, 1000000 + n, 'many-' || n, 'many' || n || '@example.com', 'Many', 'Person ' || n, '+4420' || n, now(), now()
        from generate_series(1, $3::integer) n`,
      values,
    })
    await session.query({
      text: `insert into messages (bucket, account_id, id, recipient_id, template_id, template_version, rendered_subject,
          rendered_body, attributes, created_at, updated_at)
        select $1::smallint, $2::bigint, $4::bigint + n, 1000001 + n % 100, $5::bigint, 1, 'Subject many ' || n, 'x', '[]',
          now() - n * interval '1 second', now() from generate_series(1, $3::integer) n`,
      values: [...values, firstId, templateId],
    })
    await session.query({
      text: `insert into deliveries (bucket, account_id, id, message_id, recipient_id, channel_id, status, queued_at, created_at, updated_at)
        select bucket, account_id, id, id, recipient_id, $3::bigint, 'queued', created_at, created_at, created_at
        from messages where bucket = $1 and account_id = $2`,
      values: [bucket, accountId, channelId],
    })
    await session.query({
      text: `insert into recipients (bucket, account_id, id, external_user_id, first_name, last_name, created_at, updated_at)
        select $1, $2, 2000000 + n, 'twice-' || n, 'Andrea', 'Anderson', now(), now() from generate_series(1, 7) n`,
      values: [bucket, accountId],
    })
    await session.query({ text: 'vacuum analyze recipients, messages, deliveries' })
  })
  for (const text of [
    'many',
    'Many Person 1',
    'person',
    'pers 19999 m',
    'Person 19, Many',
    'example.com',
    'many-',
    '+44',
    '4420',
    'subject',
    'many1@',
    `#${firstId + 1}`,
  ]) {
    let results: SearchResult[] = []
    const buffers = await pagesRead(database.url, async (connection) => {
      results = (await find(connection, { bucket, accountId }, readSearch(text))).results
    })
    assert.ok(results.length > 0 && results.length <= 20, `${text}: ${results.length} results`)
    const deliveries = results.filter(({ kind }) => kind === 'delivery').length
    assert.ok(deliveries <= 6, `${text}: ${deliveries} deliveries`)
    assert.ok(buffers < BUFFERS_MAX, `${text}: ${buffers} buffers`)
  }
  for (const [text, found, moreOf] of [
    ['person 19', 20, ['recipient']],
    ['person 1999', 11, []],
    ['and', 7, []],
  ] as const) {
    const { results, more_of } = await findRecipients(database.pool, { bucket, accountId }, readSearch(text))
    assert.deepEqual([results.length, more_of], [found, moreOf], `${text}: it says if there are more`)
  }
  for (const [text, found, moreOf] of [
    ['person', 500, ['recipient']],
    ['many-19', 500, ['recipient']],
    ['person 199', 111, []],
  ] as const) {
    const { results, more_of } = await findRecipients(database.pool, { bucket, accountId }, readSearch(text), 500)
    assert.deepEqual([results.length, more_of], [found, moreOf], `${text}: as many as wanted`)
  }
})
