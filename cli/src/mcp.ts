/** The command for assistants: the Model Context Protocol on standard input and output. */
import { createMcpServer, serveStdio } from '@tidings/mcp'
import { readFileSync } from 'node:fs'
import { once } from 'node:events'
import { withApi } from './api.ts'
import type { CommandInput, CommandResult } from './command.ts'

export async function serve(input: CommandInput): Promise<CommandResult> {
  return withApi(input, async ({ client, serviceUrl }) => {
    const { api_key: key } = await client.request('GET /api/v1/api_key', {})
    const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as {
      version: string
    }
    const ended = once(process.stdin, 'close')
    // The tools never change, so there is nothing to subscribe to.
    const connection = serveStdio(() => createMcpServer(client, key.role, version), { maxSubscriptions: 0 })
    input.onProgress(`The tools of ${serviceUrl} are served to the assistant`)
    await ended
    await connection.close()
    // Standard output belongs to the protocol.
    return { ok: true, text: '', json: { served: true } }
  })
}
