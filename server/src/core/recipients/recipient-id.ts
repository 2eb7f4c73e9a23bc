/** Query parameters for filtering lists by recipient. */
import Type from 'typebox'
import type { Connection } from '../../platform/db/sql.ts'
import { invalid } from '../../platform/errors.ts'
import { IntegerInput, RequiredText } from '../../platform/http/schemas.ts'
import { unknownNames } from '../../platform/http/two-names.ts'
import type { TwoNames } from '../../platform/http/two-names.ts'
import { findRecipientId, findRecipientOfLists } from './queries.ts'

/** Parameters for the schema of a list's query. */
export const recipientQuery = {
  notification_user_id: Type.Optional(IntegerInput(1, Number.MAX_SAFE_INTEGER)),
  external_user_id: Type.Optional(RequiredText(255)),
}

/** The recipient's id and external id. Null if not given. */
export interface RecipientNames {
  recipientId: number | null
  externalUserId: string | null
}

/** Reads the parameters of `recipientQuery`. */
export function recipientNamesOf(query: {
  notification_user_id?: number | undefined
  external_user_id?: string | undefined
}): RecipientNames {
  return { recipientId: query.notification_user_id ?? null, externalUserId: query.external_user_id ?? null }
}

/** The fields that name a recipient, in bodies and queries. */
export const RECIPIENT_NAMES = ['notification_user_id', 'external_user_id'] as const

/**
 * The recipient's id, null if no name is given. Throws 422 if a name is unknown, or if the two name different recipients:
 * an empty list would look as if there were nothing new.
 */
export async function recipientIdOf(
  connection: Connection,
  { bucket, accountId }: { bucket: number; accountId: number },
  { recipientId: id, externalUserId: name }: RecipientNames,
): Promise<number | null> {
  if (id === null && name === null) return null
  const idOf = async (names: TwoNames) => {
    const [row] = await (names.name === null
      ? findRecipientOfLists(connection, bucket, accountId, names.id!)
      : findRecipientId(connection, bucket, accountId, names.name))
    return row?.id ?? null
  }
  const found = await idOf({ id, name })
  if (found !== null && (id === null || found === id)) return found
  throw invalid(await unknownNames(RECIPIENT_NAMES, { id, name }, async (alone) => (await idOf(alone)) !== null))
}

/** Returns the id. Throws 422 if no recipient of the account has it. */
export async function requireRecipient(
  connection: Connection,
  account: { bucket: number; accountId: number },
  id: number,
): Promise<number> {
  await recipientIdOf(connection, account, { recipientId: id, externalUserId: null })
  return id
}
