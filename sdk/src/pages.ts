/** The types and the iterator that the calls of the client share. */
import type { Input } from './request.ts'
import type { Operations } from './types.ts'

export type BodyOf<Name extends keyof Operations> = NonNullable<Operations[Name]['body']>
export type QueryOf<Name extends keyof Operations> = NonNullable<Operations[Name]['query']>
/** The fields below the root key of a body. */
export type FieldsOf<Name extends keyof Operations, Key extends string> =
  BodyOf<Name> extends { [Root in Key]?: infer Fields } ? NonNullable<Fields> : never

/** Options of every POST: an idempotency key for your own retries, and a signal to cancel the call. */
export type CallOptions = Pick<Input<'GET /api/v1/account'>, 'idempotencyKey' | 'signal'>

/** All rows of a list. The next page is requested when its first row is needed. */
export async function* pages<Row>(
  read: (cursor: string | undefined) => Promise<{ rows: Row[]; next: string | null }>,
): AsyncGenerator<Row> {
  for (let cursor: string | undefined; ;) {
    const { rows, next } = await read(cursor)
    yield* rows
    if (next === null) return
    cursor = next
  }
}
