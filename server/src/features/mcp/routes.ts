/**
 * The tools for assistants at `/mcp`: the Model Context Protocol over streamable HTTP, without sessions and without a state.
 * Each request has a server of its own. Its tools call the routes of this service with the caller's key, so
 * rights, limits and guards are those of the API.
 */
import { createClient } from '@tidings/sdk/client'
import type { FastifyInstance, FastifyReply, FastifyRequest, InjectOptions } from 'fastify'
import type { Config } from '../../platform/config/config.ts'
import type { KeyRole } from '@tidings/mcp'
import { FairGate } from '../../platform/admission/fair-gate.ts'
import { LIMITS } from '../../platform/admission/limits.ts'
import { ApiError } from '../../platform/errors.ts'
import { isOwnOrigin } from '../../platform/http/own-address.ts'
import { rawBody } from '../../platform/http/body.ts'
import type { App } from '../../platform/http/route.ts'
import { VERSION } from '../../platform/version.ts'

/** Of an injected call: no address is needed. */
const OWN_URL = 'http://tidings'

/** The headers of the protocol that the transport reads. */
const HEADERS = ['accept', 'content-type', 'mcp-protocol-version', 'mcp-method', 'mcp-name']

/** Calls a route of this process, as `fetch` would over the network. */
function fetchWithin(app: FastifyInstance, { ip }: FastifyRequest): typeof fetch {
  return async (url, init = {}) => {
    const { pathname, search } = new URL(url instanceof Request ? url.url : url)
    const response = await app.inject({
      method: init.method as NonNullable<InjectOptions['method']>,
      url: `${pathname}${search}`,
      headers: init.headers as Record<string, string>,
      remoteAddress: ip,
      ...(init.body == null ? {} : { payload: init.body as string }),
    })
    const headers = Object.entries(response.headers).map(([name, value]) => [name, String(value)] as [string, string])
    const { statusCode: status } = response
    return new Response(status === 204 ? null : new Uint8Array(response.rawPayload), { status, headers })
  }
}

/** Refuses the pages of other sites in browsers (MCP specification, transports: servers must check `Origin`). */
function wantOwnOrigin({ headers: { origin }, host }: FastifyRequest, publicUrl: string | null): void {
  // Programs send no `Origin`.
  if (origin === undefined || isOwnOrigin(origin, host, publicUrl)) return
  throw new ApiError('forbidden', { sentence: 'Pages of other sites may not call this address' })
}

/** The price of a request beside its calls of routes, which are charged too. */
const REQUESTS_CHARGED = 4

export interface McpContext {
  config: Pick<Config, 'publicUrl'>
}

export function mcpRoutes(app: App, { config }: McpContext): void {
  // Each request makes a server and calls of its own.
  const places = new FairGate({
    ofKeyMax: LIMITS.toolCalls.max,
    waitingPerKeyMax: LIMITS.toolCallsWaiting.max,
    waitMsMax: LIMITS.toolCallWait.max,
  })
  app.post('/mcp', { config: { idempotencyKey: 'ignored' }, schema: { hide: true } }, async (request, reply) => {
    wantOwnOrigin(request, config.publicUrl)
    const text = rawBody(request).toString('utf8')
    // One request has one call: a list would have many for the price of one.
    if (text.trimStart().startsWith('[')) throw new ApiError('malformed_body')
    request.charge(REQUESTS_CHARGED)
    return places.run(request.caller.accountId, () => handle(request, reply, text))
  })

  async function handle(request: FastifyRequest, reply: FastifyReply, text: string): Promise<string> {
    // The packages of the protocol take memory, so they are loaded with the first request.
    const { createMcpServer, serveHttp } = await import('@tidings/mcp')
    const apiKey = request.headers.authorization!.replace(/^\s*bearer\s+/i, '').trim()
    const fetch = fetchWithin(app, request)
    const client = createClient({ apiKey, baseUrl: OWN_URL, retriesMax: 0, fetch })
    const server = createMcpServer(client, request.caller.role as KeyRole, VERSION, apiKey)
    const headers = HEADERS.flatMap((name) => {
      const value = request.headers[name]
      return typeof value === 'string' ? [[name, value] as [string, string]] : []
    })
    const given = new Request(`${OWN_URL}/mcp`, { method: 'POST', headers, body: text })
    const { response, text: sent } = await serveHttp(server, given)
    void reply.code(response.status).type(response.headers.get('content-type') ?? 'application/json')
    return sent
  }
}
