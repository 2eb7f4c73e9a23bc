import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, request as httpRequest } from 'node:http'
import type { IncomingMessage } from 'node:http'
import type { AddressInfo, Server } from 'node:net'
import { Readable } from 'node:stream'
import { describe, it } from 'node:test'
import express from 'express'
import { fastify } from 'fastify'
import { Hono } from 'hono'
import { createMemoryStore, expressHandler, fastifyReceiver, fetchHandler, honoHandler, nodeHandler } from './index.ts'
import type { Receiver, ReceiverStore } from './index.ts'
import { eventOf, recording, requestOf } from '../test/events.ts'

function webRequestOf(incoming: IncomingMessage): Request {
  const { method = 'GET', url = '/' } = incoming
  const headers = Object.entries(incoming.headers).map(([name, value]): [string, string] => [name, String(value)])
  const body = method === 'GET' ? null : (Readable.toWeb(incoming) as ReadableStream)
  return new Request(new URL(url, 'http://127.0.0.1'), { method, headers, body, duplex: 'half' })
}

describe('servers', () => {
  const listening = async (server: Server): Promise<{ url: string; close(): Promise<void> }> => {
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    const close = async () => {
      server.close()
      await once(server, 'close')
    }
    return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/webhooks`, close }
  }

  /** Passes requests of `node:http` to a handler of the web, as servers of frameworks do. */
  const webServer = (handler: (request: Request) => Response | Promise<Response>) =>
    listening(
      createServer((incoming, outgoing) => {
        void (async () => {
          const response = await handler(webRequestOf(incoming))
          outgoing.writeHead(response.status, [...response.headers].flat()).end(await response.text())
          incoming.resume()
        })()
      }),
    )

  const servers: [string, (receiver: Receiver) => Promise<{ url: string; close(): Promise<void> }>][] = [
    ['node:http', async (receiver) => listening(createServer(nodeHandler(receiver)))],
    [
      'Express',
      async (receiver) => {
        const app = express()
        app.post('/webhooks', expressHandler(receiver))
        app.use(express.json())
        return listening(createServer(app))
      },
    ],
    [
      'Express with its raw parser',
      async (receiver) => {
        const app = express().set('env', 'test')
        app.post('/webhooks', express.raw({ type: '*/*', limit: '1mb' }), expressHandler(receiver))
        return listening(createServer(app))
      },
    ],
    [
      'Fastify',
      async (receiver) => {
        const app = fastify()
        await app.register(fastifyReceiver(receiver, '/webhooks'))
        app.post('/parsed', (request) => Promise.resolve({ parsed: request.body }))
        const origin = await app.listen({ port: 0, host: '127.0.0.1' })
        const response = await fetch(`${origin}/parsed`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: '{"a":1}',
        })
        assert.deepEqual(await response.json(), { parsed: { a: 1 } }, 'other routes parse their bodies')
        return { url: `${origin}/webhooks`, close: () => app.close() }
      },
    ],
    ['Hono', async (receiver) => webServer(new Hono().post('/webhooks', honoHandler(receiver)).fetch)],
    ['the Request and Response of the web', async (receiver) => webServer(fetchHandler(receiver))],
  ]
  for (const [name, start] of servers)
    it(`${name}: 204, 400, 413, 500`, async () => {
      const { receiver, handled, state } = recording(createMemoryStore() as ReceiverStore<unknown>)
      const { url, close } = await start(receiver)
      const post = async (request: ReturnType<typeof requestOf>) => (await fetch(url, request)).status
      try {
        const event = eventOf('sent')
        assert.equal(await post(requestOf(event)), 204)
        assert.equal(await post(requestOf(event)), 204)
        assert.deepEqual(
          handled.map((one) => one.event),
          [event],
        )
        assert.equal(await post(requestOf(eventOf('sent'), 'whsec_other')), 400)
        assert.equal(await post({ ...requestOf(event), body: 'x'.repeat(2 * 1024 * 1024) }), 413)
        state.failing = true
        assert.equal(await post(requestOf(eventOf('sent'))), 500)
      } finally {
        await close()
      }
    })

  for (const [name, start] of servers.filter(([name]) => name === 'node:http' || name === 'Express'))
    it(`${name}: a body without end is cut off`, async () => {
      const { receiver, handled, errors } = recording(createMemoryStore() as ReceiverStore<unknown>)
      const { url, close } = await start(receiver)
      const request = httpRequest(url, { method: 'POST' })
      const ended = Promise.withResolvers<void>()
      request.on('error', () => ended.resolve()).on('response', (response) => response.resume())
      request.on('close', () => ended.resolve())
      const chunk = Buffer.alloc(64 * 1024)
      const sendMore = () => {
        while (!request.destroyed && request.write(chunk));
      }
      request.on('drain', sendMore)
      sendMore()
      await ended.promise
      request.destroy()
      assert.deepEqual([handled, errors], [[], []])
      await close()
    })

  it('node:http and the web: 405 on another method', async () => {
    const { receiver } = recording(createMemoryStore() as ReceiverStore<unknown>)
    for (const start of [
      () => listening(createServer(nodeHandler(receiver))),
      () => webServer(fetchHandler(receiver)),
    ]) {
      const { url, close } = await start()
      const response = await fetch(url)
      assert.deepEqual([response.status, response.headers.get('allow')], [405, 'POST'])
      await close()
    }
  })

  it('a body that was read or parsed before is a 500 with advice, never a 400', async () => {
    const readAll = async (request: AsyncIterable<unknown>) => {
      for await (const chunk of request) void chunk
    }
    const readers: [string, RegExp, (receiver: Receiver, seen: Error[]) => ReturnType<typeof listening>][] = [
      [
        'node:http',
        /put nodeHandler before/,
        (receiver) =>
          listening(
            createServer(
              (request, response) => void readAll(request).then(() => nodeHandler(receiver)(request, response)),
            ),
          ),
      ],
      [
        'Express',
        /put expressHandler before express\.json\(\)/,
        (receiver, seen) => {
          const app = express().use(express.json())
          app.post('/webhooks', expressHandler(receiver))
          app.use((error: Error, _request: unknown, response: express.Response, _next: unknown) => {
            seen.push(error)
            response.status(500).end()
          })
          return listening(createServer(app))
        },
      ],
      [
        'Fastify',
        /neither raw bytes nor a string/,
        async (receiver) => {
          const app = fastify()
          app.addHook('preHandler', (request, _reply, done) => {
            request.body = JSON.parse(String(request.body))
            done()
          })
          await app.register(fastifyReceiver(receiver, '/webhooks'))
          const url = `${await app.listen({ port: 0, host: '127.0.0.1' })}/webhooks`
          return { url, close: () => app.close() }
        },
      ],
      [
        'Hono',
        /put fetchHandler before/,
        (receiver) => {
          const app = new Hono().use(async (context, next) => {
            await context.req.json()
            await next()
          })
          return webServer(app.post('/webhooks', honoHandler(receiver)).fetch)
        },
      ],
      [
        'a Request that another reader has',
        /put fetchHandler before/,
        (receiver) =>
          webServer((request) => {
            request.body!.getReader()
            return fetchHandler(receiver)(request)
          }),
      ],
    ]
    for (const [name, advice, start] of readers) {
      const { receiver, handled, errors } = recording(createMemoryStore() as ReceiverStore<unknown>)
      const { url, close } = await start(receiver, errors as Error[])
      assert.equal((await fetch(url, requestOf(eventOf('sent')))).status, 500, name)
      assert.match((errors[0] as Error).message, advice)
      assert.deepEqual(handled, [])
      await close()
    }
  })

  it('node:http: a request with an encoding verifies', async () => {
    const { receiver, handled } = recording(createMemoryStore() as ReceiverStore<unknown>)
    const handler = nodeHandler(receiver)
    const { url, close } = await listening(
      createServer((request, response) => handler(request.setEncoding('utf8'), response)),
    )
    assert.equal((await fetch(url, requestOf(eventOf(null)))).status, 204)
    assert.equal(handled.length, 1)
    await close()
  })
})
