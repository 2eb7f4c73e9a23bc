/**
 * The test receiver: a developer without a server sees signed webhooks arrive. A webhook URL of a reserved host leads to it.
 * The rest is as for every other URL: the endpoint, the signature, retries, disabling. The dispatcher gives the request to
 * the receiver inside the process, so there is no route, no token and no connection to an internal address (decision
 * record 72). This file is pure.
 */
import Type from 'typebox'
import type { Static } from 'typebox'
import { isoTime } from '../../platform/clock.ts'
import type { InvalidReason } from '@tidings/sdk/verify'
import { EventId } from '../../core/events/event-schemas.ts'
import {
  TEST_RECEIVER_STATUSES,
  TEST_RECEIVER_URLS,
  urlOfStatus,
} from '../../core/webhooks/endpoints/test-receiver-urls.ts'
import { Choice, Id, Time } from '../../platform/http/schemas.ts'
import type { ReceivedRow } from './queries.ts'

/** `valid`, or why a receiver with the SDK would refuse the request. */
const VERDICTS = ['valid', 'bad_header', 'no_match', 'stale'] as const
export type Verdict = (typeof VERDICTS)[number]

const SENTENCES: Record<Verdict, string> = {
  valid: 'The signature is valid: your secret signed exactly this body.',
  bad_header: 'The signature is missing or malformed.',
  no_match: 'The signature is not valid: the body or the secret differs.',
  stale: 'The signature is too old: its time is more than 300 seconds away.',
}

/** The verdict for a result of the SDK's verifier. */
export function verdictOf(reason: InvalidReason | null): Verdict {
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
export function responseBody(status: number): string {
  return status === 204 ? '' : `The test receiver responds with ${status}, because its URL ends in /${status}.`
}

export const ReceivedRequest = Type.Object({
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

export function receivedView(row: ReceivedRow): Static<typeof ReceivedRequest> {
  const { id, createdAt: at, eventId, headers, body, verdict, responseStatus } = row
  return {
    ...{ id, received_at: isoTime(at), method: 'POST', url: urlOfStatus(responseStatus), event_id: eventId },
    headers: headers.map(([name, value]) => ({ name, value })),
    ...{ body, signature: { verdict, sentence: SENTENCES[verdict] }, response_status: responseStatus },
  }
}
