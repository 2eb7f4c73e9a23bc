/** Erases a person with a marker in every field that can hold personal data, and searches everything for the marker. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import { SMTPServer } from 'smtp-server'
import { writeBackup } from '../../src/features/backup/backup.ts'
import { readFrames, readHead } from '../../src/features/backup/format.ts'
import { createSystemClock } from '../../src/platform/clock.ts'
import { withSession } from '../../src/platform/db/session.ts'
import { createLogger } from '../../src/platform/log.ts'
import { createCertificateAuthority } from '../certificates.ts'
import { untilDrained } from '../drained.ts'
import { endAfterTests } from '../end-after-tests.ts'
import { startReceiver } from '../receiver.ts'
import { call, until } from '../service.ts'
import type { ApiResponse, Client } from '../service.ts'
import { testService } from '../test-service.ts'

const MARK = 'zmarkerz'
const PHONE = '+447700900123'
const MARKS = [MARK, PHONE.slice(1)]

const directory = mkdtempSync(join(tmpdir(), 'tidings-erasure-'))
after(() => rmSync(directory, { recursive: true, force: true }))
const logFile = join(directory, 'log')
const log = createLogger('debug', { output: openSync(logFile, 'a') })

const authority = await createCertificateAuthority()
after(() => authority.close())
const receiver = await endAfterTests(startReceiver({ authority }))
const { database, running } = await testService({ variables: { WEBHOOK_EXTRA_CA_FILE: receiver.caPath }, log })

/** A mail server that says the address in each response. `held`: it waits for them before it responds to a mail. */
let held: Promise<void> = Promise.resolve()
let mails = 0
const smtp = new SMTPServer({
  ...(await authority.issue()),
  authOptional: true,
  disableReverseLookup: true,
  closeTimeout: 10,
  onRcptTo: ({ address }, _session, callback) =>
    callback(address.startsWith('refused') ? reply(550, `5.1.1 <${address}> is unknown here`) : null),
  onData(stream, session, callback) {
    stream.resume()
    stream.on('end', () => {
      mails += 1
      const { address } = session.envelope.rcptTo[0]!
      const error = address.startsWith('later') ? reply(451, `4.3.0 try ${address} again`) : null
      void held.then(() => (error === null ? callback(null, `queued for ${address}`) : callback(error)))
    })
  },
})
smtp.on('error', () => {})
const listener = smtp.listen(0, '127.0.0.1')
await once(listener, 'listening')
await endAfterTests(Promise.resolve({ close: () => new Promise<void>((resolve) => smtp.close(() => resolve())) }))

function reply(responseCode: number, message: string): Error {
  return Object.assign(new Error(message), { responseCode })
}

const USERS = '/api/v1/notification_users'

async function made(client: Client, path: string, root: string, fields: object): Promise<{ id: number }> {
  const response = await client.call('POST', `/api/v1/${path}`, { [root]: fields })
  assert.equal(response.status, 201, JSON.stringify(response.body))
  return response.body[root]
}

/** Channels of all types, and a template on them that writes the person's name and an attribute. */
async function prepare(client: Client) {
  const smtpSettings = { host: '127.0.0.1', port: (listener.address() as AddressInfo).port, from: 'shop@example.com' }
  const fields = [
    {
      name: 'Mail',
      channel_type: 'email',
      provider: 'smtp',
      settings: { ...smtpSettings, ca_certificate: authority.pem },
    },
    { name: 'Text', channel_type: 'sms', provider: 'sandbox' },
    { name: 'App', channel_type: 'push', provider: 'sandbox' },
    { name: 'Inbox', channel_type: 'in_app', provider: 'inbox' },
  ]
  const channels: { notification_channel_id: number; subject?: string; url?: string }[] = []
  for (const one of fields)
    channels.push({
      notification_channel_id: (await made(client, 'notification_channels', 'notification_channel', one)).id,
    })
  channels[1]!.subject = 'For {{ user.first_name }}'
  channels[3]!.url = 'https://shop.example.com/{{ note | url_encode }}'
  await made(client, 'message_templates', 'message_template', {
    name: 'note',
    subject: 'Hello {{ user.first_name }}',
    body: 'Your note: {{ note }}',
    body_format: 'text',
    channels,
  })
}

const personWith = (word: string) => ({
  external_user_id: `id-${MARK}-${word}`,
  email: `${word}-${MARK}@example.com`,
  phone: PHONE,
  first_name: `First ${MARK}`,
  last_name: `Last ${MARK}`,
  locale: `zz-${MARK}`,
  time_zone: 'Europe/London',
  attributes: { iban: `CH93 ${MARK}` },
})

