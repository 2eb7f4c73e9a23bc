/** The verification examples of `docs/examples` in languages that an interpreter runs. */
import { testExamples } from './examples/examples.ts'

testExamples(false)
