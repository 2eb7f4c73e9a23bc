/**
 * Decides where templates are parsed and rendered: normally on the event loop, in turns, and in a thread if they could
 * block it. Each account has a time budget. A template that exceeded its limits is not tried again for some minutes.
 */
import { Counter } from '@prometheus-io/client'
import type { Registry } from '@prometheus-io/client'
import type { Clock } from '../../platform/clock.ts'
import type { Context } from '../../platform/context.ts'
import { ApiError } from '../../platform/errors.ts'
import { TokenBuckets } from '../../platform/admission/token-buckets.ts'
import { CostlyTemplates } from './costly-templates.ts'
import { LOOP_LIMITS, THREAD_LIMITS } from './limits.ts'
import { checkTexts } from './parse.ts'
import type { Checked, FieldText } from './parse.ts'
import type { Preview, PreviewOutcome, Render, RenderOutcome } from './task.ts'
import { RenderThreads } from './threads.ts'
import { createRenderTurns } from './turns.ts'
import type { RenderTurns } from './turns.ts'
import { createRenderer } from './render.ts'
import type { NotRendered, RenderInput, RenderResult } from './render.ts'

/** Total characters of texts to parse on the event loop when they are saved: 6 ms at most. */
const LOOP_CHECK_CHARACTERS_MAX = 16_000
/** Characters of text in the cache of parsed templates. The parsed form takes a few times as much memory. */
const CACHE_CHARACTERS_MAX = 8 * 1024 * 1024

/** CPU time for all renders of one request, ms. `usedMs` grows. */
export interface RequestTime {
  usedMs: number
  readonly maxMs: number
}

type ThreadOutcome = { result: RenderResult } & Partial<PreviewOutcome>

const UNCHECKED = 'takes too long to parse: shorten it'
const ENDED: NotRendered = {
  ok: false,
  code: 'template_limit',
  sentence: 'takes too long or too much memory to render: use fewer loops and filters, or pass shorter lists and texts',
  exceeded: true,
}
const REFUSED_AGAIN: NotRendered = {
  ok: false,
  code: 'template_limit',
  sentence:
    'recently took too long to render and is blocked for some minutes: change the template to use fewer loops ' +
    'and filters, or pass shorter lists and texts',
  exceeded: false,
}
const REQUEST_SPENT: NotRendered = {
  ok: false,
  code: 'template_limit',
  sentence: 'takes too long to render together with the earlier messages: send fewer at once, or simplify the loops',
  exceeded: false,
}

/** An account that renders nothing for this time has its full burst, s. */
const BUDGET_BURST_SECONDS = 4

interface RenderBudget {
  /** @throws {ApiError} `render_budget`, with the seconds to wait, if the account has used up its time. */
  require(accountId: number): void
  charge(accountId: number, processorMs: number): void
}

/** Limits each account's CPU time for rendering, in this process, to `perSecondMs` per second. 0: no limit. */
export function createRenderBudget(perSecondMs: number, monotonic: () => number): RenderBudget {
  if (perSecondMs === 0) return { require: () => {}, charge: () => {} }
  const rate = { burst: perSecondMs * BUDGET_BURST_SECONDS, refillMs: 1000 / perSecondMs }
  const leftMs = new TokenBuckets<number>(rate, monotonic)
  return {
    require(accountId) {
      const waitMs = leftMs.waitMs(accountId)
      if (waitMs === 0) return
      throw new ApiError('render_budget', { headers: { 'retry-after': String(Math.ceil(waitMs / 1000)) } })
    },
    charge: (accountId, processorMs) => leftMs.take(accountId, processorMs),
  }
}

const isSpent = (request: RequestTime | null) => request !== null && request.usedMs >= request.maxMs

export class Rendering {
  readonly #clock: Clock
  readonly #renderer = createRenderer(CACHE_CHARACTERS_MAX)
  readonly #turns: RenderTurns
  readonly #threads: RenderThreads
  readonly #budget: RenderBudget
  readonly #costly: CostlyTemplates
  readonly #counts = { loop: 0, refused: 0 }

