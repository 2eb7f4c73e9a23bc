/** Rules for every response to any request. */
import { Compile } from 'typebox/schema'
import type { Validator } from 'typebox/schema'
import type { FuzzRequest, Operation } from './requests.ts'
import type { FuzzResponse } from './run.ts'

const BREACHES_MAX = 100
const SHOWN_CHARACTERS = 500

/** Patterns of internals, forbidden in error responses. */
const LEAKS = [
  /\n\s+at .+:\d+/,
  /node_modules|node:internal|\.[cm]?[tj]s:\d+/,
  /\b(select|insert into|update|delete from)\b[\s\S]{0,200}\b(from|values|set|where|returning)\b/i,
  /ECONN|EHOSTUNREACH|ENOTFOUND|PGSQL|postgres/i,
  /\b(TypeError|RangeError|SyntaxError|ReferenceError)\b/,
]

/** Statuses for any request, because they come before the operation is known. */
const GENERAL_STATUSES = new Set([400, 401, 403, 404, 405, 413, 414, 415, 429, 431, 503])

/** `internals`: internal words, forbidden in responses. */
export function createJudge(internals: readonly string[]) {
  const breaches = new Map<string, string>()
  const statuses: Record<string, number> = {}
  const succeeded = new Set<Operation>()
  const validators = new Map<unknown, Validator>()
  let cutOff = 0

  /** One example of each kind is enough. */
  function breach(what: string, shown = ''): void {
    if (breaches.size < BREACHES_MAX && !breaches.has(what)) breaches.set(what, shown)
  }

  function isOfSchema(schema: object, value: unknown): boolean {
    const validator = validators.get(schema) ?? Compile(schema)
    validators.set(schema, validator)
    return validator.Check(value)
  }

  function judgeRefusal(where: string, status: number, body: unknown, text: string, shown: string): void {
    for (const leak of LEAKS) if (leak.test(text)) breach(`${where}: ${status} tells of the inside (${leak})`, shown)
    if (!where.includes('/api/')) return
    const { error, code, docs_url: docsUrl, request_id: requestId } = (body ?? {}) as Record<string, unknown>
    if (
      typeof error !== 'string' ||
      typeof code !== 'string' ||
      typeof docsUrl !== 'string' ||
      typeof requestId !== 'string'
    )
      breach(`${where}: ${status} without error, code, docs_url and request_id`, shown)
  }

  /** Counts a response. Returns its JSON, or null if it has none. */
  function judge(request: FuzzRequest, caller: string, response: FuzzResponse | null | 'late'): unknown {
    const { operation, method, path, headers, body, isOfOperation } = request
    const where = `${operation.method} ${operation.path}`
    const sentBody = body === null ? '' : body.subarray(0, SHOWN_CHARACTERS).toString()
    const sent = `${caller}: ${method} ${path.slice(0, SHOWN_CHARACTERS)} ${JSON.stringify(headers).slice(0, SHOWN_CHARACTERS)} (${body?.length ?? 0} bytes) ${sentBody}`
    if (response === 'late') breach(`${where}: no response within its time`, sent)
    // The service may cut off a large body while it is being sent.
    if (response === null && (body?.length ?? 0) < 200_000) breach(`${where}: cut off`, sent)
    if (response === null || response === 'late') {
      cutOff += 1
      return null
    }
    const { status, text } = response
    const shown = `${sent}\n  -> ${status} ${text.slice(0, SHOWN_CHARACTERS)}`
    statuses[status] = (statuses[status] ?? 0) + 1
    if (status >= 500 && status !== 503) breach(`${where}: ${status}`, shown)
    for (const word of internals) if (text.includes(word)) breach(`${where}: tells ${word}`, shown)
    const isJson = response.headers['content-type']?.startsWith('application/json') === true
    let parsed: unknown = null
    try {
      parsed = isJson && text !== '' ? JSON.parse(text) : null
    } catch {
      breach(`${where}: ${status} is no JSON`, shown)
    }
    if (status >= 400 && method !== 'HEAD') judgeRefusal(where, status, parsed, text, shown)
    if (!isOfOperation || operation.responses.size === 0) return parsed
    if (!operation.responses.has(status) && !GENERAL_STATUSES.has(status))
      breach(`${where}: ${status} is not documented`, shown)
    const schema = status < 300 ? operation.responses.get(status) : null
    if (status < 300) succeeded.add(operation)
    if (schema != null && !isOfSchema(schema, parsed)) breach(`${where}: ${status} is not of its schema`, shown)
    return parsed
  }

  return {
    breach,
    judge,
    report(operations: readonly Operation[]) {
      const described = operations.filter((one) => one.responses.size > 0)
      return {
        breaches: [...breaches].map(([what, shown]) => `${what}\n  ${shown}`),
        statuses,
        operations: {
          succeeded: succeeded.size,
          all: described.length,
          missed: described.filter((one) => !succeeded.has(one)).map(({ method, path }) => `${method} ${path}`),
        },

        cutOff,
      }
    },
  }
}
