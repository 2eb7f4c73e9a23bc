/** The command for assistants: the Model Context Protocol on standard input and output. */
import { readFileSync } from 'node:fs'
import { once } from 'node:events'
import { API_OPTIONS, withApi } from './api.ts'
import type { Command, CommandInput, CommandResult } from './command.ts'

export const MCP_COMMAND: Command = {
  words: ['mcp'],
  positional: [],
  // Standard input has the messages of the protocol, so the key cannot come from there.
  options: { service: API_OPTIONS['service']!, profile: API_OPTIONS['profile']! },
  summary: 'Serve the tools of the account to an assistant',
  details: [
    'The assistant starts this command, and speaks the Model Context Protocol on its standard input and output. A key with the role read gets read-only tools. The service has the same tools at /mcp.',
  ],
  run: serve,
}

/** The protocol and its packages are loaded only for this command. */
async function serve(input: CommandInput): Promise<CommandResult> {
  return withApi(input, async ({ client, serviceUrl }) => {
    const { createMcpServer, StdioServerTransport } = await import('@tidings/mcp')
    const { api_key: key } = await client.send('GET /api/v1/api_key', {})
    const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as {
      version: string
    }
    const server = createMcpServer(client, key.role, version)
    const ended = once(process.stdin, 'close')
    await server.connect(new StdioServerTransport())
    input.onProgress(`The tools of ${serviceUrl} are served to the assistant`)
    await ended
    await server.close()
    // Standard output belongs to the protocol.
    return { ok: true, text: '', json: { served: true } }
  })
}
