/** Breakages of the dashboard, the command line, the packages and the tools for assistants. Their tests need no browser. */
import type { Mutant } from './mutant.ts'

export const CLIENT_MUTANTS: readonly Mutant[] = [
  {
    name: 'formula in a CSV file',
    edits: [{ file: 'dashboard/src/ui/csv.ts', find: '(?<=^|[;\\t\\r\\n])', replace: '^' }],
    tests: ['dashboard/test/csv.test.ts'],
  },
  {
    name: 'signature from the future',
    edits: [
      {
        file: 'sdk/src/verify.ts',
        find: 'return Math.abs(now() - Number(request.timestamp)) <= toleranceSeconds',
        replace: 'return now() - Number(request.timestamp) <= toleranceSeconds',
      },
    ],
    tests: ['sdk/src/verify.test.ts'],
  },
  {
    name: 'gap in an inbox',
    edits: [
      {
        file: 'inbox/src/store.ts',
        find: 'merge(meets ? [...fitting, ...older] : fitting, filter)',
        replace: 'merge([...fitting, ...older], filter)',
      },
    ],
    tests: ['inbox/src/store.test.ts'],
  },
  {
    name: 'option as the value of another',
    edits: [
      {
        file: 'cli/src/arguments.ts',
        find: ' || (!token.inlineValue && /^-./.test(value))',
        replace: '',
      },
    ],
    tests: ['cli/src/arguments.test.ts'],
  },
]
