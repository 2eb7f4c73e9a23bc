// Invariant 8: after exactly 20 consecutive failed events, the endpoint is disabled, with one audit log entry and a
// mail to the owners.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, describe, test } from 'node:test'
import { SMTPServer } from 'smtp-server'
import { createMember } from '../../src/features/members/members.ts'
import { createSystemClock } from '../../src/platform/clock.ts'
import { transaction } from '../../src/platform/db/transaction.ts'
import { endAfterTests } from '../end-after-tests.ts'
import { startProcess } from '../process.ts'
import { startReceiver } from '../receiver.ts'
import { call, until } from '../service.ts'
import type { Client } from '../service.ts'
import { testService } from '../test-service.ts'

interface Mail {
  to: string[]
  text: string
}

/** A mail server. `mails`: the received mails, oldest first. */
async function startMailServer() {
  const mails: Mail[] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, session, callback) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        const to = session.envelope.rcptTo.map((recipient) => recipient.address)
        mails.push({ to, text: Buffer.concat(chunks).toString() })
        callback()
      })
    },
  })
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  const { port } = server.server.address() as AddressInfo
  return { url: `smtp://127.0.0.1:${port}`, mails, close: () => new Promise<void>((resolve) => server.close(resolve)) }
}

const ENDPOINTS = '/api/v1/webhook_endpoints'

const mailServer = await endAfterTests(startMailServer())
const { database, receiver, running } = await testService({
  receiver: true,
  variables: {
    OPERATOR_SMTP_URL: mailServer.url,
    OPERATOR_EMAIL_FROM: 'Tidings <tidings@example.com>',
    // The receiver holds responses, and a slow machine must not turn these into failures.
    WEBHOOK_RESPONSE_TIMEOUT: '5m',
    WEBHOOK_ATTEMPT_TIMEOUT: '5m',
  },
})

describe('an endpoint that fails', () => {
  let client: Client
  let endpointId: number
  let owner: string

  beforeEach(async () => {
    receiver.respond(() => ({ status: 200 }))
    client = await running.client()
    owner = `owner${client.accountId}@example.com`
    const { bucket, accountId } = client
    for (const [email, role] of [[owner, 'owner'] as const, [`viewer${accountId}@example.com`, 'viewer'] as const])
      await transaction(database.pool, (tx) =>
        createMember(tx, createSystemClock(), { bucket, accountId, email, role, passwordHash: null }),
      )
    const url = new URL(`/hooks/${accountId}?token=secret`, receiver.url).href
    const created = await client.call('POST', ENDPOINTS, { webhook_endpoint: { url } })
    endpointId = created.body.webhook_endpoint.id
  })

  const ping = async () => {
    const response = await client.call('POST', `${ENDPOINTS}/${endpointId}/test`)
    assert.equal(response.status, 202)
  }
  const pings = async (count: number) => {
    for (let sent = 0; sent < count; sent++) await ping()
  }
  const endpoint = async () => (await client.call('GET', `${ENDPOINTS}/${endpointId}`)).body.webhook_endpoint
  const failures = (count: number) => until(endpoint, (found) => found.consecutive_failures === count)
  const disablings = async () => {
    const { audit_log: entries } = (await client.call('GET', '/api/v1/audit_log')).body
    return entries.filter((entry: { action: string }) => entry.action === 'webhook_endpoint.disabled')
  }
  const mailsOf = (subject: RegExp) =>
    mailServer.mails.filter((mail) => mail.to.includes(owner) && subject.test(mail.text))
  const mailed = async () => (await client.call('GET', '/api/v1/mails')).body.mails
  const posts = () => receiver.requests.filter((request) => request.path.startsWith(`/hooks/${client.accountId}?`))

  test('19 failures and a success: not disabled, and 19 more neither', async () => {
    for (let round = 0; round < 2; round++) {
      receiver.respond(() => ({ status: 404 }))
      await pings(19)
      assert.equal((await failures(19)).status, 'active')
      receiver.respond(() => ({ status: 200 }))
      await ping()
      assert.equal((await failures(0)).status, 'active')
    }
    assert.deepEqual(await disablings(), [])
    const mails = await until(mailed, (list) => list.every((mail: { state: string }) => mail.state === 'sent'))
    assert.equal(mails.length, 1, 'an endpoint that fails and recovers is told of once a day')
  })

  test('50 that fail at the same time: disabled at 20, once, and all 50 are recorded', async () => {
    // Each success allows one more POST in flight. After 64 successes, all the others are in flight. An idle lane
    // forgets its successes, so the receiver waits until all events are queued.
    const FIRST = 64
    const queued = Promise.withResolvers<{ status: number }>()
    const released = Promise.withResolvers<{ status: number }>()
    const before = receiver.requests.length
    receiver.respond(({ index }) => (index < before + FIRST ? queued.promise : released.promise))
    await pings(FIRST + 50)
    queued.resolve({ status: 200 })
    await receiver.waitFor(() => posts().length >= FIRST + 50)
    released.resolve({ status: 410 })
    const count = async () => {
      const text =
        'select count(*)::int as n from attempts where bucket = $1 and account_id = $2 and response_code = 410'
      return (await database.pool.query({ text, values: [client.bucket, client.accountId] })).rows[0].n
    }
    assert.equal(await until(count, (found) => found >= 50), 50)
    const { status, active, consecutive_failures, disabled_reason } = await endpoint()
    assert.deepEqual([status, active, consecutive_failures], ['disabled', false, 20])
    assert.equal(disabled_reason, 'consecutive_failures')
    assert.equal((await disablings()).length, 1)
  })

  test('the owners get a mail at 10 and one at the disabling, and nothing of the URL but its host', async () => {
    receiver.respond(() => ({ status: 403 }))
    await pings(9)
    await failures(9)
    assert.deepEqual(await mailed(), [])
    await ping()
    await failures(10)
    await until(mailed, (list) => list.length === 1 && list[0].state === 'sent')
    await pings(10)
    await failures(20)
    const list = await until(mailed, (found) => found.length === 2 && found[0].state === 'sent')
    const host = new URL(receiver.url).host
    assert.deepEqual(
      list.map((mail: { kind: string; subject: string }) => [mail.kind, mail.subject]),
      [
        ['webhook_endpoint_disabled', `The webhook endpoint at ${host} has been disabled`],
        ['webhook_endpoint_failing', `The webhook endpoint at ${host} is failing`],
      ],
    )
    for (const subject of [/is failing/, /has been disabled/]) {
      const [mail, ...more] = mailsOf(new RegExp(`Subject: .*${subject.source}`))
      assert.deepEqual(more, [])
      assert.deepEqual(mail!.to, [owner])
      assert.match(mail!.text, /^From: Tidings <tidings@example\.com>/m)
      // Invariant 13
      assert.ok(!mail!.text.includes('token=secret') && !mail!.text.includes('whsec_'))
    }
  })
})

