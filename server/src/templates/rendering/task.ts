/** What a thread of rendering is asked for, and what it answers: plain values, since they are copied between threads. */
import { parseWithDigits } from '../../json-numbers.ts'
import type { RenderLimits } from '../limits.ts'
import type { FieldText } from '../parse.ts'
import type { Names } from '../names.ts'
import type { RenderInput, RenderResult } from './render.ts'
import { templateValue } from '../written-number.ts'

/** `mistakes`: what is wrong with texts, by field. */
export type Check = { kind: 'check'; texts: readonly FieldText[] }
export type CheckOutcome = { mistakes: Record<string, string> }

export type Render = { kind: 'render'; input: RenderInput; limits: RenderLimits }
export type RenderOutcome = { result: RenderResult }

/** A render with the names that the texts use. If it fails, `mistakes` tells which of `texts` do not parse. */
export type Preview = { kind: 'preview'; input: RenderInput; limits: RenderLimits; texts: readonly FieldText[] }
export type PreviewOutcome = RenderOutcome & CheckOutcome & { names: string[]; unknownNames: string[] }

export type RenderWork = Check | Render | Preview
export type OutcomeOf<Work extends RenderWork> = Work extends Check
  ? CheckOutcome
  : Work extends Render
    ? RenderOutcome
    : PreviewOutcome

export interface RenderTask {
  /** Without the names of its input. */
  work: RenderWork
  /** The names as JSON, or null if the work has none: a copy between threads would lose the digits of their numbers. */
  names: string | null
  /** Shared: becomes 1 when the thread has begun; until then it may still be starting. */
  begun: Int32Array
}

/** The work as it is given to a thread. */
export function packed(work: RenderWork): Pick<RenderTask, 'work' | 'names'> {
  if (work.kind === 'check') return { work, names: null }
  const { names, ...input } = work.input
  return { work: { ...work, input: { ...input, names: {} } }, names: JSON.stringify(names) }
}

/** The work as it was before `packed`. */
export function unpacked({ work, names }: Pick<RenderTask, 'work' | 'names'>): RenderWork {
  if (work.kind === 'check' || names === null) return work
  return { ...work, input: { ...work.input, names: templateValue(parseWithDigits(names)) as Names } }
}

export interface RenderAnswer {
  outcome: CheckOutcome | RenderOutcome | PreviewOutcome
  /** What the thread's processor worked for it, ms. */
  processorMs: number
}
