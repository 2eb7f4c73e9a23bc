import { SETTINGS } from '../server/src/config-settings.ts'
import { ERROR_CODES } from '../server/src/errors.ts'

const NOTE = '<!-- Printed by `node scripts/docs.ts`; do not edit. -->'

function row(cells: readonly string[]): string {
  return `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`
}

function table(head: readonly string[], rows: readonly string[][]): string {
  return [row(head), row(head.map(() => '---')), ...rows.map(row)].join('\n')
}

function code(text: string | null): string {
  return text === null || text === '' ? '' : `\`${text}\``
}

function configurationPage(): string {
  const rows = Object.values(SETTINGS).map(({ variable, kind, default: preset, description }) => [
    code(variable),
    kind.unit === null ? kind.type : `${kind.type} (${kind.unit})`,
    code(preset),
    description,
  ])
  return `# Configuration
${NOTE}

Tidings reads its configuration from the environment, once, when it starts. A variable set to the empty string counts
as unset. Durations are written \`250ms\`, \`10s\`, \`5m\`, \`4h\`, \`1d\`; lists with commas. If anything is wrong the service
does not start: it lists all mistakes together, and a variable that looks like a misspelling of one of these is a
mistake too.

${table(['Variable', 'Type', 'Default', 'What it does'], rows)}
`
}

function errorsPage(): string {
  const rows = Object.entries(ERROR_CODES).map(([name, [status, sentence]]) => [code(name), String(status), sentence])
  return `# Errors
${NOTE}

Every error of the API has the same body. \`error\` is a sentence for a person and may change; \`code\` is for programs
and does not. \`errors\` tells the fields, on 422 only. \`request_id\` is also in the header \`X-Request-Id\`.

\`\`\`json
{
  "error": "Url must be a public HTTPS address",
  "code": "url_not_public",
  "errors": { "url": ["must be a public HTTPS address"] },
  "request_id": "..."
}
\`\`\`

${table(['Code', 'Status', 'Sentence, unless a closer one is given'], rows)}
`
}

/** The pages of `docs/` that are printed from tables of the source: file name to the function that prints it. */
export const REFERENCE_PAGES: Record<string, () => string> = {
  'configuration.md': configurationPage,
  'errors.md': errorsPage,
}
