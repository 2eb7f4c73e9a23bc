/**
 * The tools of Tidings for assistants, by the Model Context Protocol. They call the API with the key of the caller, so
 * the key's rights and the service's limits hold. They keep no state.
 */
import { randomBytes } from 'node:crypto'
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import type { Client } from '@tidings/sdk/client'
import { ENDPOINT_TOOLS } from './endpoints.ts'
import { MESSAGE_TOOLS } from './messages.ts'
import { SENDING_TOOLS } from './sending.ts'
import { resultOf } from './tool.ts'
import type { KeyRole, Tool } from './tool.ts'
import { WHY_TOOL } from './why.ts'

export type { KeyRole } from './tool.ts'
export { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js'
export { WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js'

/** At most 15: an assistant reads all descriptions for every question. */
const TOOLS: readonly Tool[] = [...MESSAGE_TOOLS, WHY_TOOL, ...SENDING_TOOLS, ...ENDPOINT_TOOLS]

const INSTRUCTIONS =
  'Tidings sends notifications by email, push and SMS. A message has one delivery for each channel of its template. To answer why a message did not arrive, find the recipient or message first, then call why_did_it_not_arrive.'

/**
 * Makes a server with the tools for this role. A key with the role `read` gets no tool that changes something. `secret`:
 * the same for all servers of a caller, if each call has its own server.
 */
export function createMcpServer(
  client: Client,
  role: KeyRole,
  version: string,
  secret = randomBytes(32).toString('base64url'),
): McpServer {
  const server = new McpServer({ name: 'tidings', version }, { instructions: INSTRUCTIONS })
  for (const { name, title, description, input, isReadOnly, roles, run } of TOOLS) {
    if (!roles.includes(role)) continue
    const annotations = { readOnlyHint: isReadOnly, destructiveHint: !isReadOnly, openWorldHint: !isReadOnly }
    server.registerTool(name, { title, description, inputSchema: input, annotations }, (given) =>
      resultOf(() => run(given, { client, server, secret })),
    )
  }
  return server
}
