/**
 * Invariant 12: calls every route with ids of another account, in its path, query or body. The response must equal that
 * for an unknown id, byte by byte, and nothing may be written. New routes are included automatically. If a route needs
 * an object or body that is missing in the tables here, the test fails.
 */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { describe, test } from 'node:test'
import { createMember } from '../../src/features/members/members.ts'
import { createSystemClock } from '../../src/platform/clock.ts'
import { transaction } from '../../src/platform/db/transaction.ts'
import { keepSandboxMessage } from '../factories.ts'
import { inlineReferences, withExternalIds } from '../document.ts'
import { hashCheaply, makeMember, PASSWORD, signInAs } from '../members.ts'
import type { SignedIn } from '../members.ts'
import { until } from '../service.ts'
import type { Client } from '../service.ts'
import { testService } from '../test-service.ts'
import { plainFetch } from '../plain-fetch.ts'

/** A path may have two ids. */
const MISSING_IDS = [9_000_000_000_000_001, 9_000_000_000_000_002]
const MISSING_EVENT_ID = `evt_${'0'.repeat(26)}`

/**
 * Ids that do not identify an object of one account: the caller chooses an external id or a name, and a person switches to an
 * account by its id (`hostile/people.test.ts`). A caller may choose the id of a request too (`features/request-log/routes.test.ts`). A thread
 * groups pushes on a device.
 */
const OWN_IDS = new Set(['external_user_id', 'name', 'account_id', 'request_id', 'thread_id', 'content_id'])

type Id = number | string
/** Ids of objects by the path segment before them. */
type Ids = Record<string, Id>

/** How to create each object, in order. The event belongs to the message, because there is no endpoint yet. */
const OBJECTS: Record<string, (member: Member, ids: Ids) => Promise<Id>> = {
  notification_users: (member) => member.make('notification_users', { external_user_id: 'ada', email: 'ada@x.test' }),
  devices: (member, ids) =>
    member.make('devices', { platform: 'fcm', token: 'delivered' }, `notification_users/${ids['notification_users']}/`),
  notification_channels: (member) =>
    member.make('notification_channels', { name: 'Mail', channel_type: 'email', provider: 'sandbox' }),
  suppressions: (member) => member.make('suppressions', { address: 'ada@example.com' }),
  recipient_signing_keys: (member) => member.make('recipient_signing_keys', { name: 'Spare' }),
  topics: (member) => member.make('topics', { name: 'news', label: 'News' }),
  partials: (member) => member.make('partials', { name: 'footer', text: 'Bye' }),
  message_templates: async (member, ids) => {
    const fields = {
      name: 'receipt',
      subject: 'Receipt',
      body: 'Thank you',
      body_format: 'text',
      channels: [{ notification_channel_id: ids['notification_channels'] }],
    }
    const id = await member.make('message_templates', fields)
    await member.client.call('PUT', `/api/v1/message_templates/${id}/draft`, { draft: fields })
    return id
  },
  messages: (member) =>
    member.make('messages', { external_user_id: 'ada', message_template_name: 'receipt', send_at: inAnHour() }),
  deliveries: async (member) => (await member.get('deliveries'))[0]!.id,
  message_resends: async (member) => {
    const wanted = { filters: { status: 'failed' } }
    const { body } = await member.client.call('POST', '/api/v1/message_resends', wanted)
    // As if its search goes on.
    const text = `update message_resends set finished_at = null, cursor = 0 where bucket = $1 and account_id = $2`
    await database.pool.query({ text, values: [member.client.bucket, member.client.accountId] })
    return body.message_resend.id
  },
  sandbox_messages: async ({ client: { bucket, accountId } }, ids) => {
    const [deliveryId, channelId] = [Number(ids['deliveries']), Number(ids['notification_channels'])]
    await keepSandboxMessage(database.pool, { bucket, accountId, deliveryId, channelId })
    return deliveryId
  },
  // The feed waits for older transactions on the server, also those of other tests.
  webhook_events: async (member) =>
    (
      await until(
        () => member.get('webhook_events'),
        (events) => events.length > 0,
      )
    )[0]!.id,
  webhook_endpoints: (member) => member.make('webhook_endpoints', { url: 'https://127.0.0.1:4430/' }),
  replays: async (member, ids) => {
    const fields = { since: inAnHour() }
    const asked = await member.client.call(
      'POST',
      `/api/v1/webhook_endpoints/${ids['webhook_endpoints']}/replay`,
      fields,
    )
    // As if more events were to be queued.
    const text = 'update replays set finished_at = null where bucket = $1 and account_id = $2'
    await database.pool.query({ text, values: [member.client.bucket, member.client.accountId] })
    return asked.body.replay_id
  },
  // A member who has not accepted, because only these can be invited again.
  members: async ({ client, owner: { call } }) => {
    const member = { email: `viewer${client.accountId}@example.com`, role: 'viewer' }
    return (await call('POST', '/api/v1/members', { member, current_password: PASSWORD })).body.member.id
  },
  api_keys: (member) => member.make('api_keys', { name: 'Spare' }),
  sessions: async ({ owner: { id, email } }) => {
    const { body } = await (await signInAs(running, { id, email })).call('GET', '/api/v1/session')
    return body.session.id
  },
}

