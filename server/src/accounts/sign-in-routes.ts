import Type from 'typebox'
import { ApiError, invalid } from '../errors.ts'
import { readBody, rootBody } from '../http/body.ts'
import { EMAIL_CHARACTERS_MAX } from '../http/email-address.ts'
import type { App } from '../http/route.ts'
import { Nullable, OptionalText, RequiredText } from '../http/schemas.ts'
import { MEMBER_NAME_CHARACTERS_MAX } from './members.ts'
import { siteOf } from './session-cookie.ts'
import { answerSession, GivenPassword, NewPassword, OneSession, originOf, tags } from './session-view.ts'
import type { SessionContext } from './session-view.ts'
import { acceptInvitation, recordFailedSignIn, signIn } from './sessions.ts'

/** A password of a megabyte is told that it is too long, as every field is, and is never hashed. */
const SIGN_IN_BODY_BYTES_MAX = 2 * 1024 * 1024

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
    token: RequiredText(100, { examples: ['inv_1_...'] }),
    password: NewPassword,
    name: Type.Optional(Nullable(OptionalText(MEMBER_NAME_CHARACTERS_MAX, { examples: ['Ada'] }))),
  }),
)

/** Signing in and accepting an invitation: what is done by somebody who is nobody yet. */
export function signInRoutes(app: App, session: SessionContext): void {
  const { clock, config, guard, log, pool } = session
  const writing = new Set<Promise<void>>()
  app.addHook('onClose', async () => void (await Promise.all(writing)))
  // Another site must not sign its visitor in here as somebody else. Programs say nothing of where they are.
  app.addHook('onRequest', (request, _reply, done) => {
    done(siteOf(request.headers, request.host, config.publicUrl) === 'other' ? new ApiError('csrf_failed') : undefined)
  })

  /** Not awaited: the answer for an email that somebody has would come later than for one that nobody has. */
  function tellAudit(write: Promise<void>): void {
    const written = write
      .catch((error: unknown) => log.warn({ event: 'member.sign_in_failed_not_recorded', err: error }))
      .finally(() => writing.delete(written))
    writing.add(written)
  }

  app.post(
    '/api/v1/session',
    {
      bodyLimit: SIGN_IN_BODY_BYTES_MAX,
      schema: {
        tags,
        summary: 'Sign in; the answer sets the cookie of the session',
        body: signInBody.document,
        response: { 201: OneSession },
        security: [],
      },
    },
    async (request, reply) => {
      const given = readBody(request, signInBody)
      const email = given.email.toLowerCase()
      const result = await guard.trySignIn(request, email, () =>
        signIn(pool, clock, { email, password: given.password }, originOf(request)),
      )
      if (!result.ok) {
        if (result.known !== null) tellAudit(recordFailedSignIn(pool, clock, result.known, request.ip))
        throw new ApiError('invalid_credentials', { headers: { 'www-authenticate': 'Bearer realm="api"' } })
      }
      return reply.code(201).send(await answerSession(session, reply, result.token))
    },
  )

  app.post(
    '/api/v1/invitations/accept',
    {
      schema: {
        tags,
        summary: 'Set the password by an invitation, which works once, and sign in',
        body: invitationBody.document,
        response: { 201: OneSession },
        security: [],
      },
    },
    async (request, reply) => {
      const { token, password, name = null } = readBody(request, invitationBody)
      const accepted = await guard.trySignIn(request, token, () =>
        acceptInvitation(pool, clock, { token, password, name }, originOf(request)),
      )
      if (!accepted.ok) throw invalid({ token: ['is not the token of an open invitation'] })
      return reply.code(201).send(await answerSession(session, reply, accepted.token))
    },
  )
}
