import { request as httpRequest } from 'node:http'
import type { IncomingMessage, RequestOptions } from 'node:http'
import { request as httpsRequest } from 'node:https'

/**
 * Sends a request like curl, and resolves when the head of the response is here. `fetch` has the rules of browsers, which
 * refuse some 80 ports and users in URLs. `node:http` sends the user of the URL as Authorization.
 */
export function sendRequest(url: URL, options: RequestOptions, body: string | null): Promise<IncomingMessage> {
  const request = url.protocol === 'https:' ? httpsRequest : httpRequest
  return new Promise((resolve, reject) => {
    request(url, options, resolve)
      .on('error', reject)
      .end(body ?? undefined)
  })
}
