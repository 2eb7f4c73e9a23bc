import { sql } from '../../platform/db/sql.ts'
import type { Row } from '../../platform/db/sql.ts'
import { bytesOf, NEWEST_FIRST, withinBytes } from '../../platform/http/pages.ts'

const MEMBER_COLUMNS = `m.id, m.email, m.name, m.role, m.person_id, m.created_at,
  i.expires_at as invited_until`

const WITH_INVITATION = `left join member_invitations i
  on i.bucket = $1 and i.account_id = m.account_id and i.member_id = m.id`

export const nextMemberId = sql('members.next_id', `select nextval('members_id_seq') as id`)

/** Returns no row if the account already has a member with this email. */
export const insertMember = sql(
  'members.insert',
  `with inserted as (
    insert into members (bucket, account_id, id, email, name, role, created_at)
    values ($1, $2, $3, $4, $5, $6, $7) on conflict (bucket, account_id, email) do nothing returning id
  ) select id from inserted`,
)

/** `personId`: who signs in as the member, null until the invitation is accepted. */
export const findMember = sql(
  'members.find',
  `select ${MEMBER_COLUMNS} from members m ${WITH_INVITATION} where m.bucket = $1 and m.account_id = $2 and m.id = $3`,
)

export type MemberRow = Row<typeof findMember>

export const findMemberByEmail = sql(
  'members.find_by_email',
  'select id from members where bucket = $1 and account_id = $2 and email = $3',
)

export const listMembers = sql(
  'members.list',
  `with listed as materialized (
   select ${MEMBER_COLUMNS} from members m ${WITH_INVITATION}
   where m.bucket = $1 and m.account_id = $2
     and ($3::timestamptz is null or (m.created_at, m.id) < ($3, $4))
   order by m.created_at desc, m.id desc limit $5
   ) ${withinBytes('listed', NEWEST_FIRST, bytesOf('email', 'name'))} order by ${NEWEST_FIRST}`,
)

export const countMembers = sql(
  'members.count',
  'select count(*) from (select from members where bucket = $1 and account_id = $2 limit $3) counted',
)

/** Changes of owners lock the account's row. So two of them cannot remove the last two owners at the same time. */
export const lockAccount = sql(
  'members.lock_account',
  'select id from accounts where bucket = $1 and id = $2 for update',
)

/** Whether another owner exists and can sign in. */
export const anyOtherOwner = sql(
  'members.any_other_owner',
  `select exists (
     select from members where bucket = $1 and account_id = $2 and id <> $3 and role = 'owner'
       and person_id is not null
   ) as found`,
)

export const updateMember = sql(
  'members.update',
  `with changed as (
     update members set role = $4, name = $5 where bucket = $1 and account_id = $2 and id = $3 returning id
   ) select id from changed`,
)

/** Also deletes the member's sessions and invitation (foreign keys cascade). */
export const deleteMember = sql(
  'members.delete',
  `with deleted as (
     delete from members where bucket = $1 and account_id = $2 and id = $3 returning id
   ) select id from deleted`,
)
