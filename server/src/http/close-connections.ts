import type { Socket } from 'node:net'
import { ApiError } from '../errors.ts'
import type { App } from './route.ts'

/**
 * Makes the server's close an orderly and a bounded one: requests under way are answered, and their connections closed
 * after that, where Node would keep them open for the next request. A connection on which nothing was ever asked, as
 * browsers make ahead, is closed at once; Node takes it for one that is about to ask. What is asked meanwhile is 503. What is left after `timeoutMs` is
 * cut off.
 */
export function closeConnections(app: App, timeoutMs: number): void {
  const unused = new Set<Socket>()
  let closing = false

  app.server.on('connection', (socket) => {
    unused.add(socket)
    socket.once('close', () => unused.delete(socket))
  })
  app.server.on('request', (request) => unused.delete(request.socket))

  app.addHook('onRequest', (_request, _reply, done) => {
    if (!closing) return done()
    done(
      new ApiError('unavailable', { sentence: 'The service is stopping: try again', headers: { 'retry-after': '1' } }),
    )
  })
  app.addHook('onSend', (_request, reply, _payload, done) => {
    if (closing) void reply.header('connection', 'close')
    done()
  })
  app.addHook('preClose', (done) => {
    closing = true
    for (const socket of unused) socket.destroy()
    setTimeout(() => app.server.closeAllConnections(), timeoutMs).unref()
    done()
  })
}