/** Objects by the names of query parameters and body fields. */
const REFERENCES: Record<string, string> = {
  notification_user_id: 'notification_users',
  actor_id: 'notification_users',
  notification_channel_id: 'notification_channels',
  message_template_id: 'message_templates',
  smtp_template_id: 'message_templates',
  message_id: 'messages',
  delivery_id: 'deliveries',
}

const messageOf = (ids: Ids) => ({
  notification_user_id: ids['notification_users'],
  message_template_id: ids['message_templates'],
  actor_id: ids['notification_users'],
})
const templateOf = (ids: Ids) => ({
  subject: 'Changed',
  body: 'Changed',
  channels: [{ notification_channel_id: ids['notification_channels'] }],
})

const filtersOf = (ids: Ids) => ({
  notification_user_id: ids['notification_users'],
  notification_channel_id: ids['notification_channels'],
  message_template_id: ids['message_templates'],
})

/** A valid body for each route with a body and an id. */
const BODIES: Record<string, (ids: Ids) => object> = withExternalIds({
  'DELETE /notification_users/{id}': () => ({}),
  'POST /messages': (ids) => ({ message: messageOf(ids) }),
  'POST /messages/batch': (ids) => ({ messages: [messageOf(ids)] }),
  'POST /messages/preview': (ids) => ({ message: messageOf(ids) }),
  'PATCH /messages/{id}': () => ({ message: { send_at: inAnHour() } }),
  'PATCH /account': (ids) => ({ account: { smtp_template_id: ids['message_templates'] } }),
  'POST /messages/{id}/send_again': () => ({ channels: 'all' }),
  'POST /message_resends': (ids) => ({ filters: filtersOf(ids) }),
  'POST /message_resends/count': (ids) => ({ filters: filtersOf(ids) }),
  'PATCH /notification_users/{id}': () => ({ notification_user: { first_name: 'Ada' } }),
  'POST /notification_users/{id}/devices': () => ({ device: { platform: 'fcm', token: 'bounced' } }),
  'PATCH /notification_users/{id}/devices/{device_id}': () => ({ device: { token: 'opened' } }),
  'PUT /notification_users/{id}/preferences': () => ({ paused: true }),
  'POST /notification_users/{id}/tokens': () => ({ expires_in: 60 }),
  'DELETE /recipient_signing_keys/{id}': () => ({}),
  'PATCH /topics/{id}': () => ({ topic: { label: 'Letters' } }),
  'PATCH /notification_channels/{id}': () => ({ notification_channel: { name: 'Post' } }),
  'POST /notification_channels/{id}/test_send': () => ({ to: 'delivered@tidings.test' }),
  'POST /message_templates': (ids) => ({ message_template: { name: randomUUID(), ...templateOf(ids) } }),
  'PATCH /message_templates/{id}': (ids) => ({ message_template: templateOf(ids) }),
  'PUT /message_templates/by_name/{name}': (ids) => ({ message_template: templateOf(ids) }),
  'PUT /message_templates/{id}/draft': (ids) => ({ draft: { name: 'receipt', ...templateOf(ids) } }),
  'PATCH /partials/{id}': () => ({ partial: { text: 'Goodbye' } }),
  'POST /sandbox_messages/{id}/report': () => ({ sandbox_report: { fact: 'delivered' } }),
  'PATCH /webhook_endpoints/{id}': () => ({ webhook_endpoint: { url: 'https://127.0.0.1:4431/' } }),
  'POST /webhook_endpoints/{id}/rotate_secret': () => ({ overlap_seconds: 60 }),
  'POST /webhook_endpoints/{id}/replay': () => ({ since: new Date(Date.now() - 60_000).toISOString() }),
  'POST /webhook_endpoints/{id}/replay_count': () => ({ since: new Date(Date.now() - 60_000).toISOString() }),
  'DELETE /api_keys/{id}': () => ({}),
  'PATCH /members/{id}': () => ({ member: { name: 'Eve' } }),
  'DELETE /members/{id}': () => ({}),
  'POST /members/{id}/invite': () => ({}),
})

