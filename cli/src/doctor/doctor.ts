/** Checks the way from this machine to the service, the key, and the webhook endpoint. */
import { failureOf, openApi, readSettings } from '../api.ts'
import type { Api } from '../api.ts'
import type { CommandInput, CommandResult } from '../command.ts'
import { EXIT } from '../exit-codes.ts'
import { endpointFindings } from './endpoint.ts'
import { textOf } from './finding.ts'
import type { Finding } from './finding.ts'
import { networkFindings } from './network.ts'

/** Receivers accept signatures within 5 minutes. A minute leaves time for the way. */
const CLOCK_DIFFERENCE_MS_MAX = 60_000

export async function doctor(input: CommandInput): Promise<CommandResult> {
  const settings = await readSettings(input)
  if (!settings.ok) return settings
  const findings = await networkFindings('Service', settings.serviceUrl)
  const isReachable = findings.every(({ state }) => state !== 'fault')
  if (isReachable) findings.push(...(await serviceFindings(openApi(settings, 0))))
  const faults = findings.filter(({ state }) => state === 'fault').length
  const result = faults === 0 ? 'All is well' : `${faults} ${faults === 1 ? 'fault' : 'faults'}`
  return {
    ok: true,
    text: `${textOf(findings)}\n${result}`,
    json: { ok: faults === 0, findings },
    exitCode: faults === 0 ? EXIT.done : EXIT.failed,
  }
}

/** The finding of a failed call. */
function faultOf(name: string, error: unknown, api: Api): Finding {
  const { sentence, remedy } = failureOf(error, api)
  return { name, state: 'fault', sentence, ...(remedy === undefined ? {} : { remedy }) }
}

async function serviceFindings(api: Api): Promise<Finding[]> {
  const { client, serviceUrl, keySource } = api
  const service: Finding = { name: 'Service', state: 'ok', sentence: `${serviceUrl} responds` }
  try {
    const { api_key: key } = await client.request('GET /api/v1/api_key', {})
    const sentence = `${keySource}: the role ${key.role} in account ${key.account_id}`
    const found: Finding[] = [service, clockFinding(api), { name: 'Key', state: 'ok', sentence }]
    return [...found, ...(await endpointFindings(client).catch((error) => [faultOf('Endpoint', error, api)]))]
  } catch (error) {
    const isKeyRefused = failureOf(error, api).exitCode === EXIT.keyRefused
    return isKeyRefused ? [service, clockFinding(api), faultOf('Key', error, api)] : [faultOf('Service', error, api)]
  }
}

function clockFinding(api: Api): Finding {
  const name = 'Clock'
  const difference = api.clockDifferenceMs()
  if (difference === null) return { name, state: 'note', sentence: 'The responses of the service have no time' }
  const seconds = Math.round(Math.abs(difference) / 1000)
  if (Math.abs(difference) <= CLOCK_DIFFERENCE_MS_MAX)
    return { name, state: 'ok', sentence: `It differs from the clock of the service by ${seconds} s` }
  return {
    name,
    state: 'fault',
    sentence: `The clock of this machine is ${seconds} s ${difference > 0 ? 'behind' : 'ahead of'} the service`,
    remedy: 'Set it by NTP: receivers refuse signatures that are older than 5 minutes.',
  }
}
