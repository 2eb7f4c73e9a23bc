/** The package of the SDK in an empty folder, as its users have it. */
import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { SDK } from '../../scripts/build.ts'
import { currentBuild } from '../../scripts/builds.ts'

/** The directory of the packed SDK, unpacked. */
export const PACKAGE = join(currentBuild(SDK), 'package')

const EXERCISE = fileURLToPath(new URL('exercise.mjs', import.meta.url))
const VECTORS = fileURLToPath(new URL('../../server/test/data/signature-vectors.json', import.meta.url))

/** Makes a folder with nothing but the program `exercise.mjs` and the package. `remove` deletes it. */
export function installSdk(): { folder: string; remove(): void } {
  // Far away from the packages of the repository.
  const folder = mkdtempSync(join(tmpdir(), 'tidings-sdk-'))
  mkdirSync(join(folder, 'node_modules', '@tidings'), { recursive: true })
  cpSync(PACKAGE, join(folder, 'node_modules', '@tidings', 'sdk'), { recursive: true })
  cpSync(EXERCISE, join(folder, 'exercise.mjs'))
  cpSync(VECTORS, join(folder, 'vectors.json'))
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) }
}

/** Uses the types of the package. A compiler finds no error in it. */
export const TYPED_PROGRAM = `
import { createClient, createMemoryStore, createReceiver, verifyWebhook } from '@tidings/sdk'
import type { Delivery, Message, WebhookEvent } from '@tidings/sdk'
import { createVerifier } from '@tidings/sdk/verify'
import { createPostgresStore, POSTGRES_MIGRATIONS } from '@tidings/sdk/postgres'
import { fetchHandler, nodeHandler } from '@tidings/sdk/receiver'
import { createSqliteStore } from '@tidings/sdk/sqlite'
import { createRedisStore } from '@tidings/sdk/redis'

export function summaryOf(event: WebhookEvent): string {
  // @ts-expect-error no event has this type
  if (event.type === 'delivery.lost') return ''
  if (event.type === 'delivery.bounced') {
    const delivery: Delivery = event.data.delivery
    // @ts-expect-error only the message of a ping is a text
    const message: string = event.data.message
    return delivery.status + message
  }
  switch (event.type) {
    case 'ping':
      return event.data.message
    default:
      return String(event.data.delivery.message_id)
  }
}

export async function use(request: Request, secret: string | undefined): Promise<Message> {
  summaryOf(await verifyWebhook(await request.text(), request.headers, secret))
  await createVerifier(secret).readEvent('', { 'x-service-signature': undefined })
  const receiver = createReceiver({
    secret,
    store: createMemoryStore(),
    onEvent(event, change) {
      if (change?.advanced === true) summaryOf(event)
    },
  })
  const response: Response = await fetchHandler(receiver)(request)
  const tidings = createClient({ apiKey: 'sk_a', baseUrl: response.url, timeoutMs: 1000 })
  for await (const message of tidings.messages.list({ limit: 10 })) return message
  // @ts-expect-error a misspelt option
  createClient({ apiKey: 'sk_a', baseURL: '' })
  return tidings.messages.create({ external_user_id: 'ada', message_template_name: 'welcome' })
}

export const names = [nodeHandler, createPostgresStore, createSqliteStore, createRedisStore, POSTGRES_MIGRATIONS.length]
`
