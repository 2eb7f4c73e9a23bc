import type { Logger } from '../log.ts'
import type { Tracing, TracingConfig } from './tracing.ts'

/** Null if the configuration names no receiver of traces. */
export async function openTracing(config: TracingConfig, log: Logger): Promise<Tracing | null> {
  const { otelExporterOtlpEndpoint: endpoint, otelSdkDisabled } = config
  if (endpoint === null || otelSdkDisabled) return null
  const { createTracing } = await import('./opentelemetry.ts')
  return createTracing(`${endpoint}/v1/traces`, config, log)
}
