/** An API call as a line for a shell. */
import { quoted } from './shell.ts'

/** The key is a variable: a member has no key to show. */
export function curlOf(method: string, path: string, body?: unknown): string {
  const parts = [
    method === 'GET' ? 'curl' : `curl -X ${method}`,
    '-H "Authorization: Bearer $TIDINGS_API_KEY"',
    ...(body === undefined ? [] : [`-H 'Content-Type: application/json'`, `-d ${quoted(JSON.stringify(body))}`]),
    quoted(`${window.location.origin}${path}`),
  ]
  return parts.join(' \\\n  ')
}