  constructor({ config, clock, log, metrics }: Pick<Context, 'config' | 'clock' | 'log' | 'metrics'>) {
    const { monotonic } = clock
    this.#clock = clock
    this.#turns = createRenderTurns(monotonic)
    this.#threads = new RenderThreads({ log, clock })
    this.#budget = createRenderBudget(config.renderTimeLimit, monotonic)
    this.#costly = new CostlyTemplates(monotonic)
    observe(metrics, () => ({ ...this.#counts, thread: this.#threads.tasks }))
  }

  /**
   * Renders a message's texts. Returns a promise if it must wait for a turn or a thread. `request`: the time shared
   * with the request's other messages.
   * @throws {ApiError} `render_budget` if the account has used up its time, `overloaded` if too many renders wait
   */
  render(input: RenderInput, request: RequestTime | null): RenderResult | Promise<RenderResult> {
    const rendered = this.#costly.has(input)
      ? null
      : this.#turns.run(input.accountId, () => this.#onLoop(input, request))
    if (rendered === null) return this.#renderInThread(input, request)
    if (!(rendered instanceof Promise)) return rendered
    return rendered.then((result) => result ?? this.#renderInThread(input, request))
  }

  /**
   * Renders texts and lists their names. `texts`: the texts of the request, for naming mistakes by field. Empty for a
   * stored template.
   * @throws {ApiError} as `render`
   */
  async preview(input: RenderInput, texts: readonly FieldText[]): Promise<PreviewOutcome> {
    const outcome = await this.#inThread({ kind: 'preview', input, limits: THREAD_LIMITS, texts }, null)
    return { mistakes: {}, names: [], unknownNames: [], ...outcome }
  }

  /**
   * Parses texts to be stored: their mistakes by field, and the partials that they use.
   * @throws {ApiError} as `render`
   */
  async check(accountId: number, texts: readonly FieldText[]): Promise<Checked> {
    this.#budget.require(accountId)
    const characters = texts.reduce((sum, { text }) => sum + text.length, 0)
    if (characters <= LOOP_CHECK_CHARACTERS_MAX)
      return this.#turns.run(accountId, () => this.#charged(accountId, null, () => checkTexts(texts)))
    const ran = await this.#threads.run(accountId, { kind: 'check', texts })
    if ('refused' in ran) return ran.refused
    this.#charge(accountId, null, ran.processorMs)
    return ran.ok ? ran.outcome : { mistakes: { [texts[0]!.field]: UNCHECKED }, uses: [] }
  }

  /** Ends the threads. */
  close(): Promise<void> {
    return this.#threads.close()
  }

  #charge(accountId: number, request: RequestTime | null, processorMs: number): void {
    this.#budget.charge(accountId, processorMs)
    if (request !== null) request.usedMs += processorMs
  }

  /** Runs `work` on the event loop, and charges its time to the account and the request. */
  #charged<Result>(accountId: number, request: RequestTime | null, work: () => Result): Result {
    const startedAt = this.#clock.monotonic()
    const result = work()
    this.#charge(accountId, request, this.#clock.monotonic() - startedAt)
    return result
  }

  #refuse(result: NotRendered): NotRendered {
    this.#counts.refused += 1
    return result
  }

  /** Returns null if the render takes too long for the event loop. */
  #onLoop(input: RenderInput, request: RequestTime | null): RenderResult | null {
    const { accountId } = input
    // Checked again, because other renders of the account or request may have run during the wait.
    if (isSpent(request)) return this.#refuse(REQUEST_SPENT)
    if (this.#costly.has(input)) return null
    this.#budget.require(accountId)
    this.#counts.loop += 1
    const result = this.#charged(accountId, request, () => this.#renderer.render(input, LOOP_LIMITS))
    if (result.ok || !result.exceeded) return result
    this.#costly.add(input)
    return null
  }

  async #renderInThread(input: RenderInput, request: RequestTime | null): Promise<RenderResult> {
    return (await this.#inThread({ kind: 'render', input, limits: THREAD_LIMITS }, request)).result
  }

  async #inThread(work: Render | Preview, request: RequestTime | null): Promise<ThreadOutcome> {
    const { accountId, names } = work.input
    // Checked when a thread is free, not when the wait begins.
    const refusal = (): NotRendered | null => {
      if (isSpent(request)) return this.#refuse(REQUEST_SPENT)
      if (this.#costly.exceeds(work.input, names)) return this.#refuse(REFUSED_AGAIN)
      this.#budget.require(accountId)
      return null
    }
    this.#budget.require(accountId)
    const ran = await this.#threads.run(accountId, work, refusal)
    if ('refused' in ran) return { result: ran.refused }
    this.#charge(accountId, request, ran.processorMs)
    const outcome: RenderOutcome = ran.ok ? ran.outcome : { result: ENDED }
    if (!outcome.result.ok && outcome.result.exceeded) this.#costly.addExceeding(work.input, names)
    return outcome
  }
}

/** Counts renders by place, and refusals. */
function observe(metrics: Registry, read: () => Record<string, number>): void {
  const renders: Counter<'place'> = new Counter({
    name: 'tidings_template_renders_total',
    help: 'Templates rendered on the event loop or in a thread (including checks and previews), or refused before rendering',
    labelNames: ['place'],
    registers: [metrics],
    collect() {
      renders.reset()
      for (const [place, count] of Object.entries(read())) renders.inc({ place }, count)
    },
  })
}
