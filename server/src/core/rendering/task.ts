/** Tasks and results of a rendering thread. They are plain values, because they are copied between threads. */
import { parseWithDigits } from '../../platform/json-numbers.ts'
import type { RenderLimits } from './limits.ts'
import type { Checked, FieldText } from './parse.ts'
import type { Names } from './names.ts'
import type { RenderInput, RenderResult } from './render.ts'
import { templateValue } from './written-number.ts'

export type Check = { kind: 'check'; texts: readonly FieldText[] }

export type Render = { kind: 'render'; input: RenderInput; limits: RenderLimits }
export type RenderOutcome = { result: RenderResult }

/** A render that also lists the texts' names. If it fails, `mistakes` names those of `texts` that do not parse. */
export type Preview = { kind: 'preview'; input: RenderInput; limits: RenderLimits; texts: readonly FieldText[] }
export type PreviewOutcome = RenderOutcome & Pick<Checked, 'mistakes'> & { names: string[]; unknownNames: string[] }

export type RenderWork = Check | Render | Preview
export type OutcomeOf<Work extends RenderWork> = Work extends Check
  ? Checked
  : Work extends Render
    ? RenderOutcome
    : PreviewOutcome

export interface RenderTask {
  /** The input without its names. */
  work: RenderWork
  /** The names as JSON, or null if the work has none. Copying between threads would lose the digits of numbers. */
  names: string | null
  /** Shared memory. The thread sets it to 1 when it begins. Before that, the thread may still be starting. */
  begun: Int32Array
}

/** The work for sending it to a thread. */
export function packed(work: RenderWork): Pick<RenderTask, 'work' | 'names'> {
  if (work.kind === 'check') return { work, names: null }
  const { names, ...input } = work.input
  return { work: { ...work, input: { ...input, names: {} } }, names: JSON.stringify(names) }
}

/** Reverses `packed`. */
export function unpacked({ work, names }: Pick<RenderTask, 'work' | 'names'>): RenderWork {
  if (work.kind === 'check' || names === null) return work
  return { ...work, input: { ...work.input, names: templateValue(parseWithDigits(names)) as Names } }
}

export interface RenderAnswer {
  outcome: Checked | RenderOutcome | PreviewOutcome
  /** CPU time of the thread for this task, ms. */
  processorMs: number
}
