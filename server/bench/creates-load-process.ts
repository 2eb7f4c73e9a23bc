/**
 * The load of creates, a process of its own. Its parent tells it what to ask for (`load`), then how many answers it
 * expects (`expect`), and is told when certain numbers of them have come. Without a rate the loop is closed: as many
 * requests at a time as there are connections, one after the other on each. With a rate it is open: request n begins n /
 * rate seconds after the first, however late the answers are, so that a slow answer hides nobody who would have come.
 */
import { Pool } from 'undici'
import type { Dispatcher } from 'undici'
import type { ToLoad } from './creates.ts'
import type { FromReceiver } from './receiver.ts'

const CREATED_STATUSES = new Set([200, 201])
/** How often an open loop looks what is due, ms. */
const PACE_MS = 1

let load: (ToLoad & { kind: 'load' }) | null = null
let pool: Pool | null = null
let started = 0
let answered = 0
let marks: readonly number[] = []

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
  pool!.dispatch({ path, method: 'POST', headers, body }, handler)
}

const handler: Dispatcher.DispatchHandler = {
  onRequestStart() {},
  onResponseStart(_controller, status) {
    if (!CREATED_STATUSES.has(status)) fail(new Error(`A create was answered with ${status}`))
  },
  onResponseData() {},
  onResponseEnd() {
    answered += 1
    if (marks.includes(answered))
      tell({ kind: 'mark', posts: answered, connections: load!.connections, atMs: performance.now() })
    if (load!.perSecond === null && started < (marks.at(-1) ?? 0)) create()
  },
  onResponseError(_controller, error) {
    fail(error)
  },
}

/** Begins what is due by now; `startMs` is when the first request was. */
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
  marks = message.marks
  tell({ kind: 'expecting' })
  if (load!.perSecond !== null) pace(performance.now(), load!.perSecond)
  else for (let number = 0; number < Math.min(load!.connections, marks.at(-1)!); number++) create()
})
// The parent has gone.
process.on('disconnect', () => process.exit(0))
