/**
 * Runs the code of a page in its order: commands by bash, programs by Node. Each block has the variables of the blocks above
 * it. If a block fails, or if its output is not the output on the page, `runPage` returns a mistake.
 */
import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { CodeBlock } from './markdown.ts'
import { isPrintedLater, isRun, isShown, shows, showsText } from './page-blocks.ts'

const BLOCK_TIMEOUT_MS = 60_000
const POLL_INTERVAL_MS = 50
const STOP_TIMEOUT_MS = 15_000
const PRINTED_CHARACTERS_MAX = 2_000

export interface PageRun {
  /** Blocks run here. The file `variables.sh` in it keeps their variables. */
  directory: string
  /** The variables for the first block. */
  variables: Readonly<Record<string, string>>
  /** The file of a program of the page. */
  fileOf(block: CodeBlock): string
}

interface Ended {
  succeeded: boolean
  stdout: string
  /** All its output, or the reason for its end. */
  printed: string
}

/** Variables set by bash itself, some of them read-only. */
const OF_BASH = '^(BASH[A-Z_]*|DIRSTACK|EUID|FUNCNAME|GROUPS|PIPESTATUS|PPID|SHELLOPTS|UID|_)$'

/**
 * All blocks of a page run as if in one terminal: they see each other's variables, and programs see the exported
 * variables.
 */
function scriptOf(block: CodeBlock, { directory, fileOf }: PageRun): string {
  const state = JSON.stringify(join(directory, 'variables.sh'))
  const text = block.language === 'sh' ? block.text : `node ${JSON.stringify(fileOf(block))}`
  const save = `declare -p $(compgen -v | grep -vE '${OF_BASH}') > ${state}`
  // Programs that the block starts with `&` belong to it: it ends when they end.
  return `. ${state}\n${text}\n${save}\nwait\n`
}

function start(block: CodeBlock, run: PageRun): { child: ChildProcess; printed(): { stdout: string; all: string } } {
  const flags = ['--noprofile', '--norc', '-eu', '-o', 'pipefail', ...(isRun(block) ? [] : ['-n'])]
  const child = spawn('bash', [...flags, '-c', scriptOf(block, run)], {
    cwd: run.directory,
    env: { ...run.variables },
    stdio: ['ignore', 'pipe', 'pipe'],
    // A group of its own, so that all its programs can be ended together.
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

/** Signals the process and all programs that it started. */
function signal(child: ChildProcess, name: 'SIGTERM' | 'SIGKILL'): void {
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
  printed(): string
  /** The reason why it ended before the page did, or null. */
  mistake(): string | null
}

/** Starts a program in the background. It is ready after its first output. */
async function startBackground(block: CodeBlock, run: PageRun): Promise<Background> {
  const { child, printed } = start(block, run)
  const timer = setTimeout(() => signal(child, 'SIGKILL'), BLOCK_TIMEOUT_MS)
  await Promise.race([once(child, 'close'), once(child.stdout!, 'data'), once(child.stderr!, 'data')])
  clearTimeout(timer)
  const isRunning = () => child.exitCode === null && child.signalCode === null
  return {
    child,
    printed: () => printed().all,
    mistake: () => (isRunning() ? null : `${block.line}: it did not run on:\n${printed().all}`),
  }
}

/** Asks the programs to end, and kills them if they do not. */
async function stop(child: ChildProcess): Promise<void> {
  const closed = child.exitCode === null && child.signalCode === null ? once(child, 'close') : null
  signal(child, 'SIGTERM')
  const timer = setTimeout(() => signal(child, 'SIGKILL'), STOP_TIMEOUT_MS)
  await closed
  clearTimeout(timer)
  signal(child, 'SIGKILL')
}

const printedBy = (background: readonly Background[]) => background.map(({ printed }) => printed()).join('\n')

/** Waits until the programs in the background have printed each line of the block, and returns whether they did. */
async function printsLater({ text }: CodeBlock, background: readonly Background[]): Promise<boolean> {
  const isPrinted = () => {
    const lines = printedBy(background).split('\n')
    return text.split('\n').every((shown) => lines.some((line) => showsText(shown, line)))
  }
  for (let waitedMs = 0; !isPrinted(); waitedMs += POLL_INTERVAL_MS) {
    if (waitedMs >= BLOCK_TIMEOUT_MS) return false
    await delay(POLL_INTERVAL_MS)
  }
  return true
}

/** The variables that the block exports and the test does not set. */
function missingValues({ text }: CodeBlock, { variables }: PageRun): string[] {
  return [...text.matchAll(/\bexport (\w+)/g)].map(([, name]) => name!).filter((name) => variables[name] === undefined)
}

/** Runs the blocks in their order up to the first mistake, and returns it with its line, or null. */
export async function runPage(blocks: readonly CodeBlock[], run: PageRun): Promise<string | null> {
  const background: Background[] = []
  let last: { block: CodeBlock; stdout: string } | null = null
  try {
    for (const block of blocks) {
      const { marks, line } = block
      if (isPrintedLater(block) && !(await printsLater(block, background)))
        return `${line}: the programs in the background did not print this:\n${printedBy(background)}`
      if (isShown(block) && last !== null && !shows(block, last.stdout))
        return `${line}: the block of line ${last.block.line} printed something else:\n${last.stdout}`
      const missing = marks.includes('values') ? missingValues(block, run) : []
      if (missing.length > 0) return `${line}: the test has no value for ${missing.join(' ')}`
      if (!isRun(block) && block.language !== 'sh') continue
      if (isRun(block) && marks.includes('background')) {
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
