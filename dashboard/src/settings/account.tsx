import { useEffect, useRef, useState } from 'react'
import type { SubmitEvent } from 'react'
import type { Answer } from '../api/call.ts'
import { useCache, useChange, useRead, useReadPages } from '../api/queries.ts'
import { useRename, useWhyNot } from '../api/session.tsx'
import { Button } from '../ui/button.tsx'
import { Copyable } from '../ui/copy.tsx'
import { FormDialog } from '../ui/dialog.tsx'
import { SelectField, TextAreaField, TextField } from '../ui/field.tsx'
import { List } from '../ui/list.tsx'
import { ErrorNotice, Loaded } from '../ui/notice.tsx'
import { Once, OnceDialog } from '../ui/once.tsx'
import { Card, Facts } from '../ui/page.tsx'
import { Time } from '../ui/time.tsx'
import { showToast } from '../ui/toast.tsx'

type Account = Answer<'GET /api/v1/account'>['account']
type SigningKey = Answer<'GET /api/v1/recipient_signing_keys'>['recipient_signing_keys'][number]

const KEYS = ['GET /api/v1/recipient_signing_keys'] as const

/** The name of the account, which members also see in the navigation. */
function Name({ account: { name: saved } }: { account: Account }) {
  const whyNot = useWhyNot('change')
  // Null: nothing has changed since the last save.
  const [written, setWritten] = useState<string | null>(null)
  const name = written ?? saved
  const cache = useCache()
  const rename = useRename()
  const change = useChange('PATCH /api/v1/account', {
    changes: ['GET /api/v1/account'],
    onSuccess: (answer) => {
      cache.put('GET /api/v1/account', {}, answer)
      rename(answer.account.name)
      showToast('The name is saved')
    },
  })
  const problems = change.error?.errors['name']

  function submit(event: SubmitEvent<HTMLFormElement>): void {
    event.preventDefault()
    if (whyNot !== null || change.isPending) return
    const body = { account: { name } }
    change.mutate({ body }, { onSuccess: () => setWritten((now) => (now === written ? null : now)) })
  }

  return (
    <form className="stack tight" onSubmit={submit}>
      <TextField
        label="Name"
        required
        maxLength={255}
        readOnly={whyNot !== null}
        value={name}
        problems={problems}
        onChange={setWritten}
      />
      {problems === undefined && <ErrorNotice error={change.error} />}
      <div>
        <Button type="submit" busy={change.isPending} whyNot={whyNot ?? (name === saved ? 'No changes' : null)}>
          Rename
        </Button>
      </div>
    </form>
  )
}

/** One sentence for all origins that are wrong in the same way. */
function problemsOf(errors: Record<string, string[]>, given: readonly string[]): string[] {
  const wrong = Object.entries(errors).flatMap(([field, sentences]) => {
    const origin = given[Number(field.split('.')[1] ?? NaN)]
    return sentences.map((sentence) => ({ sentence, name: origin === undefined ? [] : `“${origin}”` }))
  })
  const bySentence = Map.groupBy(wrong, ({ sentence }) => sentence)
  return [...bySentence].map(([sentence, all]) => [...all.flatMap(({ name }) => name), sentence].join(' '))
}

/** The origins of the pages that show inboxes, one a line. */
function Origins({ account: { allowed_origins: origins } }: { account: Account }) {
  const whyNot = useWhyNot('change')
  const saved = origins.join('\n')
  // Null: nothing has changed since the last save.
  const [written, setWritten] = useState<string | null>(null)
  const text = written ?? saved
  const cache = useCache()
  const change = useChange('PATCH /api/v1/account', {
    changes: ['GET /api/v1/account'],
    onSuccess: (answer) => {
      cache.put('GET /api/v1/account', {}, answer)
      showToast('The origins are saved')
    },
  })
  const problems = problemsOf(change.error?.errors ?? {}, change.variables?.body.account.allowed_origins ?? [])

  function submit(event: SubmitEvent<HTMLFormElement>): void {
    event.preventDefault()
    if (whyNot !== null || change.isPending) return
    const given = text.split('\n').flatMap((line) => line.trim() || [])
    const body = { account: { allowed_origins: given } }
    change.mutate({ body }, { onSuccess: () => setWritten((now) => (now === written ? null : now)) })
  }

  return (
    <Card title="Inbox in your pages">
      <form className="stack tight" onSubmit={submit}>
        <TextAreaField
          label="Allowed origins"
          help="Pages of these origins may read the inbox, one a line: https://shop.example.com"
          spellCheck={false}
          readOnly={whyNot !== null}
          value={text}
          problems={problems.length === 0 ? undefined : problems}
          onChange={setWritten}
        />
        {problems.length === 0 && <ErrorNotice error={change.error} />}
        <div>
          <Button type="submit" busy={change.isPending} whyNot={whyNot ?? (text === saved ? 'No changes' : null)}>
            Save
          </Button>
        </div>
      </form>
    </Card>
  )
}

const TEMPLATES_MAX = 200
const NO_TEMPLATE = { value: '', label: 'None: each mail names its template' }

