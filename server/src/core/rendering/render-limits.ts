/** The limits of a render: its time, its work and its output. `charges.ts` has the cost of each step. */
import { Context, Drop } from 'liquidjs'
import type { Liquid } from 'liquidjs'
import { monotonicMs, threadProcessorMs } from '../../platform/clock.ts'
import { plainNumber, WrittenNumber } from './names.ts'

export type Emitter = NonNullable<Parameters<Liquid['renderer']['renderTemplates']>[2]>

/** Length of a rendered text, in characters. */
export const OUTPUT_CHARACTERS_MAX = 1024 * 1024

/** Limits of one render, for all texts of a message together. */
export interface RenderLimits {
  /** CPU time, ms. Checked before each tag, output, filter and operator. */
  processorMs: number
  /**
   * Work between two time checks: one unit per character in a filter or output, 20 per list item (`charges.ts`). The
   * slowest filters take one microsecond per item.
   */
  workUnits: number
}

export const RENDER_LIMITS: RenderLimits = { processorMs: 10, workUnits: 250_000 }

/** Error messages of the template engine. Our own limits use the same ones. */
export const TIME_EXCEEDED = 'template render limit exceeded'
export const WORK_EXCEEDED = 'memory alloc limit exceeded'
export const OUTPUT_EXCEEDED = 'output limit exceeded'

/** Limits a render's time by CPU time, because elapsed time depends on the machine's other work. */
export class ProcessorLimit {
  readonly #limitMs: number
  readonly #startedAt = threadProcessorMs()
  #lookAt: number
  constructor(limitMs: number) {
    this.#limitMs = limitMs
    this.#lookAt = monotonicMs() + limitMs
  }
  /** `now`: monotonic ms. Elapsed time is never less than CPU time, so CPU time is read only when it could be over. */
  check(now: number): void {
    if (now <= this.#lookAt) return
    const leftMs = this.#limitMs - (threadProcessorMs() - this.#startedAt)
    if (leftMs <= 0) throw new Error(TIME_EXCEEDED)
    this.#lookAt = now + leftMs
  }
}

export const ITEM_UNITS = 20
/** Characters that are added to an output per unit. They are not read, and the output has a limit of its own. */
const WRITTEN_PER_UNIT = 16

/** Converts a value to text and charges it. A list becomes its joined items, an object its JSON. */
export function textOf(context: Context, value: unknown): string {
  if (typeof value === 'string') {
    context.memoryLimit.use(value.length)
    return value
  }
  if (value === null || value === undefined) return ''
  if (Array.isArray(value)) {
    context.memoryLimit.use(value.length * ITEM_UNITS)
    let text = ''
    for (const item of value) text += textOf(context, item)
    return text
  }
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  if (typeof value !== 'object') return ''
  if (value instanceof WrittenNumber) return textOf(context, String(value))
  return JSON.stringify(value, (name, part: unknown) => {
    context.memoryLimit.use(name.length + (typeof part === 'string' ? part.length : 1))
    return part
  })
}

/** Collects the output of a render or a `capture`. It throws as soon as the output is too long. */
class BoundedEmitter implements Emitter {
  buffer = ''
  readonly #context: Context
  constructor(context: Context) {
    this.#context = context
  }
  write(value: unknown): void {
    if (typeof value !== 'string') this.buffer += textOf(this.#context, value)
    else {
      this.#context.memoryLimit.use(value.length / WRITTEN_PER_UNIT)
      this.buffer += value
    }
    if (this.buffer.length > OUTPUT_CHARACTERS_MAX) throw new Error(OUTPUT_EXCEEDED)
  }
}

/** Gives each render and each `capture` a limit of its output. */
export function boundOutput(renderer: Liquid['renderer']): void {
  const renderTemplates = renderer.renderTemplates.bind(renderer)
  renderer.renderTemplates = (templates, context, emitter) =>
    renderTemplates(templates, context, emitter ?? new BoundedEmitter(context))
}

/** The engine's context with a time check: reading the size of a large object takes long. */
export class BoundedContext extends Context {
  override readProperty(object: never, key: never): unknown {
    if (key === 'super' && (object as unknown) instanceof Drop) return undefined
    if (key === 'size') this.renderLimit.check(monotonicMs())
    return super.readProperty(plainNumber(object) as never, plainNumber(key) as never)
  }

  /** The context of a rendered partial: it has the names of the message, but not those of the text around it. */
  override spawn(scope: object = {}): BoundedContext {
    const { sync, globals, renderLimit, memoryLimit, liquid } = this
    return new BoundedContext(scope, this.opts, { sync, globals }, { renderLimit, memoryLimit, liquid })
  }
}
