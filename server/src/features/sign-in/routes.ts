import type { FastifyRequest } from 'fastify'
import Type from 'typebox'
import { isoTime } from '../../platform/clock.ts'
import { logFailure } from '../../platform/db/servers/outages.ts'
import type { CommonPool } from '../../platform/db/pool.ts'
import { ApiError, invalid, overloaded } from '../../platform/errors.ts'
import { rootBody } from '../../platform/http/body-input.ts'
import { readBody } from '../../platform/http/body.ts'
import { networksOf } from '../../platform/admission/networks.ts'
import { EMAIL_CHARACTERS_MAX } from '../../platform/http/email-address.ts'
import type { App } from '../../platform/http/route.ts'
import { Choice, Nullable, LineText, RequiredText, Time } from '../../platform/http/schemas.ts'
import { MEMBER_ROLES } from '../../core/accounts/role-names.ts'
import { siteOf } from './sessions/cookie.ts'
import { sessionResponse, GivenPassword, NewPassword, OneSession, originOf, tags } from './sessions/view.ts'
import type { SessionContext } from './sessions/view.ts'
import { acceptInvitation, readInvitation, recordFailedSignIn, showInvitation, signIn } from './sign-in.ts'
import { MEMBER_NAME_CHARACTERS_MAX } from './people.ts'

/**
 * Small, because many bodies of unknown callers are held at the same time. The longest email and password still fit,
 * even if escaped.
 */
const SIGN_IN_BODY_BYTES_MAX = 16 * 1024

const Token = RequiredText(100, { examples: ['inv_1_...'] })

const signInBody = rootBody(
  'session',
  Type.Object({
    email: RequiredText(EMAIL_CHARACTERS_MAX, { examples: ['ada@example.com'] }),
    password: GivenPassword,
  }),
)
const invitationBody = rootBody(
  'invitation',
  Type.Object({
    token: Token,
    password: NewPassword,
    name: Type.Optional(Nullable(LineText(MEMBER_NAME_CHARACTERS_MAX, { examples: ['Ada'] }))),
  }),
)

const INVITATION_ENDED = invalid({ token: ['does not belong to an open invitation'] })

interface SignInContext extends SessionContext {
  /** The share of database connections for a network. */
  poolOf(network: string): CommonPool
}

/** Signing in and accepting an invitation: routes without a session. */
export function signInRoutes(app: App, session: SignInContext): void {
  const { publicUrl } = session.config
  // Another site must not sign in its visitor here under its own account. Programs send no origin and pass.
  app.addHook('onRequest', (request, _reply, done) => {
    done(siteOf(request.headers, request.host, publicUrl) === 'other' ? new ApiError('csrf_failed') : undefined)
  })

  signInRoute(app, session)
  showRoute(app, session)
  acceptRoute(app, session)
}

const poolOf = (session: SignInContext, request: FastifyRequest) => session.poolOf(networksOf(request.ip).network)

function signInRoute(app: App, session: SignInContext): void {
  const { clock, guard, log } = session
  const writing = new Set<Promise<void>>()
  app.addHook('onClose', async () => void (await Promise.all(writing)))

  /** Not awaited: otherwise the response for a known email would take longer than for an unknown one. */
  function tellAudit(write: Promise<void>): void {
    const written = write
      .catch((error: unknown) => logFailure(log, 'tasks', { event: 'member.sign_in_failed_not_recorded' }, error))
      .finally(() => writing.delete(written))
    writing.add(written)
  }

  app.post(
    '/api/v1/session',
    {
      bodyLimit: SIGN_IN_BODY_BYTES_MAX,
      schema: {
        tags,
        summary: 'Sign in; the response sets the session cookie',
        body: signInBody.document,
        response: { 201: OneSession },
        security: [],
      },
    },
    async (request, reply) => {
      const pool = poolOf(session, request)
      const given = readBody(request, signInBody)
      const email = given.email.toLowerCase()
      const result = await guard.trySignIn(request, email, (scope) =>
        signIn(pool, clock, { email, password: given.password }, scope, originOf(request)),
      )
      if (!result.ok) {
        tellAudit(recordFailedSignIn(pool, clock, email))
        throw new ApiError('invalid_credentials', { headers: { 'www-authenticate': 'Bearer realm="api"' } })
      }
      return reply.code(201).send(await sessionResponse(pool, session, reply, result.token))
    },
  )
}

const shownBody = rootBody('invitation', Type.Object({ token: Token }))

const ShownInvitation = Type.Object({
  account_name: Type.String(),
  email: Type.String({ examples: ['ada@example.com'] }),
  role: Choice(MEMBER_ROLES),
  invited_by: Nullable(Type.String({ description: 'The name or the email of the inviting member' })),
  expires_at: Time,
})

/** A POST, because the token would otherwise be in a URL, and URLs are logged. */
function showRoute(app: App, session: SignInContext): void {
  const { clock } = session
  app.post(
    '/api/v1/invitations/show',
    {
      bodyLimit: SIGN_IN_BODY_BYTES_MAX,
      schema: {
        tags,
        summary: 'Show an open invitation: its account, its role, and the inviting member',
        description: 'For the page that accepts it. The token is in the body, because URLs are logged.',
        body: shownBody.document,
        response: { 200: Type.Object({ invitation: ShownInvitation }) },
        security: [],
      },
    },
    async (request) => {
      const { token } = readBody(request, shownBody)
      const found = await showInvitation(poolOf(session, request), clock, token)
      if (found === null) throw INVITATION_ENDED
      const { accountName, email, role, inviter, expiresAt } = found
      return {
        invitation: { account_name: accountName, email, role, invited_by: inviter, expires_at: isoTime(expiresAt) },
      }
    },
  )
}

function acceptRoute(app: App, session: SignInContext): void {
  const { clock, guard } = session

  app.post(
    '/api/v1/invitations/accept',
    {
      bodyLimit: SIGN_IN_BODY_BYTES_MAX,
      schema: {
        tags,
        summary: 'Accept an invitation and sign in; an invitation works once',
        description:
          'With the password that you sign in with by this email already: the account is added to yours. With another ' +
          'one: it becomes the password of a sign-in of its own, and no other sign-in changes.',
        body: invitationBody.document,
        response: { 201: OneSession },
        security: [],
      },
    },
    async (request, reply) => {
      const pool = poolOf(session, request)
      const { token, password, name = null } = readBody(request, invitationBody)
      const invitation = await readInvitation(pool, clock, token)
      if (invitation === null) throw INVITATION_ENDED
      const { accepted } = await guard.tryAccept(request, invitation.email, async () => {
        const accepted = await acceptInvitation(pool, clock, { invitation, password, name }, originOf(request))
        // A new password counts as a failed guess. Otherwise the counter would reveal whether the email is known.
        return { ok: accepted.ok && !accepted.isNew, accepted }
      })
      if (accepted.ok) return reply.code(201).send(await sessionResponse(pool, session, reply, accepted.token))
      if (accepted.reason === 'ended') throw INVITATION_ENDED
      if (accepted.reason === 'busy') throw overloaded()
      throw new ApiError('conflict', {
        sentence:
          'Too many people sign in with this email: ask an owner of the account to invite another email with POST /api/v1/members',
      })
    },
  )
}
