import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { parsePostgresUrl } from './postgres-url.ts'

function serversOf(text: string): readonly string[] {
  const parts = parsePostgresUrl(text)
  assert.ok('servers' in parts, 'must' in parts ? parts.must : '')
  return parts.servers
}

function mistakeOf(text: string): string {
  const parts = parsePostgresUrl(text)
  assert.ok('must' in parts)
  return parts.must
}

describe('the URL of a database', () => {
  it('of one server is kept, without the session settings', () => {
    assert.deepEqual(
      parsePostgresUrl('postgres://user:p%40ss@db:5432/tidings?sslmode=require&options=-csearch_path%3Dtid'),
      {
        servers: ['postgres://user:p%40ss@db:5432/tidings?sslmode=verify-full'],
        options: '-csearch_path=tid',
      },
    )
    assert.deepEqual(serversOf('postgresql://localhost'), ['postgresql://localhost'])
  })

  it('of several servers makes one URL for each, in their order', () => {
    assert.deepEqual(
      serversOf('postgresql://u:p@a:5432,b:5433/db?target_session_attrs=read-write&sslmode=verify-full'),
      ['postgresql://u:p@a:5432/db?sslmode=verify-full', 'postgresql://u:p@b:5433/db?sslmode=verify-full'],
    )
    assert.deepEqual(serversOf('postgresql://u@a,[::1]:6000/db'), [
      'postgresql://u@a/db',
      'postgresql://u@[::1]:6000/db',
    ])
    assert.deepEqual(serversOf('postgresql://u@/db?host=a,b&port=1,2'), [
      'postgresql://u@a:1/db',
      'postgresql://u@b:2/db',
    ])
    assert.deepEqual(serversOf('postgresql://u@/db?host=a,b&port=7'), [
      'postgresql://u@a:7/db',
      'postgresql://u@b:7/db',
    ])
  })

  it('checks the whole certificate in every mode with TLS, but for no-verify', () => {
    for (const mode of ['prefer', 'require', 'verify-ca', 'verify-full'])
      assert.deepEqual(serversOf(`postgresql://a/db?sslmode=${mode}&uselibpqcompat=true`), [
        'postgresql://a/db?sslmode=verify-full',
      ])
    for (const mode of ['no-verify', 'disable'])
      assert.deepEqual(serversOf(`postgresql://a/db?sslmode=${mode}`), [`postgresql://a/db?sslmode=${mode}`])
  })

  it('may name the directory of a Unix socket', () => {
    const expected = ['postgresql://u@localhost/db?host=%2Fvar%2Frun&port=5433']
    assert.deepEqual(serversOf('postgresql://u@/db?host=/var/run&port=5433'), expected)
    assert.deepEqual(serversOf('postgresql://u@%2Fvar%2Frun:5433/db'), expected)
  })

  it('is refused if the service could not use it', () => {
    assert.match(mistakeOf('mysql://a/db'), /starting with postgres/)
    assert.match(mistakeOf('postgresql://a/db?target_session_attrs=standby'), /the service writes/)
    assert.match(mistakeOf('postgresql://u@/db?host=a,b,c&port=1,2'), /as many ports/)
    assert.match(mistakeOf(`postgresql://${'a,'.repeat(16)}a/db`), /at most 16/)
    for (const url of [
      'postgresql://a,,b/db',
      'postgresql://,a/db',
      'postgresql://a,:5433/db',
      'postgresql:///db?host=a,',
    ])
      assert.match(mistakeOf(url), /^must name a server before and after each comma/)
    assert.match(mistakeOf('postgresql://a/db?sslmode=verify_full'), /^must have sslmode=verify-full, no-verify/)
    assert.match(mistakeOf('postgresql://a:99999/db'), /must be a URL like/)
    assert.match(mistakeOf('postgresql://u:secret@%2Fa%zz/db'), /^must encode a server/)
  })
})
