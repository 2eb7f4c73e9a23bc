/**
 * Attempts with a span each, if traces are on. The trace contexts of events are read here, many in one statement, so
 * that the queue and its statements carry nothing for them.
 */
import type { Context } from '../../platform/context.ts'
import { Batcher } from '../../platform/db/batcher.ts'
import { rowOf } from '../../platform/db/id-conditions.ts'
import { columns } from '../../platform/db/rows.ts'
import type { Span, Tracing } from '../../platform/tracing/tracing.ts'
import { makeAttempt } from './attempt.ts'
import type { AttemptEnd, AttemptInput, AttemptTools } from './attempt.ts'

/** `attemptsMade`: the attempts of the event before this one. */
type NumberedInput = AttemptInput & { attemptsMade: number }

type MakeAttempt = (input: NumberedInput, epoch: number) => Promise<AttemptEnd>

const BATCH_EVENTS_MAX = 500

/** The spans of the requests that created the events' messages. An event without one has no row. */
const readTraceContexts = columns('bucket smallint, account_id bigint, event_id text').sql(
  'webhooks.read_trace_contexts',
  ({ input }) => `select input.event_id, m.traceparent
   from ${input}
   cross join ${rowOf(['events', 'e'], 'input', ['id', 'event_id'])}
   cross join ${rowOf(['deliveries', 'd'], 'e', ['id', 'delivery_id'])}
   cross join ${rowOf(['messages', 'm'], 'd', ['id', 'message_id'])}
   where m.traceparent is not null`,
)

function createTraceContextReader({ pool, clock, config }: Context): Batcher<NumberedInput, string | null> {
  return new Batcher({
    itemsMax: BATCH_EVENTS_MAX,
    slots: 2,
    waitingMax: Infinity,
    waitMsMax: config.batchWaitMs,
    monotonic: clock.monotonic,
    async flush(inputs) {
      const rows = await readTraceContexts(pool, inputs)
      const found = new Map(rows.map((row) => [row.eventId, row.traceparent]))
      return inputs.map(({ eventId }) => found.get(eventId) ?? null)
    },
  })
}

/** `link`: the request that created the event's message, or null. */
function startSpan(tracing: Tracing, input: NumberedInput, link: string | null): Span {
  return tracing.start('webhook.attempt', {
    kind: 'client',
    link,
    attributes: {
      'tidings.account.id': input.accountId,
      'tidings.endpoint.id': input.endpointId,
      'tidings.event.id': input.eventId,
      'tidings.event.type': input.type,
      'tidings.attempt.number': input.attemptsMade + 1,
      'http.request.method': 'POST',
    },
  })
}

/** If there was no POST, because the event is held or has lost its endpoint, the span is not exported. */
function endSpan(span: Span, end: AttemptEnd): void {
  if (end.kind === 'held' || end.kind === 'orphaned') return
  if (end.kind !== 'finished') return span.end({}, end.kind)
  const { result } = end
  if (!result.ok) return span.end({}, result.error)
  const isError = result.status < 200 || result.status >= 300
  span.end({ 'http.response.status_code': result.status }, isError ? String(result.status) : null)
}

/** Returns `makeAttempt` with its tools. If traces are on, each attempt gets a span. */
export function tracedAttempts(context: Context, tools: AttemptTools): MakeAttempt {
  const { tracing, config } = context
  if (tracing === null) return (input, epoch) => makeAttempt(tools, input, epoch)
  const contexts = createTraceContextReader(context)
  return async (input, epoch) => {
    // If the database does not respond, the span has no link. The attempt goes on.
    const link = await contexts.add(input).catch(() => null)
    const span = startSpan(tracing, input, link)
    const sent = config.webhookTraceparent ? { ...input, traceparent: span.traceparent } : input
    const end = await makeAttempt(tools, sent, epoch)
    endSpan(span, end)
    return end
  }
}
