/** Bytes of a response body that are stored with its attempt. */
export const RESPONSE_HEAD_BYTES_MAX = 1024

/** The first kilobyte of the body as text; what is not UTF-8 shows as U+FFFD, as does NUL, which PostgreSQL refuses. */
export function beginningOf(body: Buffer): string {
  const text = body.toString('utf8', 0, RESPONSE_HEAD_BYTES_MAX).replaceAll('\0', '\uFFFD')
  // A character that the limit cut in two.
  return body.length >= RESPONSE_HEAD_BYTES_MAX ? text.replace(/\uFFFD$/, '') : text
}
