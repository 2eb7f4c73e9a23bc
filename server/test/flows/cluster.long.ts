// Invariants 3, 4 and 11 hold while one of several processes is killed, many times.
import { LARGE, testClusterRounds } from '../faults/cluster-rounds.ts'

testClusterRounds(200, 1, LARGE)
testClusterRounds(100, 2, LARGE)
