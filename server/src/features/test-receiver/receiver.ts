/** Receives the requests to URLs of the test receiver, stores them, and lists them. */
import { createVerifier } from '@tidings/sdk/verify'
import type { Clock } from '../../platform/clock.ts'
import { Batcher } from '../../platform/db/batcher.ts'
import type { ServicePool } from '../../platform/db/pool.ts'
import { transaction } from '../../platform/db/transaction.ts'
import type { AcquiredConnection } from '../../platform/outbound/judged-connections.ts'
import type { HttpResponse } from '../../platform/outbound/response-reader.ts'
import { tags } from '../../core/webhooks/endpoints/schemas.ts'
import { listRoute } from '../../platform/http/list-route.ts'
import type { App } from '../../platform/http/route.ts'
import type { EndpointReader } from '../../core/webhooks/endpoints/reader.ts'
import { insertReceived, listReceived, RECEIVED_REQUESTS_MAX, trimReceived } from './queries.ts'
import type { NewReceived, ReceivedRow } from './queries.ts'
import {
  testReceiverStatus,
  TEST_RECEIVER_STATUSES,
  TEST_RECEIVER_URLS,
  urlOfStatus,
} from '../../core/webhooks/endpoints/test-receiver-urls.ts'
import Type from 'typebox'
import type { Static } from 'typebox'
import { isoTime } from '../../platform/clock.ts'
import type { InvalidReason } from '@tidings/sdk/verify'
import { EventId } from '../../core/events/event-schemas.ts'
import { Choice, Id, Time } from '../../platform/http/schemas.ts'

// The test receiver: a developer without a server sees signed webhooks arrive. A webhook URL of a reserved host leads to it.
// The rest is as for every other URL: the endpoint, the signature, retries, disabling. The dispatcher gives the request to
// the receiver inside the process, so there is no route, no token and no connection to an internal address (decision
// record 72). This file is pure.

/** `valid`, or why a receiver with the SDK would refuse the request. */
const VERDICTS = ['valid', 'bad_header', 'no_match', 'stale'] as const
type Verdict = (typeof VERDICTS)[number]

const SENTENCES: Record<Verdict, string> = {
  valid: 'The signature is valid: your secret signed exactly this body.',
  bad_header: 'The signature is missing or malformed.',
  no_match: 'The signature is not valid: the body or the secret differs.',
  stale: 'The signature is too old: its time is more than 300 seconds away.',
}

/** The verdict for a result of the SDK's verifier. */
function verdictOf(reason: InvalidReason | null): Verdict {
  switch (reason) {
    case null:
      return 'valid'
    // The receiver verifies texts only, so the body is never of a wrong type.
    case 'bad_body':
      return 'no_match'
    default:
      return reason
  }
}

/** The body of a response. It says where the status comes from, because attempts show it. */
function responseBody(status: number): string {
  return status === 204 ? '' : `The test receiver responds with ${status}, because its URL ends in /${status}.`
}

const ReceivedRequest = Type.Object({
  id: Id,
  received_at: Time,
  method: Choice(['POST']),
  url: Type.String({ examples: TEST_RECEIVER_URLS }),
  event_id: EventId,
  headers: Type.Array(Type.Object({ name: Type.String(), value: Type.String() }), {
    description: 'In their order, without Host and Content-Length',
  }),
  body: Type.String({ description: 'The exact text that is signed' }),
  signature: Type.Object({
    verdict: Choice(VERDICTS, { description: 'The result of the verifier of the SDK, with the secrets at that time' }),
    sentence: Type.String({ examples: [SENTENCES.valid] }),
  }),
  response_status: Type.Integer({ examples: [...TEST_RECEIVER_STATUSES] }),
})

