import Type from 'typebox'
import { isoTime } from '../../../platform/clock.ts'
import { ApiError, invalid } from '../../../platform/errors.ts'
import { plainBody, rootBody } from '../../../platform/http/body-input.ts'
import { readBody } from '../../../platform/http/body.ts'
import type { App } from '../../../platform/http/route.ts'
import { Id, IdParams, Nullable, Time } from '../../../platform/http/schemas.ts'
import { atTop } from '../../../core/accounts/password-again.ts'
import { CONFIRMATION_PATH } from '../password-again.ts'
import { endedCookie, isSecure } from './cookie.ts'
import { listSessions } from './queries.ts'
import {
  sessionResponse,
  switchedSessionResponse,
  GivenPassword,
  NewPassword,
  OneSession,
  SessionOfPage,
  originOf,
  sessionView,
  tags,
  readPage,
} from './view.ts'
import type { SessionContext } from './view.ts'
import { endSession, idleSince, SESSIONS_MAX, switchAccount } from './sessions.ts'
import { changePassword, verifyCurrent } from '../sign-in.ts'

const ListedSession = Type.Object({
  id: Id,
  current: Type.Boolean({ description: 'true for the session of this request' }),
  created_at: Time,
  last_used_at: Time,
  expires_at: Time,
  from: Nullable(Type.String({ description: 'The IP address at the start of the session' })),
  user_agent: Nullable(Type.String()),
})

const passwordBody = rootBody('password', Type.Object({ current_password: GivenPassword, new_password: NewPassword }))
const confirmationBody = plainBody(Type.Object({ current_password: GivenPassword }))
const accountBody = plainBody(Type.Object({ account_id: Id }))

/** Routes for a signed-in member's own sessions and password. */
export function sessionRoutes(app: App, context: SessionContext): void {
  const { clock } = context

  app.get(
    '/api/v1/session',
    { schema: { tags, summary: 'Show the session of this request', response: { 200: SessionOfPage } } },
    async (request) => {
      const { pool, caller } = request
      const { row, token, accountId } = request.session!
      // Before everything else that the page reads, so that the stream reports each later change.
      const page = await readPage(pool, caller, clock.now())
      const { session } = await sessionView(pool, token, { ...row, accountId })
      return { session: { ...session, ...page } }
    },
  )

  app.delete(
    '/api/v1/session',
    { schema: { tags, summary: 'Sign out: the session ends at once' } },
    async (request, reply) => {
      const session = request.session!
      await endSession(request.write, clock, session, session.row.id, request.ip)
      return reply
        .code(204)
        .header('set-cookie', endedCookie(isSecure(context.config)))
        .send()
    },
  )

  confirmationRoute(app)
  passwordRoute(app, context)
  accountRoute(app, context)
  ownSessionRoutes(app, context)
}

function confirmationRoute(app: App): void {
  app.post(
    CONFIRMATION_PATH,
    {
      config: { passwordAgain: atTop, idempotencyKey: 'ignored' },
      schema: {
        tags,
        summary: 'Give the password again: for 10 minutes, this session needs not give it for other requests',
        body: confirmationBody.document,
      },
    },
    async (request, reply) => {
      // The hook has verified it.
      readBody(request, confirmationBody)
      return reply.code(204).send()
    },
  )
}

function passwordRoute(app: App, context: SessionContext): void {
  app.put(
    '/api/v1/session/password',
    {
      schema: {
        tags,
        summary: 'Change the password; all other sessions end, and this session gets a new cookie',
        description:
          'With the password of another sign-in with your email, the two become one with the accounts of both. So any ' +
          'other new password counts as a failed guess at it.',
        body: passwordBody.document,
        response: { 200: OneSession },
      },
    },
    async (request, reply) => {
      const { pool } = request
      const session = request.session!
      const { current_password: current, new_password: next } = readBody(request, passwordBody)
      const { clock, guard } = context
      const verified = await guard.tryAgain(session, () => verifyCurrent(pool, session, current))
      if (!verified.ok) throw invalid({ current_password: ['is wrong'] })
      const { email, verifiedHash } = verified
      const { changed } = await guard.tryNew(request, session, async () => {
        const change = { email, verifiedHash, next }
        const changed = await changePassword(request.write, clock, session, change, originOf(request))
        // As for an invitation: a new password counts as a failed guess.
        return { ok: changed.ok && changed.hasJoined, changed }
      })
      if (!changed.ok) throw invalid({ current_password: ['is wrong'] })
      return sessionResponse(pool, context, reply, changed.token)
    },
  )
}

function accountRoute(app: App, context: SessionContext): void {
  app.put(
    '/api/v1/session/account',
    {
      schema: {
        tags,
        summary: 'Switch to another account of the person; the session gets a new cookie',
        body: accountBody.document,
        response: { 200: OneSession },
      },
    },
    async (request, reply) => {
      const { account_id: accountId } = readBody(request, accountBody)
      const session = request.session!
      const { id: sessionId, firstId, expiresAt } = session.row
      const from = { ...session, sessionId, firstId, expiresAt }
      const switched = await switchAccount(request.write, context.clock, from, accountId, originOf(request))
      if (!switched.ok) throw new ApiError(switched.reason)
      return switchedSessionResponse(request.pool, context, reply, switched.token)
    },
  )
}

function ownSessionRoutes(app: App, { clock }: Pick<SessionContext, 'clock'>): void {
  app.get(
    '/api/v1/sessions',
    {
      schema: {
        tags,
        summary: 'List your sessions, the most recently used first',
        response: { 200: Type.Object({ sessions: Type.Array(ListedSession) }) },
      },
    },
    async ({ pool, session }) => {
      const { bucket, accountId, memberId, row: current } = session!
      const times = [isoTime(clock.now()), isoTime(idleSince(clock))] as const
      const rows = await listSessions(pool, bucket, accountId, memberId, ...times, SESSIONS_MAX)
      const sessions = rows.map((row) => ({
        id: row.id,
        current: row.id === current.id,
        created_at: isoTime(row.createdAt),
        last_used_at: isoTime(row.lastUsedAt),
        expires_at: isoTime(row.expiresAt),
        from: row.origin,
        user_agent: row.userAgent,
      }))
      return { sessions }
    },
  )

  app.delete(
    '/api/v1/sessions/:id',
    { schema: { tags, summary: 'End one of your sessions at once', params: IdParams } },
    async (request, reply) => {
      const ended = await endSession(request.write, clock, request.session!, request.params.id, request.ip)
      if (!ended) throw new ApiError('not_found')
      return reply.code(204).send()
    },
  )
}
