import type { Transaction } from '../../platform/db/transaction.ts'
import { invalid } from '../../platform/errors.ts'
import type { Caller } from '../../platform/http/route.ts'
import { shareTopic } from '../topics/queries.ts'
import { topicOfTemplate } from './queries.ts'

/**
 * The id of the template's topic after a change. `templateId`: null for a new template. `name` undefined: the topic
 * stays. The named topic is not deleted until the transaction ends. Throws 422 if it does not exist.
 */
export async function topicIdOf(
  transaction: Transaction,
  { bucket, accountId }: Caller,
  templateId: number | null,
  name: string | null | undefined,
): Promise<number | null> {
  if (name === null || (name === undefined && templateId === null)) return null
  if (name === undefined) {
    const [stored] = await topicOfTemplate(transaction, bucket, accountId, templateId!)
    return stored!.topic_id
  }
  const [topic] = await shareTopic(transaction, bucket, accountId, name)
  if (topic === undefined) throw invalid({ topic: ['is unknown'] })
  return topic.id
}
