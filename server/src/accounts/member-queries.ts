/** Statements about members. */
import { sql } from '../db/sql.ts'
import { bytesOf, NEWEST_FIRST, withinBytes } from '../http/pages.ts'
import type { BoundedRow } from '../http/pages.ts'

/**
 * A `viewer` reads; a `developer` also writes, save members, API keys and the account's limits; an `owner` does all.
 */
export type MemberRole = 'owner' | 'developer' | 'viewer'
export const MEMBER_ROLES = ['owner', 'developer', 'viewer'] as const satisfies MemberRole[]

export interface MemberRow {
  id: number
  email: string
  name: string | null
  role: MemberRole
  /** Whether the member has set a password. */
  active: boolean
  /** ms since the epoch */
  created_at: number
  /** When the open invitation ends, ms since the epoch; null without one. */
  invited_until: number | null
}

const MEMBER_COLUMNS = `m.id, m.email, m.name, m.role, m.password_hash is not null as active, m.created_at,
  i.expires_at as invited_until`

const WITH_INVITATION = `left join member_invitations i
  on i.bucket = $1 and i.account_id = m.account_id and i.member_id = m.id`

export const nextMemberId = sql<{ id: number }>('members.next_id', `select nextval('members_id_seq') as id`)

/** No row if the email is taken. */
export const insertMemberEmail = sql<{ member_id: number }>(
  'members.insert_email',
  `with inserted as (
    insert into member_emails (email, bucket, account_id, member_id) values ($1, $2, $3, $4)
    on conflict (email) do nothing returning member_id
  ) select member_id from inserted`,
)

export const insertMember = sql<{ id: number }>(
  'members.insert',
  `with inserted as (
    insert into members (bucket, account_id, id, email, name, role, password_hash, created_at)
    values ($1, $2, $3, $4, $5, $6, $7, $8) returning id
  ) select id from inserted`,
)

export const findMember = sql<MemberRow, [bucket: number, accountId: number, id: number]>(
  'members.find',
  `select ${MEMBER_COLUMNS} from members m ${WITH_INVITATION} where m.bucket = $1 and m.account_id = $2 and m.id = $3`,
)

export const listMembers = sql<
  MemberRow & BoundedRow,
  [bucket: number, accountId: number, createdAt: string | null, id: number | null, rows: number]
>(
  'members.list',
  `with listed as materialized (
   select ${MEMBER_COLUMNS} from members m ${WITH_INVITATION}
   where m.bucket = $1 and m.account_id = $2
     and ($3::timestamptz is null or (m.created_at, m.id) < ($3, $4))
   order by m.created_at desc, m.id desc limit $5
   ) ${withinBytes('listed', NEWEST_FIRST, bytesOf('email', 'name'))} order by ${NEWEST_FIRST}`,
)

/** Where a member is who signs in. The look-up without an account: its answer tells the account. */
export const findByEmail = sql<
  { bucket: number; account_id: number; id: number; password_hash: string | null },
  [email: string]
>(
  'members.find_by_email',
  `select e.bucket, e.account_id, e.member_id as id, m.password_hash
   from member_emails e
   join members m on m.bucket = e.bucket and m.account_id = e.account_id and m.id = e.member_id
   where e.email = $1`,
)

export const findPasswordHash = sql<
  { email: string; password_hash: string | null },
  [bucket: number, accountId: number, id: number]
>(
  'members.find_password_hash',
  'select email, password_hash from members where bucket = $1 and account_id = $2 and id = $3',
)

export const setPassword = sql<
  { id: number; email: string },
  [bucket: number, accountId: number, id: number, passwordHash: string, name: string | null]
>(
  'members.set_password',
  `with changed as (
     update members set password_hash = $4, name = coalesce($5, name)
     where bucket = $1 and account_id = $2 and id = $3 returning id, email
   ) select id, email from changed`,
)

/** Whoever changes the owners of an account holds its row: so the last one stays. */
export const lockAccount = sql<{ id: number }, [bucket: number, accountId: number]>(
  'members.lock_account',
  'select id from accounts where bucket = $1 and id = $2 for update',
)

/** Whether there is another owner who can sign in. */
export const anyOtherOwner = sql<{ found: boolean }, [bucket: number, accountId: number, id: number]>(
  'members.any_other_owner',
  `select exists (
     select from members where bucket = $1 and account_id = $2 and id <> $3 and role = 'owner'
       and password_hash is not null
   ) as found`,
)

export const updateMember = sql<
  { id: number },
  [bucket: number, accountId: number, id: number, role: MemberRole, name: string | null]
>(
  'members.update',
  `with changed as (
     update members set role = $4, name = $5 where bucket = $1 and account_id = $2 and id = $3 returning id
   ) select id from changed`,
)

/** With the member go its sessions, its invitation and its email. */
export const deleteMember = sql<{ id: number }, [bucket: number, accountId: number, id: number]>(
  'members.delete',
  `with deleted as (
     delete from members where bucket = $1 and account_id = $2 and id = $3 returning id
   ), freed as (
     delete from member_emails e using deleted
     where e.bucket = $1 and e.account_id = $2 and e.member_id = deleted.id returning e.member_id
   ) select deleted.id from deleted join freed on freed.member_id = deleted.id`,
)
