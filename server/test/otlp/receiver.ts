/** A receiver of OpenTelemetry traces: OTLP over HTTP with protobuf. It decodes the real bytes. */
import { createServer } from 'node:http'
import { serveVendor } from '../vendors/serve.ts'
import type { VendorResponse, VendorRequest } from '../vendors/serve.ts'
import { readFields } from './protobuf.ts'
import type { Fields } from './protobuf.ts'

export interface ReceivedSpan {
  traceId: string
  spanId: string
  /** Empty: the span begins its trace. */
  parentSpanId: string
  name: string
  kind: 'internal' | 'server' | 'client'
  startMs: number
  endMs: number
  attributes: Record<string, string | number | boolean>
  links: { traceId: string; spanId: string }[]
  isError: boolean
  /** The attributes of the process. */
  resource: ReceivedSpan['attributes']
}

export interface OtlpReceiver {
  /** For OTEL_EXPORTER_OTLP_ENDPOINT. */
  url: string
  spans: ReceivedSpan[]
  requests: VendorRequest[]
  /** The status of all later responses. */
  respond(status: number): void
  close(): Promise<void>
}

const KINDS = ['internal', 'internal', 'server', 'client'] as const
const STATUS_ERROR = 2n

const messages = (fields: Fields, number: number): Fields[] =>
  (fields.get(number) ?? []).map((value) => readFields(value as Buffer))
const bytes = (fields: Fields, number: number): Buffer => (fields.get(number)?.[0] ?? Buffer.alloc(0)) as Buffer
const hex = (fields: Fields, number: number): string => bytes(fields, number).toString('hex')
const ms = (fields: Fields, number: number): number => Number(bytes(fields, number).readBigUInt64LE() / 1000n) / 1000

/** `AnyValue`: text, boolean or whole number. */
function valueOf(value: Fields): string | number | boolean {
  if (value.has(1)) return bytes(value, 1).toString('utf8')
  if (value.has(2)) return value.get(2)![0] === 1n
  if (value.has(3)) return Number(value.get(3)![0])
  throw new Error(`No value of a known type: ${[...value.keys()].join()}`)
}

const attributesOf = (fields: Fields, number: number): ReceivedSpan['attributes'] =>
  Object.fromEntries(
    messages(fields, number).map((pair) => [bytes(pair, 1).toString('utf8'), valueOf(messages(pair, 2)[0]!)]),
  )

/** The spans of an `ExportTraceServiceRequest`. */
function spansOf(body: Buffer): ReceivedSpan[] {
  return messages(readFields(body), 1).flatMap((ofResource) => {
    const [resourceFields] = messages(ofResource, 1)
    const resource = attributesOf(resourceFields!, 1)
    const spans = messages(ofResource, 2).flatMap((ofScope) => messages(ofScope, 2))
    return spans.map((span) => ({
      traceId: hex(span, 1),
      spanId: hex(span, 2),
      parentSpanId: hex(span, 4),
      name: bytes(span, 5).toString('utf8'),
      kind: KINDS[Number(span.get(6)?.[0] ?? 0)]!,
      startMs: ms(span, 7),
      endMs: ms(span, 8),
      attributes: attributesOf(span, 9),
      links: messages(span, 13).map((link) => ({ traceId: hex(link, 1), spanId: hex(link, 2) })),
      isError: messages(span, 15).some((status) => status.get(3)?.[0] === STATUS_ERROR),
      resource,
    }))
  })
}

export async function startOtlpReceiver(): Promise<OtlpReceiver> {
  const spans: ReceivedSpan[] = []
  let status = 200
  const server = await serveVendor(createServer, ({ method, url, headers, body }): Promise<VendorResponse> => {
    const isTraces = method === 'POST' && url === '/v1/traces' && headers['content-type'] === 'application/x-protobuf'
    if (!isTraces) return Promise.resolve({ status: 404 })
    if (status === 200) spans.push(...spansOf(body))
    // The response message without fields has no bytes.
    return Promise.resolve({ status, headers: { 'content-type': 'application/x-protobuf' } })
  })
  return {
    url: `http://127.0.0.1:${server.port}`,
    spans,
    requests: server.requests,
    respond: (next) => void (status = next),
    close: () => server.close(),
  }
}
