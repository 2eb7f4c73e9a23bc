/**
 * A draft: all fields of a template, kept beside the version in use until somebody publishes or discards it. A template
 * has at most one, and the members of the account share it. Messages never use it.
 */
import Type from 'typebox'
import type { Static } from 'typebox'
import type { Priority } from '../../core/dispatch/queue.ts'
import { isoTime } from '../../platform/clock.ts'
import { IntegerInput, Nullable, Time } from '../../platform/http/schemas.ts'
import { TemplateInput, TemplateOutput, textView } from './template.ts'
import type { TemplateText } from './template.ts'
import { sql } from '../../platform/db/sql.ts'
import type { Row } from '../../platform/db/sql.ts'

const COLUMNS = 'revision, based_on_version, content, updated_at, updated_by'

export const findDraft = sql(
  'template_drafts.find',
  `select ${COLUMNS} from template_drafts where bucket = $1 and account_id = $2 and template_id = $3`,
)

/** `content`: JSON (`contentOf`). */
export type DraftRow = Row<typeof findDraft>

/** Replaces the draft, or makes it. Lock the template first. Returns no row if the template does not exist. */
export const saveDraft = sql(
  'template_drafts.save',
  `with counted as (
     update templates set drafts_saved = drafts_saved + 1 where bucket = $1 and account_id = $2 and id = $3
     returning drafts_saved
   ), saved as (
     insert into template_drafts (bucket, account_id, template_id, revision, based_on_version, content, updated_at, updated_by)
     select $1, $2, $3, drafts_saved, $4, $5, $6, $7 from counted
     on conflict (bucket, account_id, template_id) do update
     set revision = excluded.revision, based_on_version = excluded.based_on_version, content = excluded.content,
       updated_at = excluded.updated_at, updated_by = excluded.updated_by
     returning ${COLUMNS}
   )
   select ${COLUMNS} from saved`,
)

/** Returns no row if there is no draft. */
export const deleteDraft = sql(
  'template_drafts.delete',
  `with deleted as (
     delete from template_drafts where bucket = $1 and account_id = $2 and template_id = $3 returning revision
   ) select revision from deleted`,
)

/** PostgreSQL's type `integer`. */
const NUMBER_MAX = 2_147_483_647

/** The caller's last read, in a request that changes the version in use. */
export const ReadBefore = {
  draft_revision: Type.Optional(
    IntegerInput(1, NUMBER_MAX, {
      description:
        'The revision of the draft that you publish: the draft is removed. If it has changed, the status is 409',
    }),
  ),
  based_on_version: Type.Optional(
    IntegerInput(1, NUMBER_MAX, {
      description: 'The version that you changed. If another is in use by now, nothing is saved, and the status is 409',
    }),
  ),
}

export const DraftInput = Type.Object({
  ...TemplateInput.properties,
  based_on_version: Type.Optional(
    IntegerInput(1, NUMBER_MAX, {
      description: 'The version in use when the draft was begun. Default: the version in use',
    }),
  ),
  revision: Type.Optional(
    IntegerInput(0, NUMBER_MAX, {
      description:
        'The revision of the draft that you read, 0 if there was none. If it has changed, the status is 409. ' +
        'If absent, the draft is replaced',
    }),
  ),
})
export type DraftInput = Static<typeof DraftInput>

/** In the query of a request that discards the draft. */
export const ReadRevision = Type.Optional(
  IntegerInput(1, NUMBER_MAX, {
    description: 'The revision of the draft that you read. If it has changed, the draft stays, and the status is 409',
  }),
)

const { name, subject, body, body_format, track_opens, priority, channels, locales, topic } = TemplateOutput.properties

export const DraftOutput = Type.Object({
  name,
  subject,
  body,
  body_format,
  track_opens,
  priority,
  channels,
  locales,
  topic,
  based_on_version: Type.Integer({ description: 'The version in use when the draft was begun' }),
  revision: Type.Integer({ description: 'Increases with every save of a draft of the template' }),
  updated_at: Time,
  updated_by: Type.String({ description: 'The last caller who saved it, as in the audit log', examples: ['member:3'] }),
  updated_by_name: Nullable(Type.String({ description: 'The name of the member or key. null: it was removed' })),
})

/** What is stored as JSON. */
interface DraftContent extends Pick<TemplateText, 'subject' | 'body' | 'channels' | 'locales'> {
  name: string
  topic: string | null
  body_format: TemplateText['bodyFormat']
  /** Older versions stored drafts without it, and without the priority. */
  track_opens?: boolean
  priority?: Priority
}

export function contentOf(name: string, topic: string | null, text: TemplateText): DraftContent {
  const { bodyFormat, trackOpens, ...others } = text
  return { name, topic, body_format: bodyFormat, track_opens: trackOpens, ...others }
}

/** `names`: of actors. */
export function draftView(row: DraftRow, names: ReadonlyMap<string, string>): Static<typeof DraftOutput> {
  const {
    name,
    topic,
    body_format: bodyFormat,
    track_opens: trackOpens = true,
    priority = 'normal',
    ...others
  } = JSON.parse(row.content) as DraftContent
  return {
    ...{ name, topic, ...textView({ ...others, bodyFormat, trackOpens, priority }) },
    based_on_version: row.basedOnVersion,
    revision: row.revision,
    updated_at: isoTime(row.updatedAt),
    updated_by: row.updatedBy,
    updated_by_name: names.get(row.updatedBy) ?? null,
  }
}

/** Whether the draft has changed since the read. `read`: the revision at that time, 0 for no draft. */
export function hasChanged(draft: Pick<DraftRow, 'revision'> | undefined, read: number): boolean {
  return (draft?.revision ?? 0) !== read
}
