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
