/** The service as in `main.ts`. On request, it prints its memory after a garbage collection. */
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as () => void

process.on('message', ({ ask }: { ask: number }) => {
  // The second collection frees objects that finalizers of the first one released.
  collect()
  collect()
  const { heapUsed, external, rss } = process.memoryUsage()
  console.log(`memory ${ask} ${JSON.stringify({ bytes: heapUsed + external, rss })}`)
})
process.on('disconnect', () => process.exit(1))

await import('../../../src/programs/main.ts')
