/** Generates field values: mostly valid, sometimes at a limit, sometimes of any type. */
import type { Random } from '../../random.ts'

export interface Schema {
  type?: string | string[]
  enum?: unknown[]
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
  minLength?: number
  maxLength?: number
  minItems?: number
  maxItems?: number
  minimum?: number
  maximum?: number
  format?: string
}

/** Ids from responses, by the collection in their path: `messages`, ... Paths are under `callbacks`. */
export interface KnownIds {
  pick(collection: string): number | string | undefined
}

const DEPTH_MAX = 4
const ITEMS_MAX = 4
/** Lengths above the limits of fields, characters. */
const LONG_TEXTS = [256, 5000, 70_000]

const TEXTS = [
  ...[
    '',
    ' ',
    '\t\n',
    '0',
    'a',
    'null',
    'undefined',
    'NaN',
    'true',
    '[]',
    '{}',
    '-1',
    '1e999',
    '٣',
    '%00',
    '%',
    '%s%n',
  ],
  ...[
    '\0',
    'a\0b',
    '\ufeff',
    '\u2028',
    '\u202eabc',
    '\ud800',
    'a\udfff',
    '😀'.repeat(64),
    'e\u0301'.repeat(50),
    'ﷺ'.repeat(99),
  ],
  ...['__proto__', 'constructor', 'toString', 'hasOwnProperty', '../../etc/passwd', '..\\..', '$where', "' or 1=1 --"],
  ...[
    `"; drop table accounts; --`,
    '<script>alert(1)</script>',
    '{{ user }}',
    '${7*7}',
    'a\r\nBcc: b@example.com',
    '=1+1',
  ],
  ...['Straße', 'ΌΣΟΣ', 'ı'.repeat(255), 'x'.repeat(255), 'x'.repeat(256), '\\', '\\u0000', '"', "'", '`'],
]

const EMAILS = [
  ...[
    'delivered@tidings.test',
    'bounced@tidings.test',
    'failed@tidings.test',
    'retry@tidings.test',
    'silent@tidings.test',
  ],
  ...[
    'a@b.example',
    'A@B.EXAMPLE',
    'ü@ü.example',
    'a@b',
    '@',
    'a@@b',
    'a b@c.example',
    'a@[127.0.0.1]',
    '"a\r\n"@b.example',
  ],
  ...[`${'a'.repeat(64)}@${'b'.repeat(180)}.example`, 'a@b.example,c@d.example', 'a@xn--.example', '<a@b.example>'],
]

/** An allowed URL without a server. */
export const CLOSED_URL = 'https://127.0.0.2:60999/hook'

const URLS = [
  ...[CLOSED_URL, 'https://127.0.0.1:1/', 'http://127.0.0.1/', 'https://10.0.0.1/', 'https://[::1]/'],
  ...[
    'https://169.254.169.254/latest',
    'https://0x7f.1/',
    'https://2130706433/',
    'https://a.invalid/',
    'https://localhost/',
  ],
  ...[
    'https://user:pass@127.0.0.1:1/',
    'javascript:alert(1)',
    'file:///etc/passwd',
    'https://',
    'https://%00/',
    '//a.invalid',
  ],
  ...[
    'https://a.invalid:99999/',
    'https://ａ.invalid/',
    'https://127.0.0.1:1/#a',
    `https://a.invalid/${'a'.repeat(3000)}`,
  ],
]

const HOSTS = ['127.0.0.1', '0x7f.1', '::1', 'localhost', 'a.invalid', '-', '.', '169.254.169.254', 'a'.repeat(300)]

const TIMES = [
  ...['2026-06-08T10:20:00Z', '2026-06-08T10:20:00+14:00', '2099-12-31T23:59:59.999Z', '0000-01-01T00:00:00Z'],
  ...['9999-12-31T23:59:60Z', '2026-02-30T00:00:00Z', '2026-06-08', '1', '10:20', '+275760-09-13T00:00:00.000Z', 'now'],
  ...['2026-06-08T10:20:00.123456789012345678901234567890Z', '-000001-01-01T00:00:00Z', '2026-06-08T24:00:00Z'],
]

export const TOMORROW = new Date(Date.now() + 86_400_000).toISOString()

const NUMBERS = [
  ...[0, -0, 1, -1, 0.1, 1.5, 2, 100, 200, 201, 1000, 1e21, 1e308, 5e-324, -1e308, 2 ** 31 - 1, 2 ** 31, 2 ** 32],
  ...[2 ** 53 - 1, 2 ** 53, -(2 ** 53), 2 ** 63, 2 ** 64],
]

