/**
 * The load of an attack, in its own process. It keeps the number of connections given by its parent, until the parent ends
 * it. It reads responses and counts them by status. If the service closes a connection, the process opens another.
 */
import { connect } from 'node:net'
import { constants, setPriority } from 'node:os'
import { Agent, request } from 'undici'
import type { Attack, BytesAttack, RequestsAttack } from './hostile-attacks.ts'

export type ToHostileLoad = Attack & { origin: string }

/** By status. 0: the connection was closed. */
export type HostileResponses = Record<number, number>

/** Wait after a refused request or a closed connection, ms. Without it this loop would take the CPU from the service. */
const REFUSED_WAIT_MS = 20

const responses: HostileResponses = {}
let sent = 0

function count(status: number): void {
  responses[status] = (responses[status] ?? 0) + 1
}

const refusedWait = () => new Promise((resolve) => setTimeout(resolve, REFUSED_WAIT_MS))

async function sendRequests(
  { origin, requests }: RequestsAttack & { origin: string },
  dispatcher: Agent,
): Promise<never> {
  for (;;) {
    const { method, path, headers, body } = requests[sent++ % requests.length]!
    let status = 0
    try {
      const response = await request(`${origin}${path}`, {
        dispatcher,
        method,
        headers,
        body: method === 'GET' ? null : body,
      })
      await response.body.dump({ limit: Number.MAX_SAFE_INTEGER })
      status = response.statusCode
    } catch {
      status = 0
    }
    count(status)
    if (status === 0 || status >= 400) await refusedWait()
  }
}

const STATUS = /HTTP\/1\.1 (\d{3})/g
/** A status line that is cut before its last digit. */
const STATUS_CUT_CHARACTERS = 'HTTP/1.1 200'.length - 1

/** Resolves when the connection is closed. */
function sendBytes(origin: URL, head: string, burst: Buffer): Promise<void> {
  const socket = connect(Number(origin.port), origin.hostname)
  let unread = ''
  socket.setEncoding('latin1').on('data', (text: string) => {
    unread += text
    for (const [, status] of unread.matchAll(STATUS)) count(Number(status))
    unread = unread.slice(-STATUS_CUT_CHARACTERS)
  })
  socket.write(head)
  socket.write(burst)
  socket.on('drain', () => socket.write(burst))
  // A reset is one of the ways to close.
  socket.on('error', () => {})
  return new Promise((resolve) => void socket.once('close', () => resolve()))
}

async function sendBursts({ origin, head, burst }: BytesAttack & { origin: string }): Promise<never> {
  const bytes = Buffer.from(burst, 'latin1')
  for (;;) {
    await sendBytes(new URL(origin), head, bytes)
    count(0)
    await refusedWait()
  }
}

// It stands for machines of other people: it takes no CPU time that the service or the database needs.
setPriority(constants.priority.PRIORITY_LOW)

process.on('message', (message: ToHostileLoad | 'tell') => {
  if (message === 'tell') {
    process.send!(responses)
    return
  }
  const dispatcher = new Agent({ connections: message.connections, headersTimeout: 0, bodyTimeout: 0 })
  for (let connection = 0; connection < message.connections; connection++)
    void ('burst' in message ? sendBursts(message) : sendRequests(message, dispatcher))
})
// The parent has ended.
process.on('disconnect', () => process.exit(0))
