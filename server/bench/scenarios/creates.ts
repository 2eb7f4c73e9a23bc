import {
  CONNECTIONS,
  IMMEDIATE_RESPONSES,
  makeCreatingAccount,
  REQUESTS,
  runCreates,
  SINGLE_INSERTS,
} from '../creates.ts'
import type { CreateRequest, CreatingAccount } from '../creates.ts'
import type { Bench, Round, Run, Scenario } from '../scenario.ts'

/** Requests to estimate the number of creates for the requested seconds. */
const CALIBRATING_REQUESTS = 2000

/** By the CPU time of all processes, a sixth and a quarter above the measured values. It changes less between runs than the rate. */
const CREATES_GATE = 2
const SINGLE_INSERTS_GATE = 0.3

type RunOne = (bench: Bench, account: CreatingAccount, items: number) => Promise<Run>

function scenario(
  about: Pick<Scenario, 'name' | 'title' | 'gate' | 'processorTimeGate' | 'sides' | 'notQuick'>,
  product: RunOne,
  reference: RunOne,
): Scenario {
  return {
    ...about,
    async run(bench) {
      const { rounds, seconds, size, progress } = bench
      const account = await makeCreatingAccount(bench)
      const count = async (runOne: RunOne) => {
        // Starting a service to measure the creates per second takes longer than a second.
        if (size === 'quick') return CALIBRATING_REQUESTS
        const { perSecond } = await runOne(bench, account, CALIBRATING_REQUESTS)
        progress(`calibrating: ${Math.round(perSecond)}/s`)
        return Math.ceil(perSecond * seconds)
      }
      const items = { product: await count(product), reference: await count(reference) }
      const measured: Round[] = []
      for (let round = 1; round <= rounds; round++) {
        const referenceRun = await reference(bench, account, items.reference)
        progress(`round ${round} of ${rounds}: reference ${Math.round(referenceRun.perSecond)}/s`)
        const productRun = await product(bench, account, items.product)
        const rates = [referenceRun, productRun].map((run) => `${Math.round(run.perSecond)}/s`).join(' and ')
        progress(
          `round ${round} of ${rounds}: ${rates}, ratio ${(productRun.perSecond / referenceRun.perSecond).toFixed(2)}`,
        )
        measured.push({ reference: referenceRun, product: productRun })
      }
      return measured
    },
  }
}

const creating =
  (request: CreateRequest, program?: string): RunOne =>
  (bench, account, items) =>
    runCreates(bench, account, request, Math.max(request.connections * 2, Math.ceil(items / request.messages)), program)

const single = creating(REQUESTS.single)

export const createScenarios: Scenario[] = [
  scenario(
    {
      name: 'creates',
      title: `Creates of messages, ${CONNECTIONS} connections, against the same server with immediate answers for the database's`,
      processorTimeGate: CREATES_GATE,
      sides: { reference: 'immediate answers', product: 'product' },
    },
    single,
    creating(REQUESTS.single, IMMEDIATE_RESPONSES),
  ),
  scenario(
    {
      name: 'creates-inserts',
      title: `Creates of messages, ${CONNECTIONS} connections, against a transaction of single INSERTs for each`,
      processorTimeGate: SINGLE_INSERTS_GATE,
      sides: { reference: 'single INSERTs', product: 'product' },
    },
    single,
    creating(REQUESTS.single, SINGLE_INSERTS),
  ),
  scenario(
    {
      name: 'creates-batch',
      notQuick: true,
      title: 'Creates in batches of 1,000 against single ones',
      gate: 1,
      sides: { reference: 'single', product: 'batch' },
    },
    creating(REQUESTS.batch),
    single,
  ),
  scenario(
    {
      name: 'creates-form',
      notQuick: true,
      title: 'Creates in form notation against JSON',
      gate: 0.8,
      sides: { reference: 'JSON', product: 'form' },
    },
    creating(REQUESTS.form),
    single,
  ),
]
