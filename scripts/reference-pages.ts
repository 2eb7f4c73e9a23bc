import { STATUS_CODES } from 'node:http'
import type { ApiDocument, MetricDescription, Operation } from './api-document.ts'
import { SETTINGS } from '../server/src/platform/config/settings.ts'
import { ERROR_CODES } from '../server/src/platform/errors.ts'
import { limitRows, metRows } from './limit-tables.ts'
import { CAUSES } from '../server/src/core/providers/causes.ts'

const NOTE = '<!-- Printed by `npm run generate`; do not edit. -->'
const LIMITS_END = '<!-- The end of the printed table. -->'

function row(cells: readonly string[]): string {
  return `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`
}

function table(head: readonly string[], rows: readonly string[][]): string {
  return [row(head), row(head.map(() => '---')), ...rows.map(row)].join('\n')
}

function code(text: string | null): string {
  return text === null || text === '' ? '' : `\`${text}\``
}

/** The headings of the configuration, by the first variable below each: the search of the site finds headings. */
const CONFIGURATION_HEADINGS: Readonly<Record<string, string>> = {
  HOST: 'Address, roles, log and stop',
  API_RATE_LIMIT: 'Limits of callers and accounts',
  DATABASE_URL: 'Database',
  SECRETS_KEYS: 'Secrets and the first start',
  OPERATOR_SMTP_URL: "The service's own mails",
  SEND_RETRY_SCHEDULE: 'Sends and providers',
  WEBHOOK_RETRY_SCHEDULE: 'Webhooks',
  EVENT_RETENTION_DAYS: 'Retention',
  LEASE_DURATION: 'Leases and queues',
  OTEL_EXPORTER_OTLP_ENDPOINT: 'Traces',
}

/** The tables of the variables, each below its heading. Throws if a heading has no variable. */
function configurationTables(): string {
  const settings = Object.values(SETTINGS)
  const starts = Object.keys(CONFIGURATION_HEADINGS).map((name) =>
    settings.findIndex(({ variable }) => variable === name),
  )
  if (starts.some((start, index) => start < (starts[index - 1] ?? 0))) throw new Error('A heading has no variable')
  return Object.values(CONFIGURATION_HEADINGS)
    .map((heading, index) => {
      const rows = settings
        .slice(starts[index], starts[index + 1])
        .map(({ variable, kind, default: preset, description }) => [
          kind.secret ? `${code(variable)} \\*` : code(variable),
          kind.unit === null ? kind.type : `${kind.type} (${kind.unit})`,
          code(preset),
          description,
        ])
      return `## ${heading}\n\n${table(['Variable', 'Type', 'Default', 'What it does'], rows)}\n`
    })
    .join('\n')
}

function configurationPage(): string {
  return `# Configuration
${NOTE}

Tidings reads its configuration from environment variables, once, when it starts. [The
command line](guides/command-line.md) has variables of its own.
An empty value counts as unset. Write durations as \`250ms\`, \`10s\`, \`5m\`, \`4h\` or \`1d\`, and separate the items of a list with
commas. If a value is wrong, the service does not start and prints one line per mistake. A misspelled variable name is a
mistake too.

A secret, marked with \\*, may be in a file instead: \`DATABASE_URL_FILE=/run/secrets/database-url\`. If the service receives
SIGHUP, it reads these files again without a restart.

${configurationTables()}
## Shared limits

What callers share has a limit: it waits its turn, is refused, or is forgotten. [SECURITY.md](../SECURITY.md#limits-that-a-caller-may-meet)
says what a caller then gets. If each process counts for itself, two processes allow twice as much.

${table(['Limit', 'Default', 'Variable', 'Counted by'], limitRows())}
`
}

/** SECURITY.md with its table of limits printed anew. Throws if the page has no place for it. */
export function withLimits(page: string): string {
  const [before, rest] = page.split(NOTE)
  const after = rest?.split(LIMITS_END)[1]
  if (before === undefined || after === undefined) throw new Error('SECURITY.md has no place for the limits')
  const rows = table(['Limit', 'A caller who meets it', 'Test'], metRows())
  return `${before}${NOTE}\n\n${rows}\n\n${LIMITS_END}${after}`
}

/** As text: GitHub would take `<API key>` for a tag. */
function text(sentence: string): string {
  return sentence.replaceAll('<', '&lt;')
}

