/** The connection of a command to the API of a running service. */
import { createClient, TidingsError } from '@tidings/sdk/client'
import type { Client } from '@tidings/sdk/client'
import type { IncomingMessage, RequestOptions } from 'node:http'
import { failure } from './command.ts'
import type { CommandInput, Environment, Failure } from './command.ts'
import { EXIT } from './exit-codes.ts'
import { PROFILE_DEFAULT, readProfiles, SERVICE_DEFAULT } from './profiles.ts'
import { sendRequest } from './request.ts'
import { readKeyFromInput } from './standard-input.ts'

/** A page of a list has at most 1 MiB of texts, JSON writes a character with at most six. */
const RESPONSE_BYTES_MAX = 16 * 1024 * 1024

export interface Settings {
  /** Without a slash at its end. */
  serviceUrl: string
  apiKey: string
  /** The source of the key, for people: `TIDINGS_API_KEY`. */
  keySource: string
}

export interface Api extends Settings {
  client: Client
  /** The service's clock minus ours in the last response, ms. Null before the first response. */
  clockDifferenceMs(): number | null
}

/** The service cannot be reached, or responds with something else. */
class UnreachableError extends Error {}

const isApiKey = (key: string): boolean => /^sk_[0-9A-Za-z]{43}$/.test(key)

const withoutSlash = (url: string): string => url.replace(/\/+$/, '')

/** The mistake in the URL of a service, or null. The sentence has no password: terminals and logs keep it. */
export function serviceUrlMistake(url: string): Failure | null {
  const isHttp = URL.canParse(url) && /^https?:$/.test(new URL(url).protocol)
  const shown = JSON.stringify(url.replace(/\/\/.*@/s, '//'))
  if (!isHttp)
    return failure(`${shown} must be an http or https URL, like ${SERVICE_DEFAULT}`, { exitCode: EXIT.usage })
  const { username, password } = new URL(url)
  if (username === '' && password === '') return null
  return failure(`The URL of the service must have no user and password: ${shown}`, {
    exitCode: EXIT.usage,
    remedy: 'Requests have an API key instead.',
  })
}

interface GivenKey {
  key: string
  source: string
  /** The only service for this key, or null. */
  url: string | null
}

/** The key, from standard input, the chosen profile, TIDINGS_API_KEY, or the profile `default`: the first of these. */
async function findKey({ options, environment }: CommandInput): Promise<GivenKey | Failure> {
  if (options['key-stdin'] !== undefined) return { key: await readKeyFromInput(), source: 'standard input', url: null }
  const chosen = options['profile'] ?? null
  const given = environment['TIDINGS_API_KEY']?.trim() ?? ''
  if (chosen === null && given !== '') return { key: given, source: 'TIDINGS_API_KEY', url: null }
  const name = chosen ?? (environment['TIDINGS_PROFILE']?.trim() || PROFILE_DEFAULT)
  const read = readProfiles(environment)
  if (!read.ok) return read
  const profile = read.profiles.get(name)
  if (profile !== undefined) return { key: profile.apiKey, source: `profile ${name}`, url: profile.url }
  return failure(
    chosen === null && name === PROFILE_DEFAULT
      ? 'Set TIDINGS_API_KEY to an API key of the account, sk_..., or store one with `tidings login`'
      : `There is no profile ${JSON.stringify(name)}: make it with \`tidings login --profile ${name}\``,
    { exitCode: EXIT.keyRefused },
  )
}

function serviceOf({ options }: CommandInput, environment: Environment, key: GivenKey): string | Failure {
  const named = options['service'] ?? (environment['TIDINGS_URL']?.trim() || null)
  const url = withoutSlash(named ?? key.url ?? SERVICE_DEFAULT)
  const mistake = (sentence: string) => failure(sentence, { exitCode: EXIT.usage })
  const wrong = serviceUrlMistake(url)
  if (wrong !== null) return wrong
  // Another service would learn the key.
  if (key.url !== null && new URL(url).origin !== new URL(key.url).origin)
    return mistake(`The key of ${key.source} belongs to ${key.url}, and the service is ${url}: use another profile`)
  return url
}

