/** The URLs of the test receiver, which is built into the service. The last part is the status of its response. */
import type { WebhookEndpoint } from './endpoint.ts'

const BASE = 'https://test-receiver.invalid/'

export const RESPONSES = [
  { value: '204', label: '204: the event is delivered' },
  { value: '500', label: '500: the event is retried' },
  { value: '429', label: '429: the event is retried after a minute' },
  { value: '410', label: '410: the event fails at once' },
] as const

export type TestResponse = (typeof RESPONSES)[number]['value']

export function testReceiverUrl(response: TestResponse): string {
  return `${BASE}${response}`
}

/** The response that the endpoint's URL chooses. Null: it is not a URL of the test receiver. */
export function testResponseOf({ url }: Pick<WebhookEndpoint, 'url'>): TestResponse | null {
  return RESPONSES.find(({ value }) => url === testReceiverUrl(value))?.value ?? null
}
