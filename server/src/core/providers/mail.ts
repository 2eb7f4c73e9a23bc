/** Parses a mail from a stranger. Each bound comes before the work that it limits. */
import PostalMime from 'postal-mime'
import type { Email } from 'postal-mime'

export type Mail = Email

/** Parsing a part costs about 50 µs. */
const PARTS_MAX = 1_000
const NESTING_MAX = 20
const HEADERS_BYTES_MAX = 256 * 1024

/** Counts lines that begin with two hyphens: each part begins with one of them. */
function mayHaveTooManyParts(bytes: Buffer): boolean {
  let found = 0
  for (let at = bytes.indexOf('\n--'); at !== -1; at = bytes.indexOf('\n--', at + 3))
    if (++found > PARTS_MAX) return true
  return false
}

/** Returns the mail, or null if it has too many parts or headers, or is nested too deeply. */
export async function parseMail(bytes: Buffer): Promise<Mail | null> {
  if (mayHaveTooManyParts(bytes)) return null
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
