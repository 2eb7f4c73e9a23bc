import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { makeEndpoints } from '../backlog.ts'
import { drainBacklog } from '../product.ts'
import { RECEIVER_DOMAIN } from '../receiver.ts'
import { referenceRate, runReference } from '../reference.ts'
import type { Round, Scenario } from '../scenario.ts'

/** 1,000 receivers with names, each looked up (A and AAAA) and judged for every POST, at a name server on this machine. */

const NAMES = 1000
/** With fewer it would be the handshakes that are measured: each name needs a connection for each POST in flight. */
const EVENTS_MIN = NAMES * 12
/** What the product makes of the reference's rate, about. */
const RATIO_EXPECTED = 0.35
const NAME_SERVER = fileURLToPath(new URL('../name-server-process.ts', import.meta.url))

export const namesScenario: Scenario = {
  name: 'webhooks-names',
  title: 'Webhooks over TLS, 1,000 host names looked up for every POST; the reference has an address',
  gate: 0.33,
  async run(bench) {
    const { database, receiver, rounds, seconds, progress } = bench
    const port = new URL(receiver.origin).port
    const originOf = (index: number) => `https://receiver-${index}.${RECEIVER_DOMAIN}:${port}`
    const endpoints = await makeEndpoints(database.pool, originOf, NAMES)
    const filling = Math.ceil((await referenceRate(receiver)) * RATIO_EXPECTED * seconds)
    const events = Math.max(EVENTS_MIN, filling)
    const nameServer = fork(NAME_SERVER)
    try {
      const [address] = (await once(nameServer, 'message')) as [string]
      const measured: Round[] = []
      for (let round = 1; round <= rounds; round++) {
        const reference = await runReference(receiver, Math.ceil(events / RATIO_EXPECTED))
        progress(`round ${round} of ${rounds}: reference ${Math.round(reference.perSecond)}/s`)
        const variables = { WEBHOOK_DNS_SERVERS: address }
        const others = { 'name server': nameServer.pid! }
        const product = await drainBacklog(bench, { endpoints, events, variables, others })
        const rates = `reference ${Math.round(reference.perSecond)}/s, product ${Math.round(product.perSecond)}/s`
        progress(`round ${round} of ${rounds}: ${rates}, ratio ${(product.perSecond / reference.perSecond).toFixed(2)}`)
        measured.push({ reference, product })
      }
      return measured
    } finally {
      nameServer.kill()
    }
  },
}
