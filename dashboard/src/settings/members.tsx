import { useState } from 'react'
import type { Member } from '../../../sdk/src/types.ts'
import { useReadPages } from '../api/queries.ts'
import { useSession } from '../api/session.tsx'
import { Button } from '../ui/button.tsx'
import { List } from '../ui/list.tsx'
import { Badge, Empty } from '../ui/notice.tsx'
import { PageActions } from '../ui/page.tsx'
import { Time } from '../ui/time.tsx'
import {
  ChangeMemberDialog,
  InvitationDialog,
  InviteAgainDialog,
  InviteDialog,
  RemoveMemberDialog,
} from './member-dialogs.tsx'
import type { Invitation } from './member-dialogs.tsx'

/** Whether a member can sign in, or when the invitation expires. */
function State({ member }: { member: Member }) {
  if (member.active) return <Badge tone="good">active</Badge>
  if (member.invited_until === null) return <Badge>not invited</Badge>
  const hasEnded = Date.parse(member.invited_until) < Date.now()
  return (
    <span className="row">
      <Badge tone={hasEnded ? 'neutral' : 'accent'}>{hasEnded ? 'invitation ended' : 'invited'}</Badge>
      <span className="small muted">
        <Time at={member.invited_until} />
      </span>
    </span>
  )
}

type Open = { kind: 'invite' } | { kind: 'again' | 'change' | 'remove'; member: Member } | null

/** The members of the account, and their roles. */
export function Members() {
  const { member: self } = useSession()
  const [open, setOpen] = useState<Open>(null)
  const [invitation, setInvitation] = useState<Invitation | null>(null)
  const pages = useReadPages('GET /api/v1/members', {}, ({ members }) => members)
  const close = () => setOpen(null)
  function invited(made: Invitation): void {
    close()
    setInvitation(made)
  }

  return (
    <section className="stack" aria-label="Members">
      <PageActions>
        <Button tone="primary" icon="plus" onClick={() => setOpen({ kind: 'invite' })}>
          Invite a member
        </Button>
      </PageActions>
      <List
        label="Members"
        pages={pages}
        keyOf={({ id }) => id}
        columns={[
          { title: 'Email', phone: 'name', cell: ({ email, id }) => (id === self.id ? `${email} (you)` : email) },
          { title: 'Name', width: 8, cell: ({ name }) => name ?? '' },
          { title: 'Role', width: 6.5, phone: 'text', cell: ({ role }) => role },
          { title: 'State', width: 12, phone: 'state', cell: (member) => <State member={member} /> },
          { title: 'Added', width: 13, cell: ({ created_at: at }) => <Time at={at} full /> },
          {
            title: 'Edit',
            width: 17.5,
            kind: 'actions',
            phone: 'time',
            cell: (member) => (
              <span className="row">
                {!member.active && (
                  <Button
                    aria-label={`New invitation for ${member.email}`}
                    onClick={() => setOpen({ kind: 'again', member })}
                  >
                    New invitation
                  </Button>
                )}
                <Button aria-label={`Edit ${member.email}`} onClick={() => setOpen({ kind: 'change', member })}>
                  Edit
                </Button>
                <Button
                  tone="danger"
                  aria-label={`Remove ${member.email}`}
                  onClick={() => setOpen({ kind: 'remove', member })}
                >
                  Remove
                </Button>
              </span>
            ),
          },
        ]}
        empty={<Empty title="No members" />}
      />
      {open?.kind === 'invite' && <InviteDialog onClose={close} onInvited={invited} />}
      {open?.kind === 'again' && <InviteAgainDialog member={open.member} onClose={close} onInvited={invited} />}
      {open?.kind === 'change' && <ChangeMemberDialog member={open.member} onClose={close} />}
      {open?.kind === 'remove' && <RemoveMemberDialog member={open.member} onClose={close} />}
      {invitation !== null && <InvitationDialog invitation={invitation} onClose={() => setInvitation(null)} />}
    </section>
  )
}
