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
     * Where a member gives the password again: a session that somebody found open is not enough. API keys are not asked.
     */
    passwordAgain?: ReadPassword
  }
}

/** The field of a route with `passwordAgain`, for its own schema, where `passwordAgain` reads it. */
export const PasswordAgain = Type.Optional(
  RequiredText(PASSWORD_CHARACTERS_MAX, { description: 'Wanted from a member who is signed in; not from an API key' }),
)

/** The password that the body gives, if any. Throws as `readBody` does. */
type ReadPassword = (request: RawRequest) => string | undefined

const Given = Type.Object({ current_password: Type.Optional(GivenPassword) })
const givenBody = partOfBody(Given)

/** At the top of the body: beside its root key, if there is one. */
export const atTop: ReadPassword = (request) => readBody(request, givenBody).current_password

/** Inside the root key or at the top, for a body whose fields are taken in either form. */
export function insideOrAtTop(rootKey: string): ReadPassword {
  const rootBody = partOfBody(Type.Object({ [rootKey]: Type.Optional(AnyJson) }))
  return (request) => {
    const root = readBody(request, rootBody)[rootKey]
    if (!isObject(root) || !Object.hasOwn(root, 'current_password')) return atTop(request)
    const inside = validate(Given, { current_password: root['current_password'] }, isForm(request))
    if (!inside.ok) throw invalid(inside.errors, inside.code)
    return inside.value.current_password
  }
}

/**
 * Wants the password of the member for every route registered on `app` from now on whose configuration says so. It is
 * a part of who is asking, and so judged before anything about what is asked for. Guesses count for the session alone.
 * Throws 422 on `current_password`, 429, 503.
 */
export function wantPasswordAgain(app: App, context: SessionContext): void {
  app.addHook('preHandler', async (request) => {
    const { pool, session } = request
    const { passwordAgain: readPassword } = request.routeOptions.config
    if (readPassword === undefined || session === null) return
    const given = readPassword(request)
    if (given === undefined) throw invalid({ current_password: ['is required'] })
    const { ok } = await context.guard.tryAgain(session, async () => {
      const [found] = await findPasswordHash(pool, session.bucket, session.accountId, session.memberId)
      return { ok: await verifyPassword(given, found?.password_hash ?? UNKNOWN_PERSON_PASSWORD_HASH) }
    })
    if (!ok) throw invalid({ current_password: ['is wrong'] })
  })
}
