/**
 * `--import` loads it before the service, only in the `-plain` scenarios. A POST then uses TCP instead of TLS. The
 * product itself speaks only HTTPS. The figure shows the product's own work, without the work of TLS, which is the same
 * on both sides of the ratio.
 */
import { registerHooks } from 'node:module'

/** The only file with a replaced `node:tls`. */
const CONNECTING = new URL('../src/platform/outbound/socket-connect.ts', import.meta.url).href
const PLAIN = new URL('plain-connect.ts', import.meta.url).href

registerHooks({
  resolve(specifier, context, nextResolve) {
    if (specifier === 'node:tls' && context.parentURL === CONNECTING) return { url: PLAIN, shortCircuit: true }
    return nextResolve(specifier, context)
  },
})
