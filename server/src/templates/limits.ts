import { monotonicMs, threadProcessorMs } from '../clock.ts'

/** Longest rendered text, in characters. */
export const OUTPUT_CHARACTERS_MAX = 1024 * 1024

/** What one render may take, for all texts of its message together. */
export interface RenderLimits {
  /** Time of the thread's processor, ms; looked at before each tag, output, filter and operator. */
  processorMs: number
  /**
   * Work, for what happens between two looks at the time: a character that a filter or the output handles is one unit,
   * an item of a list 20 (`charges.ts`). The costliest filters take a microsecond an item.
   */
  workUnits: number
  /** Characters within tags and outputs of a text that is not parsed yet: parsing 16,000 takes up to 6 ms. */
  markupCharactersMax: number
  /** Renders, if the time runs out: code that runs for the first time is slow. */
  triesMax: number
}

/** On the event loop: what needs more goes to a thread. */
export const LOOP_LIMITS: RenderLimits = {
  processorMs: 10,
  workUnits: 250_000,
  markupCharactersMax: 16_000,
  triesMax: 1,
}
/** In a thread: what needs more is refused. The second try is one with code that has run before. */
export const THREAD_LIMITS: RenderLimits = {
  processorMs: 50,
  workUnits: 2_500_000,
  markupCharactersMax: Infinity,
  triesMax: 2,
}

/** What the template engine says; what it stopped by its limits ends in the same words. */
export const TIME_EXCEEDED = 'template render limit exceeded'
export const WORK_EXCEEDED = 'memory alloc limit exceeded'
export const OUTPUT_EXCEEDED = 'output limit exceeded'

/** The end of the time of a render: by the thread's processor, since the time of a machine that does other work says nothing. */
export class ProcessorLimit {
  readonly #limitMs: number
  readonly #startedAt = threadProcessorMs()
  #lookAt: number
  constructor(limitMs: number) {
    this.#limitMs = limitMs
    this.#lookAt = monotonicMs() + limitMs
  }
  /** `now`: monotonic ms. A processor never works for longer than time passes. */
  check(now: number): void {
    if (now <= this.#lookAt) return
    const leftMs = this.#limitMs - (threadProcessorMs() - this.#startedAt)
    if (leftMs <= 0) throw new Error(TIME_EXCEEDED)
    this.#lookAt = now + leftMs
  }
}
