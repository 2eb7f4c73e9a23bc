/**
 * Parses and renders templates on the event loop, in turns of 10 ms. Each account has a budget of time. A template with a
 * longer render is refused.
 */
import { Counter } from '@prometheus-io/client'
import type { Registry } from '@prometheus-io/client'
import { threadProcessorMs } from '../../platform/clock.ts'
import type { Context } from '../../platform/context.ts'
import { ApiError, overloaded } from '../../platform/errors.ts'
import { TokenBuckets } from '../../platform/admission/token-buckets.ts'
import { unknownNames, usedNames } from './names-used.ts'
import type { NamePath } from './names-used.ts'
import { parse } from './parse.ts'
import type { Checked, FieldText } from './parse.ts'
import { createRenderer } from './render.ts'
import type { NotRendered, RenderInput, RenderResult } from './render.ts'
import { FairQueue } from '../../platform/admission/fair-gate.ts'
import { LIMITS } from '../../platform/admission/limits.ts'

/** Characters of text in the cache of parsed templates. The parsed form takes a few times as much memory. */
const CACHE_CHARACTERS_MAX = 8 * 1024 * 1024
/**
 * Tries of a render that exceeds its time, each in a turn of its own. Garbage collection may have taken the time, or code
 * that ran for the first time. Texts stay parsed, so a later try needs less.
 */
const TRIES_MAX = 5

/** CPU time for all renders of one request, ms. `usedMs` grows. */
export interface RequestTime {
  usedMs: number
  readonly maxMs: number
}

/** A render that also lists the names of the texts. If it fails, `mistakes` has those of the given texts. */
export interface PreviewResult extends Pick<Checked, 'mistakes'> {
  result: RenderResult
  names: string[]
  unknownNames: string[]
}

const REQUEST_SPENT: NotRendered = {
  ok: false,
  code: 'template_limit',
  sentence: 'takes too long to render together with the earlier messages: send fewer at once, or simplify the loops',
  isTime: false,
}

/**
 * The CPU time for rendering that each account has left in this process, ms. It grows by `perSecondMs` per second. 0: no
 * limit, and null.
 */
export function createRenderBudget(perSecondMs: number, monotonic: () => number): TokenBuckets<number> | null {
  const rate = { burst: perSecondMs * LIMITS.renders.max.burstSeconds, refillMs: 1000 / perSecondMs }
  return perSecondMs === 0 ? null : new TokenBuckets(rate, monotonic)
}

/** @throws {ApiError} `render_budget`, with the seconds to wait, if the account has used up its time. */
export function requireBudget(budget: TokenBuckets<number> | null, accountId: number): void {
  const waitMs = budget?.waitMs(accountId) ?? 0
  if (waitMs === 0) return
  throw new ApiError('render_budget', { headers: { 'retry-after': String(Math.ceil(waitMs / 1000)) } })
}

export class Rendering {
  readonly #renderer = createRenderer(CACHE_CHARACTERS_MAX)
  readonly #turns: RenderTurns
  readonly #budget: TokenBuckets<number> | null
  readonly #counts = { loop: 0, refused: 0 }

