/** The one open invitation of a member. */
import { isoTime } from '../../platform/clock.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Connection } from '../../platform/db/sql.ts'
import { replaceInvitation } from '../sign-in/sessions/queries.ts'
import { hashToken, newToken } from '../sign-in/tokens.ts'

/** An invitation's link works once within this time, ms: 7 days. */
const INVITATION_MS = 7 * 86_400_000

export interface Invitation {
  /** In plain text. Only its hash is stored. */
  token: string
  /** ms since the epoch. */
  expiresAt: number
}

/** The id of a member in the audit log. Null for the command line. */
function memberIdOf(actor: string): number | null {
  const [, id] = /^member:(\d+)$/.exec(actor) ?? []
  return id === undefined ? null : Number(id)
}

/** Creates a new invitation, which replaces the one before. Returns null if the member has already accepted. */
export async function invite(
  connection: Connection,
  clock: Clock,
  { bucket, accountId, actor }: { bucket: number; accountId: number; actor: string },
  memberId: number,
): Promise<Invitation | null> {
  const now = clock.now()
  const token = newToken('inv', accountId)
  const expiresAt = now + INVITATION_MS
  const times = [isoTime(now), isoTime(expiresAt)] as const
  const made = await replaceInvitation(
    connection,
    bucket,
    accountId,
    memberId,
    hashToken(token),
    ...times,
    memberIdOf(actor),
  )
  return made.length === 0 ? null : { token, expiresAt }
}

/** The path of the page that accepts an invitation. The token is in the fragment, which servers do not log. */
export const invitationPath = ({ token }: Invitation): string => `/#/invitation/${token}`
