/** Tools for webhook endpoints: the failing ones, and the replay of missed events. */
import { z } from 'zod'
import { unlessAgreed } from './person.ts'
import { Confirmation, Id, Time, tool, ToolFailure } from './tool.ts'
import type { Tool } from './tool.ts'

const FAILURES_SHOWN_MAX = 5

const replay = {
  endpoint_id: Id.optional().describe('Default: the endpoint of the account'),
  since: Time.describe('The events from this time on'),
  until: Time.optional(),
  states: z
    .array(z.enum(['failed', 'skipped', 'delivered', 'dropped']))
    .min(1)
    .max(4)
    .default(['failed', 'skipped']),
  confirmation: Confirmation,
}

export const ENDPOINT_TOOLS: readonly Tool[] = [
  tool({
    name: 'list_failing_endpoints',
    title: 'List failing endpoints',
    description:
      'Lists the webhook endpoints that are paused, disabled or failing, with their health of the last 24 hours and their last failures.',
    input: {},
    isReadOnly: true,
    roles: ['read', 'full'],
    async run(_input, { client }) {
      const failing = []
      const endpoints = await client.webhookEndpoints.list()
      for (const { id, url, status, disabled_reason, disabled_at, consecutive_failures } of endpoints) {
        const { health } = await client.request('GET /api/v1/webhook_endpoints/{id}/health', { path: { id } })
        const failures = (await client.webhookEndpoints.attempts(id)).filter(({ succeeded }) => !succeeded)
        if (status === 'active' && consecutive_failures === 0 && health.succeeded === health.attempts) continue
        const last_failures = failures.slice(0, FAILURES_SHOWN_MAX)
        failing.push({ id, url, status, disabled_reason, disabled_at, consecutive_failures, health, last_failures })
      }
      return { endpoints: endpoints.length, failing }
    },
  }),
  tool({
    name: 'replay_events',
    title: 'Send events again',
    description:
      'Sends the events of a period to the webhook endpoint again. It asks the person first: by the client if it can ask, else call it, show the question of the result to the person, and after a yes call it again with the confirmation of the result. If the number of events has changed, it asks again.',
    input: replay,
    isReadOnly: false,
    roles: ['full'],
    async run({ endpoint_id: given, confirmation, ...period }, { client, person, secret }) {
      const endpoints = await client.webhookEndpoints.list()
      const endpoint = endpoints.find(({ id }) => given === undefined || id === given)
      if (endpoint === undefined) throw new ToolFailure('The account has no such webhook endpoint')
      const path = { id: endpoint.id }
      const { count } = await client.request('POST /api/v1/webhook_endpoints/{id}/replay_count', { path, body: period })
      const question = `Send ${count} events since ${period.since} to ${endpoint.url} again?`
      const about = { question, title: 'Send the events again', input: period, confirmation }
      const refused = unlessAgreed(about, { person, secret }, { replayed: false, count, question })
      if (refused !== null) return refused
      const started = await client.webhookEndpoints.replay(endpoint.id, period)
      return { replayed: true, ...started }
    },
  }),
]
