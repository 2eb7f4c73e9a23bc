import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { generate } from 'selfsigned'

/** A webhook request as it arrived. */
export interface ReceivedRequest {
  rawBody: Buffer
  signature: string
}

export interface DemoReceiver {
  url: string
  close(): Promise<void>
}

/** No event of this service is near this size. Without a bound, any stranger could fill the receiver's memory. */
const BODY_BYTES_MAX = 1024 * 1024

/** A certificate for 127.0.0.1. It is its own authority: a client with it as an authority trusts this receiver. */
export async function createCertificate(): Promise<{ cert: string; key: string }> {
  const pems = await generate([{ name: 'commonName', value: 'Tidings demo receiver' }], {
    keyType: 'ec',
    algorithm: 'sha256',
    extensions: [
      { name: 'basicConstraints', cA: true, critical: true },
      { name: 'keyUsage', digitalSignature: true, keyCertSign: true, critical: true },
      { name: 'extKeyUsage', serverAuth: true },
      { name: 'subjectAltName', altNames: [{ type: 7, ip: '127.0.0.1' }] },
    ],
  })
  return { cert: pems.cert, key: pems.private }
}

/**
 * An HTTPS server on 127.0.0.1. It returns 204 as soon as it has the whole body, and only then passes the request on, as
 * every receiver should.
 */
export async function startReceiver(
  certificate: { cert: string; key: string },
  onRequest: (request: ReceivedRequest) => void,
): Promise<DemoReceiver> {
  const server = createServer(certificate, (request, response) => {
    const chunks: Buffer[] = []
    let bytes = 0
    request.on('data', (chunk: Buffer) => {
      bytes += chunk.length
      if (bytes > BODY_BYTES_MAX) request.destroy()
      else chunks.push(chunk)
    })
    request.on('end', () => {
      response.writeHead(204).end()
      const signature = request.headers['x-service-signature']
      onRequest({ rawBody: Buffer.concat(chunks), signature: typeof signature === 'string' ? signature : '' })
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `https://127.0.0.1:${(server.address() as AddressInfo).port}/webhooks`,
    async close() {
      server.closeAllConnections()
      await new Promise<void>((resolve) => server.close(() => resolve()))
    },
  }
}
