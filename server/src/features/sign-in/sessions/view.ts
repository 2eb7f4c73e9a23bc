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
import { PageOfSession } from './page.ts'
import type { Connection } from '../../../platform/db/sql.ts'

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