/** Each code has a heading of its own: the `docs_url` of its errors leads there. */
function errorsPage(): string {
  const byStatus = Map.groupBy(Object.entries(ERROR_CODES), ([, [status]]) => status)
  const sections = [...byStatus].map(([status, codes]) => {
    const entries = codes.map(([name, [, sentence]]) => `### ${code(name)}\n\n${text(sentence)}.\n`)
    return `## ${status} ${STATUS_CODES[status]}\n\n${entries.join('\n')}`
  })
  return `# Errors
${NOTE}

Every error of the API has the same body. \`error\` is a sentence for people and may change. \`code\` is for programs and never
changes. \`errors\` lists the wrong fields; only errors with status 422 have it. \`docs_url\` is the address of the code on this
page: an absolute one if \`PUBLIC_URL\` is set. \`request_id\` is also in the header \`X-Request-Id\`.

\`\`\`json example
{
  "error": "Url is too long (maximum is 2048 characters)",
  "code": "url_too_long",
  "errors": { "url": ["is too long (maximum is 2048 characters)"] },
  "docs_url": "/docs/errors#url_too_long",
  "request_id": "..."
}
\`\`\`

Many errors give a more exact sentence than the ones below.

${sections.join('\n')}`
}

function causesPage(): string {
  const rows = Object.entries(CAUSES).map(([word, sentence]) => [code(word), sentence])
  return `# Why a send failed
${NOTE}

Every failed send has a cause: one of the words below, for programs. If the provider gave a reason, it follows after a
colon: \`mailbox_full: 552 over quota\`. You find the cause in the \`error_message\` of a retrying, failed or bounced delivery,
and in the \`cause\` of the send in the timeline. \`friendly_error_message\` is the sentence for people; a retrying delivery has
none.

${table(['Cause', 'Sentence'], rows)}

If the recipient has no address or a monthly limit is reached, the delivery fails before the provider is called, and both
fields hold a sentence. The \`error_message\` of a canceled delivery is the reason: \`requested\`, \`recipient_deleted\`,
\`channel_deleted_or_detached\` or \`no_live_channels\`.
`
}

/** The page of all metrics. */
export function metricsPage(metrics: readonly MetricDescription[]): string {
  const rows = metrics.map(({ name, type, labels, help }) => [code(name), type, labels.map(code).join(', '), help])
  return `# Metrics
${NOTE}

Every process serves these metrics at \`/metrics\` ([monitoring](operating.md#monitoring)). A metric belongs to its process, unless
it says "the whole service": then every process shows the same value, so take the maximum. No label names an account. The metrics
\`process_*\` and \`nodejs_*\` are those of Node's client for Prometheus.

${table(['Metric', 'Type', 'Labels', 'Content'], rows)}
`
}

function operationSection(
  method: string,
  path: string,
  { summary = '', description = '', ...operation }: Operation,
): string {
  const names = (operation.parameters ?? []).flatMap(({ name, in: place }) => (place === 'query' ? [code(name)] : []))
  const parameters = names.length === 0 ? '' : `\n\nParameters: ${names.join(', ')}.`
  return `### ${text(summary)}\n\n\`${method.toUpperCase()} ${path}\`\n\n${text(description.trim())}${parameters}\n`
}

/** The page of all operations, so that the search of the site finds them. */
export function operationsPage({ paths }: ApiDocument): string {
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method, path, operation })),
  )
  const sections = [...Map.groupBy(operations, ({ operation }) => operation.tags![0]!)].map(
    ([tag, found]) =>
      `## ${tag}\n\n${found.map(({ method, path, operation }) => operationSection(method, path, operation)).join('\n')}`,
  )
  return `# Operations of the API
${NOTE}

Every operation of the API in one line each. A running service has their bodies at \`/docs/api\` (API reference), and the
OpenAPI document at \`/openapi.json\`: import it into Insomnia, Bruno or a generator of clients. Postman has [its own collection](postman.json).

${sections.join('\n')}`
}

/** The pages of `docs/` that are printed from tables of the source: file name to the function that prints it. */
export const REFERENCE_PAGES: Record<string, () => string> = {
  'causes.md': causesPage,
  'configuration.md': configurationPage,
  'errors.md': errorsPage,
}
