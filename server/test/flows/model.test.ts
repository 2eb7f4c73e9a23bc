// Invariants 1, 2, 3, 4, 11 and 12, for random actions of an account in random order.
import { testModel } from '../model/run.ts'

testModel(15)
