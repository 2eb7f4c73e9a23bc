/** Statements about people and their accounts. They do not take an account, because their results name it. */
import { sql } from '../../platform/db/sql.ts'
import type { Row } from '../../platform/db/sql.ts'

/**
 * Locks the email until the transaction ends. Adding people to it or removing a person's last account takes this lock.
 * So all its people share one salt, and no member is added to a person in deletion.
 */
export const lockEmail = sql('people.lock_email', 'select pg_advisory_xact_lock(hashtextextended($1, 15))')

/** People with the email. The most recently set password is first. */
export const findPeople = sql(
  'people.find',
  'select id, password_hash from people where email = $1 order by password_set_at desc, id desc limit $2',
)

export type PersonRow = Row<typeof findPeople>

export const insertPerson = sql(
  'people.insert',
  `insert into people (email, password_hash, password_set_at, created_at)
   values ($1, $2, $3::timestamptz, $3::timestamptz) returning id`,
)

/**
 * Keeps the password unchanged until the transaction ends. So a concurrent password change either finds the new session
 * and ends it, or the session is not created.
 */
export const holdPassword = sql('people.hold_password', 'select password_hash from people where id = $1 for share')

/** Taken before the member's row, in the same order as by a new session, so no deadlock is possible. */
export const lockPerson = sql('people.lock', 'select id from people where id = $1 for update')

/** Locks the other person of the email with this password until the transaction ends. Requires the lock of the email. */
export const lockOtherPerson = sql(
  'people.lock_other',
  'select id from people where email = $1 and password_hash = $2 and id <> $3 for update',
)

/** Returns no row if the password is no longer the verified one. */
export const setPassword = sql(
  'people.set_password',
  'update people set password_hash = $3, password_set_at = $4 where id = $1 and password_hash = $2 returning id',
)

/** Deletes the person if no account is left. */
export const deleteLonePerson = sql(
  'people.delete_lone',
  `delete from people p where p.id = $1 and not exists (select from person_accounts a where a.person_id = p.id)
   returning p.id`,
)

export const insertPersonAccount = sql(
  'person_accounts.insert',
  `insert into person_accounts (person_id, bucket, account_id, member_id, entered_at) values ($1, $2, $3, $4, $5)
   returning person_id`,
)

export const deletePersonAccount = sql(
  'person_accounts.delete',
  'delete from person_accounts where bucket = $1 and account_id = $2 and member_id = $3 returning person_id',
)

/** Gives all accounts of a person to another one. No account has two members with one email, so none is in both. */
export const moveAccounts = sql(
  'person_accounts.move',
  `with moved as (
     update person_accounts set person_id = $2 where person_id = $1 returning bucket, account_id, member_id
   ), members_moved as (
     update members m set person_id = $2 from moved
     where m.bucket = moved.bucket and m.account_id = moved.account_id and m.id = moved.member_id returning m.id
   ) select account_id from moved`,
)

/** The most recently entered account is first. */
export const listPersonAccounts = sql(
  'person_accounts.list',
  `select bucket, account_id, member_id from person_accounts where person_id = $1
   order by entered_at desc, account_id limit $2`,
)

export const findPersonAccount = sql(
  'person_accounts.find',
  'select bucket, account_id, member_id from person_accounts where person_id = $1 and account_id = $2',
)

export const enterAccount = sql(
  'person_accounts.enter',
  'update person_accounts set entered_at = $3 where person_id = $1 and account_id = $2 returning account_id',
)

/** The accounts of all people with the email. */
export const listAccountsOfEmail = sql(
  'person_accounts.list_of_email',
  `select a.bucket, a.account_id, a.member_id, a.person_id from people p join person_accounts a on a.person_id = p.id
   where p.email = $1 order by a.entered_at desc, a.account_id limit $2`,
)

/** The person's accounts by name, with the role in each. */
export const listNamedAccounts = sql(
  'person_accounts.list_named',
  `select a.id, a.name, m.role from person_accounts pa
   join members m on m.bucket = pa.bucket and m.account_id = pa.account_id and m.id = pa.member_id and m.person_id = $1
   join accounts a on a.bucket = pa.bucket and a.id = pa.account_id
   where pa.person_id = $1 order by a.name, a.id limit $2`,
)

/** Ends all sessions of a person, in all accounts. */
export const deleteSessionsOfPerson = sql(
  'sessions.delete_of_person',
  `delete from member_sessions s using person_accounts a
   where a.person_id = $1 and s.bucket = a.bucket and s.account_id = a.account_id and s.member_id = a.member_id
   returning s.id`,
)

export const findPasswordHash = sql(
  'members.find_password_hash',
  `select m.email, p.password_hash from members m join people p on p.id = m.person_id
   where m.bucket = $1 and m.account_id = $2 and m.id = $3`,
)

/** Locks the member until the transaction ends. Accepting and replacing an invitation both take this lock. */
export const lockMember = sql(
  'members.lock',
  'select id from members where bucket = $1 and account_id = $2 and id = $3 for update',
)

/** Activates the member and sets the name if one is given. Returns no row if the member is already active. */
export const activateMember = sql(
  'members.activate',
  `with changed as (
     update members set person_id = $4, name = coalesce($5, name)
     where bucket = $1 and account_id = $2 and id = $3 and person_id is null returning id
   ) select id from changed`,
)
