/** A provider's input for one send, with the fields given by a test. */
import { createSystemClock } from '../src/platform/clock.ts'
import { createPool } from '../src/platform/db/pool.ts'
import { createLogger } from '../src/platform/log.ts'
import type { ProviderDependencies, SendInput } from '../src/core/providers/provider.ts'
import { createTestGuardedCalls } from './guarded.ts'
import { createReturnPaths } from '../src/core/providers/return-path.ts'

let deliveries = 0

export function sendInput(given: Partial<SendInput> & Pick<SendInput, 'settings'>): SendInput {
  const id = ++deliveries
  return {
    delivery: { bucket: 1, accountId: 7, id, number: 1, messageId: 1000 + id },
    channel: { id: 9, name: 'Channel', type: 'push' },
    to: { email: null, phone: null, devices: [] },
    subject: 'Order 17',
    body: 'It is on its way',
    ...{ recipientId: 5, topicId: null, url: null, content: {}, attachments: [] },
    bodyFormat: 'text',
    messageId: `7.${id}.mbn0aq8w`,
    unsubscribeUrl: null,
    signal: new AbortController().signal,
    ...given,
  }
}

/** Dependencies for providers that do not use the database. The pool cannot connect. */
export function providerDependencies(given: Partial<ProviderDependencies> = {}): ProviderDependencies {
  return {
    pool: createPool({
      url: 'postgres://nobody@127.0.0.1:1/nothing',
      connectionsMax: 1,
      connectTimeoutMs: 1000,
      statementTimeoutMs: 1000,
      applicationName: 'tidings test',
      onError: () => {},
    }),
    clock: createSystemClock(),
    log: createLogger('silent'),
    config: { batchWaitMs: 5000, publicUrl: null, providerUrls: new Map() },
    returnPaths: createReturnPaths([Buffer.alloc(32)], null),
    callbackUrl: ({ accountId, channelId }) => `https://notify.example.com/callbacks/${accountId}-${channelId}`,
    guarded: createTestGuardedCalls(),
    ...given,
  }
}
