// Invariants 3, 4 and 11 hold when one of several processes is killed.
import { testClusterRounds } from '../cluster-rounds.ts'

testClusterRounds(3)
