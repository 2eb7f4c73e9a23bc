/**
 * `hosts-file-service.ts DIRECTORY`: a service, and a receiver with a name found only in the hosts file. Runs in a
 * mount namespace with `DIRECTORY/hosts` mounted at /etc/hosts. Prints one line of JSON.
 */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createCertificateAuthority } from './certificates.ts'
import { startProcess } from './process.ts'
import { startReceiver } from './receiver.ts'
import { call, until } from './service.ts'

export interface HostsFileResult {
  /** Status and code of saving a URL, by host. */
  saved: Record<string, [status: number, code: string | null]>
  /** The Host header and the event type of each received request. */
  received: [host: string, type: string][]
}

const API_KEY = `sk_${'h'.repeat(43)}`

const directory = process.argv[2]!
const authority = await createCertificateAuthority()
const certificate = await authority.issue({ names: ['hooks.tidings.test', 'added.tidings.test'] })
const receiver = await startReceiver({ authority, certificate })
const service = await startProcess(join(directory, 'data'), {
  BOOTSTRAP_API_KEY: API_KEY,
  WEBHOOK_ALLOW_CIDRS: '127.0.0.0/8',
  WEBHOOK_EXTRA_CA_FILE: receiver.caPath,
  // No name server listens there.
  WEBHOOK_DNS_SERVERS: '127.0.0.1:9',
  LOG_LEVEL: 'error',
})

const ask = (method: string, path: string, body?: unknown) => call(service.url, API_KEY, method, path, body)
const saved: HostsFileResult['saved'] = {}
let endpointId: number | null = null

async function save(host: string): Promise<number> {
  const webhook_endpoint = { url: `https://${host}:${receiver.port}/` }
  const path = `/api/v1/webhook_endpoints${endpointId === null ? '' : `/${endpointId}`}`
  const response = await ask(endpointId === null ? 'POST' : 'PATCH', path, { webhook_endpoint })
  endpointId ??= response.body.webhook_endpoint?.id ?? null
  saved[host] = [response.status, response.body.code ?? null]
  return response.status
}

async function ping(count: number): Promise<void> {
  await ask('POST', `/api/v1/webhook_endpoints/${endpointId}/test`)
  await receiver.waitFor(count)
}

await save('absent.tidings.test')
await save('private.tidings.test')
await save('hooks.tidings.test')
await ping(1)
writeFileSync('/etc/hosts', '127.0.0.1 hooks.tidings.test added.tidings.test\n')
await until(
  () => save('added.tidings.test'),
  (status) => status === 200,
)
await ping(2)
await service.stop()
await receiver.close()
const received = receiver.requests.map(({ headers }): [string, string] => {
  return [headers.host!.replace(/:\d+$/, ''), String(headers['x-service-event'])]
})
console.log(JSON.stringify({ saved, received } satisfies HostsFileResult))
