import { nearestName } from '@tidings/cli/nearest'
import { sql } from '../../platform/db/sql.ts'
import type { Connection } from '../../platform/db/sql.ts'
import type { TemplateKey } from './find-templates.ts'

/** An account with more templates gets suggestions only from the newest, so that a wrong name costs little. */
const COMPARED_MAX = 500

const newestNames = sql(
  'templates.newest_names',
  `select name from templates where bucket = $1 and account_id = $2 and deleted_at is null order by id desc limit $3`,
)

/** The sentence for a name that no template has. It suggests the name that the caller most likely meant. */
export async function unknownTemplateSentence(
  connection: Connection,
  { bucket, accountId, name }: TemplateKey & { name: string },
): Promise<string> {
  const known = (await newestNames(connection, bucket, accountId, COMPARED_MAX)).map((row) => row.name)
  const near = nearestName(name, known)
  return near === null ? 'is unknown' : `is unknown: did you mean ${near}?`
}