function receivedView(row: ReceivedRow): Static<typeof ReceivedRequest> {
  const { id, createdAt: at, eventId, headers, body, verdict, responseStatus } = row
  return {
    ...{ id, received_at: isoTime(at), method: 'POST', url: urlOfStatus(responseStatus), event_id: eventId },
    headers: headers.map(([name, value]) => ({ name, value })),
    ...{ body, signature: { verdict, sentence: SENTENCES[verdict] }, response_status: responseStatus },
  }
}

/** Requests stored by one transaction. */
const BATCH_REQUESTS_MAX = 100

/** The event of a request. */
interface Sent {
  bucket: number
  accountId: number
  endpointId: number
  eventId: string
}

type Posted = Parameters<AcquiredConnection['send']>[0]

interface TestReceiverOptions {
  pool: ServicePool
  clock: Clock
  endpoints: EndpointReader
}

export class TestReceiver {
  readonly #options: TestReceiverOptions
  /** One transaction at a time: the receiver of an account with very many events takes one connection at most. */
  readonly #writes: Batcher<NewReceived, void>

  constructor(options: TestReceiverOptions) {
    const { pool, clock } = options
    this.#options = options
    this.#writes = new Batcher({
      itemsMax: BATCH_REQUESTS_MAX,
      slots: 1,
      // The dispatcher limits the POSTs in flight, so it also limits the waiting ones.
      waitingMax: Infinity,
      waitMsMax: Infinity,
      monotonic: clock.monotonic,
      async flush(requests) {
        await transaction(pool, async (tx) => {
          await insertReceived(tx, requests)
          await trimReceived(tx, requests, RECEIVED_REQUESTS_MAX)
        })
        return requests.map(() => {})
      },
    })
  }

  /**
   * A connection to the test receiver, or null for every other URL. The event names the account: no URL leads to another
   * account's requests. `send` fails if the database is away.
   */
  acquire(href: string, sent: Sent): AcquiredConnection | null {
    const status = testReceiverStatus(href)
    if (status === null) return null
    return {
      address: '',
      // Its responses are no secret of the operator's network, so attempts show them.
      isPublic: true,
      sentAgain: false,
      send: (request) => this.#receive(sent, request, status),
      release: () => {},
      abort: () => {},
    }
  }

  async #receive(sent: Sent, { headers, body }: Posted, status: number): Promise<HttpResponse> {
    const text = String(body)
    await this.#writes.add({
      ...{ bucket: sent.bucket, accountId: sent.accountId, eventId: sent.eventId },
      headers: JSON.stringify(Object.entries(headers)),
      body: text,
      verdict: await this.#verify(sent, headers, text),
      responseStatus: status,
      receivedAt: this.#options.clock.now(),
    })
    return { ok: true, status, headers: new Map(), body: Buffer.from(responseBody(status)) }
  }

  /** Verifies as a developer's receiver does: with the code of the SDK and the secrets of the endpoint. */
  async #verify(sent: Sent, headers: Posted['headers'], body: string): Promise<Verdict> {
    const { clock, endpoints } = this.#options
    const endpoint = await endpoints.read(sent.bucket, sent.accountId, sent.endpointId)
    // The endpoint was deleted in this moment.
    if (endpoint === null) return 'no_match'
    const verifier = createVerifier(endpoint.secretsAt(clock.now()), { nowSeconds: clock.wall() / 1000 })
    const inLowerCase = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]))
    return verdictOf(await verifier.invalidReason(body, inLowerCase))
  }
}

/** The route of the test receiver. The webhook endpoint's own routes turn it on, choose its response, and turn it off. */
export function testReceiverRoutes(app: App): void {
  listRoute(app, {
    path: '/api/v1/webhook_test_requests',
    tags,
    summary: `List the ${RECEIVED_REQUESTS_MAX} newest requests that the test receiver got in the last 24 hours, newest first`,
    item: ReceivedRequest,
    read: ({ pool, caller: { bucket, accountId } }, page) => listReceived(pool, bucket, accountId, ...page),
    view: receivedView,
  })
}
