/**
 * The load of an attack, in its own process. It keeps the number of simultaneous requests given by its parent, until the
 * parent ends it. It reads responses and counts them by status. If the service closes a connection, the process opens
 * another.
 */
import { constants, setPriority } from 'node:os'
import { Agent, request } from 'undici'
import type { Attack } from './hostile-attacks.ts'

export interface ToHostileLoad extends Attack {
  origin: string
}

/** By status. 0: the connection was closed. */
export type HostileAnswers = Record<number, number>

/** Wait after a refused request or a closed connection, ms. Without it this loop would take the CPU from the service. */
const REFUSED_WAIT_MS = 20

const answers: HostileAnswers = {}
let sent = 0

async function attack({ origin, requests }: ToHostileLoad, dispatcher: Agent): Promise<never> {
  for (;;) {
    const { method, path, headers, body } = requests[sent++ % requests.length]!
    let status = 0
    try {
      const answer = await request(`${origin}${path}`, {
        dispatcher,
        method,
        headers,
        body: method === 'GET' ? null : body,
      })
      await answer.body.dump({ limit: Number.MAX_SAFE_INTEGER })
      status = answer.statusCode
    } catch {
      status = 0
    }
    answers[status] = (answers[status] ?? 0) + 1
    if (status === 0 || status >= 400) await new Promise((resolve) => setTimeout(resolve, REFUSED_WAIT_MS))
  }
}

// It stands for machines of other people: it takes no CPU time that the service or the database needs.
setPriority(constants.priority.PRIORITY_LOW)

process.on('message', (message: ToHostileLoad | 'tell') => {
  if (message === 'tell') {
    process.send!(answers)
    return
  }
  const dispatcher = new Agent({ connections: message.connections, headersTimeout: 0, bodyTimeout: 0 })
  for (let connection = 0; connection < message.connections; connection++) void attack(message, dispatcher)
})
// The parent has ended.
process.on('disconnect', () => process.exit(0))
