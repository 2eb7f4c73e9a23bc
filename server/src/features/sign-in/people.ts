/**
 * A person is an email with a password, for signing in. A person may be a member of several accounts. Accounts may
 * invite any email, so an email proves nothing: several people may share one, and the password tells them apart. If one
 * of them takes the password of another, they become one person with the accounts of both.
 */
import { isoTime } from '../../platform/clock.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Connection } from '../../platform/db/sql.ts'
import { recordAudit } from '../../core/accounts/audit.ts'
import { hashPassword, isSameHash, newHashSettings, settingsOfHash, unknownPersonHash } from './passwords.ts'
import {
  deleteLonePerson,
  deletePersonAccount,
  deleteSessionsOfPerson,
  findPeople,
  holdPassword,
  insertPerson,
  insertPersonAccount,
  listPersonAccounts,
  lockEmail,
  lockOtherPerson,
  moveAccounts,
  setPassword,
  activateMember,
} from './people-queries.ts'
import type { PersonRow } from './people-queries.ts'

/** Characters of a member's name. */
export const MEMBER_NAME_CHARACTERS_MAX = 255

/** People per email. Each was invited by another account, and a sign-in compares with all of them. */
export const PEOPLE_OF_EMAIL_MAX = 1000

/** Accounts of a person that are listed, and that get audit log entries about the person. */
export const ACCOUNTS_OF_PERSON_MAX = 1000

export interface MemberKey {
  bucket: number
  accountId: number
  memberId: number
}

/**
 * The person of the email with this password. It hashes the password once and compares it with all people of the email.
 * It takes the same time for an unknown email.
 */
export async function comparePassword(
  connection: Connection,
  email: string,
  password: string,
): Promise<PersonRow | null> {
  const people = await findPeople(connection, email, PEOPLE_OF_EMAIL_MAX)
  const passwordHash = await hashPassword(password, settingsOfHash(people[0]?.passwordHash ?? unknownPersonHash()))
  return people.find((person) => isSameHash(passwordHash, person.passwordHash)) ?? null
}

/** Hashes a password for a possible new person of the email. All people of an email have the same salt. */
export async function hashForEmail(connection: Connection, email: string, password: string): Promise<string> {
  const [one] = await findPeople(connection, email, 1)
  return hashPassword(password, one === undefined ? newHashSettings() : settingsOfHash(one.passwordHash))
}

/**
 * `personId` null: no person of the email has this password. `other_salt`: the email's first person was created
 * meanwhile, so hash the password again.
 */
export type ChosenPerson = { ok: true; personId: number | null } | { ok: false; reason: 'other_salt' | 'too_many' }

/**
 * Finds the person of the email with this password. So if an invitation reaches the wrong reader, the result is another
 * person. Call it in a transaction: it locks the email and the person's password until its end.
 */
export async function choosePerson(
  transaction: Connection,
  email: string,
  passwordHash: string,
): Promise<ChosenPerson> {
  await lockEmail(transaction, email)
  const people = await findPeople(transaction, email, PEOPLE_OF_EMAIL_MAX)
  for (const { id } of people.filter((person) => isSameHash(passwordHash, person.passwordHash))) {
    const [held] = await holdPassword(transaction, id)
    if (held?.passwordHash === passwordHash) return { ok: true, personId: id }
  }
  if (people.length >= PEOPLE_OF_EMAIL_MAX) return { ok: false, reason: 'too_many' }
  const [one] = people
  if (one !== undefined && settingsOfHash(one.passwordHash) !== settingsOfHash(passwordHash))
    return { ok: false, reason: 'other_salt' }
  return { ok: true, personId: null }
}

/** Creates a person. Requires the lock of the email, and a hash with the salt of its other people. */
export async function makePerson(
  transaction: Connection,
  clock: Clock,
  email: string,
  passwordHash: string,
): Promise<number> {
  const [made] = await insertPerson(transaction, email, passwordHash, isoTime(clock.now()))
  return made!.id
}

/** Records that the person is a member. The newest account is the one that the next sign-in enters. */
async function addAccount(
  transaction: Connection,
  clock: Clock,
  personId: number,
  { bucket, accountId, memberId }: MemberKey,
): Promise<void> {
  await insertPersonAccount(transaction, personId, bucket, accountId, memberId, isoTime(clock.now()))
}

/**
 * Removes the account from the person, and deletes the person without accounts. Requires the locks of email and person.
 */
export async function removeAccount(
  transaction: Connection,
  personId: number,
  { bucket, accountId, memberId }: MemberKey,
): Promise<void> {
  await deletePersonAccount(transaction, bucket, accountId, memberId)
  await deleteLonePerson(transaction, personId)
}

export interface Replacement {
  personId: number
  email: string
  verifiedHash: string
  passwordHash: string
}

/** `hasJoined`: another person of the email had the new password. `ok: false`: the old one is no longer `verifiedHash`. */
export type Replaced = { ok: true; hasJoined: boolean } | { ok: false }

/**
 * Sets a new password. If another person of the email has it, the two become this one: sign-in could not tell them
 * apart. Ends all sessions in all accounts, and writes to the audit log of each. Only the log of `about.accountId` gets
 * the address. Call it in a transaction with the lock of the email.
 */
export async function replacePassword(
  transaction: Connection,
  clock: Clock,
  { personId, email, verifiedHash, passwordHash }: Replacement,
  about: { action: string; actor: string | null; origin: string | null; accountId: number | null },
): Promise<Replaced> {
  const now = clock.now()
  // First, because it locks the row: a concurrent sign-in with the old password has either finished or fails.
  const changed = await setPassword(transaction, personId, verifiedHash, passwordHash, isoTime(now))
  if (changed.length === 0) return { ok: false }
  const [other] = await lockOtherPerson(transaction, email, passwordHash, personId)
  if (other !== undefined) {
    await moveAccounts(transaction, other.id, personId)
    await deleteLonePerson(transaction, other.id)
  }
  await deleteSessionsOfPerson(transaction, personId)
  const places = await listPersonAccounts(transaction, personId, ACCOUNTS_OF_PERSON_MAX)
  await recordAudit(
    transaction,
    places.map(({ bucket, accountId, memberId }) => {
      const target = `member:${memberId}`
      const origin = accountId === about.accountId ? about.origin : null
      return {
        bucket,
        accountId,
        action: about.action,
        actor: about.actor ?? target,
        at: now,
        origin,
        target,
        details: {},
      }
    }),
  )
  return { ok: true, hasJoined: other !== undefined }
}

/** Connects a member to the person who accepted. Returns false if the member is active or gone. Needs a transaction. */
export async function activate(
  transaction: Connection,
  clock: Clock,
  place: MemberKey,
  { personId, name }: { personId: number; name: string | null },
): Promise<boolean> {
  const { bucket, accountId, memberId } = place
  const activated = await activateMember(transaction, bucket, accountId, memberId, personId, name)
  if (activated.length === 0) return false
  await addAccount(transaction, clock, personId, place)
  return true
}
