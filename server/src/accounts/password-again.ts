import Type from 'typebox'
import { invalid } from '../errors.ts'
import { partOfBody, readBody } from '../http/body.ts'
import type { App } from '../http/route.ts'
import { RequiredText } from '../http/schemas.ts'
import { findPasswordHash } from './member-queries.ts'
import { NOBODYS_PASSWORD_HASH, PASSWORD_CHARACTERS_MAX, verifyPassword } from './passwords.ts'
import { GivenPassword } from './session-view.ts'
import type { SessionContext } from './session-view.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** A member gives the password again: a session that somebody found open is not enough. API keys are not asked. */
    passwordAgain?: boolean
  }
}

/** The field of a route with `passwordAgain`, for its own schema, at the top of the body. */
export const PasswordAgain = Type.Optional(
  RequiredText(PASSWORD_CHARACTERS_MAX, { description: 'Wanted from a member who is signed in; not from an API key' }),
)

const passwordBody = partOfBody(Type.Object({ current_password: Type.Optional(GivenPassword) }))

/**
 * Wants the password of the member for every route registered on `app` from now on whose configuration says so. It is
 * a part of who is asking, and so judged before anything about what is asked for. Guesses count for the session alone.
 * Throws 422 on `current_password`, 429, 503.
 */
export function wantPasswordAgain(app: App, context: SessionContext): void {
  app.addHook('preHandler', async (request) => {
    const { pool, session } = request
    if (request.routeOptions.config.passwordAgain !== true || session === null) return
    const { current_password: given } = readBody(request, passwordBody)
    if (given === undefined) throw invalid({ current_password: ['is required'] })
    const { ok } = await context.guard.tryAgain(session, async () => {
      const [found] = await findPasswordHash(pool, session.bucket, session.accountId, session.memberId)
      return { ok: await verifyPassword(given, found?.password_hash ?? NOBODYS_PASSWORD_HASH) }
    })
    if (!ok) throw invalid({ current_password: ['is not right'] })
  })
}
