import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test } from 'node:test'
import { text } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { curlOfRequest } from '../src/webhooks/request-text.ts'

test('"Copy as curl" sends the request of the attempt, once, and nothing else', async (context) => {
  const received: unknown[] = []
  const server = createServer((request, response) => {
    const { method, url, headers, httpVersion } = request
    void text(request).then((body) => {
      received.push({ method, url, headers: { ...headers, host: '' }, httpVersion, body })
      response.end()
    })
  })
  context.after(() => server.close())
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const headers = [
    { name: 'X-Service-Event', value: 'ping' },
    { name: 'Content-Type', value: 'application/json' },
    { name: 'User-Agent', value: 'Service-Webhooks/1.0' },
    { name: 'Accept', value: '*/*' },
  ]
  const body = `{"text":"it's @ 100 % [1-3] {a,b}"}`
  for (const path of [
    '/hook',
    '/hook?q={a,b}',
    '/hook?filter[x]=1',
    '/hook/[1-3]',
    '/a/%2e%2e/b',
    "/it's?$HOME=!`x`",
  ]) {
    received.length = 0
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`
    await promisify(execFile)('bash', ['-c', curlOfRequest({ url, headers, body })])
    const sent = {
      'x-service-event': 'ping',
      'content-type': 'application/json',
      'user-agent': 'Service-Webhooks/1.0',
      accept: '*/*',
      'content-length': String(body.length),
      host: '',
    }
    assert.deepEqual(received, [{ method: 'POST', url: path, headers: sent, httpVersion: '1.1', body }], path)
  }
})
