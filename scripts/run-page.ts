/**
 * Runs the code of a page in its order: commands by bash, programs by Node, all with the variables that the blocks before have
 * set. A block that fails, or prints something else than the page shows behind it, is a mistake.
 */
import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { CodeBlock } from './markdown.ts'

export const LANGUAGES_RUN = ['sh', 'ts', 'js'] as const
/** What a block behind a block that runs shows: JSON of which all that is shown is there, or text. */
const LANGUAGES_SHOWN = ['json', 'text'] as const
/** A block without a language is neither run nor compared: a picture, or what a reader is to see. */
const LANGUAGES = ['', ...LANGUAGES_RUN, ...LANGUAGES_SHOWN]

/**
 * `vendor`: needs an account of a vendor, or a network; it is parsed alone. `background`: runs until the page ends; the next block
 * begins when it has printed something. `fails`: the page shows an error.
 */
const MARKS = ['vendor', 'background', 'fails']

const BLOCK_TIMEOUT_MS = 60_000
const STOP_TIMEOUT_MS = 15_000
const PRINTED_CHARACTERS_MAX = 2_000

export interface PageRun {
  /** Where blocks run; it has a file `variables.sh`, which keeps their variables. */
  directory: string
  /** All that the first block finds. */
  variables: Readonly<Record<string, string>>
  /** The file that a program of the page is in. */
  fileOf(block: CodeBlock): string
}

interface Ended {
  succeeded: boolean
  stdout: string
  /** Everything that it printed, or why it was ended. */
  printed: string
}

/** What of a page is neither run nor compared, and should be. */
export function mistakesOfBlocks(blocks: readonly CodeBlock[]): string[] {
  return blocks.flatMap(({ language, marks, line }, index) => {
    const before = blocks[index - 1]
    if (!LANGUAGES.includes(language)) return [`${line}: no block may be ${language}: ${LANGUAGES.join(' ')}`]
    const unknown = marks.filter((mark) => !MARKS.includes(mark))
    if (unknown.length > 0) return [`${line}: no mark is called ${unknown.join(' ')}: ${MARKS.join(' ')}`]
    if (isShown(language) && (before === undefined || !isRun(before.language) || before.marks.includes('vendor')))
      return [`${line}: a block that shows an output stands behind the one that printed it`]
    return []
  })
}

const isOf = (languages: readonly string[]) => (language: string) => languages.includes(language)
const isRun = isOf(LANGUAGES_RUN)
const isShown = isOf(LANGUAGES_SHOWN)

/** Whether all that is shown is in `actual`; the text `...` stands for anything, at the end of a list for any more of it. */
export function showsJson(shown: unknown, actual: unknown): boolean {
  if (shown === '...') return true
  if (Array.isArray(shown)) {
    if (!Array.isArray(actual)) return false
    const items = shown.at(-1) === '...' ? shown.slice(0, -1) : shown
    const isLong = items.length === shown.length ? actual.length === items.length : actual.length >= items.length
    return isLong && items.every((item, index) => showsJson(item, actual[index]))
  }
  if (typeof shown !== 'object' || shown === null) return shown === actual
  if (typeof actual !== 'object' || actual === null) return false
  return Object.entries(shown).every(
    ([name, value]) => Object.hasOwn(actual, name) && showsJson(value, (actual as Record<string, unknown>)[name]),
  )
}

/** Whether the texts are the same but for blanks at the ends of lines; `...` stands for anything. */
export function showsText(shown: string, actual: string): boolean {
  const plain = (text: string) => text.trim().replace(/[ \t]+$/gm, '')
  const parts = plain(shown).split('...').map(RegExp.escape)
  return new RegExp(`^${parts.join('[^]*')}$`).test(plain(actual))
}

function shows({ language, text }: CodeBlock, stdout: string): boolean {
  if (language === 'text') return showsText(text, stdout)
  try {
    return showsJson(JSON.parse(text), JSON.parse(stdout))
  } catch {
    return false
  }
}

/** Variables that bash sets itself, some for good. */
const OF_BASH = '^(BASH[A-Z_]*|DIRSTACK|EUID|FUNCNAME|GROUPS|PIPESTATUS|PPID|SHELLOPTS|UID|_)$'

