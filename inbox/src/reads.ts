/** Reads pages of messages into the model. */
import type { ReadResult } from './connection.ts'
import { countsOf, messageOf } from './message.ts'
import type { InboxMessage } from './message.ts'
import type { Model } from './model.ts'
import type { Requests } from './requests.ts'
import { reduce } from './store.ts'
import type { StoreEvent } from './store.ts'

type PageKind = 'first' | 'newest' | 'older'

/** The messages of a page. Broken ones are left out. */
function messagesOf(list: unknown): InboxMessage[] {
  return (Array.isArray(list) ? list : []).flatMap((value) => messageOf(value) ?? [])
}

/**
 * Returns a function for reading a page. It never rejects. Reads follow one another. Events during a read
 * may be newer than its result, so they are applied again after it.
 */
export function createReads(
  model: Model,
  requests: Requests,
  pageSize: number,
): (kind: PageKind, withCounts: boolean) => Promise<ReadResult> {
  let reading: Promise<unknown> = Promise.resolve()

  async function read(kind: PageKind, withCounts: boolean): Promise<ReadResult> {
    const { filter, next } = model.fields.stored
    const cursor = kind === 'older' && next !== null ? `&cursor=${encodeURIComponent(next)}` : ''
    const meanwhile: StoreEvent[] = []
    model.record(meanwhile)
    const [page, read] = await Promise.all([
      requests.call('GET', `/messages?status=${filter}&limit=${pageSize}${cursor}`),
      withCounts ? requests.call('GET', '/counts') : null,
    ])
    model.record(null)
    // The person chose another list meanwhile. Its own read follows.
    if (filter !== model.fields.stored.filter) return 'unchanged'
    if (page.failure !== null) {
      model.set({ problem: { action: 'load', failure: page.failure } })
      return page.failure
    }
    const before = model.fields.stored
    const messages = messagesOf(page.body['inbox_messages'])
    const counts = (read?.failure === null ? countsOf(read.body['counts']) : null) ?? before.counts
    const event: StoreEvent = { kind, messages, next: (page.body['next_cursor'] as string | null | undefined) ?? null }
    const stored = [event, { kind: 'counts', counts } as const, ...meanwhile].reduce(reduce, before)
    model.set({ stored, isLoading: false, problem: model.problemExcept('load') })
    if (kind !== 'older') model.report(messages, 'list')
    return JSON.stringify(stored) === JSON.stringify(before) ? 'unchanged' : 'changed'
  }

  return (kind, withCounts) => {
    const done = reading.then(() => read(kind, withCounts))
    reading = done
    return done
  }
}