/** The template of mails from programs that send by SMTP. A choice is saved at once. */
function MailTemplate({ account: { smtp_template_id: chosen } }: { account: Account }) {
  const whyNot = useWhyNot('change')
  const { data } = useRead('GET /api/v1/message_templates', { query: { limit: TEMPLATES_MAX } })
  const change = useChange('PATCH /api/v1/account', {
    changes: ['GET /api/v1/account'],
    onSuccess: () => showToast('The template is saved'),
  })
  const choices = data?.message_templates.map(({ id, name }) => ({ value: String(id), label: name })) ?? []
  const value = chosen === null ? '' : String(chosen)
  // The list has the newest templates.
  const isListed = value === '' || choices.some((choice) => choice.value === value)
  return (
    <Card title="Mails by SMTP">
      <SelectField
        label="Template"
        help="Mails of programs that send by SMTP use it, if they do not name another"
        disabled={whyNot !== null || change.isPending}
        value={value}
        choices={[NO_TEMPLATE, ...(isListed ? [] : [{ value, label: `#${value}` }]), ...choices]}
        onChange={(id) => change.mutate({ body: { account: { smtp_template_id: id === '' ? null : Number(id) } } })}
      />
      <ErrorNotice error={change.error} />
    </Card>
  )
}

function CreateDialog({ onCreated, onClose }: { onCreated: (secret: string) => void; onClose: () => void }) {
  const [name, setName] = useState('')
  const create = useChange('POST /api/v1/recipient_signing_keys', { changes: KEYS })
  const problems = create.error?.errors['name']
  return (
    <FormDialog
      title="Create a signing key"
      action="Create"
      busy={create.isPending}
      error={problems === undefined ? create.error : null}
      onClose={onClose}
      onSubmit={() =>
        create.mutate(
          { body: { recipient_signing_key: { name } } },
          { onSuccess: ({ recipient_signing_key: { secret } }) => onCreated(secret) },
        )
      }
    >
      <TextField label="Name" required maxLength={255} value={name} problems={problems} onChange={setName} />
    </FormDialog>
  )
}

function SecretDialog({ secret, onClose }: { secret: string; onClose: () => void }) {
  return (
    <OnceDialog title="Signing key" done="I have stored it" onClose={onClose}>
      <p>Copy the secret now. It is shown only once.</p>
      <Once text={secret} label="secret" />
    </OnceDialog>
  )
}

function DeleteDialog({
  signingKey: { id, name },
  onClose,
  onDeleted,
}: {
  signingKey: SigningKey
  onClose: () => void
  onDeleted: () => void
}) {
  const remove = useChange('DELETE /api/v1/recipient_signing_keys/{id}', { changes: KEYS })
  return (
    <FormDialog
      title={`Delete ${name}`}
      action="Delete"
      danger
      busy={remove.isPending}
      error={remove.error}
      onClose={onClose}
      onSubmit={() => remove.mutate({ path: { id }, body: {} }, { onSuccess: onDeleted })}
    >
      <p>Tokens that this key has signed are refused at once. To rotate it, create a new key before.</p>
    </FormDialog>
  )
}

type Open = { dialog: 'create' } | { dialog: 'secret'; secret: string } | { dialog: 'delete'; signingKey: SigningKey }

/** The keys with which the member's own server signs the tokens of inboxes. */
function SigningKeys() {
  const whyNot = useWhyNot('change')
  const [open, setOpen] = useState<Open | null>(null)
  const pages = useReadPages(KEYS[0], {}, (answer) => answer.recipient_signing_keys)
  const close = () => setOpen(null)
  const create = useRef<HTMLButtonElement>(null)
  const [deletions, setDeletions] = useState(0)
  // The button with the focus is gone with its row.
  useEffect(() => {
    if (deletions > 0) create.current?.focus()
  }, [deletions])
  return (
    <Card
      title="Signing keys of the inbox"
      actions={
        <Button ref={create} icon="plus" whyNot={whyNot} onClick={() => setOpen({ dialog: 'create' })}>
          Create a signing key
        </Button>
      }
    >
      <List
        label="Signing keys"
        pages={pages}
        keyOf={({ id }) => id}
        columns={[
          { title: 'Name', phone: 'name', cell: ({ name }) => name },
          { title: 'Created', width: 13, phone: 'text', cell: ({ created_at: at }) => <Time at={at} full /> },
          {
            title: 'Edit',
            width: 8,
            kind: 'actions',
            phone: 'state',
            cell: (signingKey) => (
              <Button
                tone="danger"
                whyNot={whyNot}
                aria-label={`Delete ${signingKey.name}`}
                onClick={() => setOpen({ dialog: 'delete', signingKey })}
              >
                Delete
              </Button>
            ),
          },
        ]}
        empty={
          <p className="muted">No keys. Your server signs tokens for inboxes with one, without a call per token.</p>
        }
      />
      {open?.dialog === 'create' && (
        <CreateDialog onClose={close} onCreated={(secret) => setOpen({ dialog: 'secret', secret })} />
      )}
      {open?.dialog === 'secret' && <SecretDialog secret={open.secret} onClose={close} />}
      {open?.dialog === 'delete' && (
        <DeleteDialog
          signingKey={open.signingKey}
          onClose={close}
          onDeleted={() => {
            close()
            setDeletions(deletions + 1)
          }}
        />
      )}
    </Card>
  )
}

/** The account, and what pages with its inbox need. */
export function AccountSettings() {
  const read = useRead('GET /api/v1/account', {})
  return (
    <div className="stack">
      <Loaded of={read}>
        {({ account }) => (
          <>
            <Card title="Account">
              <Name account={account} />
              <Facts
                rows={[
                  ['Id', <Copyable key="id" text={String(account.id)} label="account id" />],
                  ['Created', <Time key="created" at={account.created_at} full />],
                ]}
              />
            </Card>
            <Origins account={account} />
            <MailTemplate account={account} />
          </>
        )}
      </Loaded>
      <SigningKeys />
    </div>
  )
}
