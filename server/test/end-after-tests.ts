import { after } from 'node:test'

type Ending = { close(): unknown } | { stop(): unknown }

const started: Ending[] = []

/** Ends what a test file has started once its tests have ended, the last first. Called outside of suites. */
export async function endAfterTests<Started extends Ending>(starting: Started | Promise<Started>): Promise<Started> {
  const one = await starting
  if (started.length === 0) after(endAll)
  started.push(one)
  return one
}

async function endAll(): Promise<void> {
  for (const one of started.toReversed()) await ('close' in one ? one.close() : one.stop())
}