async function makePerson(client: Client, word: string): Promise<number> {
  const { id } = await made(client, 'notification_users', 'notification_user', personWith(word))
  const subscription = { endpoint: `https://push.example.com/${MARK}`, keys: { p256dh: MARK, auth: MARK } }
  await made(client, `notification_users/${id}/devices`, 'device', { platform: 'fcm', token: `silent-${MARK}` })
  await made(client, `notification_users/${id}/devices`, 'device', { platform: 'web_push', subscription })
  return id
}

const noteTo = (id: number, more: object = {}) => ({
  notification_user_id: id,
  message_template_name: 'note',
  message_attributes_attributes: [{ name: 'note', value: `secret ${MARK}` }],
  reference: `order-${MARK}`,
  metadata: { [`of-${MARK}`]: `shop ${MARK}` },
  ...more,
})

/** Sends a request under an idempotency key. */
const keyed = (client: Client, path: string, key: string, body: object) =>
  call(running.service.url!, client.apiKey, 'POST', path, body, { 'idempotency-key': key })

const erase = (client: Client, id: number) => client.call('DELETE', `${USERS}/${id}?erase=true`)

async function erased(client: Client, id: number): Promise<ApiResponse> {
  return until(
    () => erase(client, id),
    ({ status, body }) => status !== 200 || body.erasure.status === 'finished',
  )
}

const deliveriesOf = async (client: Client, id: number) =>
  (await client.call('GET', `/api/v1/deliveries?notification_user_id=${id}`)).body.deliveries

const ended = (client: Client, id: number, count: number) =>
  until(
    () => deliveriesOf(client, id),
    (rows: { status: string }[]) =>
      rows.length === count && rows.every(({ status }) => !['queued', 'retrying', 'scheduled'].includes(status)),
  )

/** Tables with a marker, as `name: rows`. */
async function marked(): Promise<string[]> {
  const found: string[] = []
  const { rows: tables } = await database.pool.query<{ name: string }>({
    text: `select relname as name from pg_class where relkind = 'r' and relnamespace = current_schema()::regnamespace`,
  })
  for (const { name } of tables) {
    const text = `select count(*) as rows from ${name} t where ${MARKS.map((mark) => `t::text ilike '%${mark}%'`).join(' or ')}`
    const { rows } = await database.pool.query<{ rows: number }>({ text })
    if (rows[0]!.rows > 0) found.push(`${name.replace(/_(from_\d+|\d{8})$/, '')}: ${rows[0]!.rows}`)
  }
  return found
}

async function markedInBackup(): Promise<boolean> {
  const path = join(directory, 'backup')
  await withSession(database.url, (session) =>
    writeBackup(session, { path, clock: createSystemClock(), onProgress: () => {} }),
  )
  let text = ''
  for await (const { payload } of readFrames(path, await readHead(path))) text += payload.toString()
  assert.match(text, /notification_user\.erased/)
  return MARKS.some((mark) => text.includes(mark))
}

/** Sends the events with words of the mail server to the test receiver too. */
async function receiveAgain(client: Client, endpointId: number) {
  const change = (url: string) =>
    client.call('PATCH', `/api/v1/webhook_endpoints/${endpointId}`, { webhook_endpoint: { url } })
  assert.equal((await change('https://test-receiver.invalid/204')).status, 200)
  const { body } = await client.call('GET', '/api/v1/webhook_events/newest?type=delivery.failed')
  for (const { id } of body.webhook_events) await client.call('POST', `/api/v1/webhook_events/${id}/resend`)
  await until(
    () => client.call('GET', '/api/v1/webhook_test_requests'),
    (response) => response.body.webhook_test_requests.length === body.webhook_events.length,
  )
  assert.equal((await change(receiver.url)).status, 200)
}

