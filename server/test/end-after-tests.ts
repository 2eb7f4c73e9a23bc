import { after } from 'node:test'

type Ending = { close(): unknown } | { stop(): unknown }

const started: Ending[] = []

/** Closes the started thing after the tests of the file, in reverse order of starting. Call it outside of suites. */
export async function endAfterTests<Started extends Ending>(starting: Started | Promise<Started>): Promise<Started> {
  const one = await starting
  if (started.length === 0) after(endAll)
  started.push(one)
  return one
}

async function endAll(): Promise<void> {
  for (const one of started.splice(0).toReversed()) await ('close' in one ? one.close() : one.stop())
}
