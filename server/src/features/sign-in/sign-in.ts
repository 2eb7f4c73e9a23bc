/** Work with passwords: signing in, accepting an invitation, changing and resetting a password. */
import type { Write } from '../../platform/db/transaction.ts'
import { isoTime } from '../../platform/clock.ts'
import type { Clock } from '../../platform/clock.ts'
import type { CommonPool, ServicePool } from '../../platform/db/pool.ts'
import type { Connection } from '../../platform/db/sql.ts'
import { transaction } from '../../platform/db/transaction.ts'
import { recordAudit } from '../../core/accounts/audit.ts'
import { hashPassword, settingsOfHash, unknownPersonHash, verifyPassword } from './passwords.ts'
import {
  ACCOUNTS_OF_PERSON_MAX,
  choosePerson,
  comparePassword,
  hashForEmail,
  makePerson,
  replacePassword,
  activate,
} from './people.ts'
import {
  holdPassword,
  listAccountsOfEmail,
  listPersonAccounts,
  findPasswordHash,
  lockEmail,
  lockMember,
} from './people-queries.ts'
import type { MemberKey } from './people.ts'
import type { PersonRow } from './people-queries.ts'
import { describeInvitation, findInvitation, takeInvitation } from './sessions/queries.ts'
import { auditMember, beginSession } from './sessions/sessions.ts'
import type { SessionOrigin, SignedIn } from './sessions/sessions.ts'
import { readToken } from './tokens.ts'
import type { TokenOwner } from './tokens.ts'

/** How often a password is hashed again if the email's salt has changed meanwhile. */
const JOIN_TRIES_MAX = 5

/**
 * The people that an attempt may match: `personId`, the person of the device cookie (null without one), and all others
 * of the email if `mayTryOthers` returns true. It is called at most once.
 */
export interface TryScope {
  personId: number | null
  mayTryOthers(): boolean
}

export type SignIn = { ok: true; token: string; personId: number } | { ok: false }

/** Begins a session in the account that the person entered last. It takes the same time for an unknown email. */
export async function signIn(
  pool: CommonPool,
  clock: Clock,
  { email, password }: { email: string; password: string },
  scope: TryScope,
  origin: SessionOrigin,
): Promise<SignIn> {
  const person = await comparePassword(pool, email, password)
  // Without a match, the others were tried too.
  const isAllowed = (person !== null && person.id === scope.personId) || scope.mayTryOthers()
  if (person === null || !isAllowed) return { ok: false }
  return transaction(pool, (connection) => enterLastAccount(connection, clock, person, origin))
}

async function enterLastAccount(
  connection: Connection,
  clock: Clock,
  { id: personId, passwordHash: verifiedHash }: PersonRow,
  origin: SessionOrigin,
): Promise<SignIn> {
  const [held] = await holdPassword(connection, personId)
  const [last] = await listPersonAccounts(connection, personId, 1)
  if (held?.passwordHash !== verifiedHash || last === undefined) return { ok: false }
  const member = { bucket: last.bucket, accountId: last.accountId, memberId: last.memberId, personId }
  const begun = await beginSession(connection, clock, member, origin)
  if (begun === null) return { ok: false }
  await auditMember(connection, clock, member, origin.address, 'member.signed_in')
  return { ok: true, token: begun.token, personId }
}

/**
 * Records a failed sign-in in the audit log of each account with a member of the email. Without the address: it would
 * reveal that a person with this email is a member of another account.
 */
export async function recordFailedSignIn(connection: Connection, clock: Clock, email: string): Promise<void> {
  const places = await listAccountsOfEmail(connection, email, ACCOUNTS_OF_PERSON_MAX)
  const about = { action: 'member.sign_in_failed', actor: 'nobody', origin: null, details: {}, at: clock.now() }
  await recordAudit(
    connection,
    places.map(({ bucket, accountId, memberId }) => {
      return { bucket, accountId, target: `member:${memberId}`, ...about }
    }),
  )
}

export type CurrentPassword = { ok: true; email: string; verifiedHash: string } | { ok: false }

/** Verifies the password of a signed-in member. */
export async function verifyCurrent(pool: Connection, member: MemberKey, password: string): Promise<CurrentPassword> {
  const { bucket, accountId, memberId } = member
  const [found] = await findPasswordHash(pool, bucket, accountId, memberId)
  const verifiedHash = found?.passwordHash ?? unknownPersonHash()
  if (!(await verifyPassword(password, verifiedHash)) || found === undefined) return { ok: false }
  return { ok: true, email: found.email, verifiedHash }
}

export type PasswordChange = { ok: true; token: string; hasJoined: boolean } | { ok: false }

/**
 * Sets a new password, ends all sessions of the person in all accounts, and begins a new session. If another person of
 * the email has the password, the accounts of both are then this person's. `ok: false` if the password was changed
 * since it was verified, or the member was removed. Then nothing has changed.
 */
