import { baseUrl, boolean, headers, oneOf, ratio, secret, url } from './kinds.ts'
import { optional, setting } from './setting.ts'

const PROTOCOLS = ['http/protobuf'] as const

/**
 * Variables of traces. Their names and values are those of OpenTelemetry. The exporter itself reads further ones:
 * docs/operating.md lists them.
 */
export const TRACING_SETTINGS = {
  otelExporterOtlpEndpoint: optional(
    'OTEL_EXPORTER_OTLP_ENDPOINT',
    baseUrl,
    'The URL of an OpenTelemetry receiver (OTLP over HTTP, protobuf). The service sends traces to its path `/v1/traces`. Unset, with the next one unset too: no traces.',
  ),
  otelExporterOtlpTracesEndpoint: optional(
    'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT',
    url(['http', 'https']),
    'The full URL for traces. It goes before `OTEL_EXPORTER_OTLP_ENDPOINT`.',
  ),
  otelExporterOtlpHeaders: optional(
    'OTEL_EXPORTER_OTLP_HEADERS',
    secret(headers),
    'Headers for this receiver, for example `authorization=Bearer%20...`.',
  ),
  otelExporterOtlpTracesHeaders: optional(
    'OTEL_EXPORTER_OTLP_TRACES_HEADERS',
    secret(headers),
    'Further headers for it. They go before those of `OTEL_EXPORTER_OTLP_HEADERS`.',
  ),
  otelExporterOtlpProtocol: setting(
    'OTEL_EXPORTER_OTLP_PROTOCOL',
    oneOf(PROTOCOLS),
    'http/protobuf',
    'The protocol of the receiver. The service cannot speak `grpc`: name the HTTP port of the receiver, often 4318.',
  ),
  otelExporterOtlpTracesProtocol: optional(
    'OTEL_EXPORTER_OTLP_TRACES_PROTOCOL',
    oneOf(PROTOCOLS),
    'The same, for the receiver of traces alone.',
  ),
  otelTracesExporter: setting('OTEL_TRACES_EXPORTER', oneOf(['otlp', 'none']), 'otlp', '`none` switches traces off.'),
  otelTracesSampler: setting(
    'OTEL_TRACES_SAMPLER',
    oneOf([
      'parentbased_always_on',
      'parentbased_always_off',
      'parentbased_traceidratio',
      'always_on',
      'always_off',
      'traceidratio',
    ]),
    'parentbased_always_on',
    'Which traces are recorded. With `parentbased_*`, a request with a `traceparent` follows its caller, and a send or an attempt follows the request that created its message.',
  ),
  otelTracesSamplerArg: setting(
    'OTEL_TRACES_SAMPLER_ARG',
    ratio,
    '1',
    'The share of recorded traces, for `traceidratio` and `parentbased_traceidratio`.',
  ),
  otelSdkDisabled: setting('OTEL_SDK_DISABLED', boolean, 'false', '`true` switches traces off.'),
  webhookTraceparent: setting(
    'WEBHOOK_TRACEPARENT',
    boolean,
    'false',
    'If traces are on, every POST to a receiver has the header `traceparent` of its attempt.',
  ),
} as const
