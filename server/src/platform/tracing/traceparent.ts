/**
 * The header `traceparent` of the W3C trace context (version 00): the trace, the span of the sender, and whether that
 * span is recorded. The service keeps and passes on this text as it is.
 */

const TRACEPARENT = /^00-(?!0{32})[0-9a-f]{32}-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}$/
const TRACEPARENT_CHARACTERS = 55

/** The parts of a `traceparent`. Ids are lower-case hexadecimal. */
export interface TraceContext {
  traceId: string
  spanId: string
  traceFlags: number
}

/** The text if it is a valid `traceparent`, otherwise null: the specification ignores invalid ones. */
export function readTraceparent(text: unknown): string | null {
  // The length first: the cost of a long header is then the same as of a short one.
  return typeof text === 'string' && text.length === TRACEPARENT_CHARACTERS && TRACEPARENT.test(text) ? text : null
}

/** The parts of a valid `traceparent`. */
export function partsOf(traceparent: string): TraceContext {
  const [, traceId, spanId, flags] = traceparent.split('-') as [string, string, string, string]
  return { traceId, spanId, traceFlags: Number.parseInt(flags, 16) }
}

export function writeTraceparent({ traceId, spanId, traceFlags }: TraceContext): string {
  return `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, '0')}`
}