const FILTERS = [
  ...[
    'upcase',
    'downcase',
    'size',
    'first',
    'json',
    'escape',
    'url_encode',
    'strip_html',
    'newline_to_br',
    'reverse',
    'sort',
  ],
  ...[
    'date: "%s%n%Z%A"',
    'date: "%9999d"',
    'replace: "a", "aaaaaaaa"',
    'split: ""',
    'join: ","',
    'times: 1e9',
    'divided_by: 0',
  ],
  ...[
    'truncate: 9999999999',
    'slice: -1, 99',
    'append: x',
    'where: "a", "b"',
    'nosuchfilter',
    'map: "constructor"',
    'modulo: 0',
  ],
]
const NAMES = [
  'a',
  'user',
  'user.first_name',
  'order.items',
  'x[0]',
  'x["__proto__"]',
  'forloop',
  '"text"',
  '(1..99999999)',
  'nil',
]

/** A template of a hostile grammar: mostly small, sometimes a long chain. */
function template(random: Random, depth = 0): string {
  const part = (): string => {
    const name = random.pick(NAMES)
    const inner = () => (depth < DEPTH_MAX ? template(random, depth + 1) : 'x')
    const filters = Array.from({ length: random.below(6) }, () => ` | ${random.pick(FILTERS)}`).join('')
    switch (random.below(13)) {
      case 0:
        return `{% if ${name} == blank or ${name} > 1 %}${inner()}{% elsif a contains "b" %}{% else %}${inner()}{% endif %}`
      case 1:
        return `{% for i in ${random.pick(['(1..3)', '(1..1000000)', 'order.items', '"abc"'])} %}${inner()}{% endfor %}`
      case 2:
        return `{% assign x = ${name}${filters} %}{{ x }}`
      case 3:
        return `{% capture x %}{{ x }}{{ x }}${inner()}{% endcapture %}{{ x }}`
      case 4:
        return `{% case a %}{% when 1, 2 %}${inner()}{% endcase %}`
      case 5:
        return random.pick([
          '{% raw %}{{{% endraw %}',
          '{% comment %}{% endcomment %}',
          '{%- liquid\n echo a\n-%}',
          '{{-a-}}',
        ])
      case 6:
        return random.pick([
          '{% if',
          '{{',
          '}}',
          '{% endfor %}',
          '{% for %}',
          '{{ | }}',
          '{{ a || b }}',
          '{% unknown %}',
          '{% render "x" %}',
        ])
      case 7:
        return `{% tablerow i in (1..9) cols:3 %}${inner()}{% endtablerow %}{% cycle "a", "b" %}{% increment n %}`
      case 8:
        return random.chance(0.1)
          ? `{{ a${` ${random.pick(['or', 'and'])} a`.repeat(random.below(1500))} }}`
          : `{{ ${name} }}`
      case 9:
        return random.chance(0.1)
          ? `{{ "2020-01-01"${` | ${random.pick(FILTERS)}`.repeat(random.below(400))} }}`
          : 'text '
      default:
        return `{{ ${name}${filters} }}`
    }
  }
  return Array.from({ length: 1 + random.below(4) }, part).join(random.pick(['', ' ', '\n', '<p>']))
}

/** The share of hostile values in one request: none, some, most. */
const HOSTILITIES = [0, 0.2, 0.2, 1]

