import assert from 'node:assert/strict'
import { test } from 'node:test'
import { originErrors } from './origins.ts'

test('origins are accepted exactly as browsers send them', () => {
  const good = [
    'https://app.example.com',
    'http://localhost:5173',
    'https://app.example.com:8443',
    'http://[::1]:3000',
    'https://xn--bcher-kva.example',
  ]
  assert.equal(originErrors(good), null)
  assert.equal(originErrors([]), null)
  const bad = [
    ...['', '*', 'null', 'app.example.com', 'https://', 'https://app.example.com/', 'https://app.example.com/path'],
    ...[
      'https://app.example.com:443',
      'http://app.example.com:80',
      'HTTPS://app.example.com',
      'https://App.example.com',
    ],
    ...[
      'https://*.example.com',
      'https://ada@app.example.com',
      'https://app.example.com?x',
      'https://app.example.com#x',
    ],
    ...['file:///tmp', 'ftp://app.example.com', 'javascript:alert(1)', 'https://bücher.example', 'https://a b.example'],
  ]
  for (const origin of bad)
    assert.deepEqual(Object.keys(originErrors(['https://a.example', origin]) ?? {}), ['allowed_origins.1'], origin)
  assert.deepEqual(originErrors(['https://a.example', 'https://a.example']), {
    allowed_origins: ['has an origin twice'],
  })
})
