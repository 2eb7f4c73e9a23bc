/** The request of an attempt as commands and as code that checks its signature. */
import { quoted } from '../api/shell.ts'

export type Header = { name: string; value: string }

/** A request as it was sent. `url`: null if it is not known. */
export interface SentRequest {
  url: string | null
  headers: readonly Header[]
  body: string
}

/** The same request for a shell: a receiver cannot tell it from the sent one, except by the time of the signature. */
export function curlOfRequest({ url, headers, body }: SentRequest): string {
  return [
    // Without these, curl expands [ ] { }, removes `..`, and may choose HTTP/2.
    'curl -i --globoff --path-as-is --http1.1',
    ...headers.map(({ name, value }) => `-H ${quoted(`${name}: ${value}`)}`),
    `--data-raw ${quoted(body)}`,
    url === null ? '"$WEBHOOK_URL"' : quoted(url),
  ].join(' \\\n  ')
}

/** The signatures of a request. */
interface Signed {
  /** Unix seconds. */
  timestamp: string
  /** The value of the header with the signatures. */
  header: string
  /** The id of the event, or null in the service's own format. */
  standardId: string | null
  /** The signed text before the body. */
  prefix: string
  encoding: 'hex' | 'base64'
  /** One per secret. */
  signatures: readonly string[]
}

/** Null if the headers have no signature. If both formats are there, the service's own. */
function signedBy(headers: readonly Header[]): Signed | null {
  const valueOf = (wanted: string) => headers.find(({ name }) => name.toLowerCase() === wanted)?.value
  const own = valueOf('x-service-signature')
  if (own !== undefined) {
    const [time = '', ...signatures] = own.split(',')
    const timestamp = time.slice('t='.length)
    return {
      timestamp,
      header: own,
      standardId: null,
      prefix: `${timestamp}.`,
      encoding: 'hex',
      signatures: signatures.map((text) => text.slice('v1='.length)),
    }
  }
  const [id, timestamp, header] = ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map(valueOf)
  if (id === undefined || timestamp === undefined || header === undefined) return null
  const signatures = header.split(' ').map((text) => text.slice('v1,'.length))
  return { timestamp, header, standardId: id, prefix: `${id}.${timestamp}.`, encoding: 'base64', signatures }
}

/** A literal of JavaScript and of Python. */
const literal = (text: string) => `'${text.replaceAll(/[\\']/g, '\\$&')}'`

const literals = (texts: readonly string[]) => `[${texts.map(literal).join(', ')}]`

const READ_SECRET =
  'read -rs TIDINGS_WEBHOOK_SECRET && export TIDINGS_WEBHOOK_SECRET   # paste the secret: it is not shown'

function commandOf({ header, timestamp, standardId }: Signed, body: string): string {
  const standard = standardId === null ? '' : ` --id ${standardId} --timestamp ${timestamp}`
  return `${READ_SECRET}
printf %s ${quoted(body)} > body.json
npm run -s tidings -- webhooks verify body.json --now ${timestamp}${standard} \\
  --header ${quoted(header)}`
}

function shellOf({ prefix, encoding, signatures }: Signed, body: string): string {
  const digest = encoding === 'hex' ? `-r | cut -d ' ' -f 1` : '-binary | openssl base64'
  return `${READ_SECRET}
BODY=${quoted(body)}
SIGNATURE=$(printf %s "${prefix}$BODY" | openssl dgst -sha256 -hmac "$TIDINGS_WEBHOOK_SECRET" ${digest})
case "$SIGNATURE" in
  ${signatures.map(quoted).join(' | ')}) echo valid ;;
  *) echo not valid ;;
esac`
}

function nodeOf({ prefix, encoding, signatures }: Signed, body: string): string {
  return `import { createHmac } from 'node:crypto'

const body = ${literal(body)}
const signatures = ${literals(signatures)}
const hmac = createHmac('sha256', process.env.TIDINGS_WEBHOOK_SECRET).update(${literal(prefix)} + body)
console.log(signatures.includes(hmac.digest('${encoding}')) ? 'valid' : 'not valid')`
}

function pythonOf({ prefix, encoding, signatures }: Signed, body: string): string {
  const digest = encoding === 'hex' ? 'mac.hexdigest()' : 'base64.b64encode(mac.digest()).decode()'
  return `import base64, hashlib, hmac, os

body = ${literal(body)}
signatures = ${literals(signatures)}
mac = hmac.new(os.environ['TIDINGS_WEBHOOK_SECRET'].encode(), (${literal(prefix)} + body).encode(), hashlib.sha256)
print('valid' if ${digest} in signatures else 'not valid')`
}

const CHECKS = { tidings: commandOf, openssl: shellOf, node: nodeOf, python: pythonOf }

export type CheckLanguage = keyof typeof CHECKS

/** Code that checks the signature of the request with its own values. It prints "valid". Null without a signature. */
export function checkOf(language: CheckLanguage, { headers, body }: SentRequest): string | null {
  const signed = signedBy(headers)
  return signed === null ? null : CHECKS[language](signed, body)
}
