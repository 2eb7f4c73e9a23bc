/** Signed-in members of an account, for tests. */
import assert from 'node:assert/strict'
import { createMember } from '../src/features/members/members.ts'
import type { MemberRole } from '../src/core/accounts/role-names.ts'
import { hashPassword } from '../src/features/sign-in/passwords.ts'
import { createSystemClock } from '../src/platform/clock.ts'
import { transaction } from '../src/platform/db/transaction.ts'
import type { TestDatabase } from './database.ts'
import { CHEAP_HASH, documented, responseOf } from './service.ts'
import type { ApiResponse, TestService } from './service.ts'
import { plainFetch } from './plain-fetch.ts'

/** The password of all members created here. */
export const PASSWORD = 'correct horse battery'

/** All people of an email have one salt. */
const HASH_SETTINGS = `$argon2id$v=19$${CHEAP_HASH}$${'A'.repeat(22)}`

/** The hash of a test's password, for tests that sign in often. */
export const hashCheaply = (password: string): Promise<string> => hashPassword(password, HASH_SETTINGS)

const clock = createSystemClock()
let passwordHash: Promise<string> | undefined
let members = 0

export interface SignedIn {
  id: number
  email: string
  /** Headers sent by our pages with every request. */
  headers: Record<string, string>
  call(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<ApiResponse>
}

/** Creates a member of the account with a unique email address. */
export async function makeMember(
  database: Pick<TestDatabase, 'pool'>,
  { bucket, accountId }: { bucket: number; accountId: number },
  role: MemberRole,
): Promise<{ id: number; email: string }> {
  passwordHash ??= hashCheaply(PASSWORD)
  const email = `${role}${(members += 1)}.${accountId}@example.com`
  const member = { bucket, accountId, email, role, passwordHash: await passwordHash }
  const made = await transaction(database.pool, (connection) => createMember(connection, clock, member))
  assert.ok(made.ok)
  return { id: made.id, email }
}

/** Signs a member in, and calls the API like the dashboard's pages. */
export async function signInAs(running: TestService, { id, email }: { id: number; email: string }): Promise<SignedIn> {
  const send = async (method: string, path: string, headers: Record<string, string>, body?: unknown) => {
    const response = await plainFetch(`${running.service.url}${path}`, {
      method,
      headers: { ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    })
    return documented(method, path, await responseOf(response))
  }
  const { status, headers, body } = await send(
    'POST',
    '/api/v1/session',
    {},
    { session: { email, password: PASSWORD } },
  )
  assert.equal(status, 201, JSON.stringify(body))
  const cookie = headers.getSetCookie()[0]!.split(';', 1)[0]!
  const ours = { cookie, 'sec-fetch-site': 'same-origin', 'x-csrf-token': body.session.csrf_token as string }
  return {
    id,
    email,
    headers: ours,
    call: (method, path, given, others = {}) => send(method, path, { ...ours, ...others }, given),
  }
}
