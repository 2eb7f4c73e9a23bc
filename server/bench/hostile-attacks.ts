/**
 * Load by a hostile account, or by a caller without a key. Each of these attacks once held the process for seconds.
 */

export interface HostileRequest {
  method: 'GET' | 'POST'
  path: string
  headers: Record<string, string>
  body: string
}

/** Requests in a loop. Each begins after another has got its response, so `connections` of them run at a time. */
export interface RequestsAttack {
  name: string
  connections: number
  /** Used in turn. */
  requests: readonly HostileRequest[]
}

/** Bytes that wait for no response. */
export interface BytesAttack {
  name: string
  connections: number
  /** The first bytes of each connection. */
  head: string
  /** Follows the head, again and again, as fast as the service reads. */
  burst: string
}

export type Attack = RequestsAttack | BytesAttack

/** Objects of the hostile account for the attacks. */
export interface HostileAccount {
  apiKey: string
  /** Of its own channel for reports of Twilio. */
  callbackPath: string
}

const CALLBACK_PARAMETERS = [150, 40_000]
const OPERANDS = 50_000
const OUTPUTS = 4_990
const CHARACTERS_BEFORE_OUTPUTS = 220_000
const BATCH_MESSAGES = 1000
const DATE_FILTERS = 10_000
const PIPELINED_REQUESTS = 20_000
const CHUNKS = 20_000

const repeat = (text: string, times: number): string => Array.from({ length: times }, () => text).join('')

/** Three nested loops: more work than any message may make. */
export const ENDLESS_BODY = `{% for a in (1..1000) %}{% for b in (1..1000) %}{% for c in (1..1000) %}{{ c }}{% endfor %}{% endfor %}{% endfor %}`

/** The longest permitted template, for the largest possible pages of messages. */
export const LARGE_BODY = repeat('x', 250_000)

export const RECIPIENT = 'hostile'
export const ENDLESS_TEMPLATE = 'endless'
export const LARGE_TEMPLATE = 'large'

export function attacksOf({ apiKey, callbackPath }: HostileAccount): Attack[] {
  const authorization = `Bearer ${apiKey}`
  const get = (path: string, headers: Record<string, string> = {}): HostileRequest => {
    return { method: 'GET', path, headers, body: '' }
  }
  const post = (path: string, body: object): HostileRequest => {
    const headers = { authorization, 'content-type': 'application/json' }
    return { method: 'POST', path: `/api/v1/${path}`, headers, body: JSON.stringify(body) }
  }
  const preview = (body: string) => post('message_templates/preview', { preview: { subject: 'Hello', body } })
  const callback = (parameters: number): HostileRequest => ({
    method: 'POST',
    path: callbackPath,
    headers: { 'content-type': 'application/x-www-form-urlencoded', 'x-twilio-signature': 'AAAA' },
    body: Array.from({ length: parameters }, (_, index) => `p${index}=`).join('&'),
  })
  const endless = { external_user_id: RECIPIENT, message_template_name: ENDLESS_TEMPLATE }
  return [
    { name: 'callbacks', connections: 4, requests: CALLBACK_PARAMETERS.map(callback) },
    {
      name: 'previews',
      connections: 4,
      requests: [
        preview(`{{ ${repeat('a or ', OPERANDS)}a }}`),
        preview(`{% if ${repeat('a or ', OPERANDS / 2)}a %}{% endif %}`),
        preview(repeat('x', CHARACTERS_BEFORE_OUTPUTS) + repeat('{{ a }}', OUTPUTS)),
        preview(`{{ "2020-01-01" ${repeat('| date: "%A %B" ', DATE_FILTERS)}}}`),
        preview(ENDLESS_BODY),
      ],
    },
    {
      name: 'batches',
      connections: 4,
      requests: [post('messages/batch', { messages: Array.from({ length: BATCH_MESSAGES }, () => endless) })],
    },
    { name: 'creates', connections: 20, requests: [post('messages', { message: endless })] },
    { name: 'lists', connections: 40, requests: [get('/api/v1/messages?limit=200', { authorization })] },
    {
      name: 'sign-ins',
      connections: 50,
      requests: [
        {
          method: 'POST',
          path: '/api/v1/session',
          headers: { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' },
          body: JSON.stringify({ session: { email: 'owner@localhost', password: 'not the right one' } }),
        },
      ],
    },
    {
      name: 'public',
      connections: 30,
      requests: [get('/openapi.json'), get('/metrics'), get('/docs/api'), get('/docs/errors'), get('/docs')],
    },
    {
      name: 'wrong-keys',
      connections: 30,
      requests: [get('/api/v1/deliveries', { authorization: `Bearer sk_${repeat('A', 43)}` })],
    },
    ...bytesAttacksOf(apiKey),
  ]
}

/** Small requests without a wait for responses, and bodies without an end in chunks of one byte. */
export function bytesAttacksOf(apiKey: string): BytesAttack[] {
  const pipelined = (name: string, connections: number, head: string): BytesAttack => ({
    name,
    connections,
    head: '',
    burst: repeat(`${head}\r\n`, PIPELINED_REQUESTS),
  })
  const chunked = (name: string, connections: number, head: string): BytesAttack => ({
    name,
    connections,
    head: `${head}Host: x\r\nTransfer-Encoding: chunked\r\n\r\n`,
    burst: repeat('1\r\na\r\n', CHUNKS),
  })
  const health = 'GET /healthz HTTP/1.1\r\n'
  const form = 'Content-Type: application/x-www-form-urlencoded\r\n'
  const json = `Authorization: Bearer ${apiKey}\r\nContent-Type: application/json\r\n`
  return [
    pipelined('pipelined', 1, `${health}Host: x\r\n`),
    pipelined('pipelined-20', 20, `${health}Host: x\r\n`),
    pipelined('pipelined-without-host', 20, health),
    pipelined('pipelined-key', 20, `GET /api/v1/api_key HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${apiKey}\r\n`),
    chunked('chunks', 8, health),
    chunked('chunks-link', 8, `POST /preferences/forged HTTP/1.1\r\n${form}`),
    chunked('chunks-key', 8, `POST /api/v1/messages/batch HTTP/1.1\r\n${json}`),
  ]
}
