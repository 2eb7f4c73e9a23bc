/** Bodies of unannounced length, which arrive in chunks. */
import type { IncomingMessage } from 'node:http'
import { LIMITS } from './limits.ts'

/**
 * After `LIMITS.smallChunks` chunks of any size, a chunk must have so many bytes on average. Half of what the error asks for, because a chunk at the end of a piece counts as two.
 */
const CHUNK_BYTES_MIN = 32
/** The error code for a body whose chunks are too small. `protocol-errors` has its response. */
export const SMALL_CHUNKS = 'TIDINGS_SMALL_CHUNKS'

/** A body of unannounced length. */
export interface ChunkedBody {
  /** Chunks that have arrived. */
  count: number
  /** Gives the chunks of a piece to the reader of the body, as one. Tiny ones would cost it much more. */
  flush(): void
}

const chunkedBodies = new WeakMap<IncomingMessage, ChunkedBody>()

/** The number of chunks in which a body of unannounced length has arrived. 0 for other bodies. */
export function chunksOf(request: IncomingMessage): number {
  return chunkedBodies.get(request)?.count ?? 0
}

/** Counts the chunks of a body. If they are too small, it calls `refuse`, and nothing more arrives. */
export function boundChunks(request: IncomingMessage, refuse: () => void): ChunkedBody {
  const { socket } = request
  const push = request.push.bind(request)
  let unread: Buffer[] = []
  let bytes = 0
  let isRefused = false
  const body: ChunkedBody = {
    count: 0,
    flush() {
      if (unread.length === 0) return
      const isWanted = push(unread.length === 1 ? unread[0]! : Buffer.concat(unread))
      unread = []
      // As Node's parser does. Reading the body resumes it.
      if (!isWanted) socket.pause()
    },
  }
  chunkedBodies.set(request, body)
  request.push = (chunk: Buffer | null) => {
    // Its reader must not take the chunks before the refusal for a whole body.
    if (isRefused) return false
    if (chunk === null) {
      body.flush()
      return push(chunk)
    }
    body.count += 1
    bytes += chunk.length
    if (body.count <= LIMITS.smallChunks.max || bytes >= body.count * CHUNK_BYTES_MIN) {
      unread.push(chunk)
      return true
    }
    isRefused = true
    refuse()
    return false
  }
  return body
}
