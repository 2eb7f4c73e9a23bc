/**
 * The health check of the image: ends with code 0 if `/healthz` of the service with the same variables responds with 200. In
 * JavaScript and without the service's own code, because it runs every few seconds.
 */
import { get } from 'node:http'

const TIMEOUT_MS = 4_000
const LOOPBACK = '127.0.0.1'
/** Listeners at all addresses are at these too. */
const LOOPBACK_OF = { '0.0.0.0': LOOPBACK, '::': '::1' }

const given = (name, preset) => process.env[name]?.trim() || preset

/** Where `server/src/platform/http/health.ts` puts the health of the process. Null if HEALTH_PORT=off leaves it out. */
function addressOfHealth() {
  const host = given('HOST', LOOPBACK)
  const port = given('HEALTH_PORT', null)
  const hasApi = given('ROLES', 'api')
    .split(',')
    .some((role) => role.trim() === 'api')
  if (port !== null && port !== 'off') return { host, port }
  if (hasApi) return { host, port: given('PORT', '3000') }
  return port === 'off' ? null : { host: LOOPBACK, port: '3001' }
}

function check({ host, port }) {
  const request = get({ host: LOOPBACK_OF[host] ?? host, port, path: '/healthz', timeout: TIMEOUT_MS }, (response) =>
    process.exit(response.statusCode === 200 ? 0 : 1),
  )
  request.on('timeout', () => process.exit(1))
  request.on('error', () => process.exit(1))
}

const address = addressOfHealth()
if (address !== null) check(address)
