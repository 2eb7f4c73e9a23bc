/** What every page of the dashboard shows beside the member: the state of the webhook, and the first steps of an account. */
import Type from 'typebox'
import { feedEnd, encodePosition } from '../../../core/events/feed.ts'
import { endpointView } from '../../../core/webhooks/endpoints/endpoint.ts'
import { findEndpoint } from '../../../core/webhooks/endpoints/queries.ts'
import { Endpoint } from '../../../core/webhooks/endpoints/schemas.ts'
import { sql } from '../../../platform/db/sql.ts'
import type { Connection } from '../../../platform/db/sql.ts'
import { Nullable } from '../../../platform/http/schemas.ts'

/** An endpoint with so many attempts is not new, whether one of the newest has succeeded or not. */
const ATTEMPTS_MAX = 200

const readFirstSteps = sql(
  'sessions.read_first_steps',
  `select
     exists (select from messages where bucket = $1 and account_id = $2) as has_message,
     exists (select from channels
       where bucket = $1 and account_id = $2 and deleted_at is null and provider <> 'sandbox') as has_provider,
     (select count(*) = $4 or coalesce(bool_or(succeeded), false) from (
       select succeeded from attempts where bucket = $1 and account_id = $2 and endpoint_id = $3 and $3::bigint is not null and created_at > '-infinity'
       order by created_at desc limit $4) newest) as "has_confirmed_event!"`,
)

/** Beside the fields of a session. */
export const PageOfSession = Type.Object({
  webhook_endpoint: Nullable(Endpoint),
  first_steps: Type.Object(
    { has_message: Type.Boolean(), has_provider: Type.Boolean(), has_confirmed_event: Type.Boolean() },
    { description: 'What the account has done so far: sent a message, connected a provider, confirmed an event' },
  ),
  live_after: Type.String({
    description: 'A cursor of the event feed. `GET /api/v1/live` with it reports all events since this response',
  }),
})

export async function readPage(
  connection: Connection,
  { bucket, accountId }: { bucket: number; accountId: number },
  nowMs: number,
) {
  const position = await feedEnd(connection, nowMs)
  const endpoint = await findEndpoint(connection, bucket, accountId)
  const [steps] = await readFirstSteps(connection, bucket, accountId, endpoint?.id ?? null, ATTEMPTS_MAX)
  return {
    webhook_endpoint: endpoint === null ? null : endpointView(endpoint, nowMs),
    first_steps: {
      has_message: steps!.hasMessage,
      has_provider: steps!.hasProvider,
      has_confirmed_event: steps!.hasConfirmedEvent,
    },
    live_after: encodePosition(position),
  }
}
