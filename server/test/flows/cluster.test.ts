// Invariants 3, 4 and 11 hold while one of several processes is killed.
import { testClusterRounds } from '../faults/cluster-rounds.ts'

testClusterRounds(2)
testClusterRounds(1, 2)
