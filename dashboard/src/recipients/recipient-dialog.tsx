import { useState } from 'react'
import type { OperationName } from '../api/call.ts'
import { useChange } from '../api/queries.ts'
import { FormDialog } from '../ui/dialog.tsx'
import { TextAreaField, TextField } from '../ui/field.tsx'
import type { NotificationUser } from './recipient.ts'

export const OF_RECIPIENT: readonly OperationName[] = [
  'GET /api/v1/notification_users',
  'GET /api/v1/notification_users/{id}',
  'GET /api/v1/deliveries',
]

const INDENT = 2

/** The fields with one line of text. */
const TEXTS = [
  ['external_user_id', 'External id', 'Your own unique id of the recipient.'],
  ['email', 'Email', undefined],
  ['phone', 'Phone', 'With the country: +44 20 7183 8750'],
  ['first_name', 'First name', undefined],
  ['last_name', 'Last name', undefined],
  ['locale', 'Locale', 'Like en-GB'],
  ['time_zone', 'Time zone', 'Like Europe/London'],
] as const

type TextName = (typeof TEXTS)[number][0]
type Texts = Record<TextName, string>

/** The object in a JSON text, or null if the text is not a JSON object. Empty text: an empty object. */
function objectOf(text: string): Record<string, unknown> | null {
  if (text.trim() === '') return {}
  try {
    const given = JSON.parse(text) as unknown
    return typeof given === 'object' && given !== null && !Array.isArray(given)
      ? (given as Record<string, unknown>)
      : null
  } catch {
    return null
  }
}

function textsOf(recipient: NotificationUser | null): Texts {
  return Object.fromEntries(TEXTS.map(([name]) => [name, recipient?.[name] ?? ''])) as Texts
}

/** Creates a recipient (null), or changes it. */
export function RecipientDialog({
  recipient,
  onClose,
  onSaved,
}: {
  recipient: NotificationUser | null
  onClose: () => void
  onSaved: (id: number) => void
}) {
  const [texts, setTexts] = useState(() => textsOf(recipient))
  const before = recipient === null || Object.keys(recipient.attributes).length === 0 ? null : recipient.attributes
  const [attributesText, setAttributesText] = useState(before === null ? '' : JSON.stringify(before, null, INDENT))
  const create = useChange('POST /api/v1/notification_users', { changes: OF_RECIPIENT })
  const change = useChange('PATCH /api/v1/notification_users/{id}', { changes: OF_RECIPIENT })
  const error = create.error ?? change.error
  const attributes = objectOf(attributesText)

  function submit(): void {
    if (attributes === null) return
    const given = Object.fromEntries(TEXTS.map(([name]) => [name, texts[name].trim() || null]))
    const body = { notification_user: { ...given, attributes } }
    const onSuccess = (answer: { notification_user: { id: number } }) => onSaved(answer.notification_user.id)
    if (recipient === null) create.mutate({ body }, { onSuccess })
    else change.mutate({ path: { id: recipient.id }, body }, { onSuccess })
  }

  return (
    <FormDialog
      title={recipient === null ? 'Add a recipient' : 'Edit the recipient'}
      action="Save"
      busy={create.isPending || change.isPending}
      error={error}
      onClose={onClose}
      onSubmit={submit}
    >
      {TEXTS.map(([name, label, help]) => (
        <TextField
          key={name}
          label={label}
          help={help}
          value={texts[name]}
          onChange={(value) => setTexts({ ...texts, [name]: value })}
          problems={error?.errors[name]}
        />
      ))}
      <TextAreaField
        label="Attributes"
        help='The recipient’s values for templates, as JSON: {"plan": "pro"}'
        spellCheck={false}
        value={attributesText}
        onChange={setAttributesText}
        problems={attributes === null ? ['must be a JSON object'] : error?.errors['attributes']}
      />
    </FormDialog>
  )
}
