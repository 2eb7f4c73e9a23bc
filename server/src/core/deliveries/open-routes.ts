import type { App } from '../../platform/http/route.ts'
import { isMachine } from './known-programs.ts'
import { OPEN_PATH } from './open-pixel.ts'
import type { OpenPixels } from './open-pixel.ts'
import type { Opens } from './opens.ts'

/** A transparent GIF of one pixel. */
const GIF = Buffer.from('R0lGODlhAQABAIAAAP///wAAACH5BAEAAAAALAAAAAABAAEAAAICRAEAOw==', 'base64')

const HEADERS = {
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  // Allows pages that isolate themselves from other origins to show it.
  'cross-origin-resource-policy': 'cross-origin',
}

interface OpenDependencies {
  pixels: OpenPixels
  /** The server with the bucket's rows. Null if it is away: the open is lost. */
  serverAt(bucket: number): { opens: Pick<Opens, 'report'> } | null
}

/**
 * The pixels of HTML mail. The response is always the same, whether the token is valid or not (docs/specification.md).
 */
export function openRoutes(app: App, { pixels, serverAt }: OpenDependencies): void {
  app.get<{ Params: { file: string } }>(`${OPEN_PATH}/:file`, { schema: { hide: true } }, (request, reply) => {
    const [, token] = /^(.+)\.gif$/.exec(request.params.file) ?? []
    const delivery = token === undefined ? null : pixels.read(token)
    // A HEAD request is not an open, and a known program is not a reader.
    const isOpen = request.method === 'GET' && !isMachine(request.headers['user-agent'])
    if (delivery !== null && isOpen) serverAt(delivery.bucket)?.opens.report(delivery)
    return reply.headers(HEADERS).type('image/gif').send(GIF)
  })
}
