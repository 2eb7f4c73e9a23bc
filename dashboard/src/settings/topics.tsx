import { useState } from 'react'
import type { Answer } from '../api/call.ts'
import { useChange, useReadPages } from '../api/queries.ts'
import { useWhyNot } from '../api/session.tsx'
import { Button } from '../ui/button.tsx'
import { FormDialog } from '../ui/dialog.tsx'
import { CheckboxGroup, TextField } from '../ui/field.tsx'
import { List } from '../ui/list.tsx'
import type { Column } from '../ui/table.tsx'
import { Badge, Empty } from '../ui/notice.tsx'
import { PageActions } from '../ui/page.tsx'
import { localesText } from '../templates/places.ts'
import { PreferencePageCard } from './preference-page.tsx'

type Topic = Answer<'GET /api/v1/topics/{id}'>['topic']
type TopicLocale = Topic['locales'][number]

const CHANGES = ['GET /api/v1/topics', 'GET /api/v1/message_templates', 'GET /api/v1/message_templates/{id}'] as const
const REQUIRED = [{ value: 'required', label: 'Required by law or safety: recipients cannot refuse it' }] as const

/** The label and the description in other languages. */
function LocaleFields({
  locales,
  problems,
  onChange,
}: {
  locales: readonly TopicLocale[]
  problems: Record<string, string[]>
  onChange: (locales: readonly TopicLocale[]) => void
}) {
  const change = (index: number, written: Partial<TopicLocale>) =>
    onChange(locales.map((one, place) => (place === index ? { ...one, ...written } : one)))
  return (
    <fieldset className="fieldset list">
      <legend>In other languages</legend>
      {locales.map(({ locale, label, description }, index) => (
        <div key={index} className="columns">
          <TextField
            label={`Language ${index + 1}`}
            placeholder="de or pt-BR"
            required
            value={locale}
            problems={problems[`locales.${index}.locale`]}
            onChange={(text) => change(index, { locale: text })}
          />
          <TextField
            label={`Label ${index + 1}`}
            required
            maxLength={100}
            value={label ?? ''}
            problems={problems[`locales.${index}.label`]}
            onChange={(text) => change(index, { label: text })}
          />
          <TextField
            label={`Description ${index + 1}`}
            maxLength={500}
            value={description ?? ''}
            problems={problems[`locales.${index}.description`]}
            onChange={(text) => change(index, { description: text })}
          />
          <div>
            <Button tone="quiet" icon="trash" onClick={() => onChange(locales.filter((_, place) => place !== index))}>
              {`Remove the language ${locale || index + 1}`}
            </Button>
          </div>
        </div>
      ))}
      {problems['locales'] !== undefined && (
        <p className="problem" role="alert">{`Languages ${problems['locales'].join(', ')}`}</p>
      )}
      <div>
        <Button icon="plus" onClick={() => onChange([...locales, { locale: '', label: '', description: '' }])}>
          Add a language
        </Button>
      </div>
    </fieldset>
  )
}

/** `topic`: null for a new one. */
function TopicDialog({ topic, onClose }: { topic: Topic | null; onClose: () => void }) {
  const [name, setName] = useState(topic?.name ?? '')
  const [label, setLabel] = useState(topic?.label ?? '')
  const [description, setDescription] = useState(topic?.description ?? '')
  const [required, setRequired] = useState(topic?.required ?? false)
  const [locales, setLocales] = useState<readonly TopicLocale[]>(topic?.locales ?? [])
  const create = useChange('POST /api/v1/topics', { changes: CHANGES })
  const change = useChange('PATCH /api/v1/topics/{id}', { changes: CHANGES })
  const { error, isPending } = topic === null ? create : change
  const problems = error?.errors ?? {}

  function submit(): void {
    const body = { topic: { name, label, description, required, locales: [...locales] } }
    if (topic === null) create.mutate({ body }, { onSuccess: onClose })
    else change.mutate({ path: { id: topic.id }, body }, { onSuccess: onClose })
  }

  return (
    <FormDialog
      title={topic === null ? 'Create a topic' : `Edit ${topic.name}`}
      action={topic === null ? 'Create' : 'Save'}
      busy={isPending}
      error={Object.keys(problems).length > 0 ? null : error}
      onClose={onClose}
      onSubmit={submit}
    >
      <TextField
        label="Name"
        help="Templates and the API use this name."
        placeholder="order_updates"
        required
        maxLength={64}
        value={name}
        onChange={setName}
        problems={problems['name']}
      />
      <TextField
        label="Label"
        help="Recipients see it."
        placeholder="Order updates"
        required
        maxLength={100}
        value={label}
        onChange={setLabel}
        problems={problems['label']}
      />
      <TextField
        label="Description"
        help="A sentence for recipients."
        maxLength={500}
        value={description}
        onChange={setDescription}
        problems={problems['description']}
      />
      <CheckboxGroup
        label="Choice of recipients"
        values={required ? ['required'] : []}
        choices={REQUIRED}
        onChange={(values) => setRequired(values.length > 0)}
      />
      <LocaleFields locales={locales} problems={problems} onChange={setLocales} />
    </FormDialog>
  )
}

