import type { Logger } from '../log.ts'
import type { Tracing, TracingConfig } from './tracing.ts'

/** The full URL of the receiver of traces, or null: then the service makes no traces. */
function endpointOf({
  otelExporterOtlpEndpoint,
  otelExporterOtlpTracesEndpoint,
  otelTracesExporter,
  otelSdkDisabled,
}: TracingConfig): string | null {
  if (otelSdkDisabled || otelTracesExporter === 'none') return null
  return (
    otelExporterOtlpTracesEndpoint ??
    (otelExporterOtlpEndpoint === null ? null : `${otelExporterOtlpEndpoint}/v1/traces`)
  )
}

/** Null if the configuration names no receiver of traces. */
export async function openTracing(config: TracingConfig, log: Logger): Promise<Tracing | null> {
  const endpoint = endpointOf(config)
  if (endpoint === null) return null
  const { createTracing } = await import('./opentelemetry.ts')
  return createTracing(endpoint, config, log)
}
