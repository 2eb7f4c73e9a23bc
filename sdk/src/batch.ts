/** Sends a batch of messages, and those again that the service had no time for. */
import { hmacSha256, randomUuid } from './crypto.ts'
import { messageFields } from './message-fields.ts'
import type { NewMessage } from './message-fields.ts'
import type { CallOptions } from './pages.ts'
import { pause, RETRY_WAITS_MS } from './request.ts'
import type { Request } from './request.ts'
import type { Operations } from './types.ts'

type BatchResult = Operations['POST /api/v1/messages/batch']['answer']['results'][number]

/**
 * The key of a batch that is sent again. The same key gives the same keys, so a repeated call repeats each of its requests.
 */
export async function batchKey(key: string, resends: number): Promise<string> {
  if (resends === 0) return key
  const bytes = await hmacSha256(key)(new TextEncoder().encode(`resend ${resends}`))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** The results are in the order of the messages. After `resendsMax` resends, some may still be `overloaded`. */
export async function sendBatch(
  request: Request,
  resendsMax: number,
  messages: readonly NewMessage[],
  { idempotencyKey, signal }: CallOptions,
): Promise<BatchResult[]> {
  const key = idempotencyKey ?? (await randomUuid())
  const results: BatchResult[] = []
  let left = messages.map((message, index) => ({ message: messageFields(message), index }))
  for (let resends = 0; ; resends++) {
    const answer = await request('POST /api/v1/messages/batch', {
      body: { messages: left.map(({ message }) => message) },
      idempotencyKey: await batchKey(key, resends),
      ...(signal === undefined ? {} : { signal }),
    })
    for (const [place, { index }] of left.entries()) results[index] = { ...answer.results[place]!, index }
    left = left.filter(({ index }) => results[index]!.code === 'overloaded')
    const waitMs = RETRY_WAITS_MS[resends]
    if (left.length === 0 || resends >= resendsMax || waitMs === undefined) return results
    await pause(waitMs, signal)
  }
}