function DeleteDialog({ topic, onClose }: { topic: Topic; onClose: () => void }) {
  const remove = useChange('DELETE /api/v1/topics/{id}', { changes: CHANGES })
  return (
    <FormDialog
      title={`Delete ${topic.name}`}
      action="Delete"
      danger
      busy={remove.isPending}
      error={remove.error}
      onClose={onClose}
      onSubmit={() => remove.mutate({ path: { id: topic.id } }, { onSuccess: onClose })}
    >
      <p>Recipients no longer see the topic. First give its templates another topic.</p>
    </FormDialog>
  )
}

interface OpenTopic {
  dialog: 'change' | 'delete'
  topic: Topic | null
}

const columnsOf = (whyNot: string | null, onOpen: (open: OpenTopic) => void): Column<Topic>[] => [
  {
    title: 'Name',
    phone: 'name',
    cell: ({ name }) => (
      <code className="line" title={name}>
        {name}
      </code>
    ),
  },
  { title: 'Label', phone: 'text', cell: ({ label }) => label },
  { title: 'Languages', cell: ({ locales }) => localesText(locales) },
  {
    title: 'Recipients',
    phone: 'state',
    cell: ({ required }) => (required ? <Badge tone="accent">required</Badge> : <Badge>may refuse</Badge>),
  },
  {
    title: 'Edit',
    kind: 'actions',
    phone: 'time',
    cell: (topic) => (
      <span className="row tight">
        <Button aria-label={`Edit ${topic.name}`} whyNot={whyNot} onClick={() => onOpen({ dialog: 'change', topic })}>
          Edit
        </Button>
        <Button
          tone="quiet"
          icon="trash"
          aria-label={`Delete ${topic.name}`}
          whyNot={whyNot}
          onClick={() => onOpen({ dialog: 'delete', topic })}
        />
      </span>
    ),
  },
]

/** The topics of the account, and the look of the pages on which recipients choose. */
export function Topics() {
  const [open, setOpen] = useState<OpenTopic | null>(null)
  const whyNot = useWhyNot('change')
  const pages = useReadPages('GET /api/v1/topics', {}, ({ topics }) => topics)
  const close = () => setOpen(null)
  const create = (
    <Button tone="primary" icon="plus" whyNot={whyNot} onClick={() => setOpen({ dialog: 'change', topic: null })}>
      Create a topic
    </Button>
  )
  return (
    <div className="stack">
      <section className="stack" aria-label="Topics">
        {pages.rows.length > 0 && <PageActions>{create}</PageActions>}
        <List
          label="Topics"
          pages={pages}
          keyOf={({ id }) => id}
          columns={columnsOf(whyNot, setOpen)}
          empty={
            <Empty title="No topics yet" action={create}>
              Recipients choose for each topic if they get its messages. A template names its topic.
            </Empty>
          }
        />
      </section>
      <PreferencePageCard />
      {open?.dialog === 'change' && <TopicDialog topic={open.topic} onClose={close} />}
      {open?.dialog === 'delete' && open.topic !== null && <DeleteDialog topic={open.topic} onClose={close} />}
    </div>
  )
}
