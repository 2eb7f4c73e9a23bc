/** How a route says that an open session alone is not enough for it: its member gives the password again. */
import type { FastifyRequest } from 'fastify'
import Type from 'typebox'
import { invalid } from '../../platform/errors.ts'
import { partOfBody, plainBody } from '../../platform/http/body-input.ts'
import { readBody, isForm } from '../../platform/http/body.ts'
import type { RawRequest } from '../../platform/http/body.ts'
import { isObject } from '../../platform/http/input-values.ts'
import { validate } from '../../platform/http/validate.ts'
import { AnyJson, RequiredText } from '../../platform/http/schemas.ts'

/** Longer passwords are refused, because hashing them only costs time. */
export const PASSWORD_CHARACTERS_MAX = 1000

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

const Given = Type.Object({ current_password: Type.Optional(RequiredText(PASSWORD_CHARACTERS_MAX)) })
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
