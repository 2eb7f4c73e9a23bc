import type { Socket } from 'node:net'
import { ApiError } from '../errors.ts'
import type { App } from './route.ts'

/**
 * Closes the server in an orderly way. Requests in progress get their responses, then their connections close; Node
 * would keep them open. Connections without any request (browsers open them ahead) close at once. New requests get 503.
 * After `timeoutMs`, all other connections are cut off.
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
