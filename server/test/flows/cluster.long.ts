// Invariants 3, 4 and 11 hold when one of several processes is killed, again and again.
import { testClusterRounds } from '../faults/cluster-rounds.ts'

testClusterRounds(200)
