/** What a thread of rendering is asked for, and what it answers: plain values, since they are copied between threads. */
import type { RenderLimits } from './limits.ts'
import type { FieldText } from './parse.ts'
import type { RenderInput, RenderResult } from './render.ts'

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
  work: RenderWork
  /** Shared: becomes 1 when the thread has begun; until then it may still be starting. */
  begun: Int32Array
}

export interface RenderAnswer {
  outcome: CheckOutcome | RenderOutcome | PreviewOutcome
  /** What the thread's processor worked for it, ms. */
  processorMs: number
}
