// Invariant 10 with a name that changes its address all the time, in its own network namespace.
import { testRebinding } from '../rebinding.ts'

testRebinding(1_000)