describe('an erasure', () => {
  test('leaves no word of the person in any table, backup or line of the log', async () => {
    const client = await running.client()
    await prepare(client)
    const endpoint = await made(client, 'webhook_endpoints', 'webhook_endpoint', {
      ...{ url: receiver.url, include_message: true },
    })
    const id = await makePerson(client, 'refused')
    const other = await made(client, 'notification_users', 'notification_user', {
      external_user_id: 'other',
      first_name: 'Bea',
    })

    await keyed(client, '/api/v1/messages', `key-${MARK}`, { message: noteTo(id) })
    const inline = { external_user_id: `id-${MARK}-refused`, notification_user: { last_name: `New ${MARK}` } }
    const inBatch = { ...noteTo(id), notification_user_id: null, ...inline }
    const batch = {
      messages: [inBatch, { ...noteTo(other.id), message_attributes_attributes: [], reference: null, metadata: null }],
    }
    const first = await keyed(client, '/api/v1/messages/batch', 'batch-1', batch)
    await keyed(client, '/api/v1/suppressions', 's-1', { suppression: { address: `Refused-${MARK}@example.com` } })
    await keyed(client, USERS, 'u-1', { notification_user: { external_user_id: 'third', first_name: 'Cleo' } })
    await ended(client, id, 8)
    // The sandbox reports some deliveries as delivered a moment later.
    await untilDrained(database.pool)
    const deliveries = await deliveriesOf(client, id)
    assert.ok(deliveries.some((row: { error_message: string }) => row.error_message?.includes(MARK)))
    await receiver.waitFor((requests) => requests.filter(({ body }) => body.includes('delivery.failed')).length >= 2)
    // Only receivers at public addresses have their responses stored.
    const thanks = `update attempts a set response_head = $1 from events e join deliveries d on d.id = e.delivery_id
      where e.id = a.event_id and d.recipient_id = $2`
    await database.pool.query({ text: thanks, values: [`Thanks, ${MARK}`, id] })
    const report = `insert into provider_events (bucket, account_id, channel_id, event_id, created_at, delivery_id, cause, source)
      select bucket, account_id, channel_id, id::text, now(), id, $1, convert_to($1, 'utf8') from deliveries
      where recipient_id = $2`
    await database.pool.query({ text: report, values: [`deferred: ${MARK} is full`, id] })
    await receiveAgain(client, endpoint.id)
    const before = await marked()
    for (const table of [
      'recipients',
      'devices',
      'messages',
      'deliveries',
      'sends',
      'events',
      'attempts',
      'inbox_messages',
      'provider_events',
      'webhook_test_requests',
    ])
      assert.ok(
        before.some((one) => one.startsWith(`${table}:`)),
        `${table} has the marker before: ${before.join(', ')}`,
      )
    const feed = () => client.call('GET', '/api/v1/webhook_events?limit=100')
    const idsOf = (response: ApiResponse) => response.body.webhook_events.map((event: { id: string }) => event.id)
    const { rows: stored } = await database.pool.query<{ count: number }>({
      text: 'select count(*)::int as count from events where bucket = $1 and account_id = $2',
      values: [client.bucket, client.accountId],
    })
    // The feed shows an event as soon as no earlier one can follow.
    const eventsBefore = idsOf(await until(feed, (response) => idsOf(response).length === stored[0]!.count))

    const response = await erased(client, id)
    assert.deepEqual([response.status, response.body.erasure.status], [200, 'finished'])
    assert.deepEqual([response.body.erasure.messages, response.body.erasure.deliveries], [2, 8])
    assert.deepEqual(await marked(), [])
    assert.equal(await markedInBackup(), false)

    const statuses = (rows: { id: number; status: string }[]) => rows.map((row) => [row.id, row.status])
    assert.deepEqual(statuses(await deliveriesOf(client, id)), statuses(deliveries))
    assert.deepEqual(idsOf(await feed()), eventsBefore, 'the feed keeps its order')
    const keys = await database.pool.query<{ key: string }>({
      text: 'select key from idempotency_keys where bucket = $1 and account_id = $2 order by key',
      values: [client.bucket, client.accountId],
    })
    assert.deepEqual(
      keys.rows.map((row) => row.key),
      ['batch-1', 'u-1'],
    )
    const again = await keyed(client, '/api/v1/messages/batch', 'batch-1', batch)
    assert.equal(again.headers.get('idempotency-replayed'), 'true')
    assert.deepEqual(again.body.results[1], first.body.results[1], 'the other person keeps the response')
    assert.equal(again.body.results[0].message.rendered_body, '')

    // A replay sends the new bodies.
    const since = new Date(Date.now() - 3_600_000).toISOString()
    const sentBefore = receiver.requests.length
    const replay = { since, states: ['delivered', 'skipped', 'failed'] }
    const asked = await client.call('POST', `/api/v1/webhook_endpoints/${endpoint.id}/replay`, replay)
    await receiver.waitFor(sentBefore + asked.body.count)
    const replayed = receiver.requests.slice(sentBefore).map(({ body }) => body.toString())
    assert.ok(
      replayed.some((body) => body.includes('"error_message":"mailbox_unavailable"')),
      replayed.join('\n'),
    )
    assert.ok(!replayed.some((body) => body.includes(MARK)))
    const audit = await client.call('GET', '/api/v1/audit_log')
    const entry = audit.body.audit_log.find(({ action }: { action: string }) => action === 'notification_user.erased')
    assert.deepEqual([entry.target, entry.details], [`notification_user:${id}`, {}])
  })

  test('ends deliveries that wait, and a send under way writes nothing personal back', async (context) => {
    const client = await running.client()
    await prepare(client)
    const id = await makePerson(client, 'later')
    const hold = Promise.withResolvers<void>()
    held = hold.promise
    context.after(() => hold.resolve())
    const mailsBefore = mails
    const now = await client.call('POST', '/api/v1/messages', { message: noteTo(id) })
    await until(
      () => new Promise<number>((resolve) => setImmediate(() => resolve(mails))),
      (count) => count > mailsBefore,
    )
    const sendAt = new Date(Date.now() + 3_600_000).toISOString()
    const later = await client.call('POST', '/api/v1/messages', { message: noteTo(id, { send_at: sendAt }) })
    assert.deepEqual([now.status, later.status], [201, 201])
    await erased(client, id)
    const statuses = async (message: { id: number }) =>
      (await client.call('GET', `/api/v1/messages/${message.id}`)).body.message.deliveries.map(
        (row: { status: string }) => row.status,
      )
    assert.deepEqual(await statuses(later.body.message), ['canceled', 'canceled', 'canceled', 'canceled'])
    hold.resolve()
    const [mail] = await ended(client, id, 8).then((rows) => rows.filter((row: any) => row.status === 'failed'))
    assert.equal((mail as unknown as { error_message: string }).error_message, 'The recipient was deleted')
    assert.equal(mails, mailsBefore + 1, 'it is not sent again')
    assert.deepEqual(await marked(), [])
  })

  test('returns 200 again, also for a recipient deleted before, and 404 for others', async () => {
    const client = await running.client()
    await prepare(client)
    const id = await makePerson(client, 'accepted')
    assert.equal((await client.call('DELETE', `${USERS}/${id}`)).status, 204)
    assert.equal((await client.call('DELETE', `${USERS}/${id}`)).status, 404)
    const first = await erased(client, id)
    const second = await erase(client, id)
    assert.deepEqual([first.status, second.status], [200, 200])
    assert.deepEqual(second.body, first.body)
    const stranger = await running.client()
    assert.equal((await erase(stranger, id)).status, 404)
    assert.equal((await erase(client, 9_000_000_000_000)).status, 404)
    assert.equal((await client.call('GET', `${USERS}/${id}`)).status, 404)
    assert.equal((await client.call('GET', `${USERS}/${id}/export`)).status, 404)
    assert.equal((await client.call('POST', '/api/v1/messages', { message: noteTo(id) })).status, 422)
    // The external id is free again.
    await made(client, 'notification_users', 'notification_user', { external_user_id: `id-${MARK}-accepted` })
    const entries = (await client.call('GET', '/api/v1/audit_log')).body.audit_log
    assert.equal(entries.filter((one: { action: string }) => one.action === 'notification_user.erased').length, 1)
  })
})