export function createValues(random: Random, known: KnownIds) {
  let hostility = 1
  const isHostile = (probability: number) => random.chance(probability * hostility)

  function hostile(depth: number): unknown {
    switch (random.below(depth < DEPTH_MAX ? 9 : 6)) {
      case 0:
        return null
      case 1:
        return random.chance(0.5)
      case 2:
        return random.pick(NUMBERS)
      case 3:
        return 'x'.repeat(random.pick(LONG_TEXTS))
      case 4:
      case 5:
        return random.pick(TEXTS)
      case 6:
        return Array.from({ length: random.below(ITEMS_MAX) }, () => hostile(depth + 1))
      default:
        return Object.fromEntries(
          Array.from({ length: random.below(ITEMS_MAX) }, () => [random.pick(TEXTS), hostile(depth + 1)]),
        )
    }
  }

  function text(name: string, { minLength = 0, maxLength = 300, format }: Schema): string {
    if (isHostile(0.06))
      return 'x'.repeat(Math.max(0, random.pick([minLength - 1, minLength, maxLength, maxLength + 1])))
    if (isHostile(0.12)) return random.pick(TEXTS)
    if (/email|address|^to$|from/.test(name))
      return isHostile(0.7) ? random.pick(EMAILS) : `${random.pick(['delivered', 'bounced', 'silent'])}@tidings.test`
    if (name.endsWith('url')) return isHostile(0.7) ? random.pick(URLS) : CLOSED_URL
    if (/host/.test(name)) return random.pick(HOSTS)
    if (format === 'date-time' || /_(at|after|before)$/.test(name))
      return isHostile(0.7) ? random.pick(TIMES) : TOMORROW
    if (/^(subject|body|text|title|html)/.test(name))
      return isHostile(0.9) ? template(random) : 'Hello {{ user.first_name }}'
    if (/template_name|^name$/.test(name))
      return isHostile(0.3)
        ? random.pick(TEXTS)
        : random.pick(['receipt', 'receipt', 'Mail', `name-${random.below(500)}`])
    if (/external_user_id/.test(name)) return random.pick(['ada', `user-${random.below(200)}`])
    if (/cursor|after/.test(name)) return random.pick(['', 'AAAA', 'eyJpZCI6MX0', ...TEXTS])
    return isHostile(0.5)
      ? random.pick(TEXTS)
      : `value-${random.below(1000)}`.padEnd(minLength, 'x').slice(0, maxLength)
  }

  function number(name: string, { minimum = -1, maximum = 2 ** 53 }: Schema): number {
    const [, collection] = /^(.+)_id$/.exec(name) ?? []
    const id =
      collection === undefined
        ? undefined
        : known.pick(collection === 'actor' ? 'notification_users' : `${collection}s`)

    if (typeof id === 'number' && random.chance(0.8)) return id
    if (isHostile(0.3)) return random.pick([minimum - 1, minimum, maximum, maximum + 1])
    return isHostile(0.5) ? random.pick(NUMBERS) : Math.max(minimum, random.below(Math.min(maximum, 30)))
  }

  function object({ properties = {}, required = [] }: Schema, depth: number): Record<string, unknown> {
    const fields: [string, unknown][] = []
    for (const [name, schema] of Object.entries(properties))
      if (required.includes(name) ? !isHostile(0.05) : random.chance(0.7))
        fields.push([name, value(name, schema, depth + 1)])
    if (isHostile(0.08)) fields.push([random.pick(TEXTS), hostile(depth + 1)])
    return Object.fromEntries(fields)
  }

  function list(name: string, { items = {}, minItems = 0, maxItems = 20 }: Schema, depth: number): unknown[] {
    const edges = [minItems, maxItems, maxItems + 1].filter((length) => length <= 1001)
    const length = isHostile(0.02) ? random.pick(edges) : Math.max(minItems, random.below(ITEMS_MAX))
    // Long lists repeat one value, because their length is tested.
    const first = value(name, items, depth + 1)
    return Array.from({ length }, (_, index) => (index === 0 || length > 20 ? first : value(name, items, depth + 1)))
  }

  /** A value for the field `name`. */
  function value(name: string, schema: Schema, depth = 0): unknown {
    if (isHostile(0.05)) return hostile(depth)
    if (schema.enum !== undefined && !isHostile(0.1)) return random.pick(schema.enum)
    switch (typeof schema.type === 'object' ? random.pick(schema.type) : schema.type) {
      case 'string':
        return text(name, schema)
      case 'integer':
      case 'number':
        return number(name, schema)
      case 'boolean':
        return random.chance(0.5)
      case 'array':
        return list(name, schema, depth)
      case 'object':
        return depth > 2 * DEPTH_MAX ? {} : object(schema, depth)
      case 'null':
        return null
      default:
        return hostile(depth)
    }
  }

  /** A copy with one value replaced: requests with a single mistake get furthest. */
  function changed(given: unknown, schema: Schema = {}, name = ''): unknown {
    if (typeof given !== 'object' || given === null || random.chance(0.1)) return value(name, schema)
    const keys = Object.keys(given)
    if (keys.length === 0) return hostile(0)
    const key = random.pick(keys)
    const inner = Array.isArray(given) ? schema.items : schema.properties?.[key]
    const replaced = changed((given as Record<string, unknown>)[key], inner, Array.isArray(given) ? name : key)
    return Array.isArray(given) ? given.with(Number(key), replaced) : { ...given, [key]: replaced }
  }

  return {
    value,
    changed,
    hostile: () => hostile(0),
    /** Each request gets its own share: if all fields were hostile, the first would end the request. */
    begin: () => {
      hostility = random.pick(HOSTILITIES)
    },
  }
}

export type Values = ReturnType<typeof createValues>
