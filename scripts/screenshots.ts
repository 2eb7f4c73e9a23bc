/**
 * `node scripts/screenshots.ts [--docs | --whole] [--look=375-dark] [PAGE...]` starts a service with sample accounts and takes pictures of
 * the dashboard: every page, light and dark, narrow and wide, into `.cache/screenshots`. `--docs`: only the pictures of
 * the README, into `docs/screenshots`. `--whole`: the pages in full length. `--look`: only this width and theme. PAGE is the name of a file, or its start with
 * `*`: `long-*`.
 */
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { launchBrowser } from '../dashboard/test/chromium.ts'
import { randomBase62 } from '../server/src/platform/ids.ts'
import { buildAll } from './build.ts'
import { createCertificate, startReceiver } from './demo-receiver.ts'
import { startService } from './demo-service.ts'
import {
  accept,
  invite,
  makeAccount,
  operator,
  OWNER,
  OWNER_OF_EMPTY,
  OWNER_OF_LONG,
  OWNER_OF_TRIAL,
  VIEWER,
} from './screenshots/accounts.ts'
import type { Operate } from './screenshots/accounts.ts'
import { caller, isSettled, make, waitUntil } from './screenshots/api.ts'
import { DOCS_LOOKS, lookName, LOOKS, takeAll } from './screenshots/camera.ts'
import type { Shot } from './screenshots/camera.ts'
import { addHistory } from './screenshots/history.ts'
import { LONG_ACCOUNT, makeLongAccount } from './screenshots/long.ts'
import type { LongMade } from './screenshots/long.ts'
import { makeShop } from './screenshots/shop.ts'
import { shotsOf } from './screenshots/shots.ts'

const directoryOf = (path: string) => fileURLToPath(new URL(`../${path}/`, import.meta.url))

/** The pictures of the README. */
const DOCS_NAMES = ['delivery', 'template', 'webhooks']
const PASSWORD = 'correct horse battery'
/** The first account. The bootstrap makes it. */
const SHOP_ACCOUNT = '1'

interface Running {
  url: string
  operate: Operate
}

/** An account whose webhooks go to the test receiver. */
async function makeTrial({ url, operate }: Running): Promise<void> {
  const { id, apiKey } = await makeAccount(operate, 'Trial', '--empty')
  await accept(url, await invite(operate, id, OWNER_OF_TRIAL, 'owner'), PASSWORD)
  const call = caller(url, apiKey)
  const url204 = { url: 'https://test-receiver.invalid/204' }
  const endpoint = await make(call, '/webhook_endpoints', 'webhook_endpoint', url204)
  await call('POST', `/webhook_endpoints/${endpoint.id}/test`)
}

/** Accounts without content and with long texts, and their members. Returns the objects with pages. */
async function makeOthers({ url, operate }: Running): Promise<{ long: LongMade; invitation: string }> {
  await accept(url, await invite(operate, Number(SHOP_ACCOUNT), VIEWER, 'viewer'), PASSWORD, 'Linus')
  const invitation = await invite(operate, Number(SHOP_ACCOUNT), 'grace@example.com', 'developer')
  const empty = await makeAccount(operate, 'Empty', '--empty')
  await accept(url, await invite(operate, empty.id, OWNER_OF_EMPTY, 'owner'), PASSWORD)
  await accept(url, await invite(operate, empty.id, OWNER_OF_LONG, 'viewer'), PASSWORD)
  await makeTrial({ url, operate })
  const { id, apiKey } = await makeAccount(operate, LONG_ACCOUNT, '--empty')
  await accept(url, await invite(operate, id, OWNER_OF_LONG, 'owner'), PASSWORD)
  const call = caller(url, apiKey)
  const long = await makeLongAccount(call)
  await waitUntil(() => isSettled(call))
  return { long, invitation }
}

/** The shots with one of the names. No names: all. */
function chosen(shots: readonly Shot[], names: readonly string[]): Shot[] {
  const matches = (shot: string, name: string) =>
    name.endsWith('*') ? shot.startsWith(name.slice(0, -1)) : shot === name
  return shots.filter(({ name }) => names.length === 0 || names.some((one) => matches(name, one)))
}

async function run(directory: string, onStop: (stop: () => Promise<void>) => void): Promise<void> {
  const args = process.argv.slice(2)
  const isForDocs = args.includes('--docs')
  const names = isForDocs ? DOCS_NAMES : args.filter((arg) => !arg.startsWith('--'))
  const certificate = await createCertificate()
  const authorityFile = join(directory, 'receiver-ca.pem')
  writeFileSync(authorityFile, certificate.cert)
  const receiver = await startReceiver(certificate, () => {})
  onStop(() => receiver.close())
  await buildAll((line) => console.log(line))
  const apiKey = `sk_${randomBase62(43)}`
  const variables = {
    DATA_DIR: join(directory, 'data'),
    WEBHOOK_ALLOW_CIDRS: '127.0.0.0/8',
    WEBHOOK_EXTRA_CA_FILE: authorityFile,
    SEND_RETRY_SCHEDULE: '200ms,200ms,200ms,200ms,200ms',
    WEBHOOK_RETRY_SCHEDULE: '200ms,200ms,200ms,200ms,200ms,200ms,200ms',
  }
  const bootstrap = { BOOTSTRAP_API_KEY: apiKey, BOOTSTRAP_EMAIL: OWNER, BOOTSTRAP_PASSWORD: PASSWORD }
  const service = await startService(directory, { ...variables, ...bootstrap })
  onStop(() => service.stop())
  const call = caller(service.url, apiKey)
  await make(call, '/webhook_endpoints', 'webhook_endpoint', { url: receiver.url })
  const shop = await makeShop(call)
  const { long, invitation } = await makeOthers({ url: service.url, operate: operator(variables) })
  await waitUntil(() => isSettled(call))
  await addHistory(variables)
  const browser = await launchBrowser()
  onStop(() => browser.close())
  const look = args.find((arg) => arg.startsWith('--look='))
  const target = directoryOf(isForDocs ? 'docs/screenshots' : '.cache/screenshots')
  mkdirSync(target, { recursive: true })
  await takeAll(browser, service.url, {
    shots: chosen(shotsOf(shop, long, invitation), names),
    looks: isForDocs ? DOCS_LOOKS : LOOKS.filter((one) => look === undefined || look === `--look=${lookName(one)}`),
    email: OWNER,
    password: PASSWORD,
    directory: target,
    isWhole: args.includes('--whole'),
  })
  console.log(`The pictures are in ${target}`)
}

const directory = mkdtempSync(join(tmpdir(), 'tidings-screenshots-'))
// If root starts it, the database runs as another user. This user must be able to reach its directory.
if (process.getuid?.() === 0) chmodSync(directory, 0o755)
const stops: (() => Promise<void>)[] = []
try {
  await run(directory, (stop) => stops.push(stop))
} finally {
  for (const stop of stops.toReversed()) await stop()
  rmSync(directory, { recursive: true, force: true })
}