function inAnHour(): string {
  return new Date(Date.now() + 3_600_000).toISOString()
}

const UPSERT = 'PUT /notification_users/by_external_id/{external_user_id}'

interface Operation {
  method: string
  /** Below /api/v1. */
  path: string
  name: string
  takesBody: boolean
  /** Nouns of the path's ids, in order. Null: the caller's own id. */
  pathNouns: (string | null)[]
  /** Query parameters and body fields that name an object. */
  query: string[]
  fields: string[]
}

interface Schema {
  properties?: Record<string, Schema>
  items?: Schema
}

interface Described {
  parameters?: { in: string; name: string }[]
  requestBody?: { content: Record<string, { schema: Schema }> }
}

interface Reply {
  status: number
  /** Status, headers and body, without the request's id and the ids in the request. */
  told: string
  body: any
}

interface Member {
  client: Client
  owner: SignedIn
  ids: Ids
  make(path: string, fields: object, parent?: string): Promise<Id>
  get(path: string): Promise<{ id: Id }[]>
  call(operation: Operation, ids: Ids, options?: { query?: string; body?: object }): Promise<Reply>
}

/** The person who owns both accounts, signed in to the stranger's account. */
/** The same person's session in the owner's account. */
let foreignSessionId: number

/** A field `id` is ignored: objects in API responses have it, but it names nothing in requests. */
const isId = (name: string) => name.endsWith('_id')

/** Names of all id fields of the service, at any depth. */
function idFields({ properties = {}, items }: Schema): string[] {
  const inside = Object.entries(properties).flatMap(([name, schema]) => [name, ...idFields(schema)])
  return [...inside, ...(items === undefined ? [] : idFields(items))].filter((name) => isId(name) && !OWN_IDS.has(name))
}

function operationOf(fullPath: string, method: string, { parameters = [], requestBody }: Described): Operation {
  const path = fullPath.slice('/api/v1'.length)
  const segments = path.split('/')
  const pathNouns = segments.flatMap((segment, index) => {
    const [, parameter] = /^\{(.+)\}$/.exec(segment) ?? []
    if (parameter === undefined) return []
    return [OWN_IDS.has(parameter) ? null : segments[index - 1]!]
  })
  const query = parameters.filter((one) => one.in === 'query' && isId(one.name) && !OWN_IDS.has(one.name))
  const schema = requestBody?.content['application/json']?.schema ?? {}
  return {
    method: method.toUpperCase(),
    path,
    name: `${method.toUpperCase()} ${path}`,
    takesBody: requestBody !== undefined,
    pathNouns,
    query: query.map((one) => one.name),
    fields: [...new Set(idFields(schema))],
  }
}

