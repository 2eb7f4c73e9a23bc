// Invariant 9: no POST starts with the old state more than 1 s after the response to a pause, deletion or rotation.
import assert from 'node:assert/strict'
import { beforeEach, describe, test } from 'node:test'
import { pause } from '../pause.ts'
import { verify } from '../verify.ts'
import type { ReceivedRequest } from '../receiver.ts'
import type { Client } from '../service.ts'
import { testService } from '../test-service.ts'

/** Decisions, webhook endpoints: a change applies to every POST that starts later than this after the response. */
const OLD_STATE_MAX_MS = 1000
/** Timeout for expected requests, long enough for a busy machine. */
const WAIT_TIMEOUT_MS = 120_000
const CALLERS = 8
/** Between two calls of a caller, ms. */
const PAUSE_MS = 10

let client: Client
let endpoint: { id: number; secret: string }
let path: string
const { receiver, running } = await testService({ receiver: true })

describe('a change of the endpoint under load', () => {
  beforeEach(async () => {
    client = await running.client()
    path = `/hooks/${client.accountId}`
    const url = new URL(path, receiver.url).href
    const created = await client.call('POST', '/api/v1/webhook_endpoints', { webhook_endpoint: { url } })
    endpoint = created.body.webhook_endpoint
  })

  const posts = (to = path) => receiver.requests.filter((request) => request.path === to)
  const validBy = (secret: string) => (request: ReceivedRequest) =>
    verify(request.body, request.headers['x-service-signature'], secret)

  /** When the POST started, in whole seconds. On a busy machine it arrives later. */
  const startedAtMs = ({ headers }: ReceivedRequest) =>
    Number(/^t=(\d+),/.exec(String(headers['x-service-signature']))![1]) * 1000

  /** Pings continuously while `work` runs. A refusal (the endpoint is inactive) is a normal response. */
  async function underLoad<Result>(work: () => Promise<Result>): Promise<Result> {
    let done = false
    const callers = Array.from({ length: CALLERS }, async () => {
      for (; !done; await pause(PAUSE_MS)) await client.call('POST', `/api/v1/webhook_endpoints/${endpoint.id}/test`)
    })
    try {
      await receiver.waitFor(() => posts().length > 50, WAIT_TIMEOUT_MS)
      return await work()
    } finally {
      done = true
      await Promise.all(callers)
    }
  }

  test('a rotation: the old secret is not used any more', async () => {
    const { rotated, respondedAt } = await underLoad(async () => {
      const response = await client.call('POST', `/api/v1/webhook_endpoints/${endpoint.id}/rotate_secret`)
      const time = Date.now()
      const late = (request: ReceivedRequest) => startedAtMs(request) > time + OLD_STATE_MAX_MS
      await receiver.waitFor(() => posts().some(late), WAIT_TIMEOUT_MS)
      return { rotated: response.body.webhook_endpoint as { secret: string }, respondedAt: time }
    })
    const late = posts().filter((request) => startedAtMs(request) > respondedAt + OLD_STATE_MAX_MS)
    assert.ok(late.length > 0)
    assert.ok(late.every(validBy(rotated.secret)))
    assert.ok(posts().filter(validBy(endpoint.secret)).length > 0, 'the old secret was in use before')
    assert.ok(posts().every((request) => validBy(endpoint.secret)(request) || validBy(rotated.secret)(request)))
  })

  test('the end of an overlap: from two signatures to one', async () => {
    const rotate = `/api/v1/webhook_endpoints/${endpoint.id}/rotate_secret`
    const rotated = await client.call('POST', rotate, { overlap_seconds: 3600 })
    const { secret } = rotated.body.webhook_endpoint
    const signatures = ({ headers }: ReceivedRequest) => String(headers['x-service-signature']).split(',v1=').length - 1
    const respondedAt = await underLoad(async () => {
      await receiver.waitFor(() => posts().some((request) => signatures(request) === 2), WAIT_TIMEOUT_MS)
      const ended = await client.call('POST', `/api/v1/webhook_endpoints/${endpoint.id}/end_overlap`)
      assert.equal(ended.status, 200)
      const time = Date.now()
      const late = (request: ReceivedRequest) => startedAtMs(request) > time + OLD_STATE_MAX_MS
      await receiver.waitFor(() => posts().some(late), WAIT_TIMEOUT_MS)
      return time
    })
    const overlapping = posts().filter((request) => signatures(request) === 2)
    assert.ok(overlapping.length > 0)
    assert.ok(overlapping.every((request) => validBy(endpoint.secret)(request) && validBy(secret)(request)))
    const late = posts().filter((request) => startedAtMs(request) > respondedAt + OLD_STATE_MAX_MS)
    assert.ok(late.length > 0)
    assert.ok(late.every((request) => signatures(request) === 1 && validBy(secret)(request)))
    assert.ok(!late.some(validBy(endpoint.secret)))
  })

  test('a new URL: the old one is not called any more', async () => {
    const elsewhere = `${path}/elsewhere`
    const respondedAt = await underLoad(async () => {
      const url = new URL(elsewhere, receiver.url).href
      const response = await client.call('PATCH', `/api/v1/webhook_endpoints/${endpoint.id}`, {
        webhook_endpoint: { url },
      })
      assert.equal(response.status, 200)
      const time = Date.now()
      const late = (request: ReceivedRequest) => startedAtMs(request) > time + OLD_STATE_MAX_MS
      await receiver.waitFor(() => posts(elsewhere).some(late), WAIT_TIMEOUT_MS)
      return time
    })
    assert.deepEqual(
      posts().filter((request) => startedAtMs(request) > respondedAt + OLD_STATE_MAX_MS),
      [],
    )
  })

  for (const [change, method, body] of [
    ['a pause', 'PATCH', { webhook_endpoint: { active: false } }],
    ['a deletion', 'DELETE', undefined],
  ] as const)
    test(`${change}: nothing is sent any more`, async () => {
      // Another account's receiver still gets requests. They show when the second is over.
      const other = await running.client()
      const otherPath = `/hooks/${other.accountId}`
      const url = new URL(otherPath, receiver.url).href
      const otherEndpoint = await other.call('POST', '/api/v1/webhook_endpoints', { webhook_endpoint: { url } })
      const respondedAt = await underLoad(async () => {
        const response = await client.call(method, `/api/v1/webhook_endpoints/${endpoint.id}`, body)
        assert.ok(response.status < 300)
        const time = Date.now()
        const late = () => posts(otherPath).some((request) => startedAtMs(request) > time + OLD_STATE_MAX_MS)
        for (; !late(); await pause(PAUSE_MS))
          await other.call('POST', `/api/v1/webhook_endpoints/${otherEndpoint.body.webhook_endpoint.id}/test`)
        return time
      })
      assert.deepEqual(
        posts().filter((request) => startedAtMs(request) > respondedAt + OLD_STATE_MAX_MS),
        [],
      )
    })
})
