import type { FastifyRequest } from 'fastify'
import Type from 'typebox'
import { isoTime } from '../../platform/clock.ts'
import { ApiError, invalid } from '../../platform/errors.ts'
import { partOfBody, plainBody, readBody } from '../../platform/http/body.ts'
import { isForm } from '../../platform/http/raw-body.ts'
import type { RawRequest } from '../../platform/http/raw-body.ts'
import { isObject } from '../../platform/http/list-input.ts'
import type { App } from '../../platform/http/route.ts'
import { AnyJson, RequiredText } from '../../platform/http/schemas.ts'
import { validate } from '../../platform/http/validate.ts'
import { PASSWORD_CHARACTERS_MAX } from './passwords.ts'
import { notePassword } from './sessions/queries.ts'
import { verifyCurrent } from './sign-in.ts'
import { GivenPassword } from './sessions/view.ts'
import type { SessionContext } from './sessions/view.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /**
     * Where the password is read from, on routes that require it again: an open session alone is not enough for them.
     * API keys need no password.
     */
    passwordAgain?: ReadPassword
    /** Only some requests need the password. Absent: all of them. */
    passwordAgainIf?: PasswordCondition
  }
}

/** The route that only takes the password. */
export const CONFIRMATION_PATH = '/api/v1/session/confirm_password'

/** A session that gave its password needs not give it again for this time, ms: 10 minutes. */
const PASSWORD_COUNTS_MS = 600_000

/** The field for the body of a route with `passwordAgain`. The hook reads it, not the route. */
export const passwordField = {
  current_password: Type.Optional(
    RequiredText(PASSWORD_CHARACTERS_MAX, {
      description:
        'Required from a signed-in member whose session gave no password in the last 10 minutes, not from an API key',
    }),
  ),
}

/** A body with the password alone, for routes that need no other field. */
export const passwordBody = plainBody(Type.Object(passwordField))

interface PasswordCondition {
  /** For the description: `to erase`. */
  when: string
  isMet(request: RawRequest & Pick<FastifyRequest, 'query'>): boolean
}

/** Returns the password in the body, if there is one. Throws like `readBody`. */
type ReadPassword = (request: RawRequest) => string | undefined

const Given = Type.Object({ current_password: Type.Optional(GivenPassword) })
const givenBody = partOfBody(Given)

/** Reads the password at the top of the body, beside the root key. */
export const atTop: ReadPassword = (request) => readBody(request, givenBody).current_password

/** For routes without a body: the session must have given its password before. */
export const givenBefore: ReadPassword = () => undefined

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
 * Only requests with one of the fields need the password. A field counts inside the root key and at the top, because some
 * bodies allow both.
 */
export function ifGiven(rootKey: string, ...names: string[]): PasswordCondition {
  const anyJson = Type.Optional(AnyJson)
  const part = partOfBody(Type.Object(Object.fromEntries([rootKey, ...names].map((name) => [name, anyJson]))))
  return {
    when: `to change ${names.map((name) => `\`${name}\``).join(' or ')}`,
    isMet(request) {
      const outside: Record<string, unknown> = readBody(request, part)
      const root = outside[rootKey]
      const inside = isObject(root) ? root : {}
      return names.some((name) => !isNothing(outside[name]) || !isNothing(inside[name]))
    },
  }
}

/** An empty object changes no field. */
function isNothing(value: unknown): boolean {
  return value == null || (isObject(value) && Object.keys(value).length === 0)
}

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
  describeRoutes(app)
  app.addHook('preHandler', async (request) => {
    const { session } = request
    const { passwordAgain: readPassword, passwordAgainIf: condition } = request.routeOptions.config
    if (readPassword === undefined || session === null || condition?.isMet(request) === false) return
    const given = readPassword(request)
    if (given === undefined) {
      const { password_given_at: givenAt } = session.row
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