export async function changePassword(
  write: Write,
  clock: Clock,
  member: SignedIn,
  { email, verifiedHash, next }: { email: string; verifiedHash: string; next: string },
  origin: SessionOrigin,
): Promise<PasswordChange> {
  const { bucket, accountId, memberId, personId } = member
  const passwordHash = await hashPassword(next, settingsOfHash(verifiedHash))
  return write(async (connection) => {
    // A removal takes the same lock. So a member who is found stays until this ends.
    await lockEmail(connection, email)
    const [found] = await findPasswordHash(connection, bucket, accountId, memberId)
    if (found === undefined) return { ok: false }
    const about = { action: 'member.password_changed', actor: null, origin: origin.address, accountId }
    const replaced = await replacePassword(connection, clock, { personId, email, verifiedHash, passwordHash }, about)
    if (!replaced.ok) return replaced
    const begun = await beginSession(connection, clock, member, origin)
    return { ...replaced, token: begun!.token }
  })
}

/** Sets a person's password from the command line. Returns false if the person changed it or was deleted meanwhile. */
export async function resetPassword(
  pool: ServicePool,
  clock: Clock,
  { id: personId, email, passwordHash: verifiedHash }: PersonRow & { email: string },
  password: string,
  actor: string,
): Promise<boolean> {
  const passwordHash = await hashPassword(password, settingsOfHash(verifiedHash))
  const about = { action: 'member.password_reset', actor, origin: null, accountId: null }
  return transaction(pool, async (connection) => {
    await lockEmail(connection, email)
    const replaced = await replacePassword(connection, clock, { personId, email, verifiedHash, passwordHash }, about)
    return replaced.ok
  })
}

/** `isNew`: no person of the email had this password, so a new person was created. */
export type Acceptance =
  | { ok: true; token: string; personId: number; isNew: boolean }
  | { ok: false; reason: 'ended' | 'busy' | 'too_many' }

export interface GivenInvitation {
  invitation: OpenInvitation
  password: string
  name: string | null
}

/** An open invitation with its member. */
export interface OpenInvitation extends TokenOwner {
  memberId: number
  email: string
}

/** The open invitation of a token, or null. */
export async function readInvitation(
  connection: Connection,
  clock: Clock,
  token: string,
): Promise<OpenInvitation | null> {
  const place = readToken('inv', token)
  if (place === null) return null
  const { bucket, accountId, tokenHash } = place
  const [open] = await findInvitation(connection, bucket, accountId, tokenHash, isoTime(clock.now()))
  return open === undefined ? null : { ...place, memberId: open.memberId, email: open.email }
}

/** The account, the role and the inviter of an open invitation. Null if the token belongs to none. */
export async function showInvitation(connection: Connection, clock: Clock, token: string) {
  const place = readToken('inv', token)
  if (place === null) return null
  const { bucket, accountId, tokenHash } = place
  const [shown] = await describeInvitation(connection, bucket, accountId, tokenHash, isoTime(clock.now()))
  return shown ?? null
}

/**
 * Accepts an invitation, which works once, and begins a session. If a person of the email has the given password, the
 * session is that person's, otherwise a new person's. No password changes.
 */
export async function acceptInvitation(
  pool: CommonPool,
  clock: Clock,
  given: GivenInvitation,
  origin: SessionOrigin,
): Promise<Acceptance> {
  for (let tries = 0; tries < JOIN_TRIES_MAX; tries++) {
    const passwordHash = await hashForEmail(pool, given.invitation.email, given.password)
    const accepted = await transaction(pool, (connection) =>
      accept(connection, clock, { ...given, passwordHash }, origin),
    )
    if (accepted !== 'hash_again') return accepted
  }
  return { ok: false, reason: 'busy' }
}

async function accept(
  connection: Connection,
  clock: Clock,
  { invitation, name, passwordHash }: GivenInvitation & { passwordHash: string },
  origin: SessionOrigin,
): Promise<Acceptance | 'hash_again'> {
  const { bucket, accountId, memberId, email, tokenHash } = invitation
  const chosen = await choosePerson(connection, email, passwordHash)
  if (!chosen.ok) return chosen.reason === 'too_many' ? { ok: false, reason: chosen.reason } : 'hash_again'
  await lockMember(connection, bucket, accountId, memberId)
  const [taken] = await takeInvitation(connection, bucket, accountId, tokenHash, isoTime(clock.now()))
  if (taken === undefined) return { ok: false, reason: 'ended' }
  const personId = chosen.personId ?? (await makePerson(connection, clock, email, passwordHash))
  const member = { bucket, accountId, memberId, personId }
  if (!(await activate(connection, clock, member, { personId, name })))
    throw new Error('A member who is active had an open invitation')
  const begun = await beginSession(connection, clock, member, origin)
  await auditMember(connection, clock, member, origin.address, 'member.invitation_accepted')
  return { ok: true, token: begun!.token, personId, isNew: chosen.personId === null }
}
