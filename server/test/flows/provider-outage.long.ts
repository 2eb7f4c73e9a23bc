import { test } from 'node:test'
import { killDuringOutages } from '../faults/provider-outage.ts'

test('200 kills, and a provider that is down half of the time: nothing is lost, nothing goes to both providers', (context) =>
  killDuringOutages(context, 200))
