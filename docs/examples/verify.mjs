// Verifies a webhook request. Node 18 or newer, nothing else; `@tidings/sdk` has the same and more.
import { createHmac, timingSafeEqual } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'

const TOLERANCE_SECONDS = 300

/**
 * Answers 'ok', or why to refuse with 400: 'bad_header', 'no_match' or 'stale'. `rawBody`: the bytes as received;
 * `header`: X-Service-Signature; `secrets`: whole, with whsec_, several while rotating.
 */
export function verify(rawBody, header, secrets, now = Math.floor(Date.now() / 1000)) {
  const parts = header.length <= 2048 ? header.split(',').map((part) => part.trim()) : []
  const timestamps = parts.filter((part) => part.startsWith('t=')).map((part) => part.slice(2))
  const signatures = parts.filter((part) => part.startsWith('v1=')).map((part) => Buffer.from(part.slice(3)))
  if (timestamps.length !== 1 || !/^(0|[1-9]\d{0,10})$/.test(timestamps[0])) return 'bad_header'
  if (signatures.length === 0 || signatures.length > 8) return 'bad_header'
  let matched = false
  for (const secret of secrets) {
    const hex = createHmac('sha256', secret).update(`${timestamps[0]}.`).update(rawBody).digest('hex')
    const expected = Buffer.from(hex)
    for (const signature of signatures)
      if (signature.length === expected.length && timingSafeEqual(signature, expected)) matched = true
  }
  if (!matched) return 'no_match'
  return Math.abs(now - Number(timestamps[0])) <= TOLERANCE_SECONDS ? 'ok' : 'stale'
}

// node verify.mjs HEADER UNIX_SECONDS SECRET... < body
if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  const [header, now, ...secrets] = process.argv.slice(2)
  console.log(verify(readFileSync(0), header, secrets, Number(now)))
}
