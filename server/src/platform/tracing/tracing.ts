/**
 * Traces for the operator: a span for each request, send and attempt, exported by OTLP. Without an endpoint, the
 * service has no `Tracing` and loads no module of OpenTelemetry (decision record 50).
 */
import type { Config } from '../config/config.ts'

/** Values shown with a span. They never hold personal data, texts of messages, or URLs. */
export type SpanAttributes = Record<string, string | number | boolean>

export interface SpanStart {
  /** `server`: the service handles a request. `client`: it calls another one. */
  kind: 'server' | 'client'
  /** The valid `traceparent` of the request to be handled: the span continues its trace. */
  parent?: string | null
  /** The valid `traceparent` of earlier work as the cause of this one. The span begins its own trace, with a link. */
  link?: string | null
  /** ms since the epoch, by this machine's clock. Absent: now. */
  startedAt?: number
  attributes: SpanAttributes
}

/** Work in progress. If it is not ended, it is not exported. */
export interface Span {
  /** The span as the `traceparent` for the work that follows from it. */
  readonly traceparent: string
  /** `error`: a word for the kind of the failure (`error.type`). Null: the work succeeded. */
  end(attributes: SpanAttributes, error: string | null): void
}

export interface Tracing {
  start(name: string, start: SpanStart): Span
  /** Exports the spans so far, for some seconds at most. Never rejects. */
  close(): Promise<void>
}

export type TracingConfig = Pick<
  Config,
  | 'otelExporterOtlpEndpoint'
  | 'otelExporterOtlpHeaders'
  | 'otelTracesSampler'
  | 'otelTracesSamplerArg'
  | 'otelSdkDisabled'
>
