import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createTestDatabase } from '../../../../test/database.ts'
import { endAfterTests } from '../../../../test/end-after-tests.ts'
import { makeAccount } from '../../../../test/factories.ts'
import type { TestAccount } from '../../../../test/factories.ts'
import { ALL_BUCKETS } from '../../ids.ts'
import { isElsewhere, isOutage } from '../database-error.ts'
import { ensureFence, fenceBuckets } from './fence.ts'
import type { FenceOptions } from './fence.ts'
import { withSession } from '../session.ts'

const database = await endAfterTests(createTestDatabase())
const OTHER: FenceOptions = { isDirectory: false }
const DIRECTORY: FenceOptions = { isDirectory: true }

const fence = (held: readonly number[], options = OTHER) =>
  withSession(database.url, (session) => fenceBuckets(session, held, options))

const without = (bucket: number) => ALL_BUCKETS.filter((one) => one !== bucket)

function isRefused(error: unknown): boolean {
  return isElsewhere(error) && isOutage(error)
}

function insertTemplate({ bucket, accountId }: TestAccount, name: string) {
  return database.pool.query({
    text: `insert into templates (bucket, account_id, name, version, created_at, updated_at)
      values ($1, $2, $3, 1, now(), now())`,
    values: [bucket, accountId, name],
  })
}

const changeChannel = ({ bucket, accountId }: TestAccount) =>
  database.pool.query({
    text: `update channels set name = 'changed' where bucket = $1 and account_id = $2`,
    values: [bucket, accountId],
  })

const deleteVersions = ({ bucket, accountId }: TestAccount) =>
  database.pool.query({
    text: 'delete from template_versions where bucket = $1 and account_id = $2',
    values: [bucket, accountId],
  })

describe('the fence', () => {
  it('refuses inserts, updates and deletes of buckets that the server does not hold', async () => {
    const account = await makeAccount(database.pool)
    await fence(without(account.bucket))
    await assert.rejects(insertTemplate(account, 'one'), isRefused)
    await assert.rejects(changeChannel(account), isRefused)
    await assert.rejects(deleteVersions(account), isRefused)
    await fence(ALL_BUCKETS)
    await insertTemplate(account, 'one')
    await changeChannel(account)
    await deleteVersions(account)
  })

  it('covers partitions, also ones attached later', async () => {
    const { bucket } = await makeAccount(database.pool)
    await fence(without(bucket))
    await database.pool.query(`create table events_29990101 (like events including all)`)
    await database.pool.query(
      `alter table events attach partition events_29990101 for values from ('evt_1') to ('evt_2')`,
    )
    const insert = (id: string) =>
      database.pool.query({
        text: `insert into events (bucket, account_id, id, type, created_at, source, body)
          values ($1, 1, $2, 'test', now(), 'api', '{}')`,
        values: [bucket, id],
      })
    await assert.rejects(insert('evt_10000000000000000000000000'), isRefused)
    await fence(ALL_BUCKETS)
    await insert('evt_10000000000000000000000000')
  })

  it('lets the directory write the rows of its own tables for all accounts', async () => {
    const account = await makeAccount(database.pool)
    await fence(without(account.bucket), DIRECTORY)
    const insertKey = () =>
      database.pool.query({
        text: `insert into api_keys (key_hash, bucket, account_id, name, role, last4, created_at)
          values (decode(md5(random()::text), 'hex'), $1, $2, 'Test', 'full', 'last', now())`,
        values: [account.bucket, account.accountId],
      })
    // A directory that was another server before has triggers on these tables.
    await database.pool.query('drop trigger if exists bucket_here on api_keys')
    await insertKey()
    await assert.rejects(changeChannel(account), isRefused)
  })

  it('lets a mover write and delete rows of every bucket', async () => {
    const account = await makeAccount(database.pool)
    await fence(without(account.bucket))
    const client = await database.pool.connect()
    await client.query('begin')
    await client.query(`set local tidings.moves_buckets = 'on'`)
    const { rowCount } = await client.query({
      text: 'delete from template_versions where bucket = $1 and account_id = $2',
      values: [account.bucket, account.accountId],
    })
    await client.query('commit')
    client.release()
    assert.equal(rowCount, 1)
  })

  it('stays as it is when another process starts, and covers tables of a later version', async () => {
    const account = await makeAccount(database.pool)
    await fence(without(account.bucket))
    await database.pool.query('create table later (bucket smallint not null)')
    await withSession(database.url, (session) => ensureFence(session, ALL_BUCKETS, OTHER))
    await assert.rejects(changeChannel(account), isRefused)
    const values = [account.bucket]
    await assert.rejects(database.pool.query({ text: 'insert into later values ($1)', values }), isRefused)
    await database.pool.query('drop table later')
  })

  it('is made while transactions hold the tables', async () => {
    const account = await makeAccount(database.pool)
    await fence(ALL_BUCKETS)
    const client = await database.pool.connect()
    await client.query('begin')
    await client.query({
      text: `update channels set name = 'held' where bucket = $1 and account_id = $2`,
      values: [account.bucket, account.accountId],
    })
    const fenced = fence(without(account.bucket))
    await client.query('commit')
    client.release()
    await fenced
    await assert.rejects(changeChannel(account), isRefused)
  })
})
