/** Divides the test files into batches. Each batch is a process. */
import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const CACHE = fileURLToPath(new URL('../../.cache/', import.meta.url))
const BATCH = new URL('batch.ts', import.meta.url).href
const FOLLOWED_PROMISES = new URL('followed-promises.ts', import.meta.url).href

/** A file with this line runs in its own process, for example because it measures memory. The line gives the reason. */
const OWN_PROCESS = /^\/\/ Own process: \S.*$/m

/** More files share more code. Fewer files are quicker to repeat if one of them ends the process. */
const FILES_OF_BATCH_MAX = 40

/** A file with a browser takes as long as three others. The longest batch must not outlast the rest of the run. */
const WITH_BROWSER = /[\\/](dashboard|inbox|site)[\\/]test[\\/]/
const FILES_PER_BROWSER = 3

/** Files of one folder share the most code. */
export function batchesOf(files: readonly string[]): string[][] {
  const [own, shared] = [[] as string[][], [] as string[]]
  for (const file of files)
    if (file.endsWith('.long.ts') || OWN_PROCESS.test(readFileSync(file, 'utf8'))) own.push([file])
    else shared.push(file)
  const batches = [...Map.groupBy(shared, dirname).values()].flatMap((of) => inParts(of))
  return [...merged(batches), ...own]
}

const weightOf = (files: readonly string[]) =>
  files.length + (FILES_PER_BROWSER - 1) * files.filter((file) => WITH_BROWSER.test(file)).length

function inParts(files: readonly string[]): string[][] {
  const parts = Math.ceil(weightOf(files) / FILES_OF_BATCH_MAX)
  return Array.from({ length: parts }, (_, part) => files.filter((_file, at) => at % parts === part))
}

/** Puts neighbouring small batches together. */
function merged(batches: readonly string[][]): string[][] {
  const all: string[][] = []
  for (const batch of batches) {
    const last = all.at(-1)
    if (last !== undefined && weightOf([...last, ...batch]) <= FILES_OF_BATCH_MAX) last.push(...batch)
    else all.push([...batch])
  }
  return all
}

/** Writes a program for each batch, and returns their paths. The runner of Node starts programs without arguments. */
export function programsOf(batches: readonly string[][]): string[] {
  mkdirSync(CACHE, { recursive: true })
  const directory = mkdtempSync(join(CACHE, 'batches-'))
  return batches.map((files, at) => {
    const path = join(directory, `batch-${String(at + 1).padStart(2, '0')}.test.mjs`)
    const lines = [
      `import '${FOLLOWED_PROMISES}'`,
      `const { runBatch } = await import('${BATCH}')`,
      `await runBatch(${JSON.stringify(files)})`,
    ]
    writeFileSync(path, `${lines.join('\n')}\n`)
    return path
  })
}
