/** Twilio's request signatures (twilio.com/docs/usage/security): HMAC-SHA1 over the URL and the sorted parameters. */
import { createHmac, timingSafeEqual } from 'node:crypto'

/** The parameters as Twilio signs them. A repeated name with the same value counts once. */
function signedText(form: URLSearchParams): string {
  const sorted = [...form].toSorted(
    ([name, value], [otherName, otherValue]) => byCodeUnits(name, otherName) || byCodeUnits(value, otherValue),
  )
  let text = ''
  for (const [index, [name, value]] of sorted.entries()) {
    const before = sorted[index - 1]
    if (before?.[0] !== name || before[1] !== value) text += name + value
  }
  return text
}

const byCodeUnits = (one: string, other: string) => (one < other ? -1 : one > other ? 1 : 0)

const signatureOf = (authToken: string, text: string) => createHmac('sha1', authToken).update(text, 'utf8').digest()

/** The signature of a request with these form parameters, in base64. */
export function twilioSignature(authToken: string, url: string, form: URLSearchParams): string {
  return signatureOf(authToken, url + signedText(form)).toString('base64')
}

/** True if the signature is valid for the URL with or without its port, also another than 443: Twilio may sign either. */
export function isSignedByTwilio(authToken: string, url: string, form: URLSearchParams, signature: string): boolean {
  const given = Buffer.from(signature)
  const parameters = signedText(form)
  return spellings(url).some((spelling) => {
    const expected = Buffer.from(signatureOf(authToken, spelling + parameters).toString('base64'))
    return expected.length === given.length && timingSafeEqual(expected, given)
  })
}

/** The URL without and with its port. */
function spellings(url: string): string[] {
  const [, scheme, host, given, rest] = /^(https?):\/\/([^/?#]*?)(:\d+)?([/?#].*)?$/.exec(url) ?? []
  if (scheme === undefined || host === undefined) return [url]
  const port = given ?? (scheme === 'https' ? ':443' : ':80')
  return [`${scheme}://${host}${rest ?? ''}`, `${scheme}://${host}${port}${rest ?? ''}`]
}
