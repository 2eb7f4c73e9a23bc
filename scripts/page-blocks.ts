/** The rules for blocks of code in pages: the languages, the marks, and the comparison of an output with the page. */
import type { CodeBlock } from './markdown.ts'

const LANGUAGES_RUN = ['sh', 'ts', 'js']
/** The output of the block above: JSON with every shown part in it, or text. */
const LANGUAGES_SHOWN = ['json', 'text']
/** `http`: a webhook request. `pages.test.ts` checks its length and its signature. */
const LANGUAGES = [...LANGUAGES_RUN, ...LANGUAGES_SHOWN, 'http']

/**
 * These blocks are checked and not run. Commands are parsed (`bash -n`), programs are compiled. `vendor`: needs an account of
 * a provider, or the internet. `server`: changes a machine of the reader. `npm`: each line is a script of the repository.
 * `values`: sets variables of the reader; the tests have their own values. `browser`, `worker`: runs in a page or a service
 * worker. `file=NAME`: the page tells the reader to save it under this name; the next commands run it.
 */
const MARKS_NOT_RUN = new Set(['vendor', 'server', 'npm', 'values', 'browser', 'worker'])

/**
 * `background`: runs until the page ends; the next block begins after its first output. As a mark of `text`: each line comes from
 * a program in the background. `fails`: the page shows an error.
 * `example`: an output or a file in any language. Only JSON is parsed. `picture`: a drawing in characters. `tab`: one of several
 * languages of a sample. `scripts/sdks/tabs.long.ts` runs those in Python and Go.
 */
const MARKS = new Set([...MARKS_NOT_RUN, 'background', 'fails', 'example', 'picture', 'tab'])
const LANGUAGES_OF_TABS = new Set(['python', 'go'])
const MARKS_UNCHECKED = new Set(['example', 'picture'])

const isRunLanguage = (language: string) => LANGUAGES_RUN.includes(language)

/** The name under which the reader saves the block, or null. */
export function savedNameOf({ marks }: CodeBlock): string | null {
  return marks.find((mark) => mark.startsWith('file='))?.slice('file='.length) ?? null
}

/** Whether the block is run, and not only parsed or compiled. */
export function isRun(block: CodeBlock): boolean {
  const isChecked = block.marks.some((mark) => MARKS_NOT_RUN.has(mark)) || savedNameOf(block) !== null
  return isRunLanguage(block.language) && !isChecked
}

/** Whether the block is the output of the block above. */
export function isShown(block: CodeBlock): boolean {
  const isUnchecked = block.marks.some((mark) => MARKS_UNCHECKED.has(mark))
  return LANGUAGES_SHOWN.includes(block.language) && !isUnchecked && !isPrintedLater(block)
}

/** Whether the block shows lines that programs in the background print, sooner or later. */
export function isPrintedLater({ language, marks }: CodeBlock): boolean {
  return language === 'text' && marks.includes('background')
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

/** Blocks that are neither run, compared nor checked, each as `line: sentence`. */
export function mistakesOfBlocks(blocks: readonly CodeBlock[]): string[] {
  return blocks.flatMap((block, index) => {
    const { language, marks, line, text } = block
    const before = blocks[index - 1]
    if (language === '') return [`${line}: a block needs a language: ${LANGUAGES.join(' ')}`]
    const unknown = marks.filter((mark) => !MARKS.has(mark) && !/^file=[\w.-]+$/.test(mark))
    if (unknown.length > 0) return [`${line}: unknown mark ${unknown.join(' ')}: ${[...MARKS].join(' ')} file=NAME`]
    if (marks.includes('example') && language === 'json' && !isJson(text)) return [`${line}: this is not JSON`]
    if (marks.some((mark) => MARKS_UNCHECKED.has(mark))) return []
    if (marks.includes('tab') && LANGUAGES_OF_TABS.has(language)) return []
    if (!LANGUAGES.includes(language)) return [`${line}: nothing runs or checks ${language}: mark it as example`]
    const isBehindOutput = before !== undefined && isRun(before) && !before.marks.includes('background')
    if (isShown(block) && !isBehindOutput) return [`${line}: an output must stand behind the block that printed it`]
    return []
  })
}

const SCRIPT = /(?<![\w-])npm (?:run (?:-s )?(\w[\w:-]*)|(ci|start|test)\b)/g

/** Commands of npm and of the command line that do not exist, each as `line: sentence`. */
export function mistakesOfCommands(
  blocks: readonly CodeBlock[],
  known: { scripts: readonly string[]; commands: readonly string[] },
): string[] {
  return blocks
    .filter(({ language }) => language === 'sh')
    .flatMap(({ line, text, marks }) => {
      const scripts = [...text.matchAll(SCRIPT)].map(([, run, short]) => (run ?? short)!)
      const commands = [...text.matchAll(/(?<![\w-])npm run (?:-s )?tidings -- ([a-z][a-z -]*[a-z])/g)].map(
        ([, words]) => words!,
      )
      const lines = text.split('\n').filter((each) => each.trim() !== '' && !each.trim().startsWith('#'))
      return [
        ...scripts
          .filter((script) => script !== 'ci' && !known.scripts.includes(script))
          .map((script) => `${line}: package.json has no script ${script}`),
        ...commands
          .filter((words) => !known.commands.some((command) => `${words} `.startsWith(`${command} `)))
          .map((words) => `${line}: there is no command tidings ${words}`),
        ...(marks.includes('npm') ? lines : [])
          .filter((each) => !/^npm (run [\w:-]+|ci|start|test)( -- [^#]*)?( *#.*)?$/.test(each.trim()))
          .map((each) => `${line}: not a script of npm: ${each}`),
      ]
    })
}

/**
 * Whether `actual` contains everything shown. The text `...` stands for anything, and at the end of a list for any
 * further items.
 */
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

/** Whether the texts are the same, except blanks at the ends of lines. `...` stands for anything. */
export function showsText(shown: string, actual: string): boolean {
  const plain = (text: string) => text.trim().replace(/[ \t]+$/gm, '')
  const parts = plain(shown).split('...').map(RegExp.escape)
  return new RegExp(`^${parts.join('[^]*')}$`).test(plain(actual))
}

/** Whether `stdout` is the output that the block shows. */
export function shows({ language, text }: CodeBlock, stdout: string): boolean {
  if (language === 'text') return showsText(text, stdout)
  try {
    return showsJson(JSON.parse(text), JSON.parse(stdout))
  } catch {
    return false
  }
}
