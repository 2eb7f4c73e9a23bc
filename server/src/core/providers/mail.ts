/** Parses a mail from a stranger. Each bound comes before the work that it limits. */
import PostalMime from 'postal-mime'
import type { Email } from 'postal-mime'

export type Mail = Email

/** A part of a body, as the decoders of the library collect it. */
interface Decoder {
  chunks: (string | Uint8Array | ArrayBuffer)[]
  flushRemainder?(): void
  finalize(): Promise<ArrayBuffer>
}

/** Texts are line breaks only. */
function joined(chunks: Decoder['chunks']): ArrayBuffer {
  const all = chunks.map((chunk) => (chunk instanceof ArrayBuffer ? new Uint8Array(chunk) : chunk))
  const bytes = new Uint8Array(all.reduce((sum, chunk) => sum + chunk.length, 0))
  let at = 0
  for (const chunk of all) {
    if (typeof chunk === 'string') Buffer.from(bytes.buffer).write(chunk, at, 'latin1')
    else bytes.set(chunk, at)
    at += chunk.length
  }
  return bytes.buffer
}

// The library joins the lines of a part by a Blob, and Node.js reads a Blob at 20 to 60 µs for each line: 6 MB of empty
// lines held the event loop for 48 s.
const library = import.meta.resolve('postal-mime')
for (const file of ['pass-through-decoder.js', 'base64-decoder.js']) {
  const { default: decoder } = (await import(new URL(file, library).href)) as { default: { prototype: Decoder } }
  decoder.prototype.finalize = function () {
    this.flushRemainder?.()
    return Promise.resolve(joined(this.chunks))
  }
}

/** 6 MiB in lines of base64 have fewer. A line costs about 1 µs. */
const LINES_MAX = 100_000
/** Parsing a part costs about 50 µs. */
const PARTS_MAX = 1_000
const NESTING_MAX = 20
const HEADERS_BYTES_MAX = 256 * 1024

/** True if `bytes` has `text` more than `max` times. */
function hasMoreThan(bytes: Buffer, text: string, max: number): boolean {
  let found = 0
  for (let at = bytes.indexOf(text); at !== -1; at = bytes.indexOf(text, at + text.length))
    if (++found > max) return true
  return false
}

/** Returns the mail, or null if it has too many lines, parts or headers, or is nested too deeply. */
export async function parseMail(bytes: Buffer): Promise<Mail | null> {
  // Each part begins with a line with two hyphens.
  if (hasMoreThan(bytes, '\n', LINES_MAX) || hasMoreThan(bytes, '\n--', PARTS_MAX)) return null
  try {
    return await PostalMime.parse(bytes, {
      // A mail inside the mail is a file, and not a part of the text.
      forceRfc822Attachments: true,
      attachmentEncoding: 'arraybuffer',
      maxNestingDepth: NESTING_MAX,
      maxHeadersSize: HEADERS_BYTES_MAX,
    })
  } catch {
    // The library throws for the limits of nesting and headers only.
    return null
  }
}

/** The value of the first header field with the name, in lower case. Empty if there is none. */
export function headerValue(mail: Mail, name: string): string {
  return mail.headers.find(({ key }) => key === name)?.value ?? ''
}

/** The bytes of an attachment. */
export function bytesOf({ content }: Mail['attachments'][number]): Buffer {
  return typeof content === 'string' ? Buffer.from(content) : Buffer.from(content as ArrayBuffer)
}
