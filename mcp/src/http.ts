/** Streamable HTTP without sessions and streams: one request, one server, one JSON response. */
import {
  createMcpHandler,
  isLegacyRequest,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server'
import type { Server } from '@modelcontextprotocol/server'

/** Serves a POST of the protocol 2026-07-28, or of an older one. `server`: for this request alone. */
export async function serveHttp(server: Server, request: Request): Promise<{ response: Response; text: string }> {
  // Subscriptions would be streams, and the tools never change.
  const handler = createMcpHandler(() => server, { legacy: 'reject', maxSubscriptions: 0 })
  try {
    const response = (await isLegacyRequest(request)) ? await serveOlder(server, request) : await handler.fetch(request)
    return { response, text: await response.text() }
  } finally {
    await handler.close()
    await server.close()
  }
}

/** The package's own way for older protocols would answer with a stream. */
async function serveOlder(server: Server, request: Request): Promise<Response> {
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true })
  await server.connect(transport)
  return transport.handleRequest(request)
}
