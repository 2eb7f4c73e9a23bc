// Invariant 11: what was answered 2xx survives a kill -9 of the service, and of its database.
import { testCrashRounds } from '../faults/crash-rounds.ts'

testCrashRounds(200)