test('the count is exact over a kill -9 of the service and of its database', async () => {
  const API_KEY = `sk_${'d'.repeat(43)}`
  const dataDir = mkdtempSync(join(tmpdir(), 'tidings-disable-'))
  const receiver = await startReceiver({ respond: () => ({ status: 404 }) })
  const variables = {
    BOOTSTRAP_API_KEY: API_KEY,
    WEBHOOK_ALLOW_CIDRS: '127.0.0.0/8',
    WEBHOOK_EXTRA_CA_FILE: receiver.caPath,
    SWEEP_INTERVAL: '1s',
    // A killed process keeps its buckets for this time.
    LEASE_DURATION: '2s',
    API_RATE_LIMIT: '0',
    LOG_LEVEL: 'warn',
  }
  let service = await startProcess(dataDir, variables)
  const request = (method: string, path: string, body?: unknown) => call(service.url, API_KEY, method, path, body)
  const restart = async (withDatabase: boolean) => {
    await service.kill(withDatabase)
    service = await startProcess(dataDir, variables)
  }
  try {
    const created = await request('POST', ENDPOINTS, { webhook_endpoint: { url: receiver.url } })
    const { id } = created.body.webhook_endpoint
    const endpoint = async () => (await request('GET', `${ENDPOINTS}/${id}`)).body.webhook_endpoint
    const failTo = async (count: number, from: number) => {
      for (let sent = from; sent < count; sent++)
        assert.equal((await request('POST', `${ENDPOINTS}/${id}/test`)).status, 202)
      // POSTs may be in flight at the kill. Each counts once anyway.
      if (count % 2 === 0) await restart(count % 4 === 0)
      return until(endpoint, (found) => found.consecutive_failures >= count)
    }
    let count = 0
    for (const next of [6, 12, 19]) {
      const found = await failTo(next, count)
      assert.deepEqual([found.consecutive_failures, found.status], [next, 'active'])
      count = next
    }
    assert.equal((await failTo(20, 19)).status, 'disabled')
    await restart(true)
    const found = await endpoint()
    assert.deepEqual([found.consecutive_failures, found.status], [20, 'disabled'])
    const { audit_log: entries } = (await request('GET', '/api/v1/audit_log')).body
    const disablings = entries.filter((entry: { action: string }) => entry.action === 'webhook_endpoint.disabled')
    assert.equal(disablings.length, 1)
    // Without a mail server, the mails stay in the table.
    const { mails } = await until(
      async () => (await request('GET', '/api/v1/mails')).body,
      (body) => body.mails.every((mail: { state: string }) => mail.state === 'not_sent'),
    )
    assert.deepEqual(
      mails.map((mail: { kind: string; error_message: string }) => [mail.kind, mail.error_message]),
      [
        ['webhook_endpoint_disabled', 'no_mail_server'],
        ['webhook_endpoint_failing', 'no_mail_server'],
      ],
    )
  } finally {
    await service.stop()
    await receiver.close()
    rmSync(dataDir, { recursive: true, force: true })
  }
})
