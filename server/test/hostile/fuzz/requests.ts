/** Generates requests from the service's OpenAPI document: every operation, in every encoding, valid and broken. */
import { gzipSync } from 'node:zlib'
import { inlineReferences } from '../../document.ts'
import type { Random } from '../../random.ts'
import type { KnownIds, Schema, Values } from './values.ts'

export interface Operation {
  method: string
  /** As in the document: `/api/v1/messages/{id}`. */
  path: string
  parameters: { in: string; name: string; schema: Schema }[]
  body: { schema: Schema; examples: unknown[] } | null
  /** Schemas of JSON responses by status. Null without JSON. */
  responses: ReadonlyMap<number, Schema | null>
}

export interface FuzzRequest {
  operation: Operation
  method: string
  path: string
  headers: Record<string, string>
  body: Buffer | null
  /** Whether method and path belong to the operation. The document must then contain the response. */
  isOfOperation: boolean
}

interface Described {
  parameters?: Operation['parameters']
  requestBody?: {
    content: Record<string, { schema: Schema; example?: unknown; examples?: Record<string, { value: unknown }> }>
  }
  responses: Record<string, { content?: Record<string, { schema?: Schema }> }>
}

const JSON_TYPE = 'application/json'
const FORM_TYPE = 'application/x-www-form-urlencoded'

/** Paths that come from responses: the `callback_url` of channels, the `preferences_url` of recipients. */
const CALLBACK = '/callbacks/{account_id}/{channel_id}'
const PREFERENCES = '/preferences/{token}'
const LEARNED: Readonly<Record<string, string>> = { [CALLBACK]: 'callbacks', [PREFERENCES]: 'preference_pages' }

/** Routes that are not in the document. */
const HIDDEN: readonly [method: string, path: string][] = [
  ['POST', CALLBACK],
  ['GET', PREFERENCES],
  ['POST', PREFERENCES],
  ['GET', '/unsubscribe/{token}'],
  ['POST', '/unsubscribe/{token}'],
  ['GET', '/o/{pixel}'],
  ['GET', '/docs/{file}'],
  ['GET', '/assets/{file}'],
  ['GET', '/{file}'],
]

/** The operations of the document and the hidden routes. */
export function readOperations(document: unknown): Operation[] {
  const { paths } = inlineReferences(document as object) as { paths: Record<string, Record<string, Described>> }
  const found: Operation[] = HIDDEN.map(([method, path]) => {
    const parameters = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({ in: 'path', name: name!, schema: {} }))
    return { method, path, parameters, body: { schema: {}, examples: [] }, responses: new Map() }
  })
  for (const [path, operations] of Object.entries(paths))
    for (const [method, { parameters = [], requestBody, responses: described }] of Object.entries(operations)) {
      const media = requestBody?.content[JSON_TYPE]
      const examples = [media?.example, ...Object.values(media?.examples ?? {}).map((one) => one.value)]
      const responses = Object.entries(described).map(([status, { content }]) => {
        return [Number(status), content?.[JSON_TYPE]?.schema ?? null] as const
      })
      const body =
        media === undefined ? null : { schema: media.schema, examples: examples.filter((one) => one !== undefined) }
      found.push({ method: method.toUpperCase(), path, parameters, body, responses: new Map(responses) })
    }
  return found
}

/** Rare for operations that are slow on purpose, or that delete objects of other requests. */
function weightOf({ method, path }: Operation): number {
  if (/session|invitation/.test(path) && method !== 'GET') return 0.05
  return method === 'DELETE' ? 0.2 : 1
}

/** The value as text for a form or query. */
function plain(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? '')
}

/** Fields as browsers and Rails write them: `a[b][][c]=d`. */
function formOf(value: unknown, name = ''): string[] {
  if (Array.isArray(value)) return value.flatMap((one) => formOf(one, `${name}[]`))
  if (typeof value === 'object' && value !== null)
    return Object.entries(value).flatMap(([key, one]) => formOf(one, name === '' ? key : `${name}[${key}]`))
  const escaped = (text: string) => encodeURIComponent(text.toWellFormed())
  return [`${escaped(name)}=${value === null ? '' : escaped(plain(value))}`]
}

