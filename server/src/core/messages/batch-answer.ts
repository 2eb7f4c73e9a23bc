import { setImmediate } from 'node:timers/promises'
import { invalidSentence } from '../../platform/errors.ts'
import type { NewAnswer } from '../../platform/http/idempotency.ts'
import type { ItemResult } from './batch.ts'
import { messageObject } from './message.ts'

/** The part of the response for one message. */
export function resultObject(result: ItemResult, index: number) {
  if (result.ok) return { index, message: messageObject(result.message) }
  if ('error' in result) {
    const { message: error, code, errors } = result.error
    return { index, error, code, ...(errors === null ? {} : { errors }) }
  }
  const { errors, code } = result
  return { index, error: invalidSentence(errors, code), code, errors }
}

/**
 * Characters serialised before other requests get a turn, because a transaction is open meanwhile. The largest response
 * takes 16 turns.
 */
const PIECE_CHARACTERS = 1024 * 1024

/** The response as text. A long one is serialised in turns with other work. */
export async function batchAnswer(results: readonly ItemResult[]): Promise<NewAnswer> {
  const texts: string[] = []
  let characters = 0
  for (const [index, result] of results.entries()) {
    const text = JSON.stringify(resultObject(result, index))
    texts.push(text)
    characters += text.length
    if (characters < PIECE_CHARACTERS) continue
    characters = 0
    await setImmediate()
  }
  const recipientIds = results.flatMap((result) => (result.ok ? result.message.recipientId : []))
  return { status: 200, body: `{"results":[${texts.join(',')}]}`, recipientIds }
}
