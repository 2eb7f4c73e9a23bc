// Invariant 11: data of 2xx responses survives a kill -9 of the service and of its database.
import { testCrashRounds } from '../faults/crash-rounds.ts'

testCrashRounds(2)
