/**
 * Makes the API reference page and its script in a thread that then ends. Its library takes 0.2 s to load and 20 MB of
 * memory.
 */
import { parentPort, workerData } from 'node:worker_threads'
import scalar from '@scalar/fastify-api-reference'
import { fastify } from 'fastify'

/** The nonce in the page. Each response replaces it by a new one. */
const { nonce } = workerData as { nonce: string }

const pages = fastify()
await pages.register(scalar, {
  routePrefix: '/docs',
  configuration: {
    url: '/openapi.json',
    pageTitle: 'Tidings API',
    nonce,
    withDefaultFonts: false,
    telemetry: false,
    hideClientButton: true,
    // Other features of the page lead to outside services.
    showDeveloperTools: 'never',
    agent: { disabled: true },
    mcp: { disabled: true },
  },
})
const [page, script] = await Promise.all(['/docs/', '/docs/js/scalar.js'].map((url) => pages.inject({ url })))
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
parentPort!.postMessage({ page: page!.payload, script: new Uint8Array(script!.rawPayload) })
