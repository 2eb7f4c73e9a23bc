/** Query parameters for filtering lists by recipient. */
import Type from 'typebox'
import type { Connection } from '../db/sql.ts'
import { IntegerInput, RequiredText } from '../http/schemas.ts'
import { findRecipientId } from './queries.ts'

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

/** The recipient's id. Undefined if no recipient matches both names, null if no name is given. */
export async function recipientIdOf(
  connection: Connection,
  { bucket, accountId }: { bucket: number; accountId: number },
  { recipientId, externalUserId }: RecipientNames,
): Promise<number | null | undefined> {
  if (externalUserId === null) return recipientId
  const [row] = await findRecipientId(connection, bucket, accountId, externalUserId)
  return recipientId === null || row?.id === recipientId ? row?.id : undefined
}
