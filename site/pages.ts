/** The pages of the site: which Markdown files they are, where they are served, and how they are grouped. */
import { globSync, readFileSync } from 'node:fs'
import { join, posix, sep } from 'node:path'
import { fileURLToPath } from 'node:url'

export const ROOT = fileURLToPath(new URL('..', import.meta.url))

export interface Page {
  /** The Markdown file, below the repository: `docs/guides/sending.md`. */
  source: string
  /** The address below `/docs/`: `guides/sending`; `index` is the start page. */
  path: string
  title: string
  /** One sentence, for the index and for search engines. */
  description: string
}

export interface Group {
  title: string
  pages: readonly Page[]
  /** Groups of their own inside, closed at first. */
  groups: readonly Group[]
}

export const START_PAGE = 'site/index.md'

const SOURCES = [START_PAGE, '*.md', 'docs/**/*.md', '{sdk,inbox}/README.md', 'server/bench/README.md']

interface SidebarGroup {
  title: string
  /** Each with its line in the index. */
  sources: Readonly<Record<string, string>>
  /** A folder whose pages are a group inside, closed at first. */
  folder?: string
  /** A page that no group names belongs to the first group whose folder it is in. */
  others?: string
}

const SIDEBAR: readonly SidebarGroup[] = [
  {
    title: 'Start',
    sources: {
      'README.md': 'What Tidings is, how to start it, the first message and the first webhook.',
      'docs/guides/concepts.md': 'Recipient, template, channel, message, delivery and event, in one picture.',
      'docs/guides/choosing.md': 'Good reasons for Tidings, its gaps, and other services.',
      'docs/guides/coming-from.md': 'The terms and calls of Novu, Knock, Courier, SendGrid and Svix.',
    },
  },
  {
    title: 'Guides',
    sources: {
      'docs/guides/README.md': 'The variables and tools that the commands of the guides need.',
      'docs/guides/sending.md': 'JSON and forms, schedules, canceling, batches, idempotency keys, preview, limits.',
      'docs/guides/lists.md': 'Pagination, filters, expand, and the bounce rate.',
      'docs/guides/api-keys.md': 'Roles of API keys, and how to create, rotate and revoke them.',
      'docs/guides/templates.md': 'Liquid: names, filters, escaping, a text for each channel, languages, limits.',
      'docs/guides/topics.md': 'Topics, preferences, quiet hours, and unsubscribing with one click.',
      'docs/guides/inbox.md': 'A live inbox in your own app: tokens of recipients, lists, states, streams, CORS.',
      'docs/guides/inbox-component.md':
        'A web component, a component for React and a client for the inbox in your page.',
      'docs/guides/webhooks.md': 'Register, verify, test, repair, replay, and change the secret.',
      'docs/guides/bounces.md': 'Reports of mail servers for SMTP channels: bounced, delivered, complaints.',
      'docs/guides/sending-by-smtp.md': 'For programs without an API client: sign-in, template, headers, responses.',
      'docs/guides/typescript.md': 'The client of the API, typed events, and the modules of the SDK.',
      'docs/receiving-webhooks.md': 'The code that receives webhooks, with the SDK or in five languages.',
      'docs/guides/command-line.md':
        'Send, forward webhooks to your machine, keep templates as files, find faults; keys and exit codes.',
      'docs/guides/assistants.md': 'Tools for assistants by the Model Context Protocol, at /mcp or on your machine.',
      'docs/guides/python.md': 'The client for threads and asyncio, and receivers with Flask, Django and FastAPI.',
      'docs/guides/go.md': 'The client, and a receiver as an http.Handler with a store in your PostgreSQL.',
      'docs/guides/users-in-your-app.md': 'A feed of messages, push devices, and the checks of your backend.',
      'docs/guides/personal-data.md': 'What is stored of a person, how long, and how to export and erase it.',
      'docs/guides/testing.md': 'A service with a fixed key, recipients with a known outcome, the sandbox inbox, time.',
      'docs/guides/errors-and-retries.md': 'Which responses to retry, and which failures the service retries.',
    },
    folder: 'docs/providers/',
    others: 'docs/guides/',
  },
  {
    title: 'Reference',
    sources: {
      'docs/events.md': 'Every event with its body, the request of a webhook, retries, the feed.',
      'docs/operations.md': 'Every operation of the API, by its method and path.',
      'docs/delivery-states.md': 'The states of a delivery, their facts and their order.',
      'docs/errors.md': 'Every error code of the API.',
      'docs/causes.md': 'Every cause of a failed send, with its sentence for people.',
      'sdk/README.md': 'The package of the SDK, in short.',
      'inbox/README.md': 'The package of the inbox, in short.',
      'docs/specification.md': 'What the specification leaves open, and what was chosen.',
    },
    others: '',
  },
  {
    title: 'Operating',
    sources: {
      'docs/operating.md':
        'One machine, several processes, your own PostgreSQL, backups, what to do if something breaks.',
      'docs/high-availability.md':
        'Size, redundancy, reverse proxies, restarts, upgrades, recovery to a point in time.',
      'docs/scaling.md': 'From one process to many database servers: when, how, and the cost.',
      'docs/configuration.md': 'Every environment variable.',
      'SECURITY.md': 'What the service protects and how, and how to report a weakness.',
      'docs/faults.md': 'What happens if something breaks at the worst moment, and the test that shows it.',
      'server/bench/README.md': 'How fast it is, in ratios, and how they are measured.',
      'docs/peers.md': 'Measurements beside job queues and other webhook services.',
      'docs/list-queries.md': 'What each list reads in an account with a million deliveries.',
      'CHANGELOG.md': 'What changed for users, by version.',
    },
  },
  {
    title: 'Contributing',
    sources: {
      'CONTRIBUTING.md': 'The commands, the way of a change, and the file to open for it.',
      'ARCHITECTURE.md': 'How the service works, in two pages.',
      'STYLE.md': 'How code, tests and texts are written.',
      'docs/invariants.md': 'What holds at every moment.',
    },
    folder: 'docs/decisions/',
  },
]

