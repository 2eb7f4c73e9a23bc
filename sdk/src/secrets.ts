/** Reads the secrets of a webhook endpoint, so that a mistake in the settings stops the start. */

const PREFIX = 'whsec_'

/** The service makes letters and digits. The vectors of the tests also have the characters of base64. */
const SECRET = /^whsec_[\p{L}\p{N}_+/=-]+$/u
const OTHER_CHARACTER = /[^\p{L}\p{N}_+/=-]/u

const MISTAKE =
  'The webhook secret is missing, empty or not a secret: give the complete secret of the webhook endpoint, "whsec_...". If it comes from an environment variable, set this variable'

/** Two secrets in one text begin like one. */
const isSecret = (text: string): boolean => SECRET.test(text) && text.lastIndexOf(PREFIX) === 0

/** The reason, without a part of the secret. */
function reasonOf(secret: unknown): string {
  if (typeof secret !== 'string' || !secret.startsWith(PREFIX)) return ''
  if (secret.lastIndexOf(PREFIX) > 0) return '. It has whsec_ twice'
  const place = secret.search(OTHER_CHARACTER)
  if (place < 0) return ''
  const code = secret.codePointAt(place)!.toString(16).toUpperCase().padStart(4, '0')
  return `. It has ${/\s/.test(secret[place]!) ? 'a blank' : 'a character of no secret'} (U+${code}) at place ${place + 1}`
}

/** The secret in the notation of Standard Webhooks: `whsec_` and the whole secret in base64. Null in its own notation. */
function decoded(secret: string): string | null {
  try {
    const bytes = Uint8Array.from(atob(secret.slice(PREFIX.length)), (character) => character.charCodeAt(0))
    const text = new TextDecoder().decode(bytes)
    return isSecret(text) ? text : null
  } catch {
    return null
  }
}

/** The secrets in their own notation. Throws a TypeError if one is none: an empty secret would let anybody sign. */
export function readSecrets(secret: unknown): readonly string[] {
  const secrets: readonly unknown[] = Array.isArray(secret) ? [...secret] : [secret]
  if (secrets.length === 0) throw new TypeError(MISTAKE)
  return secrets.map((one) => {
    if (typeof one !== 'string' || !isSecret(one)) throw new TypeError(`${MISTAKE}${reasonOf(one)}`)
    return decoded(one) ?? one
  })
}
