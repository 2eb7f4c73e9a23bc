import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { makeEndpoints } from '../backlog.ts'
import { drainBacklog } from '../product.ts'
import { RECEIVER_DOMAIN } from '../receiver.ts'
import { referenceRate, runBesideReference, runReference } from '../reference.ts'
import type { Findings, Run, Scenario } from '../scenario.ts'

/**
 * 1,000 receivers with names. Each name is looked up (A and AAAA) at a name server on this machine and checked, for every
 * POST. The reference POSTs to the same 1,000 over kept connections, with their address given. The reference of the other
 * scenarios, with 64 connections to one address, is reported too.
 */

const NAMES = 1000
/** With fewer events the run would measure handshakes: each name needs a connection for each POST in flight. */
const EVENTS_MIN = NAMES * 12
/** Approximate ratio of the product's rate to the reference's. */
const RATIO_EXPECTED = 0.35
const NAME_SERVER = fileURLToPath(new URL('../name-server-process.ts', import.meta.url))

const GATE = 0.33

export const namesScenario: Scenario = {
  name: 'webhooks-names',
  title: 'Webhooks over TLS, 1,000 host names looked up for every POST; the reference looks nothing up',
  async run(bench): Promise<Findings> {
    const { database, receiver, rounds, seconds, progress } = bench
    const port = new URL(receiver.origin).port
    const originOf = (index: number) => `https://receiver-${index}.${RECEIVER_DOMAIN}:${port}`
    const origins = Array.from({ length: NAMES }, (_, index) => originOf(index))
    const endpoints = await makeEndpoints(database.pool, originOf, NAMES)
    const filling = Math.ceil((await referenceRate(receiver)) * RATIO_EXPECTED * seconds)
    const events = Math.max(EVENTS_MIN, filling)
    const posts = Math.ceil(events / RATIO_EXPECTED)
    const nameServer = fork(NAME_SERVER)
    const toNames: Run[] = []
    const toAddress: Run[] = []
    const products: Run[] = []
    try {
      const [address] = (await once(nameServer, 'message')) as [string]
      const variables = { WEBHOOK_DNS_SERVERS: address }
      for (let round = 1; round <= rounds; round++) {
        const { reference, product } = await runBesideReference(
          () => runReference(receiver, posts, origins),
          () => drainBacklog(bench, { endpoints, events, variables, others: { 'name server': nameServer.pid! } }),
        )
        toAddress.push(await runReference(receiver, posts))
        toNames.push(reference)
        products.push(product)
        const rates = `reference ${Math.round(reference.perSecond)}/s, product ${Math.round(product.perSecond)}/s`
        progress(`round ${round} of ${rounds}: ${rates}, ratio ${(product.perSecond / reference.perSecond).toFixed(2)}`)
      }
    } finally {
      nameServer.kill()
    }
    const ratios = (references: Run[]) => products.map((run, index) => run.perSecond / references[index]!.perSecond)
    return {
      sides: [
        { name: 'reference', runs: toNames },
        { name: 'reference, one address', runs: toAddress },
        { name: 'product', runs: products },
      ],
      judgements: [
        { what: 'product / reference', values: ratios(toNames), gate: { atLeast: GATE } },
        { what: 'product / reference, one address', values: ratios(toAddress), gate: null },
      ],
    }
  },
}
