/**
 * People: a person is a sign-in, an email with a password, and may be a member of several accounts. An email proves
 * nothing, since accounts invite whom they like: several people may have one, and the password tells which of them it is.
 */
import { isoTime } from '../clock.ts'
import type { Clock } from '../clock.ts'
import type { Connection } from '../db/sql.ts'
import { recordAudit } from './audit.ts'
import { hashPassword, isSameHash, newHashSettings, UNKNOWN_PERSON_PASSWORD_HASH, settingsOfHash } from './passwords.ts'
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
  setPassword,
} from './people-queries.ts'
import type { PersonRow } from './people-queries.ts'

/** People of one email at the most: each is of another account that invited it, and is compared at sign-in. */
export const PEOPLE_OF_EMAIL_MAX = 1000

/** Accounts of one person that are listed, and told of what happens to the person, at the most. */
export const ACCOUNTS_OF_PERSON_MAX = 1000

/** Where a member is. */
export interface MemberPlace {
  bucket: number
  accountId: number
  memberId: number
}

/** What was found of a password that was given for an email. */
export interface Given {
  /** Its hash, by the settings of the people of the email. */
  passwordHash: string
  /** The people whose password it is, the one who set it last first. */
  matching: PersonRow[]
}

/**
 * Hashes the password once, and compares it with everybody of the email: as long for an email that nobody has as for one
 * of many.
 */
export async function comparePassword(connection: Connection, email: string, password: string): Promise<Given> {
  const people = await findPeople(connection, email, PEOPLE_OF_EMAIL_MAX)
  const passwordHash = await hashPassword(
    password,
    settingsOfHash(people[0]?.password_hash ?? UNKNOWN_PERSON_PASSWORD_HASH),
  )
  return { passwordHash, matching: people.filter((person) => isSameHash(passwordHash, person.password_hash)) }
}

/** Hashes a password that may become that of a new person of the email: the people of one email have one salt. */
export async function hashForEmail(connection: Connection, email: string, password: string): Promise<string> {
  const [one] = await findPeople(connection, email, 1)
  return hashPassword(password, one === undefined ? newHashSettings() : settingsOfHash(one.password_hash))
}

/**
 * `personId` null: nobody with the email has the password, so it would be a new person. `other_salt`: the email got its
 * first person meanwhile, so the password must be hashed again.
 */
export type ChosenPerson = { ok: true; personId: number | null } | { ok: false; reason: 'other_salt' | 'too_many' }

/**
 * The person of the email who has this password: whoever accepts an invitation in another's name becomes somebody else.
 * Wants a transaction, and holds the email and the person's password until its end.
 */
export async function choosePerson(
  transaction: Connection,
  email: string,
  passwordHash: string,
): Promise<ChosenPerson> {
  await lockEmail(transaction, email)
  const people = await findPeople(transaction, email, PEOPLE_OF_EMAIL_MAX)
  for (const { id } of people.filter((person) => isSameHash(passwordHash, person.password_hash))) {
    const [held] = await holdPassword(transaction, id)
    if (held?.password_hash === passwordHash) return { ok: true, personId: id }
  }
  if (people.length >= PEOPLE_OF_EMAIL_MAX) return { ok: false, reason: 'too_many' }
  const [one] = people
  if (one !== undefined && settingsOfHash(one.password_hash) !== settingsOfHash(passwordHash))
    return { ok: false, reason: 'other_salt' }
  return { ok: true, personId: null }
}

/** A new person. Wants the lock of the email, and a hash by the settings of its other people. */
export async function makePerson(
  transaction: Connection,
  clock: Clock,
  email: string,
  passwordHash: string,
): Promise<number> {
  const [made] = await insertPerson(transaction, email, passwordHash, isoTime(clock.now()))
  return made!.id
}

/** Writes into the directory that the person is a member. Who joined last enters that account next. */
export async function addAccount(
  transaction: Connection,
  clock: Clock,
  personId: number,
  { bucket, accountId, memberId }: MemberPlace,
): Promise<void> {
  await insertPersonAccount(transaction, personId, bucket, accountId, memberId, isoTime(clock.now()))
}

/** Takes the account from the person, who goes with the last one. Wants the locks of the email and of the person. */
export async function removeAccount(
  transaction: Connection,
  personId: number,
  { bucket, accountId, memberId }: MemberPlace,
): Promise<void> {
  await deletePersonAccount(transaction, bucket, accountId, memberId)
  await deleteLonePerson(transaction, personId)
}

/**
 * Sets another password, ends every session of the person in every account, and tells the audit log of each. The address
 * is told to the account of `place` alone. false: the password is no longer the one of `verifiedHash`. Wants a transaction.
 */
export async function replacePassword(
  transaction: Connection,
  clock: Clock,
  { personId, verifiedHash, passwordHash }: { personId: number; verifiedHash: string; passwordHash: string },
  about: { action: string; actor: string | null; origin: string | null; accountId: number | null },
): Promise<boolean> {
  const now = clock.now()
  // First, since it locks the row: a sign-in with the old password ends before it, or finds another password.
  const changed = await setPassword(transaction, personId, verifiedHash, passwordHash, isoTime(now))
  if (changed.length === 0) return false
  await deleteSessionsOfPerson(transaction, personId)
  const places = await listPersonAccounts(transaction, personId, ACCOUNTS_OF_PERSON_MAX)
  await recordAudit(
    transaction,
    places.map(({ bucket, account_id: accountId, member_id: memberId }) => {
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
  return true
}
