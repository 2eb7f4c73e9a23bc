/** Tests `assertLinear` itself: it accepts linear work and fails on quadratic work. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertLinear } from './growth.ts'

const numbers = (size: number) => Array.from({ length: size }, (_, index) => index)

test('linear work passes', async () => {
  await assertLinear(20_000, numbers, (list) => list.reduce((sum, number) => sum + Math.sqrt(number), 0))
})

test('work that grows with the square fails', async () => {
  const quadratic = (list: number[]) => list.filter((number) => list.indexOf(number) === number).length
  await assert.rejects(assertLinear(4_000, numbers, quadratic), /times its eighth/)
})
