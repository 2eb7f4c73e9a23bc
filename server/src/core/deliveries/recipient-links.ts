/**
 * Links that act for a recipient without signing in: they change her preferences, or report that she opened a mail. Texts
 * hold them. Responses mask their tokens for callers who may not act for her, so a choice by a link is her own.
 */
import { pipeline, Readable, Transform } from 'node:stream'
import type { App, CallerRole } from '../../platform/http/route.ts'
import { PREFERENCES_PATH, UNSUBSCRIBE_PATH } from '../recipients/preferences/links.ts'
import { OPEN_PATH } from './open-pixel.ts'

/** In place of a token. JSON, HTML and URLs have these characters without an escape. */
const MASK = '***'

/** Plain, or encoded in the query of another link, up to twice. */
const SLASH = '(?:/|%(?:25)?2[Ff])'
const startOf = (path: string) => `${path}/`.replaceAll('/', SLASH)

/**
 * A token of preferences has 28 characters of ids and 22 of proof. A template may have cut it, and a reader could guess
 * the last characters, so a part of the proof counts too.
 */
const LINK = new RegExp(
  `(${startOf(UNSUBSCRIBE_PATH)}|${startOf(PREFERENCES_PATH)})[\\w-]{28,}|(${startOf(OPEN_PATH)})[\\w-]{32}(?=\\.gif)`,
  'g',
)

const maskText = (text: string) => text.replace(LINK, `$1$2${MASK}`)

/** Links have ASCII characters only, so each byte may be one character. */
const maskBytes = (bytes: Buffer) => Buffer.from(maskText(bytes.toString('latin1')), 'latin1')

/** The pieces of a stream end between rows or messages, so no link is in two of them. */
function maskStream(stream: Readable): Readable {
  const masking = new Transform({ transform: (piece: Buffer, _encoding, done) => done(null, maskBytes(piece)) })
  // If one of them fails or is destroyed, the other is destroyed too. The source logs its own errors.
  return pipeline(stream, masking, () => {})
}

/** Applies to the routes registered after this call. */
export function maskRecipientLinks(app: App, mayAct: (role: CallerRole) => boolean): void {
  app.addHook('onSend', ({ caller }, _reply, payload, done) => {
    if (caller === undefined || mayAct(caller.role)) return done()
    if (typeof payload === 'string') return done(null, maskText(payload))
    if (Buffer.isBuffer(payload)) return done(null, maskBytes(payload))
    return done(null, payload instanceof Readable ? maskStream(payload) : payload)
  })
}