/** Finds the service and the key. */
export async function readSettings(input: CommandInput): Promise<({ ok: true } & Settings) | Failure> {
  const found = await findKey(input)
  if ('ok' in found) return found
  if (!isApiKey(found.key))
    return failure(`${found.source} must be an API key, sk_..., without spaces`, { exitCode: EXIT.keyRefused })
  const url = serviceOf(input, input.environment, found)
  return typeof url === 'string' ? { ok: true, serviceUrl: url, apiKey: found.key, keySource: found.source } : url
}

/** Reads a body up to a limit. */
async function readBounded(response: IncomingMessage, bytesMax: number): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of response as AsyncIterable<Uint8Array>) {
    length += chunk.byteLength
    // Leaving the loop closes the connection.
    if (length > bytesMax) throw new Error(`The response has more than ${bytesMax} bytes`)
    chunks.push(chunk)
  }
  return new Uint8Array(Buffer.concat(chunks))
}

/** Makes a client. `retriesMax`: 0 for commands with waits of their own. */
export function openApi(settings: Settings, retriesMax = 3): Api {
  let difference: number | null = null
  /** The client gives a text as URL, and an object with its texts. */
  const boundedFetch: typeof fetch = async (url, init = {}) => {
    const { method, headers, body, signal } = init as Pick<RequestOptions, 'method' | 'headers' | 'signal'> & {
      body?: string
    }
    try {
      const response = await sendRequest(new URL(url), { method, headers, signal }, body ?? null)
      const date = Date.parse(response.headers.date ?? '')
      if (!Number.isNaN(date)) difference = date - Date.now()
      const status = response.statusCode!
      if (status >= 300 && status < 400) {
        // An open connection would keep the command from its end.
        response.destroy()
        throw new Error(`it redirects to ${response.headers.location}`)
      }
      const content = await readBounded(response, RESPONSE_BYTES_MAX)
      // The service names each request.
      if (response.headers['x-request-id'] === undefined) throw new Error('another program responds there')
      const named = Object.entries(response.headers).map(([name, value]) => [name, String(value)] as [string, string])
      return new Response(status === 204 ? null : content, { status, headers: named })
    } catch (error) {
      throw new UnreachableError(reasonOf(error), { cause: error })
    }
  }
  const client = createClient({
    apiKey: settings.apiKey,
    baseUrl: settings.serviceUrl,
    retriesMax,
    fetch: boundedFetch,
  })
  return { ...settings, client, clockDifferenceMs: () => difference }
}

/** The reason of a failed call, for people. */
export function reasonOf(error: unknown): string {
  const { message, cause } = error as Error
  // An aborted call names the reason as its cause.
  if (cause instanceof Error) return reasonOf(cause)
  // Node has an error without a message for several addresses: `localhost` as 127.0.0.1 and ::1.
  const [first] = error instanceof AggregateError ? (error.errors as Error[]) : []
  return message || (first?.message ?? '')
}

/** An error of the client as a result. An error that is not from a call is thrown again. */
export function failureOf(error: unknown, { serviceUrl }: Pick<Settings, 'serviceUrl'>): Failure {
  if (error instanceof TidingsError) {
    const { status, code, errors, docsUrl, requestId, message } = error
    const details = { code, status, ...(errors === null ? {} : { errors }), docs_url: docsUrl, request_id: requestId }
    if (status === 401)
      return failure(message, {
        exitCode: EXIT.keyRefused,
        details,
        remedy: 'Use another key: `tidings doctor` tells which one is used. Keys are made in the dashboard.',
      })
    if (status === 403) return failure(message, { exitCode: EXIT.keyRefused, details })
    return failure(message, { exitCode: status === 429 || status >= 500 ? EXIT.unreachable : EXIT.failed, details })
  }
  // A syntax error: the body is not JSON, so another program responded.
  if (error instanceof UnreachableError || error instanceof SyntaxError)
    return failure(`${serviceUrl} could not be reached: ${error.message}`, {
      exitCode: EXIT.unreachable,
      details: { code: 'unreachable' },
      remedy: 'Start the service, or set TIDINGS_URL to its address.',
    })
  throw error
}

/** Runs `work` with a client. Errors of calls become results. */
export async function withApi<Result>(
  input: CommandInput,
  work: (api: Api) => Promise<Result | Failure>,
): Promise<Result | Failure> {
  const settings = await readSettings(input)
  if (!settings.ok) return settings
  try {
    return await work(openApi(settings))
  } catch (error) {
    return failureOf(error, settings)
  }
}
