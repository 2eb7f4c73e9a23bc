import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createIncomingBytes } from './http-connection.ts'
import { connectError, connectSocket, createTrust } from './socket-connect.ts'

test('every error of a socket has its word', () => {
  for (const [word, codes] of [
    ['connection_refused', 'ECONNREFUSED EHOSTUNREACH ENETUNREACH EACCES EPERM EINVAL EADDRNOTAVAIL'],
    ['exhausted', 'EMFILE ENFILE ENOBUFS ENOMEM'],
    ['connection_reset', 'ECONNRESET EPIPE'],
    ['connect_timeout', 'ETIMEDOUT'],
    ['tls_error', 'ERR_SSL_WRONG_VERSION_NUMBER CERT_HAS_EXPIRED ERR_TLS_CERT_ALTNAME_INVALID EPROTO'],
  ] as const)
    for (const code of codes.split(' '))
      assert.equal(connectError(Object.assign(new Error(code), { code })), word, code)
  assert.equal(connectError(new Error('without a code')), 'tls_error')
})

test('an address without a route fails at once', async () => {
  const [address, { onread }] = ['255.255.255.255', createIncomingBytes()]
  const options = { address, port: 443, hostname: address, trust: createTrust(null), onread }
  const result = await connectSocket({ ...options, timeoutMs: 10_000 }).done
  assert.deepEqual(result, { ok: false, error: 'connection_refused' })
})
