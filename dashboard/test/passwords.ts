/** The passwords of members in tests of the dashboard. */
import type { Page } from 'playwright-core'
import type { TestDatabase } from '../../server/test/database.ts'

export const PASSWORD = 'correct horse battery'

/** Sets when the sessions of a member last gave the password: null for never, else long enough for a test. */
export async function setPasswordGiven({ pool }: TestDatabase, email: string, time: string | null): Promise<void> {
  await pool.query({
    text: `update member_sessions s set password_given_at = now() + $2::interval from members m
      where m.email = $1 and (s.bucket, s.account_id, s.member_id) = (m.bucket, m.account_id, m.id)`,
    values: [email, time],
  })
}

/** Enters the password again in the dialog that asks for it. */
export async function givePassword(page: Page, password = PASSWORD): Promise<void> {
  const field = page.getByRole('dialog', { name: 'Your password again' }).getByLabel('Your password')
  await field.fill(password)
  await field.press('Enter')
}
