import { SETTINGS } from '../server/src/config/settings.ts'
import { ERROR_CODES } from '../server/src/errors.ts'
import { CAUSES } from '../server/src/providers/causes.ts'

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

Tidings reads its configuration from the environment, once, when it starts; \`TIDINGS_*\` are for its command line. A variable set to the empty string counts
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

function causesPage(): string {
  const rows = Object.entries(CAUSES).map(([word, sentence]) => [code(word), sentence])
  return `# Why a send failed
${NOTE}

What a provider answers to a send has a cause: one of these words, for programs, and behind a colon what the provider
said, if it said anything: \`mailbox_full: 552 over quota\`. The cause is the \`error_message\` of a delivery that is
retrying, failed or bounced, and the \`cause\` of its send in the timeline. \`friendly_error_message\` is the sentence, for
a person; a delivery that is retrying has none.

${table(['Cause', 'Sentence'], rows)}

A delivery that fails before a provider is asked, for want of an address or over a monthly limit, has a sentence in both.
The \`error_message\` of a canceled one is the reason: \`requested\`, \`recipient_deleted\`,
\`channel_deleted_or_detached\` or \`no_live_channels\`.
`
}

/** The pages of `docs/` that are printed from tables of the source: file name to the function that prints it. */
export const REFERENCE_PAGES: Record<string, () => string> = {
  'causes.md': causesPage,
  'configuration.md': configurationPage,
  'errors.md': errorsPage,
}