export function createRequests(operations: readonly Operation[], random: Random, values: Values, known: KnownIds) {
  const total = operations.reduce((sum, one) => sum + weightOf(one), 0)

  function operation(): Operation {
    let left = random.next() * total
    return operations.find((one) => (left -= weightOf(one)) < 0) ?? operations[0]!
  }

  function segment({ path }: Operation, name: string): string {
    const [, before = ''] = new RegExp(`([\\w-]+)/\\{${name}\\}`).exec(path) ?? []
    const collection = name === 'id' ? before : `${name.replace(/_id$/, '')}s`
    const id = known.pick(collection)
    if (id !== undefined && random.chance(0.8)) return encodeURIComponent(id)
    if (random.chance(0.5)) return String(1 + random.below(30))
    return random.pick([
      ...[
        '0',
        '-1',
        '1.5',
        '01',
        'abc',
        '9007199254740993',
        '9'.repeat(40),
        '%00',
        '%ff',
        '%',
        '..',
        '%2e%2e',
        '%2f',
        'x'.repeat(5000),
      ],
      ...[
        encodeURIComponent('ünï😀'),
        "1'",
        '1;',
        '1,2',
        '{id}',
        '__proto__',
        'evt_0',
        `evt_${'Z'.repeat(26)}`,
        'null',
        'NaN',
        '%20',
      ],
    ])
  }

  function query({ parameters }: Operation): string {
    const pairs = parameters
      .filter((one) => one.in === 'query' && random.chance(one.name === 'cursor' ? 0.05 : 0.15))
      .map(({ name, schema }) => {
        const text = plain(values.value(name, schema))

        return `${name}${random.chance(0.03) ? '[]' : ''}=${encodeURIComponent(text.slice(0, 5000).toWellFormed())}`
      })
    if (random.chance(0.05))
      pairs.push(random.pick(['a=%', '__proto__=1', 'limit=1&limit=2', '=', '&&', 'limit[a]=1', '%00=%00', '%ff']))
    return pairs.length === 0 ? '' : `?${pairs.join('&')}`
  }

  function content({ body }: Operation): unknown {
    if (body === null || random.chance(0.02)) return values.hostile()
    const { schema, examples } = body
    if (examples.length === 0 || random.chance(0.5)) return values.value('', schema)
    const example = random.pick(examples)
    return random.chance(0.3) ? example : values.changed(example, schema)
  }

  /** JSON text. A few per cent of the texts are not valid. */
  function json(value: unknown): Buffer {
    const text = JSON.stringify(value) ?? 'undefined'
    if (random.chance(0.93)) return Buffer.from(text)
    const place = random.below(text.length + 1)
    const [before, after] = [text.slice(0, place), text.slice(place)]
    const depth = random.pick([10, 1000, 30_000])
    return random.pick([
      () => Buffer.from(before),
      () => Buffer.concat([Buffer.from(before), Buffer.from([0xff, 0xc0, 0]), Buffer.from(after)]),
      () => Buffer.from(`\ufeff${text}`),
      () => Buffer.from(`${text}${text}`),
      () => Buffer.from(text, 'utf16le'),
      () => Buffer.from(text.replace(/\d+/, '1e999')),
      () => Buffer.from(text.replace(/\d+/, '9'.repeat(500))),
      () => Buffer.from(text.replace(/"([^"]+)":/, '"$1":1,"$1":')),
      () => Buffer.from(text.replace(/"([^"]+)":/, '"__proto__":{"a":1},"$1":')),
      () => Buffer.from('['.repeat(depth) + ']'.repeat(depth)),
      () => Buffer.from('{"message":'.repeat(depth)),
      () => Buffer.alloc(0),
      () => Buffer.alloc(random.pick([1, 300_000, 6_000_000]), ' '),
    ])()
  }

  function encoded(value: unknown): { body: Buffer; headers: Record<string, string> } {
    if (random.chance(0.8)) return { body: json(value), headers: { 'content-type': JSON_TYPE } }
    if (random.chance(0.6)) {
      const pairs = formOf(value)
      if (random.chance(0.05)) pairs.push(...Array.from({ length: 2000 }, (_, index) => `a${index}=1`))
      if (random.chance(0.05))
        pairs.push(random.pick(['a[b', 'a]b=1', '%=%', 'a[][]=1', '__proto__[x]=1', `a${'[b]'.repeat(500)}=1`]))
      return { body: Buffer.from(pairs.join('&')), headers: { 'content-type': FORM_TYPE } }
    }
    const types = [
      ...[
        'text/plain',
        'application/xml',
        'multipart/form-data; boundary=a',
        'application/json; charset=utf-16',
        'garbage',
        '',
      ],
      ...[
        `${JSON_TYPE}; charset=utf-8`,
        'APPLICATION/JSON',
        `${FORM_TYPE}; charset=latin1`,
        `${JSON_TYPE}, ${JSON_TYPE}`,
        'text/html;',
      ],
    ]
    const packed = random.chance(0.3)
    return {
      body: packed ? gzipSync(json(value)) : json(value),
      headers: {
        'content-type': packed ? JSON_TYPE : random.pick(types),
        ...(packed || random.chance(0.1) ? { 'content-encoding': random.pick(['gzip', 'br', 'deflate', 'x']) } : {}),
      },
    }
  }

  function oddHeaders(): Record<string, string> {
    if (random.chance(0.85)) return {}
    const key = random.pick(['a', `key-${random.below(20)}`, 'x'.repeat(255), 'x'.repeat(256), ' ', 'ÿ', '"a"'])
    return random.pick<Record<string, string>>([
      { 'idempotency-key': key },
      { 'idempotency-key': key, prefer: 'return=minimal' },
      { accept: random.pick(['text/html', '*/*;q=0', 'x', 'text/event-stream']) },
      { 'accept-encoding': random.pick(['gzip, br', 'identity;q=0', '*', 'x'.repeat(500)]) },
      { 'x-forwarded-for': '1.2.3.4, unknown', 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'https' },
      { 'x-http-method-override': 'DELETE' },
      { 'if-none-match': '*', 'if-modified-since': 'x', range: 'bytes=0-1,5-' },
      { 'last-event-id': random.pick(['', 'x', '9'.repeat(99), 'evt_0']) },
      { 'x-request-id': random.pick(['a b', 'x'.repeat(5000), '{{', '1']) },
      { cookie: random.pick(['tidings_session=', 'tidings_session=ses_1_x', '=;;=', `a=${'b'.repeat(3000)}`]) },
      { origin: 'null', 'sec-fetch-site': 'cross-site', referer: '\u00ff' },
      { 'x-twilio-signature': 'x', 'svix-id': 'x', 'svix-timestamp': 'NaN', 'svix-signature': 'v1,' },
      { expect: '100-continue' },
    ])
  }

  /** Generates the next request, without its caller. */
  return function next(): FuzzRequest {
    values.begin()
    const chosen = operation()
    const odd = random.chance(0.03)
    const method =
      odd && random.chance(0.5)
        ? random.pick(['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS', 'TRACE', 'PROPFIND'])
        : chosen.method
    const learned = LEARNED[chosen.path]
    const template = (learned !== undefined && random.chance(0.9) && known.pick(learned)) || chosen.path
    const filled = String(template).replaceAll(/\{(\w+)\}/g, (_, name: string) => segment(chosen, name))

    const path = odd
      ? random.pick([
          `/${filled}`,
          `${filled}/`,
          filled.toUpperCase(),
          `${filled}%00`,
          filled.replace('v1', 'v2'),
          `${filled}/.`,
        ])
      : filled
    const sendsBody =
      method === 'GET' || method === 'HEAD' ? random.chance(0.02) : chosen.body !== null || random.chance(0.1)
    const sent = sendsBody ? encoded(content(chosen)) : { body: null, headers: {} }
    return {
      operation: chosen,
      method,
      path: `${path}${query(chosen)}`,
      headers: { ...sent.headers, ...oddHeaders() },
      body: sent.body,
      isOfOperation: !odd,
    }
  }
}
