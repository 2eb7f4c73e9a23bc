/** The findings about the account's webhook endpoint. */
import { TidingsError } from '@tidings/sdk/client'
import type { Client } from '@tidings/sdk/client'
import type { Finding } from './finding.ts'
import { networkFindings } from './network.ts'

type Endpoint = Awaited<ReturnType<Client['webhookEndpoints']['list']>>[number]

const name = 'Endpoint'

/** The service itself receives what it sends to this host, which is in no DNS (docs/guides/webhooks.md). */
const TEST_RECEIVER_HOST = 'test-receiver.invalid'

function stateFinding({ url, status, disabled_reason: reason }: Endpoint): Finding {
  if (status === 'active') return { name, state: 'ok', sentence: `${url} is active` }
  if (status === 'paused')
    return {
      name,
      state: 'note',
      sentence: `${url} is paused, so it gets no events`,
      remedy: 'Resume it in the dashboard, and replay the events of the pause.',
    }
  return {
    name,
    state: 'fault',
    sentence: `${url} is disabled${reason === null ? '' : `: ${reason}`}`,
    remedy: 'Repair the receiver, reactivate the endpoint in the dashboard, and replay the missed events.',
  }
}

async function healthFinding(client: Client, endpoint: Endpoint): Promise<Finding> {
  const { health } = await client.request('GET /api/v1/webhook_endpoints/{id}/health', { path: { id: endpoint.id } })
  const { attempts, succeeded, failure_budget: budget } = health
  const about = { name: 'Endpoint health' }
  if (attempts === 0) return { ...about, state: 'note', sentence: 'No attempts in the last 24 hours' }
  const counts = `${succeeded} of the last ${attempts} attempts succeeded`
  if (succeeded === attempts) return { ...about, state: 'ok', sentence: counts }
  const newest = await client.webhookEndpoints.attempts(endpoint.id)
  const failed = newest.find((attempt) => !attempt.succeeded)
  const reason = failed?.error_message ?? (failed?.response_code ? `status ${failed.response_code}` : null)
  const isFailing = newest[0]?.succeeded === false
  const sentence = `${counts}${reason === null ? '' : `, the last failure: ${reason}`}`
  if (!isFailing) return { ...about, state: 'note', sentence }
  return {
    ...about,
    state: 'fault',
    sentence: `${sentence}. ${budget.used} failed events in a row, ${budget.limit} disable the endpoint`,
    remedy: 'Repair the receiver: its responses are in the dashboard, below Webhooks.',
  }
}

/** The way to the receiver, as this machine sees it. */
async function wayFindings(url: string): Promise<Finding[]> {
  if (new URL(url).hostname !== TEST_RECEIVER_HOST) return networkFindings(name, url)
  return [
    {
      name: 'Endpoint receiver',
      state: 'note',
      sentence: 'It is the built-in test receiver, so your app gets no events',
      remedy: 'For your app, set the URL of its receiver.',
    },
  ]
}

/** An account without an endpoint, or a key without the right to see it, is no fault. */
export async function endpointFindings(client: Client): Promise<Finding[]> {
  try {
    const [endpoint] = await client.webhookEndpoints.list()
    if (endpoint === undefined)
      return [{ name, state: 'note', sentence: 'The account has no webhook endpoint, so no events are sent' }]
    return [stateFinding(endpoint), await healthFinding(client, endpoint), ...(await wayFindings(endpoint.url))]
  } catch (error) {
    if (error instanceof TidingsError && error.status === 403)
      return [{ name, state: 'note', sentence: 'The role of this key cannot see the webhook endpoint' }]
    throw error
  }
}
