/** The causes of failed and bounced deliveries: a closed list of words for programs. */
import { CAUSES, causeWord, FAILURE_CAUSES } from '../providers/causes.ts'
import { CHANNEL_DELETED, NO_ADDRESS, RECIPIENT_DELETED } from './sends/decision.ts'

export type FailureCause = keyof typeof FAILURE_CAUSES
export const FAILURE_CAUSE_WORDS = Object.keys(FAILURE_CAUSES) as FailureCause[]

/** The errors that are sentences of the service. */
const OF_SENTENCES: ReadonlyMap<string, FailureCause> = new Map([
  [RECIPIENT_DELETED, 'recipient_deleted'],
  [CHANNEL_DELETED, 'channel_deleted'],
  [NO_ADDRESS['push']!, 'no_device'],
  [NO_ADDRESS['email']!, 'no_address'],
  [NO_ADDRESS['sms']!, 'no_address'],
  ['The recipient has no address', 'no_address'],
])

/** The cause of a failure by the stored error: a sentence of the service, or a word with the text of the provider. */
export function failureCause(errorMessage: string | null, isLimit: boolean): FailureCause {
  if (isLimit) return 'limit_reached'
  if (errorMessage === null) return 'unknown'
  return OF_SENTENCES.get(errorMessage) ?? causeWord(errorMessage)
}

const KNOWN = JSON.stringify(Object.fromEntries([...OF_SENTENCES, ...Object.keys(CAUSES).map((word) => [word, word])]))

/** SQL: `failureCause` of the columns of a failed or bounced delivery. */
export const FAILURE_CAUSE_SQL = `case when limit_feature_key is not null then 'limit_reached' when error_message is null then 'unknown'
  else coalesce('${KNOWN.replaceAll("'", "''")}'::jsonb ->> split_part(error_message, ':', 1), 'provider_error') end`
