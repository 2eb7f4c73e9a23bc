import { useState } from 'react'
import type { Operations } from '../api/call.ts'
import type { Member } from '../../../sdk/src/types.ts'
import { useChange } from '../api/queries.ts'
import { useSession } from '../api/session.tsx'
import { FormDialog } from '../ui/dialog.tsx'
import { SelectField, TextField } from '../ui/field.tsx'
import { Notice } from '../ui/notice.tsx'
import { Once, OnceDialog } from '../ui/once.tsx'
import { Time } from '../ui/time.tsx'

export type Invitation = Operations['POST /api/v1/members']['answer']['invitation']

const CHANGES = ['GET /api/v1/members'] as const

const ROLES = [
  { value: 'viewer', label: 'Viewer: reads only' },
  { value: 'developer', label: 'Developer: changes everything except members and API keys' },
  { value: 'owner', label: 'Owner: everything' },
] as const

/** Adds a member and creates the invitation. */
export function InviteDialog({ onClose, onInvited }: { onClose: () => void; onInvited: (made: Invitation) => void }) {
  const [email, setEmail] = useState('')
  const [name, setName] = useState('')
  const [role, setRole] = useState<Member['role']>('developer')
  const add = useChange('POST /api/v1/members', { changes: CHANGES })
  const { email: emailProblems, name: nameProblems } = add.error?.errors ?? {}
  const isTold = [emailProblems, nameProblems].some((problems) => problems !== undefined)
  return (
    <FormDialog
      title="Invite a member"
      action="Create the invitation"
      busy={add.isPending}
      error={isTold ? null : add.error}
      onClose={onClose}
      onSubmit={() =>
        add.mutate(
          { body: { member: { email, name: name === '' ? null : name, role } } },
          { onSuccess: ({ invitation }) => onInvited(invitation) },
        )
      }
    >
      <TextField label="Email" type="email" required value={email} onChange={setEmail} problems={emailProblems} />
      <TextField label="Name" maxLength={255} value={name} onChange={setName} problems={nameProblems} />
      <SelectField label="Role" value={role} choices={ROLES} onChange={setRole} />
    </FormDialog>
  )
}

/** Creates a new invitation for an invited member. */
export function InviteAgainDialog({
  member,
  onClose,
  onInvited,
}: {
  member: Member
  onClose: () => void
  onInvited: (made: Invitation) => void
}) {
  const invite = useChange('POST /api/v1/members/{id}/invite', { changes: CHANGES })
  return (
    <FormDialog
      title={`New invitation for ${member.email}`}
      action="Create the invitation"
      busy={invite.isPending}
      error={invite.error}
      onClose={onClose}
      onSubmit={() =>
        invite.mutate({ path: { id: member.id }, body: {} }, { onSuccess: ({ invitation }) => onInvited(invitation) })
      }
    >
      <p>The previous link stops working.</p>
    </FormDialog>
  )
}

/** Shows the link of an invitation. It can be shown only once. */
export function InvitationDialog({ invitation, onClose }: { invitation: Invitation; onClose: () => void }) {
  return (
    <OnceDialog title="Invitation" done="Done" onClose={onClose}>
      <Notice tone="warn">
        <p>
          Send this link to the member: it is not shown again. It works once, and expires{' '}
          <Time at={invitation.expires_at} />.
        </p>
      </Notice>
      {invitation.url === null && (
        <Notice tone="bad">
          <p>
            The service does not know its own address, so this is only the path: put the address in front of it. If
            PUBLIC_URL is set, you get the whole link.
          </p>
        </Notice>
      )}
      <Once text={invitation.url ?? invitation.path} label="invitation" />
    </OnceDialog>
  )
}

export function ChangeMemberDialog({ member, onClose }: { member: Member; onClose: () => void }) {
  const [name, setName] = useState(member.name ?? '')
  const [role, setRole] = useState(member.role)
  const change = useChange('PATCH /api/v1/members/{id}', { changes: CHANGES })
  const body = { member: { name: name === '' ? null : name, role } }
  return (
    <FormDialog
      title={`Change ${member.email}`}
      action="Save"
      busy={change.isPending}
      error={change.error}
      onClose={onClose}
      onSubmit={() => change.mutate({ path: { id: member.id }, body }, { onSuccess: onClose })}
    >
      <TextField label="Name" maxLength={255} value={name} onChange={setName} />
      <SelectField
        label="Role"
        value={role}
        choices={ROLES}
        onChange={setRole}
        help="The change works from the next request on."
      />
    </FormDialog>
  )
}

export function RemoveMemberDialog({ member, onClose }: { member: Member; onClose: () => void }) {
  const isSelf = useSession().member.id === member.id
  const remove = useChange('DELETE /api/v1/members/{id}', { changes: CHANGES })
  return (
    <FormDialog
      title={`Remove ${member.email}`}
      action="Remove"
      danger
      busy={remove.isPending}
      error={remove.error}
      onClose={onClose}
      onSubmit={() => remove.mutate({ path: { id: member.id }, body: {} }, { onSuccess: onClose })}
    >
      <p>
        {isSelf ? 'You are signed out of this account at once' : 'The member is signed out of this account at once'},
        and can no longer sign in to it.
      </p>
    </FormDialog>
  )
}
