/**
 * The load of creates, in its own process. Its parent gives it the requests (`load`), then the number of expected
 * responses (`expect`). The process reports certain numbers of responses. Without a rate the loop is closed: each
 * connection sends one request after the other. With a rate it is open: request n begins n / rate seconds after the
 * first, even if responses are late. So a slow response hides no later request.
 */
import { Pool } from 'undici'
import type { Dispatcher } from 'undici'
import type { CreateResponse, ToLoad } from './creates.ts'
import { readEpochMs } from './epoch.ts'
import type { FromReceiver } from './receiver.ts'

const CREATED_STATUSES = new Set([200, 201])
/** How often an open loop checks for due requests, ms. */
const PACE_MS = 1

let load: (ToLoad & { kind: 'load' }) | null = null
let pool: Pool | null = null
let started = 0
let responded = 0
let marks: readonly number[] = []
/** Responses to creates at a fixed rate. */
let responses: CreateResponse[] = []
/** Difference between the monotonic time and ms since the epoch. */
let epochMs = 0

function tell(message: FromReceiver): void {
  process.send!(message)
}

function fail(error: Error): never {
  console.error(error)
  process.exit(1)
}

function create(): void {
  const { path, apiKeys, contentType, body } = load!
  const headers = { authorization: `Bearer ${apiKeys[started % apiKeys.length]}`, 'content-type': contentType }
  started += 1
  pool!.dispatch({ path, method: 'POST', headers, body }, load!.perSecond === null ? handler : timed())
}

const handler: Dispatcher.DispatchHandler = {
  onRequestStart() {},
  onResponseStart(_controller, status) {
    if (!CREATED_STATUSES.has(status)) fail(new Error(`A create got status ${status}`))
  },
  onResponseData() {},
  onResponseEnd() {
    responded += 1
    if (marks.includes(responded))
      tell({ kind: 'mark', posts: responded, connections: load!.connections, atMs: performance.now() })
    if (load!.perSecond === null && started < (marks.at(-1) ?? 0)) create()
  },
  onResponseError(_controller, error) {
    fail(error)
  },
}

/** Begins a create, and keeps the time of its response and the message in it. */
function timed(): Dispatcher.DispatchHandler {
  const begunAtMs = epochMs + performance.now()
  const chunks: Buffer[] = []
  return {
    ...handler,
    onResponseData(_controller, chunk) {
      chunks.push(chunk)
    },
    onResponseEnd(controller, trailers) {
      const respondedAtMs = epochMs + performance.now()
      const { message } = JSON.parse(Buffer.concat(chunks).toString()) as { message: { id: number } }
      responses.push([message.id, begunAtMs, respondedAtMs])
      handler.onResponseEnd!(controller, trailers)
    },
  }
}

/** Begins all due requests. `startMs` is the time of the first request. */
function pace(startMs: number, perSecond: number): void {
  const total = marks.at(-1) ?? 0
  const timer = setInterval(() => {
    const due = Math.min(total, Math.floor(((performance.now() - startMs) / 1000) * perSecond) + 1)
    while (started < due) create()
    if (started === total) clearInterval(timer)
  }, PACE_MS)
}

process.on('message', (message: ToLoad) => {
  if (message.kind === 'load') {
    load = message
    pool = new Pool(message.origin, { connections: message.connections, pipelining: 1 })
    return
  }
  if (message.kind === 'tell') return tell({ kind: 'answers', responses })
  marks = message.marks
  responses = []
  epochMs = readEpochMs()
  tell({ kind: 'expecting' })
  if (load!.perSecond !== null) pace(performance.now(), load!.perSecond)
  else for (let number = 0; number < Math.min(load!.connections, marks.at(-1)!); number++) create()
})
// The parent has ended.
process.on('disconnect', () => process.exit(0))
