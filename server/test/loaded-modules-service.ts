/**
 * The service, with a line of output for every package of OpenTelemetry that it loads. The client for Prometheus always
 * loads the small package `api`, so it does not count.
 */
import { registerHooks } from 'node:module'

const loaded = new Set<string>()

registerHooks({
  load(url, context, next) {
    const [, name] = /\/(@opentelemetry\/(?!api\/)[^/]+)\//.exec(url) ?? []
    if (name !== undefined && !loaded.has(name)) console.log(`loads ${name}`)
    if (name !== undefined) loaded.add(name)
    return next(url, context)
  },
})
await import('../src/programs/main.ts')
