/** A deliberate breakage: replaced texts of the source, and tests. At least one of these tests must fail. */
export interface Mutant {
  name: string
  edits: { file: string; find: string; replace: string }[]
  tests: string[]
}
