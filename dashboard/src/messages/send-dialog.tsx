import { useState } from 'react'
import { useChange, useRead } from '../api/queries.ts'
import { useSession } from '../api/session.tsx'
import type { OperationName } from '../api/call.ts'
import type { Message } from '../../../sdk/src/types.ts'
import { SEARCHES } from '../recipients/recipient.ts'
import { languageName } from '../templates/places.ts'
import { attributesOf, isOfRecipient, recipientOf, storedRecipient } from '../templates/samples.ts'
import type { Samples } from '../templates/samples.ts'
import { Button, ButtonLink } from '../ui/button.tsx'
import { Dialog, FormDialog } from '../ui/dialog.tsx'
import { SelectField, TextField } from '../ui/field.tsx'
import { MailFrame } from '../ui/mail-frame.tsx'
import { Empty, ErrorNotice, Loaded } from '../ui/notice.tsx'
import { Code } from '../ui/page.tsx'
import { TimeField } from '../ui/time-field.tsx'
import { ValueFields } from './value-fields.tsx'
import type { Template } from './value-fields.tsx'

const TEMPLATES_MAX = 200

const CHANGES: readonly OperationName[] = [
  'GET /api/v1/messages',
  'GET /api/v1/deliveries',
  'GET /api/v1/notification_users',
]

interface Fields {
  /** The chosen recipient. Null: the one with the external id. */
  recipient: { id: number; name: string; address?: string } | null
  externalId: string
  email: string
  templateId: string
  /** A language of the template. Empty: that of the recipient. */
  locale: string
  /** The values by the names in the template. */
  values: Samples
  sendAt: string
}

function bodyOf(fields: Fields) {
  const { recipient, externalId, email, templateId, locale, values, sendAt } = fields
  return {
    message: {
      ...(recipient === null ? { external_user_id: externalId } : { notification_user_id: recipient.id }),
      message_template_id: Number(templateId),
      // The values of the recipient in a preview are not those of this one.
      message_attributes_attributes: attributesOf(values).filter(({ name }) => !isOfRecipient(name)),
      ...(email === '' || recipient !== null ? {} : { notification_user: { email } }),
      ...(locale === '' ? {} : { locale }),
      ...(sendAt === '' ? {} : { send_at: sendAt }),
    },
  }
}

/** Only for a template in several languages. */
function LanguageField({
  template,
  locale,
  problems,
  onChange,
}: {
  template: Template | undefined
  locale: string
  problems: string[] | undefined
  onChange: (locale: string) => void
}) {
  if (template === undefined || template.locales.length === 0) return null
  return (
    <SelectField
      label="Language"
      help="If a text is missing in the language, the template's own text is used."
      value={locale}
      choices={[
        { value: '', label: "The recipient's language" },
        ...template.locales.map((texts) => ({ value: texts.locale, label: languageName(texts.locale) })),
      ]}
      onChange={onChange}
      problems={problems}
    />
  )
}

const FOUND_MAX = 5
const TYPED_MIN = 2

/** The recipients that the text may mean. A click chooses one. */
function FoundRecipients({ text, onChoose }: { text: string; onChoose: (recipient: Fields['recipient']) => void }) {
  const enabled = text.trim().length >= TYPED_MIN
  const { data } = useRead(SEARCHES, { query: { kind: 'recipient', q: text.trim() || ' ' } }, { enabled })
  if (!enabled || data === undefined) return null
  return (
    <>
      <ul className="stack tight" aria-label="Recipients found">
        {data.results.slice(0, FOUND_MAX).map(({ id, title, detail }) => (
          <li key={id}>
            <button
              type="button"
              className="as-link"
              onClick={() => onChoose({ id: Number(id), name: title, address: detail })}
            >
              <bdi>{title}</bdi>
            </button>{' '}
            <span className="muted small">{detail}</span>
          </li>
        ))}
      </ul>
      {data.results.length > FOUND_MAX && (
        <p className="help">The first {FOUND_MAX}. Add a word to narrow the search.</p>
      )}
    </>
  )
}

/** A recipient found by a part of its name, or a new one by its external id and email. */
function RecipientFields({
  fields,
  mayBeMe,
  onChange,
  problems,
}: {
  fields: Fields
  /** Whether the message reaches the email of the member. */
  mayBeMe: boolean
  onChange: (fields: Fields) => void
  problems: Record<string, string[]>
}) {
  const { recipient, externalId, email } = fields
  const { member } = useSession()
  if (recipient !== null)
    return (
      <div className="row">
        <span>
          To{' '}
          <strong>
            <bdi>{recipient.name}</bdi>
          </strong>{' '}
          <bdi className="muted small">{recipient.address}</bdi>
        </span>
        <Button onClick={() => onChange({ ...fields, recipient: null })}>Another recipient</Button>
      </div>
    )
  return (
    <>
      <TextField
        label="Recipient"
        help="A word of a name or an email: choose the recipient below. Or an external id: for a new recipient, enter an email too."
        required
        value={externalId}
        onChange={(text) => onChange({ ...fields, externalId: text })}
        problems={problems['external_user_id']}
      />
      <FoundRecipients text={externalId} onChoose={(chosen) => onChange({ ...fields, recipient: chosen })} />
      {mayBeMe && (
        <div className="row">
          <Button onClick={() => onChange({ ...fields, externalId: member.email, email: member.email })}>To me</Button>
        </div>
      )}
      <TextField
        label="Email"
        type="email"
        help="If empty, the email of the recipient is used."
        value={email}
        onChange={(text) => onChange({ ...fields, email: text })}
        problems={problems['notification_user.email']}
      />
    </>
  )
}

