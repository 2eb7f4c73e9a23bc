/** The knowledge of the client, and its listeners. */
import type { ConnectionState } from './connection.ts'
import type { Counts, Filter, InboxMessage } from './message.ts'
import { createNews } from './news.ts'
import type { Failure } from './requests.ts'
import { EMPTY_STORE, reduce, withEdits } from './store.ts'
import type { Edit, StoreEvent, Stored } from './store.ts'

/** `load`: messages could not be read. `change`: a change was not saved and is undone. */
export interface Problem {
  action: 'load' | 'change'
  failure: Failure
}

export interface InboxState {
  connection: ConnectionState
  /** Newest first. */
  messages: readonly InboxMessage[]
  counts: Counts
  filter: Filter
  /** Older messages can be loaded. */
  hasMore: boolean
  /** The first page of this filter is not here yet. */
  isLoading: boolean
  problem: Problem | null
}

interface Fields {
  connection: ConnectionState
  problem: Problem | null
  isLoading: boolean
  stored: Stored
  /** Changes without a confirmation of the service, in their order. */
  edits: readonly Edit[]
}

export interface Model {
  readonly state: InboxState
  readonly fields: Readonly<Fields>
  /** Changes fields and calls the listeners. */
  set(fields: Partial<Fields>): void
  /** The store after these events. */
  reduced(events: readonly StoreEvent[]): Stored
  /** Records all events of the store from now on into the list. Null: no longer. */
  record(into: StoreEvent[] | null): void
  /** The present problem, or null if it is of this action. */
  problemExcept(action: Problem['action']): Problem | null
  /** Reports the new messages of a list, or of the stream. */
  report(messages: readonly InboxMessage[], from: 'list' | 'stream'): void
  subscribe(listener: () => void): () => void
  onMessage(listener: (message: InboxMessage) => void): () => void
}

function createListeners<Value>(): { add(listener: (value: Value) => void): () => void; call(value: Value): void } {
  const listeners = new Set<(value: Value) => void>()
  return {
    add(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    call(value) {
      for (const listener of listeners) listener(value)
    },
  }
}

export function createModel(): Model {
  const news = createNews()
  const stateListeners = createListeners<void>()
  const messageListeners = createListeners<InboxMessage>()
  const fields: Fields = {
    connection: 'stopped',
    problem: null,
    isLoading: true,
    stored: EMPTY_STORE,
    edits: [],
  }
  let recorded: StoreEvent[] | null = null

  function stateOf({ connection, problem, isLoading, stored, edits }: Fields): InboxState {
    const { messages, counts, filter, next } = withEdits(stored, edits)
    return { connection, messages, counts, filter, hasMore: next !== null, isLoading, problem }
  }

  let state = stateOf(fields)
  return {
    get state() {
      return state
    },
    fields,
    set(changed) {
      Object.assign(fields, changed)
      state = stateOf(fields)
      stateListeners.call()
    },
    reduced(events) {
      recorded?.push(...events)
      return events.reduce(reduce, fields.stored)
    },
    record: (into) => void (recorded = into),
    problemExcept: (action) => (fields.problem?.action === action ? null : fields.problem),
    report(messages, from) {
      const fresh = from === 'list' ? news.inList(messages) : messages.filter(news.isNew)
      for (const message of fresh) messageListeners.call(message)
    },
    subscribe: stateListeners.add,
    onMessage: messageListeners.add,
  }
}
