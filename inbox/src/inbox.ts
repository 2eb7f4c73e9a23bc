/**
 * The headless client of the inbox. It keeps the messages of one person up to date and sends her changes. Its
 * knowledge is `state`, a new object after each change.
 */
import { createConnection, isRead } from './connection.ts'
import type { Filter, InboxMessage, PreferenceChanges, Preferences } from './message.ts'
import { createModel } from './model.ts'
import type { InboxState } from './model.ts'
import { createReads } from './reads.ts'
import { createRequests } from './requests.ts'
import { createSaves } from './saves.ts'
import type { Saves } from './saves.ts'
import { storeEventOf } from './stream-events.ts'
import { createTokens } from './token.ts'

export interface InboxOptions {
  /** The URL of the service, without `/api/v1`: `https://tidings.example.com`. */
  url: string
  /** A recipient token. */
  token?: string | null | undefined
  /** Returns a recipient token from your backend. Called at the start, before the token ends, and after a 401. */
  getToken?: (() => Promise<string>) | null | undefined
  /** Messages in a page, 1 to 100. Default 20. */
  pageSize?: number | undefined
}

/**
 * `change` and `changeAll` show the change at once. They resolve to false if the service did not save it: then it is
 * undone, and `state.problem` is set. `changeAll` changes all messages outside of the archive, up to a message or to the
 * newest.
 */
export interface Inbox extends Saves {
  readonly state: InboxState
  /** Calls the listener after each change of `state`. Returns a function for ending this. */
  subscribe(listener: () => void): () => void
  /** Calls the listener once for each new message. */
  onMessage(listener: (message: InboxMessage) => void): () => void
  start(): void
  stop(): void
  /** Another token, for example after `unauthorized`. */
  setToken(token: string | null): void
  /** Connects at once, without the rest of a wait. */
  retry(): void
  setFilter(filter: Filter): void
  /** Resolves to false if there are no older messages, or if they cannot be read. */
  loadMore(): Promise<boolean>
  /** Resolves to null if they cannot be read. */
  preferences(): Promise<Preferences | null>
  /** Resolves to all preferences, or to null if the service did not save the changes. */
  setPreferences(changes: PreferenceChanges): Promise<Preferences | null>
  dismissProblem(): void
}

const PAGE_SIZE_DEFAULT = 20
/** With more messages the first page is read anew, so the page stays small if it is open for weeks. */
const MESSAGES_MAX = 1000

/** The browser got or lost its network, or the person comes back to the page. */
const BROWSER_EVENTS = ['online', 'offline', 'visibilitychange']

/** Creates a client. It does nothing before `start`. Throws a TypeError if `url` is not a URL. */
export function createInbox({ url, token, getToken, pageSize = PAGE_SIZE_DEFAULT }: InboxOptions): Inbox {
  const tokens = createTokens(token ?? null, getToken ?? null)
  const requests = createRequests(url, tokens)
  const model = createModel()
  const read = createReads(model, requests, pageSize)

  const connection = createConnection(requests, {
    tokenMsLeft: tokens.msLeft,
    read: (isPoll) => read(isPoll && !model.fields.isLoading ? 'newest' : 'first', isPoll),
    onState(state) {
      model.set({ connection: state, ...(state === 'live' ? { problem: model.problemExcept('load') } : {}) })
    },
    onEvent(given) {
      const event = storeEventOf(given)
      if (event === null) return
      model.set({ stored: model.reduced([event]) })
      if (event.kind === 'message') model.report([event.message], 'stream')
      if (model.fields.stored.messages.length > MESSAGES_MAX) connection.refresh()
    },
  })

  async function preferences(method: string, changes?: PreferenceChanges): Promise<Preferences | null> {
    const result = await requests.call(method, '/preferences', changes)
    return result.failure === null ? (result.body as unknown as Preferences) : null
  }

  return {
    get state() {
      return model.state
    },
    subscribe: model.subscribe,
    onMessage: model.onMessage,
    ...createSaves(model, requests),
    start() {
      // A server may render the page. It has no events.
      for (const name of BROWSER_EVENTS) globalThis.addEventListener?.(name, connection.wake)
      connection.start()
    },
    stop() {
      for (const name of BROWSER_EVENTS) globalThis.removeEventListener?.(name, connection.wake)
      connection.stop()
    },
    setToken(token) {
      tokens.set(token)
      connection.wake()
    },
    retry: connection.wake,
    setFilter(filter) {
      const { stored } = model.fields
      if (filter === stored.filter) return
      model.set({ isLoading: true, stored: { ...stored, filter, messages: [], next: null } })
      connection.refresh()
    },
    async loadMore() {
      const { messages, next } = model.fields.stored
      if (next === null || messages.length >= MESSAGES_MAX) return false
      return isRead(await read('older', false))
    },
    preferences: () => preferences('GET'),
    setPreferences: (changes) => preferences('PUT', changes),
    dismissProblem: () => model.set({ problem: null }),
  }
}