  constructor({ config, clock, metrics }: Pick<Context, 'config' | 'clock' | 'metrics'>) {
    this.#turns = createRenderTurns(threadProcessorMs)
    this.#budget = createRenderBudget(config.renderTimeLimit, clock.monotonic)
    observe(metrics, this.#counts)
  }

  /**
   * Renders a message's texts at its account's turn, and again in later turns if the time was exceeded. `request`: the
   * time shared with the request's other messages. `onPaths` gets the names in the texts, at each try.
   * @throws {ApiError} `render_budget` if the account has used up its time, `overloaded` if too many renders wait
   */
  async render(
    input: RenderInput,
    request: RequestTime | null,
    onPaths?: (paths: readonly NamePath[]) => void,
  ): Promise<RenderResult> {
    const { accountId } = input
    for (let tries = 1; ; tries++) {
      const result = await this.#turns.run(
        accountId,
        () => {
          // Checked at the turn, because other renders of the account or the request may have run during the wait.
          if (request !== null && request.usedMs >= request.maxMs) {
            this.#counts.refused += 1
            return REQUEST_SPENT
          }
          requireBudget(this.#budget, accountId)
          this.#counts.loop += 1
          return this.#renderer.render(input, onPaths)
        },
        (processorMs) => {
          this.#budget?.take(accountId, processorMs)
          if (request !== null) request.usedMs += processorMs
        },
      )
      if (result.ok || !result.isTime || tries === TRIES_MAX) return result
    }
  }

  /**
   * Renders texts and lists their names. `texts`: the texts of the request, for naming mistakes by field. Empty for a
   * stored template.
   * @throws {ApiError} as `render`
   */
  async preview(input: RenderInput, texts: readonly FieldText[]): Promise<PreviewResult> {
    const paths: NamePath[] = []
    const result = await this.render(input, null, (some) => {
      for (const path of some) paths.push(path)
    })
    const { mistakes } = await this.check(input.accountId, result.ok ? [] : texts)
    return { result, mistakes, names: usedNames(paths), unknownNames: unknownNames(paths, input.names) }
  }

  /**
   * Parses texts to be stored, each in a turn: their mistakes by field, and the partials that they use. It does not check
   * if these exist.
   * @throws {ApiError} as `render`
   */
  async check(accountId: number, texts: readonly FieldText[]): Promise<Checked> {
    const checked: Checked = { mistakes: {}, uses: [] }
    if (texts.length > 0) requireBudget(this.#budget, accountId)
    for (const { field, text } of texts) {
      const result = await this.#turns.run(
        accountId,
        () => parse(text),
        (processorMs) => this.#budget?.take(accountId, processorMs),
      )
      if (!result.ok) checked.mistakes[field] = result.sentence
      else for (const [name, { at }] of result.parsed.uses) checked.uses.push({ field, name, at })
    }
    return checked
  }
}

/** Counts renders, and refusals because of the time of a request. */
function observe(metrics: Registry, counts: Record<string, number>): void {
  const renders: Counter<'place'> = new Counter({
    name: 'tidings_template_renders_total',
    help: 'Renders on the event loop (with previews and repeated tries), or refused because their request used up its time',
    labelNames: ['place'],
    registers: [metrics],
    collect() {
      renders.reset()
      for (const [place, count] of Object.entries(counts)) renders.inc({ place }, count)
    },
  })
}

/** Rendering time per turn of the event loop, ms. After that, other work runs first. */
const TURN_MS = LIMITS.renderTurn.max

export interface RenderTurns {
  /**
   * Does the work now if possible, otherwise at its account's turn, and charges its time. Throws `overloaded` if too many
   * wait.
   */
  run<Result>(accountId: number, work: () => Result, charge: (processorMs: number) => void): Result | Promise<Result>
}

/**
 * Renders share the event loop with leases, webhooks and all accounts. After `TURN_MS` of rendering, the next render
 * waits for the next turn of the loop. Waiting renders take turns by account.
 * `processorTime`: CPU time of this thread, ms. Elapsed time would charge accounts for other work of the machine.
 */
export function createRenderTurns(processorTime: () => number): RenderTurns {
  const queue = new FairQueue<() => void>({
    perKeyMax: LIMITS.rendersWaitingOfAccount.max,
    max: LIMITS.rendersWaiting.max,
  })
  let renderedMs = 0

  function timed<Result>(work: () => Result, charge: (processorMs: number) => void): Result {
    const before = processorTime()
    try {
      return work()
    } finally {
      const processorMs = processorTime() - before
      renderedMs += processorMs
      charge(processorMs)
    }
  }

  function goOn(): void {
    renderedMs = 0
    while (renderedMs <= TURN_MS) {
      const next = queue.take()
      if (next === null) return
      next.item()
    }
    if (queue.size > 0) setImmediate(goOn)
  }

  return {
    run(accountId, work, charge) {
      if (renderedMs <= TURN_MS && queue.size === 0) return timed(work, charge)
      return new Promise((resolve, reject) => {
        const waits = queue.add(accountId, () => {
          try {
            resolve(timed(work, charge))
          } catch (error) {
            reject(error instanceof Error ? error : new Error(String(error)))
          }
        })
        if (!waits) reject(overloaded())
        else if (queue.size === 1) setImmediate(goOn)
      })
    },
  }
}