/** All blocks of a page are as if in one terminal: they see each other's variables, and programs see those that are exported. */
function scriptOf(block: CodeBlock, { directory, fileOf }: PageRun): string {
  const state = JSON.stringify(join(directory, 'variables.sh'))
  const text = block.language === 'sh' ? block.text : `node ${JSON.stringify(fileOf(block))}`
  return `. ${state}\n${text}\ndeclare -p $(compgen -v | grep -vE '${OF_BASH}') > ${state}\n`
}

function start(block: CodeBlock, run: PageRun): { child: ChildProcess; printed(): { stdout: string; all: string } } {
  const flags = ['--noprofile', '--norc', '-eu', '-o', 'pipefail', ...(block.marks.includes('vendor') ? ['-n'] : [])]
  const child = spawn('bash', [...flags, '-c', scriptOf(block, run)], {
    cwd: run.directory,
    env: { ...run.variables },
    stdio: ['ignore', 'pipe', 'pipe'],
    // A group of its own: whatever it has started can be ended with it.
    detached: true,
  })
  let stdout = ''
  let all = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    stdout += text
    all += text
  })
  child.stderr.setEncoding('utf8').on('data', (text: string) => (all += text))
  return { child, printed: () => ({ stdout, all }) }
}

/** Signals the process and all that it started, as a terminal does. */
function signal(child: ChildProcess, name: 'SIGINT' | 'SIGKILL'): void {
  try {
    process.kill(-child.pid!, name)
  } catch {
    // All of them have ended.
  }
}

async function runToEnd(block: CodeBlock, run: PageRun): Promise<Ended> {
  const { child, printed } = start(block, run)
  let isLate = false
  const timer = setTimeout(() => {
    isLate = true
    signal(child, 'SIGKILL')
  }, BLOCK_TIMEOUT_MS)
  const [code] = (await once(child, 'close')) as [number | null]
  clearTimeout(timer)
  const { stdout, all } = printed()
  const late = isLate ? `\nIt did not end within ${BLOCK_TIMEOUT_MS} ms` : ''
  return { succeeded: code === 0, stdout, printed: `${all}${late}` }
}

interface Background {
  child: ChildProcess
  /** Why it ended before the page did, or null. */
  mistake(): string | null
}

/** Starts what runs on; ready when it has printed something. */
async function startBackground(block: CodeBlock, run: PageRun): Promise<Background> {
  const { child, printed } = start(block, run)
  const timer = setTimeout(() => signal(child, 'SIGKILL'), BLOCK_TIMEOUT_MS)
  await Promise.race([once(child, 'close'), once(child.stdout!, 'data'), once(child.stderr!, 'data')])
  clearTimeout(timer)
  const isRunning = () => child.exitCode === null && child.signalCode === null
  return { child, mistake: () => (isRunning() ? null : `${block.line}: it did not run on:\n${printed().all}`) }
}

/** Ctrl-C, and after a while the end. */
async function stop(child: ChildProcess): Promise<void> {
  const closed = child.exitCode === null && child.signalCode === null ? once(child, 'close') : null
  signal(child, 'SIGINT')
  const timer = setTimeout(() => signal(child, 'SIGKILL'), STOP_TIMEOUT_MS)
  await closed
  clearTimeout(timer)
  signal(child, 'SIGKILL')
}

/** Runs the blocks in their order up to the first mistake, and returns it with its line, or null. */
export async function runPage(blocks: readonly CodeBlock[], run: PageRun): Promise<string | null> {
  const background: Background[] = []
  let last: { block: CodeBlock; stdout: string } | null = null
  try {
    for (const block of blocks) {
      const { language, marks, line } = block
      if (isShown(language) && last !== null && !shows(block, last.stdout))
        return `${line}: the block of line ${last.block.line} printed something else:\n${last.stdout}`
      if (!isRun(language) || (marks.includes('vendor') && language !== 'sh')) continue
      if (marks.includes('background')) {
        background.push(await startBackground(block, run))
        continue
      }
      const { succeeded, stdout, printed } = await runToEnd(block, run)
      if (succeeded === marks.includes('fails'))
        return `${line}: it ${succeeded ? 'did not fail' : 'failed'}:\n${printed.slice(-PRINTED_CHARACTERS_MAX)}`
      last = { block, stdout }
    }
    return background.map(({ mistake }) => mistake()).find((mistake) => mistake !== null) ?? null
  } finally {
    for (const { child } of background) await stop(child)
  }
}
