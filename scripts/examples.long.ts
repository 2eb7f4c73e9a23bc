/** The verification examples of `docs/examples` in languages that a compiler reads first: the first compilation takes a minute. */
import { testExamples } from './examples/examples.ts'

testExamples(true)
