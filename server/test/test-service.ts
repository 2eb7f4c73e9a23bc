/** A database with the whole service on it, for the tests of a file. */
import type { Clock } from '../src/platform/clock.ts'
import type { Tuning } from '../src/platform/config/config.ts'
import type { Logger } from '../src/platform/log.ts'
import { createTestDatabase } from './database.ts'
import type { TestDatabase } from './database.ts'
import { endAfterTests } from './end-after-tests.ts'
import { startReceiver } from './receiver.ts'
import type { Receiver } from './receiver.ts'
import { startTestService } from './service.ts'
import type { TestService } from './service.ts'

interface Options {
  variables?: Record<string, string>
  clock?: Clock
  log?: Logger
  /** Numbers of the configuration without a variable. */
  tuning?: Partial<Tuning>
}

interface Started {
  database: TestDatabase
  running: TestService
}

/**
 * Starts the service on a new database. `receiver`: starts also a receiver of webhooks that the service trusts. All end
 * after the tests of the file. Call it outside of suites.
 */
export async function testService(options: Options & { receiver: true }): Promise<Started & { receiver: Receiver }>
export async function testService(options?: Options): Promise<Started>
export async function testService(
  options: Options & { receiver?: true } = {},
): Promise<Started & { receiver?: Receiver }> {
  const { variables, clock, log, tuning } = options
  const database = await endAfterTests(createTestDatabase())
  if (options.receiver === undefined)
    return { database, running: await endAfterTests(startTestService(database, variables, clock, log, tuning)) }
  const receiver = await endAfterTests(startReceiver())
  const trusting = { WEBHOOK_EXTRA_CA_FILE: receiver.caPath, ...variables }
  return { database, receiver, running: await endAfterTests(startTestService(database, trusting, clock, log, tuning)) }
}
