import type { Socket } from 'node:net'
import type { App } from './route.ts'

/** The header of a response after which the connection closes, for `ApiError`. */
export const CLOSE = { connection: 'close' } as const

export interface Closing {
  /** Connections that are still open so long after the close began are cut off. */
  timeoutMs: number
  /** True if the service will close soon. */
  isStopping(): boolean
}

/**
 * Closes the server in an orderly way. As soon as the service is stopping, each response closes its connection, so that
 * a proxy keeps none. Requests in progress and requests on open connections get their responses. Connections without
 * any request (browsers open them ahead) close at once.
 */
export function closeConnections(app: App, { timeoutMs, isStopping }: Closing): void {
  const unused = new Set<Socket>()
  let closing = false

  app.server.on('connection', (socket) => {
    unused.add(socket)
    socket.once('close', () => unused.delete(socket))
  })
  app.server.on('request', (request) => unused.delete(request.socket))

  app.addHook('onSend', (_request, reply, _payload, done) => {
    if (closing || isStopping()) void reply.header('connection', 'close')
    done()
  })
  app.addHook('preClose', (done) => {
    closing = true
    for (const socket of unused) socket.destroy()
    setTimeout(() => app.server.closeAllConnections(), timeoutMs).unref()
    done()
  })
}
