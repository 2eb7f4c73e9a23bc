/** Requires the password again where a route asks for it (`core/accounts/password-again`). */
import { givenBefore } from '../../core/accounts/password-again.ts'
import { isoTime } from '../../platform/clock.ts'
import { ApiError, invalid } from '../../platform/errors.ts'
import type { App } from '../../platform/http/route.ts'
import { notePassword } from './sessions/queries.ts'
import { verifyCurrent } from './sign-in.ts'
import type { SessionContext } from './sessions/view.ts'

/** The route that only takes the password. */
export const CONFIRMATION_PATH = '/api/v1/session/confirm_password'

/** A session that gave its password needs not give it again for this time, ms: 10 minutes. */
const PASSWORD_COUNTS_MS = 600_000

/** Describes routes with `passwordAgain`, and marks them in the API document. */
function describeRoutes(app: App): void {
  app.addHook('onRoute', ({ config, method, schema }) => {
    // Fastify makes HEAD from GET, with the same schema.
    if (config?.passwordAgain === undefined || schema === undefined || method === 'HEAD') return
    const when = config.passwordAgainIf === undefined ? '' : ` ${config.passwordAgainIf.when}`
    const way =
      config.passwordAgain === givenBefore
        ? `with \`POST ${CONFIRMATION_PATH}\``
        : `as \`current_password\`, or before with \`POST ${CONFIRMATION_PATH}\``
    const sentence = `A signed-in member gives the password again${when}, at most once in 10 minutes: ${way}.`
    Object.assign(schema, {
      description: [schema.description, sentence].filter(Boolean).join('\n\n'),
      'x-password-again': true,
    })
  })
}

/**
 * Requires the member's password on routes with `passwordAgain` that are registered after this call, unless the session
 * gave it in the last 10 minutes. A given password is always verified. It is part of authentication, so it is checked
 * before the rest of the request. Wrong guesses count for the session only. Throws 422 on `current_password`, 429, 503.
 */
export function wantPasswordAgain(app: App, context: SessionContext): void {
  app.decorateRequest('session', null)
  describeRoutes(app)
  app.addHook('preHandler', async (request) => {
    const { session } = request
    const { passwordAgain: readPassword, passwordAgainIf: condition } = request.routeOptions.config
    if (readPassword === undefined || session === null || condition?.isMet(request) === false) return
    const given = readPassword(request)
    if (given === undefined) {
      const { passwordGivenAt: givenAt } = session.row
      if (givenAt !== null && context.clock.now() - givenAt < PASSWORD_COUNTS_MS) return
      throw new ApiError('password_required', { errors: { current_password: ['is required'] } })
    }
    const pool = request.directory ?? request.pool
    const { bucket, accountId, row } = session
    const { ok } = await context.guard.tryAgain(session, () => verifyCurrent(pool, session, given))
    if (!ok) throw invalid({ current_password: ['is wrong'] })
    await notePassword(pool, bucket, accountId, row.id, isoTime(context.clock.now()))
  })
}