test('an export has everything of one person, and nothing of others', async () => {
  const client = await running.client()
  await prepare(client)
  const id = await makePerson(client, 'refused')
  const other = await made(client, 'notification_users', 'notification_user', {
    external_user_id: 'other',
    first_name: 'Bea',
  })
  await client.call('POST', '/api/v1/messages', { message: noteTo(id) })
  await client.call('POST', '/api/v1/messages', { message: noteTo(other.id) })
  // Before the suppression: a suppressed delivery has no send.
  await ended(client, id, 4)
  await client.call('POST', '/api/v1/suppressions', { suppression: { address: `refused-${MARK}@example.com` } })
  await client.call('DELETE', `${USERS}/${id}`)
  const { status, body } = await client.call('GET', `${USERS}/${id}/export`)
  assert.equal(status, 200)
  const { exported_at: _, notification_user: person, devices: __, suppressions, ...lists } = body
  assert.deepEqual([person.first_name, person.attributes], [`First ${MARK}`, { iban: `CH93 ${MARK}` }])
  assert.equal(suppressions.length, 1)
  const counts = Object.fromEntries(Object.entries(lists).map(([name, rows]) => [name, (rows as unknown[]).length]))
  assert.deepEqual(counts, {
    messages: 1,
    message_attachments: 0,
    deliveries: 4,
    sends: 4,
    delivery_reports: 0,
    sandbox_messages: 2,
    inbox_messages: 1,
    events: counts['events'],
    attempts: 0,
  })
  assert.ok(counts['events']! >= 6)
  assert.deepEqual(lists.messages[0].attributes[0].value, `secret ${MARK}`)
  assert.match(lists.sends.find((send: { cause: string }) => send.cause !== null).cause, new RegExp(MARK))
})