const DESCRIPTIONS: Readonly<Record<string, string>> = Object.assign({}, ...SIDEBAR.map(({ sources }) => sources))

/** Titles that say more in the sidebar than the page's own heading. */
const TITLES: Record<string, string> = { 'README.md': 'First steps', 'docs/guides/README.md': 'Before you begin' }

/** The address of a source: a README stands for its folder, those of the repository have their name in small letters. */
function pathOf(source: string): string {
  if (source === START_PAGE) return 'index'
  if (source === 'README.md') return 'first-steps'
  const path = source.replace(/\.md$/, '').replace(/^(docs|server)\//, '')
  return path.replace(/\/README$/, '').toLowerCase()
}

/** Without its marks: `[a](b)` is a, `` `c` `` is c. */
function plain(markdown: string): string {
  return markdown
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/[`*]/g, '')
    .replace(/\s+/g, ' ')
    .trim()
}

/** The first sentence of a text that is not wrapped in marks. */
function sentenceOf(text: string): string {
  const [sentence = text] = /^.*?[.?](?=\s|$)/s.exec(text) ?? []
  return sentence.replace(/[:;]$/, '.')
}

/** The choice of a decision record. */
function choiceOf(markdown: string): string | null {
  const choice = /^\*\*Choice\.\*\*\s+(?:[-*] )?(.*?)(?=\n\n|\n[-*] |$(?![^]))/ms.exec(markdown)?.[1]
  return choice === undefined ? null : sentenceOf(plain(choice))
}

/** The first paragraph, without the line that says for whom the page is. */
function introductionOf(markdown: string): string {
  const text = markdown.replace(/^(```+).*?^\1$/gms, '').replace(/<!--.*?-->/gs, '')
  const paragraphs = text.split(/\n\s*\n/).map((block) => block.replace(/^#.*$/gm, '').trim())
  const first = paragraphs.find((block) => /^[^\s|>\-*!<\d]/.test(block)) ?? ''
  return sentenceOf(plain(first).replace(/^For [^.]*\. (?=.)/, ''))
}

/** Every page, by its source. Throws if two have the same address. */
export function readPages(): ReadonlyMap<string, Page> {
  const sources = globSync(SOURCES, { cwd: ROOT }).map((source) => source.split(sep).join(posix.sep))
  const texts = new Map(sources.toSorted().map((source) => [source, readFileSync(join(ROOT, source), 'utf8')]))
  const pages = [...texts].map(([source, text]) => ({
    source,
    path: pathOf(source),
    title: TITLES[source] ?? plain(/^# (.+)$/m.exec(text)?.[1] ?? 'Tidings'),
    description: DESCRIPTIONS[source] ?? choiceOf(text) ?? introductionOf(text),
  }))
  const paths = new Set(pages.map(({ path }) => path))
  if (paths.size !== pages.length) throw new Error(`Two pages have one address: ${sources.join(', ')}`)
  return new Map(pages.map((page) => [page.source, page]))
}

/** Every page but the start page, each in one group of the sidebar. */
export function groupPages(pages: ReadonlyMap<string, Page>): Group[] {
  const named = new Set(Object.keys(DESCRIPTIONS))
  const rest = [...pages.values()].filter(({ source }) => source !== START_PAGE && !named.has(source))
  const isInside = ({ source }: Page) => SIDEBAR.find(({ folder }) => folder !== undefined && source.startsWith(folder))
  const groupOf = (page: Page) => SIDEBAR.find(({ others }) => others !== undefined && page.source.startsWith(others))
  return SIDEBAR.map((group) => {
    const own = Object.keys(group.sources).flatMap((source) => pages.get(source) ?? [])
    const others = rest.filter((page) => isInside(page) === undefined && groupOf(page) === group)
    const inside = rest.filter((page) => isInside(page) === group)
    const [first] = inside
    return {
      title: group.title,
      pages: [...own, ...others],
      groups: first === undefined ? [] : [{ title: first.title, pages: inside, groups: [] }],
    }
  })
}
