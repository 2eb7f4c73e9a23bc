import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findChannel, listChannels } from '../src/core/channels/queries.ts'
import { lockSends } from '../src/core/deliveries/sends/queries.ts'
import { withSession } from '../src/platform/db/session.ts'
import { inCamelCase, inSnakeCase, sql, statements } from '../src/platform/db/sql.ts'
import type { Connection, NamedStatement, Row } from '../src/platform/db/sql.ts'
import { createTestDatabase } from '../test/database.ts'
import { endAfterTests } from '../test/end-after-tests.ts'
import { importStatements } from '../test/touched-statements.ts'
import { describeStatements } from './describe.ts'
import { printStatements } from './print.ts'

const database = await endAfterTests(createTestDatabase())
await importStatements()

/** The printed values and row of each statement. */
async function typesOf(texts: Record<string, NamedStatement | string>): Promise<Record<string, string>> {
  const named = new Map(
    Object.entries(texts).map(([name, one]) => [name, typeof one === 'string' ? { text: one, rows: null } : one]),
  )
  const described = await describeStatements(database.url, named)
  const printed = printStatements(named, described)
  return Object.fromEntries(
    [...printed.matchAll(/^ {4}'([\w.]+)': \{ values: (.*) \}$/gm)].map(([, name, types]) => [name, types!]),
  )
}

test('columns have the types and the nulls of the schema', async () => {
  const types = await typesOf({
    plain: 'select id, name, deleted_at, active, settings from channels where bucket = $1 and id = $2',
    words: 'select channel_type, details from channels c join mails using (bucket)',
    case: "select case when active then 'on' else 'off' end as state from channels",
    expressions:
      'select count(*) as number, max(id) as last, coalesce(max(id), 0) as first, bool_or(active) is null as none from channels',
    marked: 'select max(id) as "last!", count(*) as "number?" from channels',
  })
  assert.deepEqual(types, {
    plain:
      '[bucket: number, id: number]; row: { id: number; name: string; deletedAt: number | null; active: boolean; settings: ChannelSettings }',
    words: "[]; row: { channelType: 'email' | 'push' | 'sms' | 'in_app'; details: Record<string, unknown> }",
    case: "[]; row: { state: 'on' | 'off' }",
    expressions: '[]; row: { number: number; last: number | null; first: number; none: boolean }',
    marked: '[]; row: { last: number; number: number | null }',
  })
})

test('columns of an outer join may be null, and those of a part that found nothing are null together', async () => {
  const types = await typesOf({
    table: 'select t.id, v.subject from templates t left join template_versions v on v.template_id = t.id',
    lateral:
      'select t.id, v.subject from templates t left join lateral (select * from template_versions one offset 0) v on true',
    part: `with found as (select id, name from templates)
      select found.*, l.number from (select count(*) as number) l left join found on true`,
  })
  assert.deepEqual(types, {
    table: '[]; row: { id: number; subject: string | null }',
    lateral: '[]; row: { id: number; subject: string | null }',
    part: '[]; row: { id: number; name: string; number: number } | { id: null; name: null; number: number }',
  })
})

test('a column of a union may be null if one of its parts may be', async () => {
  const types = await typesOf({
    constant: "select 'a' as kind, id as some from channels union all select 'b', null from topics",
    sums: 'select count(*) + 1 as number, count(*) + max(id) as sum from channels',
    renamed: 'with found as (select max(id) as id from channels) select id + 1 as next from found',
    both: 'select (name = $1 or deleted_at is null) as found from channels',
  })
  assert.deepEqual(types, {
    constant: "[]; row: { kind: 'a' | 'b'; some: number | null }",
    sums: '[]; row: { number: number; sum: number | null }',
    renamed: '[]; row: { next: number | null }',
    both: '[name: string]; row: { found: boolean | null }',
  })
})

