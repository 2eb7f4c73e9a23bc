/** The session in responses, and its cookie. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import Type from 'typebox'
import { isoTime } from '../../../platform/clock.ts'
import type { Context } from '../../../platform/context.ts'
import { ApiError } from '../../../platform/errors.ts'
import { Choice, Id, Nullable, RequiredText, Time } from '../../../platform/http/schemas.ts'
import { MEMBER_ROLES } from '../../../core/accounts/role-names.ts'
import { PASSWORD_CHARACTERS_MAX } from '../../../core/accounts/password-again.ts'
import { PASSWORD_CHARACTERS_MIN } from '../passwords.ts'
import { ACCOUNTS_OF_PERSON_MAX } from '../people.ts'
import { listNamedAccounts } from '../people-queries.ts'
import { csrfTokenOf, isSecure, sessionCookie } from './cookie.ts'
import type { SignedInRow } from './queries.ts'
import { SESSION_MS_MAX, useSession } from './sessions.ts'
import type { SessionOrigin } from './sessions.ts'
import { readToken } from '../tokens.ts'
import type { PasswordGuard } from '../password-guard.ts'
import type { Connection } from '../../../platform/db/sql.ts'
import { feedEnd, encodePosition } from '../../../core/events/feed.ts'
import { endpointView } from '../../../core/webhooks/endpoints/endpoint.ts'
import { findEndpoint } from '../../../core/webhooks/endpoints/queries.ts'
import { Endpoint } from '../../../core/webhooks/endpoints/schemas.ts'
import { Health, readHealth } from '../../../core/webhooks/health-routes.ts'
import { sql } from '../../../platform/db/sql.ts'

// What every page of the dashboard shows beside the member: the state of the webhook, and the first steps of an account. Its
// first page shows the health of the webhook too.

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
const PageOfSession = Type.Object({
  webhook_endpoint: Nullable(Endpoint),
  webhook_health: Nullable(Health),
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
    webhook_health: endpoint === null ? null : await readHealth(connection, endpoint, nowMs),
    first_steps: {
      has_message: steps!.hasMessage,
      has_provider: steps!.hasProvider,
      has_confirmed_event: steps!.hasConfirmedEvent,
    },
    live_after: encodePosition(position),
  }
}

const SESSION_SECONDS_MAX = SESSION_MS_MAX / 1000

const Session = Type.Object({
  id: Id,
  csrf_token: Type.String({
    description: 'The value for the header X-CSRF-Token, required for all methods except GET and HEAD',
  }),
  expires_at: Time,
  member: Type.Object({
    id: Id,
    email: Type.String({ examples: ['ada@example.com'] }),
    name: Nullable(Type.String()),
    role: Choice(MEMBER_ROLES),
  }),
  account: Type.Object({ id: Id, name: Type.String() }),
  accounts: Type.Array(Type.Object({ id: Id, name: Type.String(), role: Choice(MEMBER_ROLES) }), {
    description: 'The accounts of the person, by name. `PUT /api/v1/session/account` switches to another account',
  }),
})
export const OneSession = Type.Object({ session: Session })
/** The session with what every page shows. */
export const SessionOfPage = Type.Object({
  session: Type.Object({ ...Session.properties, ...PageOfSession.properties }),
})

export const GivenPassword = RequiredText(PASSWORD_CHARACTERS_MAX)
export const NewPassword = Type.String({ minLength: PASSWORD_CHARACTERS_MIN, maxLength: PASSWORD_CHARACTERS_MAX })

export const tags = ['Sessions']

/** Where a session begins. */
export function originOf(request: FastifyRequest): SessionOrigin {
  return { address: request.ip, userAgent: request.headers['user-agent'] ?? null }
}

/** The session for its own page. */
export async function sessionView(pool: Connection, token: string, row: SignedInRow & { accountId: number }) {
  const accounts = await listNamedAccounts(pool, row.personId, ACCOUNTS_OF_PERSON_MAX)
  return {
    session: {
      id: row.id,
      csrf_token: csrfTokenOf(token),
      expires_at: isoTime(row.expiresAt),
      member: { id: row.memberId, email: row.email, name: row.name, role: row.memberRole },
      account: { id: row.accountId, name: row.accountName },
      accounts,
    },
  }
}

/** Dependencies of the session routes. */
export type SessionContext = Pick<Context, 'clock' | 'config' | 'log'> & {
  guard: PasswordGuard
  onBegun(accountId: number, token: string): void
}

/** After a sign-in: sets the cookies of session and device, and returns the session. */
export async function sessionResponse(pool: Connection, context: SessionContext, reply: FastifyReply, token: string) {
  const row = await setCookie(pool, context, reply, token)
  void reply.header('set-cookie', context.guard.devices.issue(row.email, row.personId))
  return sessionView(pool, token, row)
}

/**
 * Like `sessionResponse`, but sets no device cookie: for switching accounts. Otherwise an attacker with an open session could collect
 * devices, each with new password attempts.
 */
export async function switchedSessionResponse(
  pool: Connection,
  context: SessionContext,
  reply: FastifyReply,
  token: string,
) {
  return sessionView(pool, token, await setCookie(pool, context, reply, token))
}

async function setCookie(
  pool: Connection,
  { clock, config, onBegun }: SessionContext,
  reply: FastifyReply,
  token: string,
) {
  const row = await useSession(pool, clock, readToken('ses', token)!)
  if (row === null) throw new ApiError('session_ended')
  onBegun(row.accountId, token)
  void reply.header('set-cookie', sessionCookie(token, SESSION_SECONDS_MAX, isSecure(config)))
  return row
}
