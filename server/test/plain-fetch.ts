import { Agent, request } from 'node:http'
import type { IncomingMessage, RequestOptions } from 'node:http'
import { text } from 'node:stream/consumers'

/** Keeps its connections for the next call. */
const agent = new Agent({ keepAlive: true })

function send(url: string, options: RequestOptions, body: string | Uint8Array | undefined): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    request(url, { ...options, agent }, resolve)
      .on('error', reject)
      .end(body)
  })
}

interface Options {
  method?: string
  headers?: Record<string, string>
  body?: string | Uint8Array
}

/**
 * Like Node's `fetch`, for half of its processor time. It asks for no compression, which costs both sides as much again, and
 * follows no redirects.
 */
export async function plainFetch(url: string, { method = 'GET', headers = {}, body }: Options = {}): Promise<Response> {
  const ofBody = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) }
  const response = await send(url, { method, headers: { ...headers, ...ofBody } }, body)
  const pairs = Object.entries(response.headersDistinct).flatMap(([name, values]) =>
    values!.map((value): [string, string] => [name, value]),
  )
  const received = await text(response)
  return new Response(received === '' ? null : received, { status: response.statusCode!, headers: pairs })
}
