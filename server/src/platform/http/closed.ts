import type { FastifyReply } from 'fastify'

/**
 * Calls `giveBack` after the response is sent or the caller has hung up. If the response is closed already, it calls it
 * now, because `close` is not emitted again.
 */
export function onceClosed({ raw }: Pick<FastifyReply, 'raw'>, giveBack: () => void): void {
  if (raw.destroyed) giveBack()
  else raw.once('close', giveBack)
}
