/** A thread for parsing and rendering. Its default export is called with each task. */
import { constants, platform, setPriority } from 'node:os'
import { threadProcessorMs } from '../../platform/clock.ts'
import type { NamePath } from './names-used.ts'
import { checkTexts } from './parse.ts'
import { createRenderer } from './render.ts'
import { unpacked } from './task.ts'
import type { Preview, PreviewOutcome, RenderAnswer, RenderTask, RenderWork } from './task.ts'
import { unknownNames, usedNames } from './unknown-names.ts'

/** Characters of text in each thread's cache of parsed templates. */
const CACHE_CHARACTERS_MAX = 2 * 1024 * 1024

// Lower priority, so that the event loop and a database on the same machine run first. Only Linux has a priority per
// thread.
if (platform() === 'linux') setPriority(constants.priority.PRIORITY_BELOW_NORMAL)

const renderer = createRenderer(CACHE_CHARACTERS_MAX)

function preview({ input, limits, texts }: Preview): PreviewOutcome {
  const paths: NamePath[] = []
  const result = renderer.render(input, limits, (some) => {
    for (const path of some) paths.push(path)
  })
  const { mistakes } = checkTexts(result.ok ? [] : texts)
  return { result, mistakes, names: usedNames(paths), unknownNames: unknownNames(paths, input.names) }
}

function perform(work: RenderWork): RenderAnswer['outcome'] {
  if (work.kind === 'check') return checkTexts(work.texts)
  if (work.kind === 'preview') return preview(work)
  return { result: renderer.render(work.input, work.limits) }
}

export default function run(task: RenderTask): RenderAnswer {
  Atomics.store(task.begun, 0, 1)
  const startedAt = threadProcessorMs()
  const outcome = perform(unpacked(task))
  return { outcome, processorMs: threadProcessorMs() - startedAt }
}
