/** The only file with OpenTelemetry. It is loaded if traces are on. */
import { DiagLogLevel, ROOT_CONTEXT, SpanKind, SpanStatusCode, diag, trace } from '@opentelemetry/api'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-proto'
import {
  defaultResource,
  detectResources,
  resourceAttributesEnvDetector,
  resourceFromAttributes,
  serviceInstanceIdDetector,
  serviceNameEnvDetector,
} from '@opentelemetry/resources'
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  BatchSpanProcessor,
  ParentBasedSampler,
  SamplingDecision,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace'
import type { Sampler, SpanExporter } from '@opentelemetry/sdk-trace'
import type { Logger } from '../log.ts'
import { VERSION } from '../version.ts'
import { partsOf, writeTraceparent } from './traceparent.ts'
import type { Span, SpanStart, Tracing, TracingConfig } from './tracing.ts'

/** How long the stop waits for the last export, ms. It is part of the time of an orderly stop. */
const CLOSE_MS_MAX = 5000
/** Time between two lines about failed exports, ms. */
const FAILURE_LOG_INTERVAL_MS = 60_000
/** A message of the library is logged up to this length. It may repeat the response of the receiver. */
const FAILURE_CHARACTERS_MAX = 500

const KINDS = { server: SpanKind.SERVER, client: SpanKind.CLIENT } as const

/**
 * A span with a link follows the decision for the linked span, as a child follows its parent. Otherwise a caller with
 * one recorded trace in a hundred would rarely find the sends of that trace.
 */
function followLinks(root: Sampler): Sampler {
  const sampler = new ParentBasedSampler({ root })
  return {
    shouldSample(context, traceId, name, kind, attributes, links) {
      const [link] = links
      if (link === undefined) return sampler.shouldSample(context, traceId, name, kind, attributes, links)
      const isRecorded = (link.context.traceFlags & 1) === 1
      return { decision: isRecorded ? SamplingDecision.RECORD_AND_SAMPLED : SamplingDecision.NOT_RECORD }
    },
    toString: () => `FollowLinks{${sampler.toString()}}`,
  }
}

function samplerOf({ otelTracesSampler, otelTracesSamplerArg: ratio }: TracingConfig): Sampler {
  switch (otelTracesSampler) {
    case 'always_on':
      return new AlwaysOnSampler()
    case 'always_off':
      return new AlwaysOffSampler()
    case 'traceidratio':
      return new TraceIdRatioBasedSampler(ratio)
    case 'parentbased_always_on':
      return followLinks(new AlwaysOnSampler())
    case 'parentbased_always_off':
      return followLinks(new AlwaysOffSampler())
    case 'parentbased_traceidratio':
      return followLinks(new TraceIdRatioBasedSampler(ratio))
  }
}

type LogFailure = (...texts: unknown[]) => void

/** Logs failures, one line a minute at most: if the receiver is down, each export fails. */
function createFailureLog(log: Logger): LogFailure {
  let isQuiet = false
  return (...texts) => {
    if (isQuiet) return
    isQuiet = true
    setTimeout(() => (isQuiet = false), FAILURE_LOG_INTERVAL_MS).unref()
    log.warn({ event: 'traces.failed', problem: texts.map(String).join(' ').slice(0, FAILURE_CHARACTERS_MAX) })
  }
}

/** Passes the library's own warnings and errors on, for example about dropped spans. */
function passLibraryMessages(failed: LogFailure): void {
  const ignore = (): void => {}
  diag.setLogger(
    { error: failed, warn: failed, info: ignore, debug: ignore, verbose: ignore },
    { logLevel: DiagLogLevel.WARN, suppressOverrideMessage: true },
  )
}

/** The library would report a failed export with its stack. */
function reportingFailures(exporter: SpanExporter, failed: LogFailure): SpanExporter {
  return {
    export: (spans, done) =>
      exporter.export(spans, (result) => {
        if (result.error !== undefined) failed(describe(result.error))
        done(result)
      }),
    shutdown: () => exporter.shutdown(),
  }
}

/** If all addresses of a host refuse the connection, the error has a code and no message. */
const describe = (error: Error & { code?: string | number }): string =>
  error.message || String(error.code ?? error.name)

/** The attributes of the process: `service.name` is `tidings` unless OTEL_SERVICE_NAME or OTEL_RESOURCE_ATTRIBUTES set it. */
function resourceOfProcess() {
  const detectors = [serviceInstanceIdDetector, resourceAttributesEnvDetector, serviceNameEnvDetector]
  return defaultResource()
    .merge(resourceFromAttributes({ 'service.name': 'tidings', 'service.version': VERSION }))
    .merge(detectResources({ detectors }))
}

/** `endpoint`: the full URL. The exporter reads the other variables of OTLP by itself. */
export function createTracing(endpoint: string, config: TracingConfig, log: Logger): Tracing {
  const failed = createFailureLog(log)
  passLibraryMessages(failed)
  const exporter = new OTLPTraceExporter({
    url: endpoint,
    // Read for each export: SIGHUP may have brought other secrets.
    headers: () => Promise.resolve({ ...config.otelExporterOtlpHeaders }),
  })
  const provider = new TracerProvider({
    resource: resourceOfProcess(),
    sampler: samplerOf(config),
    spanProcessors: [new BatchSpanProcessor({ exporter: reportingFailures(exporter, failed) })],
  })
  const tracer = provider.getTracer('tidings')
  const remote = (traceparent: string) => ({ ...partsOf(traceparent), isRemote: true })

  function start(name: string, { kind, parent = null, link = null, startedAt, attributes }: SpanStart): Span {
    const context = parent === null ? ROOT_CONTEXT : trace.setSpanContext(ROOT_CONTEXT, remote(parent))
    const span = tracer.startSpan(
      name,
      {
        kind: KINDS[kind],
        attributes,
        ...(link === null ? {} : { links: [{ context: remote(link) }] }),
        ...(startedAt === undefined ? {} : { startTime: startedAt }),
      },
      context,
    )
    return {
      traceparent: writeTraceparent(span.spanContext()),
      end(more, error) {
        span.setAttributes(more)
        if (error !== null) span.setAttribute('error.type', error).setStatus({ code: SpanStatusCode.ERROR })
        span.end()
      },
    }
  }

  async function close(): Promise<void> {
    let timer: NodeJS.Timeout | undefined
    const timeUp = new Promise<void>((resolve) => {
      timer = setTimeout(() => {
        failed('The last spans were not exported in time')
        resolve()
      }, CLOSE_MS_MAX)
    })
    await Promise.race([provider.shutdown().catch(() => {}), timeUp])
    clearTimeout(timer)
  }

  return { start, close }
}