test('the log never has personal data', async () => {
  await new Promise<void>((resolve) => log.flush(() => resolve()))
  const text = readFileSync(logFile, 'utf8')
  assert.match(text, /"event":"http.request"/)
  for (const mark of MARKS) assert.ok(!text.includes(mark), mark)
})

/** Columns that an erasure blanks, or whose rows it removes. The tests above write the marker into each. */
const ERASED: Record<string, string> = {
  attempts: 'response_head',
  deliveries: 'error_message friendly_error_message provider_message_id reference metadata',
  devices: 'token subscription',
  events: 'body',
  idempotency_keys: 'key fingerprint body',
  inbox_messages: 'title body url',
  messages: 'rendered_subject rendered_body channel_texts attributes locale reference metadata attachments',
  message_attachments: 'filename content_type content_id content',
  provider_events: 'cause source',
  recipients: 'external_user_id email phone first_name last_name locale time_zone attributes preferences',
  recipient_words: 'words',
  sandbox_messages: 'sent_to subject body',
  sends: 'cause provider_message_id sent_to',
  suppressions: 'address',
  webhook_test_requests: 'body headers',
}

/** Columns without personal data of recipients: names and settings of the account, its members, states, ids, secrets. */
const NOT_PERSONAL: Record<string, string> = {
  account_limits: 'channel_type',
  accounts: 'name',
  allowed_origins: 'origin',
  api_keys: 'key_hash last4 name role',
  attempts: 'error_code error_message event_id event_type signature',
  audit_log: 'action actor details origin target',
  bucket_moves: 'from_server phase to_server',
  bucket_places: 'server',
  channels: 'channel_type encrypted_settings failing_cause fallback_channel_ids name provider settings',
  deliveries: 'limit_feature_key status',
  delivery_counts: 'grouped_by value',
  devices: 'platform',
  dropped_events: 'event_id reason',
  event_count_positions: 'event_id failed_delivery_ids',
  event_counts: 'type',
  events: 'id outcome_after outcome_before skipped source type',
  former_webhook_urls: 'url',
  idempotency_keys: 'recipient_ids',
  inbox_changes: 'id kind',
  mails: 'details error_message kind',
  member_invitations: 'token_hash',
  member_sessions: 'origin token_hash user_agent',
  members: 'email name role',
  message_resends: 'actor cursor filters',
  messages: 'priority skipped_channels traceparent',
  monthly_counts: 'channel_type',
  partial_versions: 'locales text',
  partials: 'name',
  people: 'email password_hash',
  preference_pages: 'accent_color background_color title',
  processes: 'roles',
  provider_events: 'event_id',
  recipient_signing_keys: 'last4 name secret',
  replays: 'cursor cursor_end states types',
  requests: 'actor code errors made method path request_id',
  sandbox_reports: 'fact',
  schema_migrations: 'name sha256',
  sends: 'result',
  suppressions: 'channel_type reason',
  template_channels: 'body content subject url',
  template_drafts: 'content updated_by',
  template_locales: 'body channels locale subject',
  template_versions: 'body body_format channels priority subject',
  templates: 'name',
  topics: 'description label locales name',
  webhook_count_positions: 'from_id',
  webhook_endpoints: 'disabled_reason previous_secret secret secret_last4 signature_format url',
  webhook_hours: 'durations results',
  webhook_minutes: 'durations results',
  webhook_queue: 'event_id',
  webhook_test_requests: 'event_id verdict',
}

test('every column for text is erased, or known to have no personal data', async () => {
  const { rows } = await database.pool.query<{ table: string; columns: string }>({
    text: `select c.relname as table, string_agg(a.attname, ' ' order by a.attnum) as columns
      from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
      where c.relkind in ('r', 'p') and not c.relispartition and c.relnamespace = current_schema()::regnamespace
        and format_type(a.atttypid, null) in ('text', 'text[]', 'jsonb', 'json', 'bytea', 'character varying', 'bigint[]')
      group by c.relname order by c.relname`,
  })
  const found = Object.fromEntries(rows.map(({ table, columns }) => [table, columns.split(' ').toSorted()]))
  const tables = [...new Set([...Object.keys(ERASED), ...Object.keys(NOT_PERSONAL)])].toSorted()
  const known = tables.map((table) => {
    return [table, `${ERASED[table] ?? ''} ${NOT_PERSONAL[table] ?? ''}`.trim().split(/ +/).toSorted()] as const
  })
  assert.deepEqual(found, Object.fromEntries(known))
})
