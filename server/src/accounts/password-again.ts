import Type from 'typebox'
import { invalid } from '../errors.ts'
import { partOfBody, readBody } from '../http/body.ts'
import { isForm } from '../http/raw-body.ts'
import type { RawRequest } from '../http/raw-body.ts'
import { isObject } from '../http/list-input.ts'
import type { App } from '../http/route.ts'
import { AnyJson, RequiredText } from '../http/schemas.ts'
import { validate } from '../http/validate.ts'
import { findPasswordHash } from './member-queries.ts'
import { UNKNOWN_PERSON_PASSWORD_HASH, PASSWORD_CHARACTERS_MAX, verifyPassword } from './passwords.ts'
import { GivenPassword } from './sessions/view.ts'
import type { SessionContext } from './sessions/view.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /**
     * Where the password is read from, on routes that require it again: an open session alone is not enough for them.
     * API keys need no password.
     */
    passwordAgain?: ReadPassword
    /** Only requests for which it is true need the password. Absent: all of them. */
    passwordAgainIf?: (request: Pick<FastifyRequest, 'query'>) => boolean
  }
}

/** The field for the schema of a route with `passwordAgain`. The hook reads it, not the route. */
export const PasswordAgain = Type.Optional(
  RequiredText(PASSWORD_CHARACTERS_MAX, { description: 'Required from a signed-in member, not from an API key' }),
)

/** Returns the password in the body, if there is one. Throws like `readBody`. */
type ReadPassword = (request: RawRequest) => string | undefined

const Given = Type.Object({ current_password: Type.Optional(GivenPassword) })
const givenBody = partOfBody(Given)

/** Reads the password at the top of the body, beside the root key. */
export const atTop: ReadPassword = (request) => readBody(request, givenBody).current_password

/** Reads the password inside the root key or at the top, for bodies that allow both forms. */
export function insideOrAtTop(rootKey: string): ReadPassword {
  const rootBody = partOfBody(Type.Object({ [rootKey]: Type.Optional(AnyJson) }))
  return (request) => {
    const root = readBody(request, rootBody)[rootKey]
    if (!isObject(root) || !Object.hasOwn(root, 'current_password')) return atTop(request)
    const inside = validate(Given, { current_password: root['current_password'] }, isForm(request) ? 'form' : 'json')
    if (!inside.ok) throw invalid(inside.errors, inside.code)
    return inside.value.current_password
  }
}

/**
 * Requires the member's password on routes with `passwordAgain` that are registered after this call. It is part of
 * authentication, so it is checked before the rest of the request. Wrong guesses count for the session only. Throws 422
 * on `current_password`, 429, 503.
 */
export function wantPasswordAgain(app: App, context: SessionContext): void {
  app.addHook('preHandler', async (request) => {
    const { session } = request
    const { passwordAgain: readPassword, passwordAgainIf: isNeeded } = request.routeOptions.config
    if (readPassword === undefined || session === null || isNeeded?.(request) === false) return
    const given = readPassword(request)
    if (given === undefined) throw invalid({ current_password: ['is required'] })
    const { ok } = await context.guard.tryAgain(session, async () => {
      const pool = request.directory ?? request.pool
      const [found] = await findPasswordHash(pool, session.bucket, session.accountId, session.memberId)
      return { ok: await verifyPassword(given, found?.password_hash ?? UNKNOWN_PERSON_PASSWORD_HASH) }
    })
    if (!ok) throw invalid({ current_password: ['is wrong'] })
  })
}
