import type { App } from '../http/route.ts'
import { OPEN_PATH } from './open-pixel.ts'
import type { OpenPixels } from './open-pixel.ts'
import type { Opens } from './opens.ts'

/** One transparent pixel. */
const GIF = Buffer.from('R0lGODlhAQABAIAAAP///wAAACH5BAEAAAAALAAAAAABAAEAAAICRAEAOw==', 'base64')

const HEADERS = {
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  // A page of another origin that isolates itself may show it too.
  'cross-origin-resource-policy': 'cross-origin',
}

/** The pixels of HTML mail: always the same answer, whatever the token is (decisions: opens). */
export function openRoutes(app: App, { pixels, opens }: { pixels: OpenPixels; opens: Opens }): void {
  app.get<{ Params: { file: string } }>(`${OPEN_PATH}/:file`, { schema: { hide: true } }, (request, reply) => {
    const [, token] = /^(.+)\.gif$/.exec(request.params.file) ?? []
    const delivery = token === undefined ? null : pixels.read(token)
    // A look at the headers alone opens nothing.
    if (delivery !== null && request.method === 'GET') opens.report(delivery)
    return reply.headers(HEADERS).type('image/gif').send(GIF)
  })
}
