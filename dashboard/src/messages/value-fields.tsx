/** The values of a message by hand: one field for each name that the texts of its template ask for. */
import type { Answer } from '../api/call.ts'
import { useRead } from '../api/queries.ts'
import { draftOf } from '../templates/draft.ts'
import { usedTexts } from '../templates/places.ts'
import { SampleField } from '../templates/sample-field.tsx'
import { askedNames, isOfRecipient, sampleOf } from '../templates/samples.ts'
import type { Samples } from '../templates/samples.ts'
import { ErrorNotice } from '../ui/notice.tsx'

export type Template = Answer<'GET /api/v1/message_templates'>['message_templates'][number]

/** All texts that messages in this language have, each once. Null: the template's own texts. */
function textsIn(template: Template, locale: string | null): string {
  const draft = draftOf(template, template)
  const channelIds = [null, ...draft.channels.map((channel) => channel.notification_channel_id)]
  const used = channelIds.map((channelId) => usedTexts(draft, { locale, channelId }))
  return [...new Set(used.flatMap(({ subject, body }) => [subject, body]))].join(' ')
}

/** `locale` null: the language of the recipient. Then the fields are those of the template's own texts. */
export function ValueFields({
  template,
  locale,
  values,
  onChange,
}: {
  template: Template
  locale: string | null
  values: Samples
  onChange: (values: Samples) => void
}) {
  const preview = { body: textsIn(template, locale), body_format: template.body_format }
  const read = useRead('POST /api/v1/message_templates/preview', { body: { preview } })
  const names = askedNames(read.data?.preview.names ?? []).filter((name) => !isOfRecipient(name))
  return (
    <>
      <ErrorNotice error={read.error} onRetry={() => void read.refetch()} />
      {names.map((name) => (
        <SampleField key={name} name={name} value={sampleOf(values, name)} samples={values} onChange={onChange} />
      ))}
    </>
  )
}
