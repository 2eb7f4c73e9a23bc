/** The service as `main.ts` runs it, which prints its memory after a collection of garbage when it is asked to. */
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as () => void

process.on('message', ({ ask }: { ask: number }) => {
  // The second one collects what the finalizers of the first let go.
  collect()
  collect()
  const { heapUsed, external, rss } = process.memoryUsage()
  console.log(`memory ${ask} ${JSON.stringify({ bytes: heapUsed + external, rss })}`)
})
process.on('disconnect', () => process.exit(1))

await import('../../../src/main.ts')
