import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { createSystemClock } from '../../platform/clock.ts'
import type { ApiError } from '../../platform/errors.ts'
import { createLogger } from '../../platform/log.ts'
import { THREAD_LIMITS } from './limits.ts'
import type { RenderLimits } from './limits.ts'
import type { Render } from './task.ts'
import { RenderThreads } from './threads.ts'

const opened: RenderThreads[] = []
after(() => Promise.all(opened.map((threads) => threads.close())))

function open(deadlineMs?: number): RenderThreads {
  const threads = new RenderThreads({ log: createLogger('silent'), clock: createSystemClock() }, deadlineMs)
  opened.push(threads)
  return threads
}

const WITHOUT_END = '{% for i in (1..1000000) %}{% for j in (1..1000000) %}{% endfor %}{% endfor %}'
const NO_LIMITS: RenderLimits = { ...THREAD_LIMITS, processorMs: 1e9, workUnits: 1e12 }

function render(body: string, limits = THREAD_LIMITS, names = {}): Render {
  const version = { accountId: 1, templateId: 0, version: ++versions }
  return {
    kind: 'render',
    input: { ...version, subject: '', body, bodyFormat: 'text', channels: [], localized: null, partials: [], names },
    limits,
  }
}
let versions = 0

async function bodyOf(threads: RenderThreads, accountId: number, body: string): Promise<string> {
  const ran = await threads.run(accountId, render(body))
  assert.ok('ok' in ran && ran.ok && ran.outcome.result.ok, JSON.stringify(ran))
  return ran.outcome.result.body
}

describe('threads', () => {
  test('render with the given names, the texts of channels too', async () => {
    const work = render('{{ a.b }}', THREAD_LIMITS, { a: { b: ['x', 1] } })
    work.input.channels = [{ channelId: 7, subject: null, body: 'own {{ a.b | first }}', url: null }]
    const ran = await open().run(1, work)
    assert.ok('ok' in ran && ran.ok && ran.outcome.result.ok)
    assert.deepEqual(ran.outcome.result, {
      ok: true,
      subject: '',
      body: 'x1',
      channels: new Map([[7, { subject: '', body: 'own x' }]]),
    })
  })

  test('a thread that exceeds its deadline is ended, and the next task runs', async () => {
    const threads = open(1_000)
    assert.equal(await bodyOf(threads, 1, 'before'), 'before')
    const ended = await threads.run(1, render(WITHOUT_END, NO_LIMITS))
    assert.deepEqual(ended, { ok: false, processorMs: 1_000 })
    assert.equal(await bodyOf(threads, 1, '{{ "after" }}'), 'after')
  })

  test('an account with many tasks does not keep another from its own', async () => {
    const threads = open()
    let done = 0
    const many = Array.from({ length: 100 }, () => bodyOf(threads, 1, 'x').then(() => (done += 1)))
    await bodyOf(threads, 2, 'y')
    assert.ok(done < 10, String(done))
    await Promise.all(many)
  })

  test('if too many tasks wait, the others are refused; a task that is refused at its turn takes no thread', async () => {
    const threads = open()
    const results = await Promise.allSettled(Array.from({ length: 300 }, () => threads.run(1, render('x'), () => 'no')))
    const refused = results.flatMap((result) => (result.status === 'rejected' ? [result.reason as ApiError] : []))
    assert.ok(refused.length > 0 && refused.every((error) => error.code === 'overloaded'))
    assert.deepEqual(results[0], { status: 'fulfilled', value: { refused: 'no' } })
    assert.equal(threads.tasks, 0)
  })
})