/** Calls by API key, or by session if `isBySession` returns true for the path. */
function callerOf(client: Client, session: SignedIn, isBySession: (path: string) => boolean): Member {
  return {
    client,
    owner: session,
    ids: {},
    async make(path, fields, parent = '') {
      const root = path.slice(0, -1)
      const { status, body } = await client.call('POST', `/api/v1/${parent}${path}`, { [root]: fields })
      assert.equal(status, 201, JSON.stringify(body))
      return body[root].id
    },
    async get(path) {
      return (await client.call('GET', `/api/v1/${path}`)).body[path]
    },
    async call(operation, ids, { query = '', body: given } = {}) {
      const bySession = isBySession(operation.path)
      const isGet = operation.method === 'GET'
      const body = bySession && !isGet ? { ...given, current_password: PASSWORD } : given
      const asked = operation.pathNouns.map((noun) =>
        String(noun === null ? (ids['external_user_id'] ?? 'ada') : ids[noun]),
      )
      const rest = [...asked]
      const path = operation.path.replaceAll(/\{\w+\}/g, () => rest.shift()!)
      const response = await plainFetch(`${running.service.url}/api/v1${path}${query}`, {
        method: operation.method,
        headers: {
          ...(bySession ? session.headers : { authorization: `Bearer ${client.apiKey}` }),
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      })
      const text = await response.text()
      const { 'x-request-id': requestId, date: _, ...others } = Object.fromEntries(response.headers)
      const told = JSON.stringify([response.status, others, text.replaceAll(requestId!, '')])
      return { status: response.status, told, body: text === '' ? null : JSON.parse(text) }
    },
  }
}

/** An account with one object of each kind. Calls use its API key, or a session if only persons may call the route. */
async function newMember(): Promise<Member> {
  const client = await running.client()
  const session = await signInAs(running, await makeMember(database, client, 'owner'))
  const member = callerOf(client, session, (path) => /^\/(sessions?|members)\b/.test(path))
  for (const [noun, make] of Object.entries(OBJECTS)) member.ids[noun] = await make(member, member.ids)
  return member
}

/**
 * A person with both accounts, signed in to the stranger's account. The person's session in the owner's account must be
 * as unreachable as other objects there.
 */
async function newSharedMember(): Promise<Member> {
  const [email, passwordHash] = ['shared@example.com', await hashCheaply(PASSWORD)]
  const joinAndSignIn = async ({ client: { bucket, accountId } }: Member): Promise<SignedIn> => {
    const member = { bucket, accountId, email, role: 'owner', passwordHash } as const
    const created = await transaction(database.pool, (connection) =>
      createMember(connection, createSystemClock(), member),
    )
    assert.ok(created.ok)
    // Sign-in enters the account that the person joined last.
    return signInAs(running, { id: created.id, email })
  }
  const shown = async (session: SignedIn) => (await session.call('GET', '/api/v1/session')).body.session
  foreignSessionId = (await shown(await joinAndSignIn(owner))).id
  const session = await joinAndSignIn(stranger)
  const { id, account, accounts } = await shown(session)
  assert.deepEqual([account.id, accounts.length], [stranger.client.accountId, 2])
  // For the export, which takes no body.
  await session.call('POST', '/api/v1/session/confirm_password', { current_password: PASSWORD })
  const member = callerOf(stranger.client, session, () => true)
  Object.assign(member.ids, stranger.ids, { sessions: id })
  return member
}

const { database, running } = await testService({ variables: { ROLES: 'api' } })
const owner = await newMember()
const stranger = await newMember()
const shared = await newSharedMember()
await owner.make('notification_users', { external_user_id: 'only-of-the-owner' })
const { body } = await owner.client.call('GET', '/openapi.json')
const operations = Object.entries<Record<string, Described>>(inlineReferences(body).paths)
  // The inbox takes no API key (`hostile/recipient-tokens.test.ts`).
  .filter(([path]) => path.startsWith('/api/v1/') && !path.startsWith('/api/v1/inbox/'))
  .flatMap(([path, methods]) => Object.entries(methods).map(([method, one]) => operationOf(path, method, one)))

/** Checksums of all rows of each table, without the last use and password of sessions, and without the log of requests. */
async function storedSums(): Promise<unknown> {
  const { rows } = await database.pool.query(
    `select c.relname as table, (xpath('/row/sum/text()', query_to_xml(format(
        $$select md5(string_agg(row::text, '' order by row::text)) as sum
          from (select to_jsonb(t) - array['last_used_at', 'password_given_at'] as row from %I.%I t) t$$, n.nspname, c.relname), false, true, '')))[1]::text as sum
      from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where n.nspname = 'public' and c.relkind in ('r', 'p') and not c.relispartition and c.relname <> 'requests' order by 1`,
  )
  return rows
}

async function changesNothing(work: () => Promise<void>): Promise<void> {
  const sums = await storedSums()
  await work()
  assert.deepEqual(await storedSums(), sums)
}

const inPath = () => operations.filter((one) => one.pathNouns.some((noun) => noun !== null))
/** Without the one that creates a recipient with an unknown external id. */
const OF_EXTERNAL_ID = operations.filter(({ path, name }) => path.includes('/{external_user_id}') && name !== UPSERT)
const withFields = () => operations.filter((one) => one.fields.length > 0)

/** Subsets of the path's nouns to test: each one alone, and all together. */
function subsets(nouns: readonly (string | null)[]): string[][] {
  const some = nouns.filter((noun) => noun !== null)
  return [...some.map((noun) => [noun]), some]
}

const missingId = (noun: string, index: number) => (noun === 'webhook_events' ? MISSING_EVENT_ID : MISSING_IDS[index]!)

/** The ids of `base`, with unknown ids for `nouns`. */
function withMissing(base: Ids, nouns: readonly string[]): Ids {
  return { ...base, ...Object.fromEntries(nouns.map((noun, index) => [noun, missingId(noun, index)])) }
}

function withOthers(base: Ids, other: Ids, nouns: readonly string[]): Ids {
  return { ...base, ...Object.fromEntries(nouns.map((noun) => [noun, other[noun]!])) }
}

/** Two bodies, because the object's existence is checked before the body. */
function bodiesOf({ name, takesBody }: Operation, ids: Ids): (object | undefined)[] {
  return takesBody ? [BODIES[name]!(ids), {}] : [undefined]
}

describe('the tables know every route', () => {
  test('that takes an id', () => {
    const nouns = new Set(inPath().flatMap((one) => one.pathNouns.filter((noun) => noun !== null)))
    assert.deepEqual([...nouns].toSorted(), Object.keys(OBJECTS).toSorted())
    const names = operations.flatMap((one) => [...one.query, ...one.fields])
    assert.deepEqual([...new Set(names)].toSorted(), Object.keys(REFERENCES).toSorted())
  })

  test('that takes an id and a body', () => {
    const routes = operations.filter(
      (one) => one.takesBody && [...inPath(), ...OF_EXTERNAL_ID, ...withFields()].includes(one),
    )
    assert.deepEqual(routes.map((one) => one.name).toSorted(), Object.keys(BODIES).toSorted())
  })
})

const refusesForeignIds = (caller: Member, foreign: Ids): Promise<void> =>
  changesNothing(async () => {
    for (const operation of inPath())
      for (const nouns of subsets(operation.pathNouns)) {
        const others = withOthers(caller.ids, foreign, nouns)
        const missing = withMissing(caller.ids, nouns)
        for (const body of bodiesOf(operation, caller.ids)) {
          const options = body === undefined ? {} : { body }
          const response = await caller.call(operation, others, options)
          assert.equal(response.status, 404, `${operation.name} of another's ${nouns.join(' and ')}: ${response.told}`)
          assert.equal(response.told, (await caller.call(operation, missing, options)).told, operation.name)
        }
      }
  })

/** The first is a stream. The others belong to the caller, not the account. */
const NOT_OF_THE_ACCOUNT = new Set(['/live', '/session', '/sessions', '/api_key'])

describe('a person who owns two accounts', () => {
  test('sees the same with a session of one account as with its API key, and nothing of the other', async () => {
    const lists = operations.filter((one) => one.method === 'GET' && !NOT_OF_THE_ACCOUNT.has(one.path))
    const ofAccount = lists.filter((one) => one.pathNouns.length === 0)
    assert.ok(ofAccount.length >= 15, ofAccount.map((one) => one.name).join())
    for (const operation of ofAccount) {
      const seen = (reply: Reply) => reply.told.replaceAll(/after=[\w-]+|"next_cursor[^,}]+/g, '')
      // The service stores requests some time after their responses, so their list may grow between two reads.
      const [response] = await until(
        async () => [await shared.call(operation, shared.ids), await stranger.call(operation, stranger.ids)] as const,
        ([ofSession, ofKey]) => seen(ofSession) === seen(ofKey),
      )
      assert.ok(response.status === 200 || response.status === 422, `${operation.name}: ${response.told}`)
    }
    const ended = await shared.call(
      operations.find((one) => one.name === 'GET /sessions')!,
      {},
    )
    assert.deepEqual(
      ended.body.sessions.map((session: { id: number }) => session.id),
      [shared.ids['sessions']],
    )
  })
})

describe('an id of another account', () => {
  test('in a path: 404, like an unknown one', () => refusesForeignIds(stranger, owner.ids))

  test('in a path by an external id: 404, like an unknown one', () =>
    changesNothing(async () => {
      assert.ok(OF_EXTERNAL_ID.length >= 12, String(OF_EXTERNAL_ID.length))
      for (const operation of OF_EXTERNAL_ID)
        for (const body of bodiesOf(operation, stranger.ids)) {
          const askFor = (external_user_id: string) =>
            stranger.call(operation, { ...stranger.ids, external_user_id }, body === undefined ? {} : { body })
          const response = await askFor('only-of-the-owner')
          assert.equal(response.status, 404, `${operation.name}: ${response.told}`)
          assert.equal(response.told, (await askFor('of-nobody')).told)
        }
    }))

  test('in a path, from the session of a person who owns both accounts: the same', () =>
    refusesForeignIds(shared, { ...owner.ids, sessions: foreignSessionId }))

  test('in a query: an empty list or 422, like an unknown one', () =>
    changesNothing(async () => {
      for (const operation of operations.filter((one) => one.query.length > 0))
        for (const name of operation.query) {
          const noun = REFERENCES[name]!
          const ask = (id: Id) => stranger.call(operation, stranger.ids, { query: `?${name}=${id}` })
          const response = await ask(owner.ids[noun]!)
          const [rows] = Object.values(response.body)
          // An unknown recipient is a mistake of the caller.
          if (response.status === 422) assert.equal(noun, 'notification_users', `${operation.name} ${name}`)
          else assert.deepEqual([response.status, rows], [200, []], `${operation.name} ${name}: ${response.told}`)
          assert.equal((await ask(stranger.ids[noun]!)).status, 200)
          // The cursor of an empty feed is the caller's own position.
          const told = (reply: Reply) => reply.told.replaceAll(/after=[\w-]+|"next_cursor[^,}]+/g, '')
          assert.equal(told(response), told(await ask(MISSING_IDS[0]!)), `${operation.name} ${name}`)
        }
    }))

  /** The response without the ids of the request, because sentences may repeat them. */
  const toldOf = (reply: Reply, ids: Ids) =>
    Object.values(ids).reduce<string>((told, id) => told.replaceAll(new RegExp(`(?<=: )${id}\\b`, 'g'), ''), reply.told)

  test('in a body: 422 on its field, like an unknown one', () =>
    changesNothing(async () => {
      for (const operation of withFields())
        for (const noun of new Set(operation.fields.map((field) => REFERENCES[field]!))) {
          const ask = async (ids: Ids) => {
            const reply = await stranger.call(operation, stranger.ids, { body: BODIES[operation.name]!(ids) })
            const [result = reply.body] = reply.body.results ?? []
            assert.equal(result.code, 'invalid', `${operation.name} ${noun}: ${reply.told}`)
            return {
              fields: Object.keys(result.errors),
              told: toldOf(reply, ids).replace(/"content-length":"\d+"/, ''),
            }
          }
          const response = await ask(withOthers(stranger.ids, owner.ids, [noun]))
          assert.ok(
            response.fields.every(
              (field) => REFERENCES[field.replace('filters.', '')] === noun || field === 'channels',
            ),
            response.told,
          )
          assert.equal(response.told, (await ask(withMissing(stranger.ids, [noun]))).told, operation.name)
          for (const odd of [0, -1, '9223372036854775808']) await ask(withOthers(stranger.ids, { [noun]: odd }, [noun]))
        }
    }))

  test('in a message that brings its recipient along: no recipient is made', () =>
    changesNothing(async () => {
      const message = { external_user_id: 'grace', notification_user: { email: 'grace@x.test' } }
      for (const id of [owner.ids['message_templates'], MISSING_IDS[0]]) {
        const body = { message: { ...message, message_template_id: id } }
        const response = await stranger.client.call('POST', '/api/v1/messages', body)
        assert.deepEqual([response.status, Object.keys(response.body.errors)], [422, ['message_template_id']])
      }
    }))

  test('that the accounts chose themselves: each has its own', async () => {
    const paths = operations.filter((one) => one.pathNouns.includes(null) && !OF_EXTERNAL_ID.includes(one))
    assert.deepEqual(
      paths.map((one) => one.name),
      [UPSERT, 'PUT /message_templates/by_name/{name}'],
    )
    const shown = async () =>
      (await owner.client.call('GET', `/api/v1/notification_users/${owner.ids['notification_users']}`)).body
    const before = await shown()
    const body = { notification_user: { first_name: 'Grace' } }
    const changed = await stranger.call(paths[0]!, stranger.ids, { body })
    assert.deepEqual([changed.status, changed.body.notification_user.id], [200, stranger.ids['notification_users']])
    const message = { external_user_id: 'ada', message_template_name: 'receipt' }
    const created = await stranger.client.call('POST', '/api/v1/messages', { message })
    assert.equal(created.body.message.notification_user_id, stranger.ids['notification_users'])
    assert.equal(created.body.message.message_template_id, stranger.ids['message_templates'])
    for (const path of ['messages', 'messages/new_messages_for', 'notification_users']) {
      const listed = await stranger.client.call('GET', `/api/v1/${path}?external_user_id=ada`)
      const noun = path.split('/')[0]!
      const ids = listed.body[noun].map((one: { id: number }) => one.id)
      assert.ok(ids.length > 0 && !ids.includes(owner.ids[noun]), path)
    }
    assert.deepEqual(await shown(), before)
    const template = { message_template: { body: 'Mine' } }
    const put = await stranger.client.call('PUT', '/api/v1/message_templates/by_name/receipt', template)
    assert.deepEqual([put.status, put.body.message_template.id], [200, stranger.ids['message_templates']])
  })
})

/** Revoked keys stay in the list, and revoking one again succeeds. */
const KEPT = new Set(['api_keys'])

/** The data of a deleted notification user is there until it is erased. */
const REACHES_DELETED = 'GET /notification_users/{id}/export'

/** The delivery is not retried, so this route finds it and refuses. */
const FINDS_NO_WAITING_SEND = 'POST /deliveries/{id}/retry'

describe('the own id', () => {
  test('is accepted by every route; after its object is deleted, it is like an unknown one', async () => {
    await takesOwnIds()
    await refusesDeletedIds()
  })
})

/**
 * Proves that the refusals above were because of the other account: own ids work. Parents are deleted last. The routes by
 * external ids have the same handlers.
 */
async function takesOwnIds(): Promise<void> {
  const order = ['GET', 'PATCH', 'PUT', 'POST', 'DELETE']
  const takingIds = [...inPath(), ...withFields()].filter(
    (one, place, all) => all.indexOf(one) === place && !OF_EXTERNAL_ID.includes(one),
  )
  for (const operation of takingIds.toSorted(
    (one, other) =>
      order.indexOf(one.method) - order.indexOf(other.method) ||
      other.path.split('/').length - one.path.split('/').length,
  )) {
    const body = operation.takesBody ? BODIES[operation.name]!(owner.ids) : undefined
    const response = await owner.call(operation, owner.ids, body === undefined ? {} : { body })
    const isFound =
      operation.name === FINDS_NO_WAITING_SEND ? response.body.code === 'not_retrying' : response.status < 300
    assert.ok(isFound, `${operation.name}: ${response.told}`)
    for (const result of response.body?.results ?? []) assert.ok(result.message, response.told)
  }
}

async function refusesDeletedIds(): Promise<void> {
  const deleting = inPath().filter((one) => one.method === 'DELETE')
  const deleted = deleting.map((one) => one.pathNouns.at(-1)!).filter((noun) => !KEPT.has(noun))
  assert.ok(deleted.length >= 7, deleted.join())
  for (const operation of inPath().filter(({ name }) => name !== REACHES_DELETED)) {
    const nouns = operation.pathNouns.filter((noun) => noun !== null && deleted.includes(noun)) as string[]
    for (const body of nouns.length === 0 ? [] : bodiesOf(operation, owner.ids)) {
      const options = body === undefined ? {} : { body }
      const response = await owner.call(operation, owner.ids, options)
      assert.equal(response.status, 404, `${operation.name}: ${response.told}`)
      assert.equal(response.told, (await owner.call(operation, withMissing(owner.ids, nouns), options)).told)
    }
  }
  for (const operation of withFields()) {
    const reply = await owner.call(operation, owner.ids, { body: BODIES[operation.name]!(owner.ids) })
    const [result = reply.body] = reply.body.results ?? []
    assert.equal(result.code, operation.pathNouns.some((noun) => noun !== null) ? 'not_found' : 'invalid', reply.told)
  }
}
