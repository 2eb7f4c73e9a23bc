/** The draft on the server, which the members of the account share. */
import { useEffect } from 'react'
import type { Answer } from '../../api/call.ts'
import { useRead } from '../../api/queries.ts'
import { useSession } from '../../api/session.tsx'
import type { MessageTemplate } from '../draft.ts'

export const DRAFT = 'GET /api/v1/message_templates/{id}/draft'
export type SharedDraft = Answer<typeof DRAFT>['draft']

/** Reads the draft of the template. Null: there is none, or it is not read yet. It reads again after another save. */
export function useSharedDraft({ id, draft_revision: revision }: MessageTemplate): SharedDraft | null {
  const { data, refetch } = useRead(DRAFT, { path: { id } }, { enabled: revision !== null })
  const draft = data?.draft ?? null
  const isOld = revision !== null && draft !== null && draft.revision !== revision
  useEffect(() => {
    if (isOld) void refetch()
  }, [isOld, revision, refetch])
  return revision === null || isOld ? null : draft
}

/** The last author of the draft: `you`, or a name. */
export function useAuthor({ updated_by, updated_by_name }: SharedDraft): string {
  const { member } = useSession()
  return updated_by === `member:${member.id}` ? 'you' : (updated_by_name ?? 'a removed member')
}

/**
 * The draft as seen from the editor. `beside`: the editor does not have it. `open`: it has it. `changed`: somebody else
 * saved it since. `gone`: somebody else published or discarded it.
 */
export type DraftState = 'none' | 'beside' | 'open' | 'changed' | 'gone'

/** `opened`: the revision in the editor. `stored`: the revision on the server. Null: no draft. */
export function draftState(opened: number | null, stored: number | null): DraftState {
  if (opened === stored) return stored === null ? 'none' : 'open'
  if (stored === null) return 'gone'
  return opened === null ? 'beside' : 'changed'
}
