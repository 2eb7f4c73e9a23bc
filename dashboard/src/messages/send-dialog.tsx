import { useState } from 'react'
import { useChange, useRead } from '../api/queries.ts'
import type { Answer, OperationName } from '../api/call.ts'
import type { Message } from '../../../sdk/src/types.ts'
import { languageName } from '../templates/places.ts'
import { ButtonLink } from '../ui/button.tsx'
import { Dialog, FormDialog } from '../ui/dialog.tsx'
import { SelectField, TextAreaField, TextField } from '../ui/field.tsx'
import { Empty, Loaded } from '../ui/notice.tsx'
import { TimeField } from '../ui/time-field.tsx'

const TEMPLATES_MAX = 200

const CHANGES: readonly OperationName[] = [
  'GET /api/v1/messages',
  'GET /api/v1/deliveries',
  'GET /api/v1/notification_users',
]

/** The attributes in a JSON object, or null if the text is not a JSON object. Empty text: no attributes. */
function attributesOf(text: string): { name: string; value: unknown }[] | null {
  if (text.trim() === '') return []
  try {
    const given = JSON.parse(text) as unknown
    if (typeof given !== 'object' || given === null || Array.isArray(given)) return null
    return Object.entries(given).map(([name, value]) => ({ name, value: value as unknown }))
  } catch {
    return null
  }
}

interface Fields {
  externalId: string
  email: string
  templateId: string
  /** A language of the template. Empty: that of the recipient. */
  locale: string
  attributes: string
  sendAt: string
}

function bodyOf(fields: Fields, attributes: { name: string; value: unknown }[]) {
  const { externalId, email, templateId, locale, sendAt } = fields
  return {
    message: {
      external_user_id: externalId,
      message_template_id: Number(templateId),
      message_attributes_attributes: attributes,
      ...(email === '' ? {} : { notification_user: { email } }),
      ...(locale === '' ? {} : { locale }),
      ...(sendAt === '' ? {} : { send_at: sendAt }),
    },
  }
}

type Template = Answer<'GET /api/v1/message_templates'>['message_templates'][number]

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

function SendFields({
  fields,
  onChange,
  templates,
  problems,
}: {
  fields: Fields
  onChange: (fields: Fields) => void
  templates: readonly Template[]
  problems: Record<string, string[]>
}) {
  const set = (name: keyof Fields) => (value: string) => onChange({ ...fields, [name]: value })
  return (
    <>
      <SelectField
        label="Template"
        value={fields.templateId}
        choices={templates.map(({ id, name }) => ({ value: String(id), label: name }))}
        onChange={(templateId) => onChange({ ...fields, templateId, locale: '' })}
        problems={problems['message_template_id']}
      />
      <LanguageField
        template={templates.find(({ id }) => String(id) === fields.templateId)}
        locale={fields.locale}
        problems={problems['locale']}
        onChange={set('locale')}
      />
      <TextField
        label="External id of the recipient"
        help="Your own id of the recipient. For a new recipient, enter an email too: the recipient is then created."
        required
        value={fields.externalId}
        onChange={set('externalId')}
        problems={problems['external_user_id']}
      />
      <TextField
        label="Email"
        type="email"
        help="If empty, the email of the recipient is used."
        value={fields.email}
        onChange={set('email')}
        problems={problems['notification_user.email']}
      />
      <TextAreaField
        label="Attributes"
        help='The values for the template, as JSON: {"order.id": "A-1"}'
        spellCheck={false}
        value={fields.attributes}
        onChange={set('attributes')}
        problems={attributesOf(fields.attributes) === null ? ['must be a JSON object'] : undefined}
      />
      <TimeField
        label="Send at"
        help="If empty, the message is sent at once."
        value={fields.sendAt}
        onChange={set('sendAt')}
        problems={problems['send_at']}
      />
    </>
  )
}

const BLANK: Fields = { externalId: '', email: '', templateId: '', locale: '', attributes: '', sendAt: '' }

/** `start` has the initial values. */
function SendForm({
  start,
  templates,
  onClose,
  onSent,
}: {
  start: Partial<Fields>
  templates: readonly Template[]
  onClose: () => void
  onSent: (message: Message) => void
}) {
  const [fields, setFields] = useState<Fields>({ ...BLANK, templateId: String(templates[0]?.id ?? ''), ...start })
  const send = useChange('POST /api/v1/messages', { changes: CHANGES })

  function submit(): void {
    const attributes = attributesOf(fields.attributes)
    if (attributes === null) return
    send.mutate({ body: bodyOf(fields, attributes) }, { onSuccess: ({ message }) => onSent(message) })
  }

  return (
    <FormDialog
      title="Send a message"
      action="Send"
      busy={send.isPending}
      error={send.error}
      onClose={onClose}
      onSubmit={submit}
    >
      <SendFields fields={fields} onChange={setFields} templates={templates} problems={send.error?.errors ?? {}} />
    </FormDialog>
  )
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
