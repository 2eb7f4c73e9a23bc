import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createTestDatabase } from '../../test/database.ts'
import { createSystemClock } from '../clock.ts'
import { migrate } from '../db/migrate.ts'
import { withSession } from '../db/session.ts'

const clock = createSystemClock()
/** The number of migrations before the one that adds people. */
const MEMBERS_WITH_PASSWORDS = 14

test('members of before keep ids, passwords and sessions; an open invitation of one who can sign in ends', async (context) => {
  const database = await createTestDatabase()
  context.after(() => database.close())
  const { url } = database
  await database.pool.query('create schema before')
  await database.pool.query(`alter database ${new URL(url).pathname.slice(1)} set search_path = before`)
  await migrate(url, clock, { upTo: MEMBERS_WITH_PASSWORDS })
  await withSession(url, (session) =>
    session.query({
      text: `insert into accounts (bucket, id, name, created_at) values (1, 1, 'A', now());
        insert into members (bucket, account_id, id, email, name, role, password_hash, created_at) values
          (1, 1, 7, 'ada@example.com', 'Ada', 'owner', 'hash', now()), (1, 1, 8, 'new@example.com', null, 'viewer', null, now());
        insert into member_emails (email, bucket, account_id, member_id) values
          ('ada@example.com', 1, 1, 7), ('new@example.com', 1, 1, 8);
        insert into member_sessions (bucket, account_id, member_id, token_hash, created_at, last_used_at, expires_at)
          values (1, 1, 7, '\\x01', now(), now(), now() + interval '1 day');
        insert into member_invitations (bucket, account_id, member_id, token_hash, created_at, expires_at) values
          (1, 1, 7, '\\x02', now(), now()), (1, 1, 8, '\\x03', now(), now())`,
    }),
  )
  await migrate(url, clock)
  const { rows } = await withSession(url, (session) =>
    session.query({
      text: `select m.id, m.name, p.email, p.password_hash, a.account_id,
          (select count(*) from member_sessions s where s.member_id = m.id) as sessions,
          (select count(*) from member_invitations i where i.member_id = m.id) as invitations
        from members m left join people p on p.id = m.person_id
        left join person_accounts a on a.person_id = p.id and a.member_id = m.id order by m.id`,
    }),
  )
  const none = { email: null, password_hash: null, account_id: null }
  assert.deepEqual(
    rows.map(({ ...row }) => ({ ...row, sessions: Number(row['sessions']), invitations: Number(row['invitations']) })),
    [
      {
        id: 7,
        name: 'Ada',
        email: 'ada@example.com',
        password_hash: 'hash',
        account_id: 1,
        sessions: 1,
        invitations: 0,
      },
      { id: 8, name: null, ...none, sessions: 0, invitations: 1 },
    ],
  )
})
