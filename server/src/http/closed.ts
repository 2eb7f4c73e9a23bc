import type { FastifyReply } from 'fastify'

/**
 * Calls `giveBack` once the answer is sent or its caller is gone: at once if it is gone already, since a response that was
 * closed during an earlier wait does not emit `close` again.
 */
export function onceClosed({ raw }: Pick<FastifyReply, 'raw'>, giveBack: () => void): void {
  if (raw.destroyed) giveBack()
  else raw.once('close', giveBack)
}
