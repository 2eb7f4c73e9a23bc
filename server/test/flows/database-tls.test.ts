// TLS to the database: `sslmode=verify-full` with an authority of the operator.
import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { DatabaseAddress } from '../../src/platform/db/servers/address.ts'
import { isOutage } from '../../src/platform/db/database-error.ts'
import { withSession } from '../../src/platform/db/session.ts'
import { createCertificateAuthority } from '../certificates.ts'
import { deliverMessages, SERVICE_VARIABLES } from '../deliver.ts'
import { endAfterTests } from '../end-after-tests.ts'
import { startPostgresServer } from '../postgres-server.ts'
import type { PostgresServer } from '../postgres-server.ts'
import { failToStart } from '../process.ts'

const authority = await endAfterTests(createCertificateAuthority())
const stranger = await endAfterTests(createCertificateAuthority())
const certificate = await authority.issue({ onlyNames: true, names: ['localhost'] })

/** Its certificate is for `localhost`. Only the superuser of the test may connect without TLS. */
const server = await endAfterTests(
  startPostgresServer((one) => {
    one.write('pg_hba.conf', 'host all tidings 127.0.0.1/32 trust\nhostssl all service all trust\n')
    return {
      ssl: 'on',
      ssl_cert_file: one.write('server.pem', certificate.cert),
      ssl_key_file: one.write('server.key', certificate.key),
    }
  }),
)
const plain = await endAfterTests(startPostgresServer())
await server.run('create role service login')
await server.run('drop database tidings')
await server.run('create database tidings owner service')

const urlOf = (host: string, parameters: string, { port }: PostgresServer = server) =>
  `postgresql://service@${host}:${port}/tidings${parameters}`
const verified = `?sslmode=verify-full&sslrootcert=${authority.pemPath}`

async function refusal(url: string): Promise<string> {
  const { code, errors } = await failToStart('/nonexistent', { ...SERVICE_VARIABLES, DATABASE_URL: url })
  assert.equal(code, 1)
  assert.equal(errors.length, 1, errors.join('\n'))
  return errors[0]!
}

describe('TLS to the database', () => {
  it('carries every connection of a service, and a message comes to its end', async () => {
    const url = urlOf('localhost', verified)
    const output = await deliverMessages(
      { DATABASE_URL: url },
      {
        async meanwhile() {
          const rows = await withSession(url, async (session) => {
            const text = `select distinct ssl from pg_stat_ssl join pg_stat_activity using (pid) where usename = 'service'`
            return (await session.query({ text })).rows
          })
          assert.deepEqual(rows, [{ ssl: true }])
        },
      },
    )
    assert.doesNotMatch(output, /warning/i)
  })

  it('refuses another name, another authority, a server without TLS and a missing file, each with one line', async () => {
    const failed = (place: string, cause: string) =>
      new RegExp(
        `^The TLS connection to the database server ${place} failed \\(${cause}\\): check DATABASE_URL, with sslmode and sslrootcert$`,
      )
    for (const mode of ['verify-full', 'require'])
      assert.match(
        await refusal(urlOf('127.0.0.1', verified.replace('verify-full', mode))),
        failed(`127.0.0.1:${server.port}`, "Hostname/IP does not match certificate's altnames: IP: 127.0.0.1 .+"),
      )
    const place = `localhost:${server.port}`
    for (const parameters of [`?sslmode=verify-full&sslrootcert=${stranger.pemPath}`, '?sslmode=verify-full'])
      assert.match(await refusal(urlOf('localhost', parameters)), failed(place, '[\\w -]*certificate[\\w -]*'))
    assert.match(
      await refusal(urlOf('localhost', verified, plain)),
      failed(`localhost:${plain.port}`, 'The server does not support SSL connections'),
    )
    assert.equal(
      await refusal(urlOf('localhost', '?sslmode=verify-full&sslrootcert=/nonexistent/ca.pem')),
      "A file of DATABASE_URL cannot be read (ENOENT: no such file or directory, open '/nonexistent/ca.pem'): check DATABASE_URL",
    )
    const noAuthority = join(authority.pemPath, '..', 'none.pem')
    writeFileSync(noAuthority, 'no certificate')
    assert.match(
      await refusal(urlOf('localhost', `?sslmode=verify-full&sslrootcert=${noAuthority}`)),
      failed(place, '.+'),
    )
    assert.match(
      await refusal(urlOf('127.0.0.1', '')),
      /^The database server \S+ rejects the user service \(.*no encryption/,
    )
  })

  it('is tried with the next server of the URL if a certificate does not fit', async () => {
    const url = `postgresql://service@127.0.0.1:${server.port},localhost:${server.port}/tidings${verified}`
    const address = new DatabaseAddress(url)
    await withSession(address, (session) => session.query({ text: 'select 1' }))
    assert.equal(new URL(address.server).hostname, 'localhost')
    const wrong = urlOf('localhost', `?sslmode=verify-full&sslrootcert=${stranger.pemPath}`)
    const error: unknown = await withSession(wrong, () => Promise.resolve()).catch((caught: unknown) => caught)
    assert.ok(isOutage(error))
  })

  it('with no-verify takes any certificate', async () => {
    await withSession(urlOf('127.0.0.1', '?sslmode=no-verify'), (session) => session.query({ text: 'select 1' }))
  })
})
