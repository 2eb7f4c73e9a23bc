import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { startOtlpReceiver } from '../../../test/otlp/receiver.ts'
import { endAfterTests } from '../../../test/end-after-tests.ts'
import { loadConfig } from '../config/config.ts'
import { createLogger } from '../log.ts'
import { openTracing } from './open.ts'
import type { SpanStart } from './tracing.ts'

const receiver = await endAfterTests(startOtlpReceiver())
const traceparent = (flags: string) => `00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-${flags}`

function configWith(variables: Record<string, string>) {
  const loaded = loadConfig(variables)
  assert.ok(loaded.ok)
  return loaded.config
}

async function open(variables: Record<string, string>) {
  const tracing = await openTracing(configWith(variables), createLogger('silent'))
  assert.ok(tracing !== null)
  return tracing
}

/** Every kind of span: alone, with a parent or a link, and both may be recorded or not. */
const STARTS: Record<string, Partial<SpanStart>> = {
  alone: {},
  childOfRecorded: { parent: traceparent('01') },
  childOfUnrecorded: { parent: traceparent('00') },
  linkedToRecorded: { link: traceparent('01') },
  linkedToUnrecorded: { link: traceparent('00') },
}
const ALL = Object.keys(STARTS)
const RECORDED = ['childOfRecorded', 'linkedToRecorded']

const cases: [sampler: string, argument: string, recorded: string[]][] = [
  ['always_on', '1', ALL],
  ['always_off', '1', []],
  ['traceidratio', '1', ALL],
  ['traceidratio', '0', []],
  ['parentbased_always_on', '1', ['alone', ...RECORDED]],
  ['parentbased_always_off', '1', RECORDED],
  ['parentbased_traceidratio', '1', ['alone', ...RECORDED]],
  ['parentbased_traceidratio', '0', RECORDED],
]
for (const [sampler, argument, recorded] of cases)
  test(`${sampler} with ${argument} records ${recorded.join(', ') || 'nothing'}`, async () => {
    const variables = { OTEL_TRACES_SAMPLER: sampler, OTEL_TRACES_SAMPLER_ARG: argument }
    const tracing = await open({ ...variables, OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url })
    receiver.spans.length = 0
    for (const name of ALL) {
      const span = tracing.start(name, { kind: 'client', attributes: {}, ...STARTS[name] })
      assert.match(span.traceparent, recorded.includes(name) ? /-01$/ : /-00$/)
      span.end({}, null)
    }
    await tracing.close()
    assert.deepEqual(
      receiver.spans.map(({ name }) => name),
      recorded,
    )
  })

describe('the receiver of traces', () => {
  test('gets them at the path of OTLP', async () => {
    for (const variables of [
      { OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url },
      { OTEL_EXPORTER_OTLP_ENDPOINT: `${receiver.url}/` },
    ]) {
      const tracing = await open(variables)
      receiver.spans.length = 0
      tracing.start('one', { kind: 'server', attributes: {} }).end({ 'tidings.account.id': 1 }, null)
      await tracing.close()
      assert.equal(receiver.spans.length, 1)
    }
  })

  test('is not called if traces are off', async () => {
    const log = createLogger('silent')
    assert.equal(await openTracing(configWith({}), log), null)
    const off = { OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url, OTEL_SDK_DISABLED: 'TRUE' }
    assert.equal(await openTracing(configWith(off), log), null)
  })
})
