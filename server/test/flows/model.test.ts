// Invariants 1, 2, 3, 4, 11 and 12, whatever an account does and in whatever order.
import { testModel } from '../model/run.ts'

testModel(50)
