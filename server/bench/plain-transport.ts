/**
 * Given to Node by `--import` before the service of the `-plain` scenarios, and of nothing else: a POST goes out over TCP where
 * it would go out over TLS. The product itself speaks only HTTPS; the figure tells what its own work is, without the work of
 * TLS, which is the same on both sides of the ratio.
 */
import { registerHooks } from 'node:module'

/** The only file whose `node:tls` is another. */
const CONNECTING = new URL('../src/outbound/socket-connect.ts', import.meta.url).href
const PLAIN = new URL('plain-connect.ts', import.meta.url).href

registerHooks({
  resolve(specifier, context, nextResolve) {
    if (specifier === 'node:tls' && context.parentURL === CONNECTING) return { url: PLAIN, shortCircuit: true }
    return nextResolve(specifier, context)
  },
})
