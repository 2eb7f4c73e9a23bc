/**
 * `npm run demo`: the main job end to end. The real service runs on a temporary directory, messages go to every magic
 * recipient of the sandbox, and a receiver verifies each event as it arrives. It uses only the public API. It exits with
 * 0 if all expected events arrived, and no others.
 */
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createVerifier } from '../sdk/src/index.ts'
import type { Verifier } from '../sdk/src/index.ts'
import { randomBase62 } from '../server/src/platform/ids.ts'
import { buildAll } from './build.ts'
import { createCertificate, startReceiver } from './demo-receiver.ts'
import type { ReceivedRequest } from './demo-receiver.ts'
import { startService } from './demo-service.ts'

/** The events of each delivery for a recipient of the sandbox. The last event is its final status. */
const STORIES: Record<string, readonly string[]> = {
  delivered: ['queued', 'sent', 'delivered'],
  opened: ['queued', 'sent', 'delivered', 'opened'],
  bounced: ['queued', 'sent', 'bounced'],
  failed: ['queued', 'failed'],
  retry: ['queued', 'sent', 'delivered'],
  exhausted: ['queued', 'failed'],
  silent: ['queued', 'sent'],
}

/** The service's own waits add up to hours. The sandbox needs none. */
const SEND_RETRY_SCHEDULE = '200ms,300ms,400ms,500ms,600ms'
const ARRIVAL_TIMEOUT_MS = 20_000

interface Delivery {
  id: number
  status: string
  error_message: string | null
  friendly_error_message: string | null
  notification_channel: { name: string }
}

interface ReceivedEvent {
  id: string
  type: string
  data: { delivery?: Delivery }
}

const colour = (code: number) => (text: string) => (process.stdout.isTTY ? `\x1b[${code}m${text}\x1b[0m` : text)
const [bold, red, green, dim] = [colour(1), colour(31), colour(32), colour(2)]

