/** All breakages of `npm run test:mutants`. Each breaks one promise. Together they concern the tests of every package. */
import { ACCESS_MUTANTS } from './access.ts'
import { CLIENT_MUTANTS } from './clients.ts'
import { MESSAGE_MUTANTS } from './messages.ts'
import type { Mutant } from './mutant.ts'
import { WEBHOOK_MUTANTS } from './webhooks.ts'

export const MUTANTS: readonly Mutant[] = [...WEBHOOK_MUTANTS, ...MESSAGE_MUTANTS, ...ACCESS_MUTANTS, ...CLIENT_MUTANTS]
