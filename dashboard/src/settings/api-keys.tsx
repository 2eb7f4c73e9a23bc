import { useState } from 'react'
import type { ApiKey } from '../../../sdk/src/types.ts'
import { useChange, useReadPages } from '../api/queries.ts'
import { Button } from '../ui/button.tsx'
import { FormDialog } from '../ui/dialog.tsx'
import { SelectField, TextField } from '../ui/field.tsx'
import { List } from '../ui/list.tsx'
import type { Column } from '../ui/table.tsx'
import { Badge, Empty, Notice } from '../ui/notice.tsx'
import { PageActions } from '../ui/page.tsx'
import { Once, OnceDialog } from '../ui/once.tsx'
import { ListTime, Time } from '../ui/time.tsx'

const CHANGES = ['GET /api/v1/api_keys'] as const

const ROLES = [
  { value: 'send', label: 'Send: creates messages and recipients, and reads deliveries' },
  { value: 'read', label: 'Read: reads everything except limits, API keys, members and the audit log' },
  { value: 'full', label: 'Full: everything except members' },
] as const

function CreateDialog({ onClose, onKey }: { onClose: () => void; onKey: (key: string) => void }) {
  const [name, setName] = useState('')
  const [role, setRole] = useState<ApiKey['role']>('send')
  const create = useChange('POST /api/v1/api_keys', { changes: CHANGES })
  const { name: nameProblems } = create.error?.errors ?? {}
  return (
    <FormDialog
      title="Create an API key"
      action="Create"
      busy={create.isPending}
      error={nameProblems === undefined ? create.error : null}
      onClose={onClose}
      onSubmit={() =>
        create.mutate({ body: { api_key: { name, role } } }, { onSuccess: ({ api_key: made }) => onKey(made.key) })
      }
    >
      <TextField
        label="Name"
        placeholder="Production"
        required
        maxLength={255}
        value={name}
        onChange={setName}
        problems={nameProblems}
      />
      <SelectField
        label="Role"
        value={role}
        choices={ROLES}
        onChange={setRole}
        help="Choose the smallest role for each program."
      />
    </FormDialog>
  )
}

function KeyDialog({ apiKey, onClose }: { apiKey: string; onClose: () => void }) {
  return (
    <OnceDialog title="API key" done="I have stored it" onClose={onClose}>
      <Notice tone="warn">
        <p>Store the key now: it is not shown again. A program with this key acts for your account.</p>
      </Notice>
      <Once text={apiKey} label="API key" />
    </OnceDialog>
  )
}

function RevokeDialog({ apiKey, onClose }: { apiKey: ApiKey; onClose: () => void }) {
  const revoke = useChange('DELETE /api/v1/api_keys/{id}', { changes: CHANGES })
  return (
    <FormDialog
      title={`Revoke ${apiKey.name}`}
      action="Revoke"
      danger
      busy={revoke.isPending}
      error={revoke.error}
      onClose={onClose}
      onSubmit={() => revoke.mutate({ path: { id: apiKey.id }, body: {} }, { onSuccess: onClose })}
    >
      <p>
        The key ending in <code>{apiKey.last4}</code> stops working at once, for all programs. You can’t undo this.
      </p>
    </FormDialog>
  )
}

const columnsOf = (onRevoke: (key: ApiKey) => void): Column<ApiKey>[] => [
  { title: 'Name', phone: 'name', cell: ({ name }) => name },
  {
    title: 'Key',
    width: 7.5,
    phone: 'text',
    cell: ({ last4, role, last_used_at: at }) => (
      <span>
        <code>sk_…{last4}</code>
        <span className="of-phone">
          , {role},{' '}
          {at === null ? (
            'not used yet'
          ) : (
            <>
              used <Time at={at} />
            </>
          )}
        </span>
      </span>
    ),
  },
  { title: 'Role', width: 6, cell: ({ role }) => role },
  {
    title: 'State',
    width: 7,
    phone: 'state',
    cell: ({ revoked_at: at }) => (at === null ? <Badge tone="good">active</Badge> : <Badge>revoked</Badge>),
  },
  {
    title: 'Last used',
    width: 9,
    cell: ({ last_used_at: at }) => (at === null ? 'never' : <ListTime at={at} />),
  },
  { title: 'Created', width: 13, cell: ({ created_at: at }) => <Time at={at} full /> },
  {
    title: 'Change',
    width: 8,
    kind: 'actions',
    phone: 'time',
    cell: (key) =>
      key.revoked_at === null && (
        <Button tone="danger" aria-label={`Revoke ${key.name}`} onClick={() => onRevoke(key)}>
          Revoke
        </Button>
      ),
  },
]

/** The API keys of the account. */
export function ApiKeys() {
  const [creating, setCreating] = useState(false)
  const [created, setCreated] = useState<string | null>(null)
  const [revoked, setRevoked] = useState<ApiKey | null>(null)
  const pages = useReadPages('GET /api/v1/api_keys', {}, (answer) => answer.api_keys)
  const create = (
    <Button tone="primary" icon="plus" onClick={() => setCreating(true)}>
      Create an API key
    </Button>
  )
  return (
    <section className="stack" aria-label="API keys">
      {pages.rows.length > 0 && <PageActions>{create}</PageActions>}
      <List
        label="API keys"
        pages={pages}
        keyOf={({ id }) => id}
        columns={columnsOf(setRevoked)}
        empty={
          <Empty title="No API keys" action={create}>
            Programs need a key to create messages and read deliveries.
          </Empty>
        }
      />
      {creating && (
        <CreateDialog
          onClose={() => setCreating(false)}
          onKey={(key) => {
            setCreating(false)
            setCreated(key)
          }}
        />
      )}
      {created !== null && <KeyDialog apiKey={created} onClose={() => setCreated(null)} />}
      {revoked !== null && <RevokeDialog apiKey={revoked} onClose={() => setRevoked(null)} />}
    </section>
  )
}
