/**
 * The load of the creates scenarios, a process of its own: as many requests at a time as there are connections, one after
 * the other on each. Its arguments: origin, path, API key, content type, body, connections. It creates until it is told
 * to stop, and tells its parent when certain numbers of creates have been answered.
 */
import { Pool } from 'undici'
import type { Dispatcher } from 'undici'
import type { FromReceiver, ToReceiver } from './receiver.ts'

const [origin, path, apiKey, contentType, body, connections] = process.argv.slice(2)
const CREATED_STATUSES = new Set([200, 201])

const pool = new Pool(origin!, { connections: Number(connections), pipelining: 1 })
const headers = { authorization: `Bearer ${apiKey}`, 'content-type': contentType! }
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
  pool.dispatch({ path: path!, method: 'POST', headers, body: body! }, handler)
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
      tell({ kind: 'mark', posts: answered, connections: Number(connections), atMs: performance.now() })
    if (answered < (marks.at(-1) ?? 0)) create()
  },
  onResponseError(_controller, error) {
    fail(error)
  },
}

process.on('message', (message: ToReceiver) => {
  if (message.kind !== 'expect') return
  marks = message.marks
  tell({ kind: 'expecting' })
  for (let number = 0; number < Number(connections); number++) create()
})
// The parent has gone.
process.on('disconnect', () => process.exit(0))
