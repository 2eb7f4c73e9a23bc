/**
 * The tools of Tidings for assistants, by the Model Context Protocol. They call the API with the key of the caller, so
 * the key's rights and the service's limits hold. They keep no state.
 */
import { randomBytes } from 'node:crypto'
import { Server } from '@modelcontextprotocol/server'
import type { Tool as ListedTool } from '@modelcontextprotocol/server'
import type { Client } from '@tidings/sdk/client'
import { z } from 'zod'
import type { ZodObject } from 'zod'
import { ENDPOINT_TOOLS } from './endpoints.ts'
import { MESSAGE_TOOLS } from './messages.ts'
import { personOf } from './person.ts'
import { RESEND_TOOL } from './resending.ts'
import { SENDING_TOOLS } from './sending.ts'
import { failed, KEY_ROLES, resultOf } from './tool.ts'
import type { KeyRole, Tool } from './tool.ts'
import { WHY_TOOL } from './why.ts'

export type { KeyRole } from './tool.ts'
export { serveHttp } from './http.ts'
export { serveStdio } from '@modelcontextprotocol/server/stdio'

/** At most 15: an assistant reads all descriptions for every question. */
const TOOLS: readonly Tool[] = [...MESSAGE_TOOLS, WHY_TOOL, ...SENDING_TOOLS, RESEND_TOOL, ...ENDPOINT_TOOLS]

const INSTRUCTIONS =
  'Tidings sends notifications by email, push and SMS. A message has one delivery for each channel of its template. To answer why a message did not arrive, find the recipient or message first, then call why_did_it_not_arrive.'

interface Prepared {
  tool: Tool
  input: ZodObject
  listed: ListedTool
}

/** Made once: validators and their JSON Schemas cost more than a call. */
const PREPARED = new Map<string, Prepared>(
  TOOLS.map((tool) => {
    const { name, title, description, isReadOnly } = tool
    const input = z.strictObject(tool.input)
    const annotations = { readOnlyHint: isReadOnly, destructiveHint: !isReadOnly, openWorldHint: !isReadOnly }
    const inputSchema = z.toJSONSchema(input, { target: 'draft-7', io: 'input' }) as ListedTool['inputSchema']
    return [name, { tool, input, listed: { name, title, description, inputSchema, annotations } }]
  }),
)

/** Lists of the tools of each role. */
const LISTS = Object.fromEntries(
  KEY_ROLES.map((role) => [
    role,
    [...PREPARED.values()].filter(({ tool }) => tool.roles.includes(role)).map(({ listed }) => listed),
  ]),
) as Record<KeyRole, ListedTool[]>

/**
 * Makes a server with the tools for this role. A key with the role `read` gets no tool that changes something. `secret`:
 * the same for all servers of a caller, if each call has its own server.
 */
export function createMcpServer(
  client: Client,
  role: KeyRole,
  version: string,
  secret = randomBytes(32).toString('base64url'),
): Server {
  const server = new Server({ name: 'tidings', version }, { instructions: INSTRUCTIONS, capabilities: { tools: {} } })
  server.setRequestHandler('tools/list', () => ({ tools: LISTS[role] }))
  server.setRequestHandler('tools/call', ({ params }, context) => {
    const prepared = PREPARED.get(params.name)
    if (prepared === undefined || !prepared.tool.roles.includes(role)) return failed(`Tool ${params.name} not found`)
    const given = prepared.input.safeParse(params.arguments ?? {})
    if (!given.success) return failed(`Invalid arguments for ${params.name}:\n${z.prettifyError(given.error)}`)
    return resultOf(() => prepared.tool.run(given.data, { client, person: personOf(server, context), secret }))
  })
  return server
}
