/**
 * The bytes of a base64url text. Null unless it is their only spelling: other texts may have other unused bits, padding or
 * characters that Node skips. A credential with two spellings would be two credentials for limits and memories.
 */
export function fromBase64url(text: string): Buffer | null {
  const bytes = Buffer.from(text, 'base64url')
  return bytes.toString('base64url') === text ? bytes : null
}
