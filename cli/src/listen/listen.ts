/** Forwards the events of the account to a receiver on this machine, in their order, each until it is accepted. */
import { TidingsError } from '@tidings/sdk/client'
import { failureOf, openApi, readSettings } from '../api.ts'
import type { Api } from '../api.ts'
import { failure } from '../command.ts'
import type { CommandInput, CommandResult, Failure } from '../command.ts'
import { EXIT } from '../exit-codes.ts'
import { newSecret, readSecret, standardSecret } from '../webhook-secret.ts'
import { forwardOnce, isAccepted, readForward, waitAfter } from './forward.ts'
import { pauseUntil, stopOnSignals } from './pause.ts'
import { readSince } from './since.ts'
import { readState, saveState, stateFile } from './state.ts'
import type { ListenState } from './state.ts'

/** The time between reads of an empty feed, ms. */
const POLL_INTERVAL_MS = 500
const PAGE_EVENTS = 50

interface Listening {
  api: Api
  forward: URL
  /** The file of the state. */
  path: string
  state: ListenState
  signal: AbortSignal
  onProgress(text: string): void
}

export async function listen(input: CommandInput): Promise<CommandResult> {
  const { options, environment } = input
  const { forward, since } = options
  const mistake = (sentence: string) => failure(sentence, { exitCode: EXIT.usage })
  if (forward === undefined) return mistake('listen needs --forward')
  const receiver = readForward(forward)
  if (typeof receiver === 'string') return mistake(receiver)
  if (since !== undefined && readSince(since, Date.now()) === null)
    return mistake('--since must be like 15m, 2h, 7d, or 2026-06-08T10:20:00Z')
  const secret = readSecret(environment)
  if (!secret.ok) return secret
  const settings = await readSettings(input)
  if (!settings.ok) return settings
  const api = openApi(settings, 0)
  try {
    const { api_key: key } = await api.client.request('GET /api/v1/api_key', {})
    const path = stateFile(environment, settings.serviceUrl, key.account_id, forward)
    const read = readState(path)
    if (!read.ok) return read
    // The clock of the service gives its events their times.
    const nowMs = Date.now() + (api.clockDifferenceMs() ?? 0)
    const start = new Date(since === undefined ? nowMs : readSince(since, nowMs)!).toISOString()
    const keptSecret = read.state?.secret ?? newSecret()
    const isContinued = since === undefined && read.state !== null
    const state = isContinued ? read.state! : { secret: keptSecret, since: start, after: null, forwarded: [] }
    const signal = stopOnSignals()
    announce(input, { shown: receiver.shown, given: secret.secret, keptSecret, isContinued, path })
    const used = { ...state, secret: secret.secret ?? keptSecret }
    const { onProgress } = input
    return await forwardAll({ api, forward: receiver.url, path, state: used, signal, onProgress }, keptSecret)
  } catch (error) {
    return failureOf(error, settings)
  }
}

function announce(
  { onProgress }: CommandInput,
  about: { shown: string; given: string | null; keptSecret: string; isContinued: boolean; path: string },
): void {
  const { shown, given, keptSecret, isContinued, path } = about
  const notations = `\n  ${keptSecret}\n  ${standardSecret(keptSecret)} (for libraries of Standard Webhooks)`
  const signedWith = given === null ? `${notations}\nThe secret is kept in ${path}` : ' TIDINGS_WEBHOOK_SECRET'
  const from = isContinued ? ' from the end of the last run on' : ''
  onProgress(`Events are forwarded to ${shown}${from}, signed with${signedWith}`)
}

/** Reads page after page and forwards their events, until a signal arrives or the key is refused. */
async function forwardAll(listening: Listening, keptSecret: string): Promise<CommandResult> {
  const { signal, onProgress, path, state } = listening
  let count = 0
  let unread = 0
  const keep = () => saveState(path, { ...state, secret: keptSecret })
  keep()
  while (!signal.aborted) {
    const page = await readPage(listening)
    if (signal.aborted) break
    if ('ok' in page) {
      if (page.exitCode !== EXIT.unreachable) return page
      unread += 1
      if (unread === 1) onProgress(`${page.sentence}. The command tries again.`)
      await pauseUntil(signal, waitAfter(unread, 0)!)
      continue
    }
    unread = 0
    for (const { id } of page.events) {
      if (state.forwarded.includes(id)) continue
      const isDone = await forwardEvent(listening, id)
      if (!isDone) break
      count += 1
      state.forwarded.push(id)
      keep()
    }
    if (signal.aborted) break
    if (page.next !== state.after) {
      Object.assign(state, { after: page.next, forwarded: [] })
      keep()
    }
    if (page.events.length < PAGE_EVENTS) await pauseUntil(signal, POLL_INTERVAL_MS)
  }
  return { ok: true, text: `${count} events were forwarded`, json: { forwarded: count } }
}

interface Page {
  events: { id: string }[]
  next: string
}

async function readPage({ api, state, signal }: Listening): Promise<Page | Failure> {
  const start = state.after === null ? { since: state.since } : { after: state.after }
  try {
    const page = await api.client.request('GET /api/v1/webhook_events', {
      query: { limit: PAGE_EVENTS, ...start },
      signal,
    })
    return { events: page.webhook_events, next: page.next_cursor }
  } catch (error) {
    return failureOf(error, api)
  }
}

/** Forwards an event until it is accepted or given up. Returns false if a signal arrived before. */
async function forwardEvent({ api, forward, state, signal, onProgress }: Listening, id: string): Promise<boolean> {
  let refusals = 0
  for (let failures = 1; !signal.aborted; failures++) {
    const event = await readEvent(api, id, signal)
    if (event === null) return true
    if (typeof event !== 'string') {
      const outcome = await forwardOnce(event, { forward, secret: state.secret, nowMs: Date.now(), signal })
      if (signal.aborted && !isAccepted(outcome)) return false
      // A receiver that is down prints one line, not one for each try.
      if (outcome.status !== null || failures === 1)
        onProgress(`${id}  ${event.type.padEnd(18)}  ${outcome.status ?? outcome.reason}`)
      if (isAccepted(outcome)) return true
      refusals += outcome.status === null ? 0 : 1
    }
    const wait = waitAfter(failures, refusals)
    if (wait === null) {
      onProgress(`${id}  given up after ${refusals} tries`)
      return true
    }
    await pauseUntil(signal, wait)
  }
  return false
}

/** The event; null if it no longer exists; a sentence if it cannot be read now. Throws if the key is refused. */
async function readEvent(api: Api, id: string, signal: AbortSignal) {
  try {
    const { webhook_event: event } = await api.client.request('GET /api/v1/webhook_events/{id}', {
      path: { id },
      signal,
    })
    return event
  } catch (error) {
    if (error instanceof TidingsError && error.status === 404) return null
    const failed = failureOf(error, api)
    if (failed.exitCode !== EXIT.unreachable && !signal.aborted) throw error
    return failed.sentence
  }
}
