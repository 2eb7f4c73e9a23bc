/** How Twilio signs its requests (twilio.com/docs/usage/security): HMAC-SHA1 over the URL and the sorted parameters. */
import { createHmac, timingSafeEqual } from 'node:crypto'

/** The signature of a request with these form parameters, base64. */
export function twilioSignature(authToken: string, url: string, form: URLSearchParams): string {
  const names = [...new Set(form.keys())].toSorted((one, other) => (one < other ? -1 : 1))
  // A name that comes several times counts once for each of its different values, as in Twilio's own libraries.
  const parts = names.map((name) =>
    [...new Set(form.getAll(name))]
      .toSorted((one, other) => (one < other ? -1 : 1))
      .map((value) => `${name}${value}`)
      .join(''),
  )
  return createHmac('sha1', authToken)
    .update(url + parts.join(''), 'utf8')
    .digest('base64')
}

/** Whether the request is Twilio's, whatever of the two ways of writing a standard port it has signed. */
export function isSignedByTwilio(authToken: string, url: string, form: URLSearchParams, signature: string): boolean {
  const given = Buffer.from(signature)
  return spellings(url).some((spelling) => {
    const expected = Buffer.from(twilioSignature(authToken, spelling, form))
    return expected.length === given.length && timingSafeEqual(expected, given)
  })
}

/** The URL as it is, with its standard port, and without. */
function spellings(url: string): string[] {
  const [, scheme, authority = '', rest = ''] = /^(https?):\/\/([^/?#]*)(.*)$/.exec(url) ?? []
  if (scheme === undefined) return [url]
  const port = scheme === 'https' ? ':443' : ':80'
  const host = authority.endsWith(port) ? authority.slice(0, -port.length) : authority
  const hasOtherPort = /:\d+$/.test(host)
  return hasOtherPort ? [url] : [`${scheme}://${host}${rest}`, `${scheme}://${host}${port}${rest}`]
}