/** The texts of the template with these values, for the chosen recipient, or one like the samples. */
function Preview({
  template,
  fields: { values, locale, recipient },
}: {
  template: Template | undefined
  fields: Fields
}) {
  const [isOpen, setOpen] = useState(false)
  const path = { id: recipient?.id ?? 0 }
  const chosen = useRead('GET /api/v1/notification_users/{id}', { path }, { enabled: isOpen && recipient !== null })
  const stored = recipient === null ? undefined : chosen.data?.notification_user
  const texts = template?.locales.find((one) => one.locale === locale) ?? template
  const preview = {
    subject: texts?.subject ?? template?.subject ?? '',
    body: texts?.body ?? template?.body ?? '',
    body_format: template?.body_format,
    locale: locale || null,
    message_attributes_attributes: attributesOf(values),
    notification_user: stored ? storedRecipient({ ...stored }, locale || null) : recipientOf(values, locale || null),
  }
  const enabled = isOpen && template !== undefined && (recipient === null || stored !== undefined)
  const { data, error } = useRead('POST /api/v1/message_templates/preview', { body: { preview } }, { enabled })
  return (
    <details onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>Preview</summary>
      <ErrorNotice error={error} />
      {enabled && data !== undefined && (
        <div className="stack tight">
          <strong>
            <bdi>{data.preview.subject}</bdi>
          </strong>
          {template.body_format === 'html' ? (
            <MailFrame html={data.preview.body} label="Preview of the message" mayShowImages />
          ) : (
            <Code text={data.preview.body} label="preview of the message" wrapped />
          )}
        </div>
      )}
    </details>
  )
}

function SendFields({
  fields,
  onChange,
  templates,
  test,
  problems,
}: {
  fields: Fields
  onChange: (fields: Fields) => void
  templates: readonly Template[]
  test: Test | null
  problems: Record<string, string[]>
}) {
  const template = templates.find(({ id }) => String(id) === fields.templateId)
  const set = (name: 'locale' | 'sendAt') => (value: string) => onChange({ ...fields, [name]: value })
  return (
    <>
      {test === null && (
        <SelectField
          label="Template"
          value={fields.templateId}
          choices={templates.map(({ id, name }) => ({ value: String(id), label: name }))}
          onChange={(templateId) => onChange({ ...fields, templateId, locale: '' })}
          problems={problems['message_template_id']}
        />
      )}
      <LanguageField
        template={template}
        locale={fields.locale}
        problems={problems['locale']}
        onChange={set('locale')}
      />
      <RecipientFields fields={fields} mayBeMe={test?.hasMail ?? true} onChange={onChange} problems={problems} />
      {template !== undefined && (
        <ValueFields
          template={template}
          locale={fields.locale || null}
          values={fields.values}
          onChange={(values) => onChange({ ...fields, values })}
        />
      )}
      <Preview template={template} fields={fields} />
      {test === null && (
        <TimeField
          label="Send at"
          help="If empty, the message is sent at once."
          value={fields.sendAt}
          onChange={set('sendAt')}
          problems={problems['send_at']}
        />
      )}
    </>
  )
}

const BLANK: Fields = {
  recipient: null,
  externalId: '',
  email: '',
  templateId: '',
  locale: '',
  values: {},
  sendAt: '',
}

/** A test of one template. */
interface Test {
  template: Template
  /** Whether the template has a channel of emails. */
  hasMail: boolean
}

/** `start` has the initial values. */
function SendForm({
  start,
  templates,
  test = null,
  onClose,
  onSent,
}: {
  start: Partial<Fields>
  templates: readonly Template[]
  test?: Test | null
  onClose: () => void
  onSent: (message: Message) => void
}) {
  const [fields, setFields] = useState<Fields>({ ...BLANK, templateId: String(templates[0]?.id ?? ''), ...start })
  const send = useChange('POST /api/v1/messages', { changes: CHANGES })

  function submit(): void {
    send.mutate({ body: bodyOf(fields) }, { onSuccess: ({ message }) => onSent(message) })
  }

  return (
    <FormDialog
      title={test === null ? 'Send a message' : `Send a test of ${test.template.name}`}
      action={test === null ? 'Send' : 'Send the test'}
      busy={send.isPending}
      error={send.error}
      onClose={onClose}
      onSubmit={submit}
    >
      <SendFields {...{ fields, templates, test }} onChange={setFields} problems={send.error?.errors ?? {}} />
    </FormDialog>
  )
}

/** Sends a message with a template, now, to try it. `start` has the initial values. */
export function SendTestDialog({
  test,
  ...form
}: {
  test: Test
  start: Partial<Fields>
  onClose: () => void
  onSent: (message: Message) => void
}) {
  return <SendForm templates={[test.template]} test={test} {...form} />
}

/** Sends a message by hand, like an API call. */
export function SendDialog({
  start = {},
  onClose,
  onSent,
}: {
  start?: Partial<Fields>
  onClose: () => void
  onSent: (message: Message) => void
}) {
  const templates = useRead('GET /api/v1/message_templates', { query: { limit: TEMPLATES_MAX } })
  return (
    <Loaded of={templates}>
      {({ message_templates: rows }) =>
        rows.length === 0 ? (
          <Dialog title="Send a message" onClose={onClose}>
            <Empty
              title="No templates yet"
              action={
                <ButtonLink to="/templates/new" tone="primary" icon="plus">
                  New template
                </ButtonLink>
              }
            >
              A message needs a template: create one first.
            </Empty>
          </Dialog>
        ) : (
          <SendForm start={start} templates={rows} onClose={onClose} onSent={onSent} />
        )
      }
    </Loaded>
  )
}