test('an outer join of a part adds the nulls of its tables, and a schema is no table', async () => {
  const types = await typesOf({
    part: 'with found as (select id, name from templates) select c.name from (select 1) l left join found c on true',
    schema: 'select c.relname as name from pg_class t left join pg_catalog.pg_class c on c.oid = t.oid',
  })
  assert.deepEqual(types, {
    part: '[]; row: { name: string | null }',
    schema: '[]; row: { name: string | null }',
  })
})

test('the columns of an export have their names again', () => {
  const names = [...statements].flatMap(([name, { text }]) =>
    name.startsWith('export.') ? [...text.matchAll(/\b[a-z]+(?:_[a-z0-9]+)+\b/g)].map(([word]) => word) : [],
  )
  assert.ok(names.length > 50)
  assert.deepEqual(
    names.filter((name) => inSnakeCase(inCamelCase(name)) !== name),
    [],
  )
})

test('a value may be null where its column may be, and where the statement asks', async () => {
  const types = await typesOf({
    written: 'update channels set name = $1, encrypted_settings = $2 where id = $3',
    asked: 'select id from channels where ($1::text is null or name = $1) and id < $2 limit $3',
    guarded: 'select id from channels where ($1::text is null or exists (select from topics where name = $2)) limit $3',
    words: 'insert into members (role, email) values ($1, $2)',
    rows: statements.get('sends.delay')!,
  })
  assert.deepEqual(types, {
    written: '[name: string, encryptedSettings: string | null, id: number]; row: never',
    asked: '[name: string | null, id: number, rows: number]; row: { id: number }',
    guarded: '[value1: string | null, name: string, rows: number]; row: { id: number }',
    words: "[role: 'owner' | 'developer' | 'viewer', email: string]; row: never",
    rows: '[]; row: never',
  })
})

test('a renamed column is a mistake of each statement that names it', async () => {
  const renamed = await endAfterTests(createTestDatabase())
  await withSession(renamed.url, (session) =>
    session.query({ text: 'alter table channels rename column track_opens to opens_tracked' }),
  )
  const error = await describeStatements(renamed.url, statements).then(
    () => assert.fail('no mistake'),
    (mistake: Error) => mistake,
  )
  const named = error.message.split('\n').map((line) => line.split(':')[0]!)
  const uses = new Set(
    [...statements].filter(([, { text }]) => /\b(?:c\.)?track_opens\b/.test(text)).map(([name]) => name),
  )
  assert.ok(named.includes('channels.find') && named.includes('sends.lock'))
  assert.deepEqual(
    named.filter((name) => !uses.has(name)),
    [],
  )
})

test('a fault in the use of a statement does not compile', () => {
  // Never called: the compiler alone judges it.
  const faults = async (connection: Connection) => {
    // @ts-expect-error: there is no statement with this name
    sql('channels.missing', 'select 1')
    const [channel] = await findChannel(connection, 1, 2, 3)
    // @ts-expect-error: the column has another name
    void channel!.channel_type
    // @ts-expect-error: the statement does not return the column
    void channel!.deletedAt
    // @ts-expect-error: a number, not a text
    const id: string = channel!.id
    // @ts-expect-error: it may be null
    const rate: number = channel!.maxPerSecond
    // @ts-expect-error: no channel has this type
    void (channel!.channelType === 'fax')
    // @ts-expect-error: a value is missing
    await findChannel(connection, 1, 2)
    // @ts-expect-error: text instead of an integer
    await findChannel(connection, 1, 2, '3')
    // @ts-expect-error: nothing equals null
    await findChannel(connection, 1, null, 3)
    // @ts-expect-error: a value too many
    await listChannels(connection, 1, 2, null, null, null, 50, true)
    // @ts-expect-error: a row without one of its columns
    await lockSends(connection, [{ bucket: 1, accountId: 2 }])
    // @ts-expect-error: the type of JSON cannot be given to another column
    findChannel.as<{ id: { name: string } }>()
    // @ts-expect-error: a column that may be null stays so
    findChannel.as<{ failingCause: 'timeout' }>()
    return { id, rate }
  }
  const row: Row<typeof findChannel>['channelType'] = 'email'
  assert.equal(typeof faults, 'function')
  assert.equal(row, 'email')
})