/** Calls the API. A response other than 2xx is an error with its body. */
function client(url: string, apiKey: string) {
  return async <Body>(method: string, path: string, body?: object): Promise<Body> => {
    const response = await fetch(`${url}/api/v1${path}`, {
      method,
      headers: { authorization: `Bearer ${apiKey}`, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    if (!response.ok) throw new Error(`${method} ${path} returned ${response.status}: ${text}`)
    return JSON.parse(text) as Body
  }
}

type Api = ReturnType<typeof client>

/** Makes a recipient with an email address and a device, and sends to it. Their first word tells the sandbox the result. */
async function sendTo(api: Api, word: string): Promise<Delivery[]> {
  const { notification_user: recipient } = await api<{ notification_user: { id: number } }>(
    'POST',
    '/notification_users',
    { notification_user: { external_user_id: word, email: `${word}@tidings.test`, first_name: word } },
  )
  await api('POST', `/notification_users/${recipient.id}/devices`, {
    device: { platform: 'fcm', token: `${word}-demo-token` },
  })
  const { message } = await api<{ message: { deliveries: Delivery[] } }>('POST', '/messages', {
    message: { external_user_id: word, message_template_name: 'welcome_message' },
  })
  return message.deliveries
}

/** Keeps and prints the arrived events, and knows when all expected events have arrived. */
function createJournal() {
  const seen = new Set<string>()
  const arrived = new Map<number, string[]>()
  const mistakes: string[] = []
  let verifier: Verifier | null = null
  let verified = 0
  let pings = 0
  let arrivals = Promise.withResolvers<void>()
  return {
    arrived,
    mistakes,
    get verified() {
      return verified
    },
    get pings() {
      return pings
    },
    useSecret(value: string) {
      verifier = createVerifier(value)
    },
    /** Resolves with the next event. */
    next: () => arrivals.promise,
    async take({ rawBody, signature }: ReceivedRequest): Promise<void> {
      const headers = { 'x-service-signature': signature }
      const reason = verifier === null ? 'no secret yet' : await verifier.invalidReason(rawBody, headers)
      if (reason !== null) mistakes.push(`a request with an invalid signature: ${reason}`)
      else {
        const event = JSON.parse(rawBody.toString()) as ReceivedEvent
        verified += 1
        if (!seen.has(event.id)) {
          seen.add(event.id)
          const delivery = event.data.delivery
          if (delivery === undefined) pings += 1
          else arrived.set(delivery.id, [...(arrived.get(delivery.id) ?? []), event.type.replace('delivery.', '')])
          const about = delivery === undefined ? '' : `delivery ${delivery.id}, ${delivery.notification_channel.name}`
          console.log(`  ${event.type.padEnd(20)} ${about.padEnd(28)} ${green('signature verified')}  ${dim(event.id)}`)
        }
      }
      arrivals.resolve()
      arrivals = Promise.withResolvers()
    },
  }
}

type Journal = ReturnType<typeof createJournal>

/** Waits until every expected event has arrived, or until the time is up. */
async function arrivalOf(journal: Journal, expected: Map<number, readonly string[]>): Promise<void> {
  const timeUp = Promise.withResolvers<'time is up'>()
  const timer = setTimeout(() => timeUp.resolve('time is up'), ARRIVAL_TIMEOUT_MS)
  const missing = () =>
    journal.pings < 1 ||
    [...expected].some(([id, types]) => types.some((type) => !(journal.arrived.get(id) ?? []).includes(type)))
  while (missing() && (await Promise.race([journal.next(), timeUp.promise])) !== 'time is up');
  clearTimeout(timer)
}

const columns = (recipient: string, channel: string, status: string) =>
  `${recipient.padEnd(10)} ${channel.padEnd(14)} ${status.padEnd(10)}`

/** Prints a line per delivery and returns the differences from the expected events. */
async function judge(api: Api, journal: Journal, words: Map<number, string>): Promise<string[]> {
  const mistakes = [...journal.mistakes]
  if (journal.pings !== 1) mistakes.push(`${journal.pings} pings arrived, expected 1`)
  console.log(`\n${bold('Final status')}\n     ${dim(columns('recipient', 'channel', 'status').trimEnd())}`)
  for (const [id, word] of words) {
    const delivery = await api<Delivery>('GET', `/deliveries/${id}`)
    const story = STORIES[word]!
    const arrived = journal.arrived.get(id) ?? []
    // Events may arrive in any order, so they are compared as sets.
    const right = delivery.status === story.at(-1) && arrived.toSorted().join() === story.toSorted().join()
    if (!right) {
      const instead = `${delivery.status} after the events ${arrived.join(', ')}`
      mistakes.push(`delivery ${id} to ${word} should be ${story.at(-1)} after ${story.join(', ')}: it is ${instead}`)
    }
    const line = columns(word, delivery.notification_channel.name, delivery.status)
    console.log(`  ${right ? green('ok') : red('!!')} ${line} ${dim(delivery.friendly_error_message ?? '')}`.trimEnd())
  }
  return mistakes
}

/** The demo itself. Returns its errors. */
async function run(directory: string, onStop: (stop: () => Promise<void>) => void): Promise<string[]> {
  const started = performance.now()
  const certificate = await createCertificate()
  const authorityFile = join(directory, 'receiver-ca.pem')
  writeFileSync(authorityFile, certificate.cert)
  const journal = createJournal()
  const receiver = await startReceiver(certificate, (request) => void journal.take(request))
  onStop(() => receiver.close())

  await buildAll((line) => console.log(line))
  console.log(bold('Starting the service on a temporary directory'))
  const apiKey = `sk_${randomBase62(43)}`
  const service = await startService(directory, {
    DATA_DIR: join(directory, 'data'),
    BOOTSTRAP_API_KEY: apiKey,
    WEBHOOK_ALLOW_CIDRS: '127.0.0.0/8',
    WEBHOOK_EXTRA_CA_FILE: authorityFile,
    SEND_RETRY_SCHEDULE,
  })
  onStop(() => service.stop())
  console.log(`  the service is at ${service.url}`)

  const api = client(service.url, apiKey)
  const { webhook_endpoint: endpoint } = await api<{ webhook_endpoint: { id: number; secret: string } }>(
    'POST',
    '/webhook_endpoints',
    { webhook_endpoint: { url: receiver.url } },
  )
  journal.useSecret(endpoint.secret)
  console.log(`\n${bold('Events')} ${dim(`at ${receiver.url}`)}`)
  await api('POST', `/webhook_endpoints/${endpoint.id}/test`)
  const words = new Map<number, string>()
  for (const word of Object.keys(STORIES)) for (const delivery of await sendTo(api, word)) words.set(delivery.id, word)

  await arrivalOf(journal, new Map([...words].map(([id, word]) => [id, STORIES[word]!])))
  const mistakes = await judge(api, journal, words)
  const seconds = ((performance.now() - started) / 1000).toFixed(1)
  const summary = `${words.size} deliveries, ${journal.verified} events with verified signatures, in ${seconds} s`
  if (mistakes.length === 0) console.log(`\n${green('Everything arrived:')} ${summary}`)
  else
    console.log(
      `\n${mistakes.join('\n')}\n${dim(service.log())}\n${red('Some results differ from the expected ones:')} ${summary}`,
    )
  return mistakes
}

const directory = mkdtempSync(join(tmpdir(), 'tidings-demo-'))
// If root starts it, the database runs as another user. This user must be able to reach its directory.
if (process.getuid?.() === 0) chmodSync(directory, 0o755)
const stops: (() => Promise<void>)[] = []
let stopping: Promise<void> | null = null

/** Stops everything that was started, last first, once. */
function stop(): Promise<void> {
  stopping ??= (async () => {
    for (const one of stops.toReversed()) await one()
    rmSync(directory, { recursive: true, force: true })
  })()
  return stopping
}

for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => void stop().then(() => process.exit(signal === 'SIGINT' ? 130 : 143)))

try {
  const mistakes = await run(directory, (one) => stops.push(one))
  process.exitCode = mistakes.length === 0 ? 0 : 1
} catch (error) {
  // Failures while a signal stops everything are expected.
  if (stopping === null) console.error(red(error instanceof Error ? error.message : String(error)))
  process.exitCode = 1
} finally {
  await stop()
}
