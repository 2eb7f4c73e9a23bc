/** Describes every statement of the service against the migrated schema, and prints their types. */
import { statements } from '../src/platform/db/sql.ts'
import { createTestDatabase } from '../test/database.ts'
import { importStatements } from '../test/touched-statements.ts'
import { describeStatements } from './describe.ts'
import { printStatements } from './print.ts'

/** The text of `server/generated/statements.ts`. */
export async function statementTypes(): Promise<string> {
  await importStatements()
  const database = await createTestDatabase()
  try {
    return printStatements(statements, await describeStatements(database.url, statements))
  } finally {
    await database.close()
  }
}
