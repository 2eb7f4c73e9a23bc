import { useEffect, useState } from 'react'
import type { Answer } from '../api/call.ts'
import { useRead } from '../api/queries.ts'
import { useWhyNot } from '../api/session.tsx'
import { MailHead } from '../messages/mail-head.tsx'
import { PhoneScreen } from '../messages/phone-screen.tsx'
import { Choices } from '../ui/choices.tsx'
import { MailFrame } from '../ui/mail-frame.tsx'
import { ErrorNotice, Loading, Notice } from '../ui/notice.tsx'
import { Card, Code } from '../ui/page.tsx'
import type { Content } from './content.ts'
import type { Draft, Texts } from './draft.ts'
import { NewestButton } from './newest-values.tsx'
import type { NewestValues } from './newest-values.tsx'
import { SampleField } from './sample-field.tsx'
import { askedNames, attributesOf, nameOf, recipientOf, sampleOf } from './samples.ts'
import type { Samples } from './samples.ts'

/** The preview starts after a pause in typing of this length, ms. */
const PAUSE_MS = 250

/** Null until `isReady`. The first value is taken at once. */
function useSettled<Value>(value: Value, isReady: boolean): Value | null {
  const [settled, setSettled] = useState(isReady ? value : null)
  if (isReady && settled === null) setSettled(value)
  const text = JSON.stringify(value)
  useEffect(() => {
    if (!isReady) return
    const timer = setTimeout(() => setSettled(JSON.parse(text) as Value), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [text, isReady])
  return settled
}

const SIZES = [
  { value: 'desktop', label: 'Desktop' },
  { value: 'phone', label: 'Phone' },
] as const

type Preview = Answer<'POST /api/v1/message_templates/preview'>['preview']
type Shown = Preview & { format: Draft['body_format']; from: string | undefined }

/** A mail with its head. */
function Mail({ subject, body, format, email, from }: Shown) {
  const [size, setSize] = useState<(typeof SIZES)[number]['value']>('desktop')
  return (
    <div className="stack tight">
      <MailHead subject={subject} from={from} {...(email && { email })} />
      {format === 'html' ? (
        <>
          <Choices label="Size" choices={SIZES} value={size} onChange={setSize} />
          <div className={`sent-mail ${size}`}>
            <MailFrame key={size} html={body} label="Preview" mayShowImages />
          </div>
        </>
      ) : (
        <Code text={body} label="rendered body" wrapped />
      )}
    </div>
  )
}

/** The texts as a channel of the type sends them. Null: the texts for every channel, as a mail. */
function RenderedFor({ type, ...shown }: Shown & { type: string | null }) {
  if (type === null || type === 'email') return <Mail {...shown} />
  const text = type === 'sms' ? shown.sms.text : shown.text
  return (
    <PhoneScreen {...{ type, text }} subject={shown.subject} url={null} {...(shown.push && { push: shown.push })} />
  )
}

/** How many messages the text is as an SMS, and why. */
function SmsParts({ parts, outside }: { parts: number; outside: readonly string[] }) {
  const size = outside.length === 0 ? (parts === 1 ? 160 : 153) : parts === 1 ? 70 : 67
  const because = outside.length === 0 ? '' : `, because of ${outside.join(' ')}`
  return (
    <p className="muted small">
      As SMS: {parts === 1 ? '1 part' : `${parts} parts`} of up to {size} characters{because}
    </p>
  )
}

function UndefinedNames({ names }: { names: readonly string[] }) {
  const unknown = [...new Set(names.map(nameOf))]
  if (unknown.length === 0) return null
  return (
    <Notice tone="warn">
      <p>
        Undefined names: {unknown.map((name) => `“${name}”`).join(', ')}. If the message does not define them, they stay
        empty.
      </p>
    </Notice>
  )
}

function SampleFields({
  names,
  samples,
  newest,
  onChange,
}: {
  /** The names that the texts ask a message for. */
  names: readonly string[]
  samples: Samples
  newest: NewestValues | null
  onChange: (samples: Samples) => void
}) {
  if (names.length === 0) return null
  return (
    <fieldset className="samples">
      <legend>Sample values</legend>
      {names.map((name) => (
        <SampleField
          key={name}
          name={name}
          value={sampleOf(samples, name)}
          placeholder="empty"
          samples={samples}
          onChange={onChange}
        />
      ))}
      {newest !== null && <NewestButton newest={newest} names={names} />}
    </fieldset>
  )
}

/** The place of a mistake, for people. */
const placeOf = (field: string) => (field.startsWith('partials.') ? 'text of the partial' : field)

function Problems({ problems }: { problems: [field: string, sentences: string[]][] }) {
  return (
    <Notice tone="bad">
      {problems.map(([field, sentences]) => (
        <p key={field}>{`The ${placeOf(field)} ${sentences.join(', ')}`}</p>
      ))}
    </Notice>
  )
}

function NoPreview({ whyNot }: { whyNot: string }) {
  return (
    <Card title="Preview">
      <Notice>
        <p>{whyNot}. A preview is not available to your role.</p>
      </Notice>
    </Card>
  )
}

/** A type of channel, null for the texts for every channel, and the sender of its mails. */
export interface ShownChannel {
  type: string | null
  from: string | undefined
}
const EVERY_CHANNEL: ShownChannel = { type: null, from: undefined }

/** The rendered texts, and the sample values. */
export function PreviewCard({
  texts,
  locale,
  format,
  channel = EVERY_CHANNEL,
  content = {},
  hasSms = false,
  partials = [],
  samples,
  newest = null,
  onSamples,
}: {
  texts: Texts
  /** Null: the template's own texts. */
  locale: string | null
  format: Draft['body_format']
  /** The channel with these texts. */
  channel?: ShownChannel
  /** What its texts have beside subject and body. */
  content?: Content
  /** True if the texts are sent as an SMS. */
  hasSms?: boolean
  /** Unsaved partials. */
  partials?: readonly { name: string; text: string }[]
  samples: Samples
  /** The values of the newest message of a stored template. */
  newest?: NewestValues | null
  onSamples: (samples: Samples) => void
}) {
  const whyNot = useWhyNot('change')
  const written = {
    ...texts,
    ...content,
    body_format: format,
    locale,
    partials: [...partials],
    message_attributes_attributes: attributesOf(samples),
    notification_user: recipientOf(samples, locale),
  }
  const asked = useSettled(written, newest?.isFirst !== true)
  const read = useRead(
    'POST /api/v1/message_templates/preview',
    { body: { preview: asked ?? written } },
    { enabled: whyNot === null && asked !== null },
  )
  const [last, setLast] = useState(read.data?.preview ?? null)
  if (read.data !== undefined && read.data.preview !== last) setLast(read.data.preview)
  const problems = Object.entries(read.error?.errors ?? {})
  if (whyNot !== null) return <NoPreview whyNot={whyNot} />
  return (
    <Card title="Preview">
      {problems.length === 0 && <ErrorNotice error={read.error} onRetry={() => void read.refetch()} />}
      {problems.length > 0 && <Problems problems={problems} />}
      {last === null && read.error === null && <Loading label="Rendering" />}
      {last !== null && (
        <>
          <RenderedFor type={channel.type} from={channel.from} {...last} format={format} />
          {hasSms && <SmsParts {...last.sms} />}
          <UndefinedNames names={last.unknown_names} />
          <SampleFields names={askedNames(last.names)} {...{ samples, newest }} onChange={onSamples} />
        </>
      )}
    </Card>
  )
}
