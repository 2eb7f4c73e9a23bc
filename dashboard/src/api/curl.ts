/** A call of the API as a line of a shell. */

const quoted = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`

/** The key is named and not shown: a member has none. */
export function curlOf(method: string, path: string, body?: unknown): string {
  const parts = [
    method === 'GET' ? 'curl' : `curl -X ${method}`,
    '-H "Authorization: Bearer $TIDINGS_API_KEY"',
    ...(body === undefined ? [] : [`-H 'Content-Type: application/json'`, `-d ${quoted(JSON.stringify(body))}`]),
    quoted(`${window.location.origin}${path}`),
  ]
  return parts.join(' \\\n  ')
}
