/** The command that calls any route of the API. */
import type { Client } from '@tidings/sdk/client'
import { withApi } from './api.ts'
import { failure } from './command.ts'
import type { CommandInput, CommandResult } from './command.ts'
import { EXIT } from './exit-codes.ts'

const METHODS: readonly string[] = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']

/** The JSON of `--data`. Undefined: the request has no body. */
function bodyOf(data: string | undefined): { ok: true; body: unknown } | { ok: false } {
  if (data === undefined) return { ok: true, body: undefined }
  try {
    return { ok: true, body: JSON.parse(data) as unknown }
  } catch {
    return { ok: false }
  }
}

export async function call(input: CommandInput): Promise<CommandResult> {
  const [given = '', path = ''] = input.positional
  const method = given.toUpperCase()
  const usage = (sentence: string) => failure(sentence, { exitCode: EXIT.usage })
  if (!METHODS.includes(method)) return usage(`${JSON.stringify(given)} must be one of ${METHODS.join(', ')}`)
  if (/[{}#\s]|^https?:|\/\//i.test(path)) return usage('PATH must be a path of the API, like messages?limit=1')
  const body = bodyOf(input.options['data'])
  if (!body.ok) return usage('--data must be JSON')
  const route = `${method} ${path.startsWith('/') ? path : `/api/v1/${path}`}`
  return withApi(input, async ({ client }) => {
    // The client knows its routes by their names. A path with its values calls one of them too.
    const request = client.request as (name: string, input: { body: unknown }) => ReturnType<Client['request']>
    const response = (await request(route, { body: body.body })) ?? null
    return { ok: true, text: JSON.stringify(response, null, 2), json: response }
  })
}
