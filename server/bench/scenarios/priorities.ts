import { makeMessagingAccounts } from '../creating-accounts.ts'
import { quantile } from '../latency.ts'
import type { Bench, Findings, Scenario } from '../scenario.ts'
import { startServiceProcess } from '../service-process.ts'

/**
 * One channel with a rate limit, so that its list of low priority stays long. First one message of high priority comes each
 * second. Then messages of normal priority wait all the time.
 */

const LOW_MESSAGES = 100_000
/** Of a quick run. */
const LOW_MESSAGES_QUICK = 20_000
const BATCH_MESSAGES = 1000
const SENDS_PER_SECOND = 100
const NORMAL_MESSAGES = 5000

const HIGH_P99_MAX_MS = 1000
/** Low gets one of ten places, minus the sends that are counted at both ends. */
const LOW_SHARE_MIN = 0.09

interface Found {
  highP99Ms: number
  lowShare: number
}

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

async function run({ database, receiver, size, progress }: Bench, seconds: number): Promise<Found> {
  const { pool } = database
  const [account] = await makeMessagingAccounts(pool, receiver.origin, 1, ['email'])
  const { accountId, apiKey } = account!
  await pool.query({ text: 'delete from webhook_endpoints where account_id = $1', values: [accountId] })
  const limit = 'update channels set max_per_second = $2 where account_id = $1'
  await pool.query({ text: limit, values: [accountId, SENDS_PER_SECOND] })
  const variables = { API_RATE_LIMIT: '0', SHUTDOWN_TIMEOUT: '1s' }
  const service = startServiceProcess({ databaseUrl: database.url, caFile: null, profileDirectory: null, variables })
  try {
    const url = await service.url()
    const headers = { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' }
    const create = async (count: number, priority: string) => {
      const message = { external_user_id: 'bench', message_template_name: 'bench', priority }
      const body = JSON.stringify({ messages: Array.from({ length: count }, () => message) })
      const response = await fetch(`${url}/api/v1/messages/batch`, { method: 'POST', headers, body })
      const { results } = (await response.json()) as { results: { message?: object }[] }
      if (results.some((result) => result.message === undefined)) throw new Error('A message was not created')
    }
    const lows = size === 'quick' ? LOW_MESSAGES_QUICK : LOW_MESSAGES
    for (let made = 0; made < lows; made += BATCH_MESSAGES) {
      await create(BATCH_MESSAGES, 'low')
      progress(`${made + BATCH_MESSAGES} messages of low priority wait`)
    }
    for (let second = 0; second < seconds; second++) {
      await create(1, 'high')
      await wait(1000)
    }
    const waits = await pool.query<{ ms: number | null }>({
      text: `select (extract(epoch from d.sent_at - d.created_at) * 1000)::float8 as ms from messages m
        join deliveries d on d.account_id = m.account_id and d.message_id = m.id
        where m.account_id = $1 and m.priority = 'high'`,
      values: [accountId],
    })
    const times = waits.rows.map(({ ms }) => ms ?? Infinity).toSorted((a, b) => a - b)
    for (let made = 0; made < NORMAL_MESSAGES; made += BATCH_MESSAGES) await create(BATCH_MESSAGES, 'normal')
    const [since] = (await pool.query<{ now: string }>('select now()::text as now')).rows
    await wait(seconds * 1000)
    const shares = await pool.query<{ share: number }>({
      text: `select avg(coalesce(m.priority = 'low', false)::integer)::float8 as share from messages m
        join deliveries d on d.account_id = m.account_id and d.message_id = m.id
        where m.account_id = $1 and d.sent_at >= $2::timestamptz`,
      values: [accountId, since!.now],
    })
    return { highP99Ms: quantile(times, 0.99), lowShare: shares.rows[0]!.share }
  } finally {
    await service.stop()
  }
}

export const prioritiesScenario: Scenario = {
  name: 'priorities',
  title:
    'From the create of a message of high priority to its send, while 100,000 of low priority wait for the same channel',
  notQuick: true,
  async run(bench): Promise<Findings> {
    const all: Found[] = []
    for (let round = 1; round <= bench.rounds; round++) {
      const found = await run(bench, bench.seconds)
      const share = `${(found.lowShare * 100).toFixed(1)} %`
      bench.progress(`round ${round}: high p99 ${found.highP99Ms.toFixed(0)} ms, low gets ${share} beside normal`)
      all.push(found)
    }
    const [waits, shares] = [all.map(({ highP99Ms }) => highP99Ms), all.map(({ lowShare }) => lowShare)]
    return {
      sides: [],
      judgements: [
        { what: 'p99 from create to send at high priority, ms', values: waits, gate: { atMost: HIGH_P99_MAX_MS } },
        { what: 'share of low beside normal', values: shares, gate: { atLeast: LOW_SHARE_MIN } },
      ],
    }
  },
}
