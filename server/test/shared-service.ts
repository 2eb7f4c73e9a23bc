/** Services that the test files of a process share. Each test makes an account of its own. */
import { createTestDatabase } from './database.ts'
import { startTestService } from './service.ts'
import { sharedInProcess } from './shared.ts'

function shared(variables: Record<string, string>) {
  return sharedInProcess(
    async () => {
      const database = await createTestDatabase()
      return { ...(await startTestService(database, variables)), database }
    },
    async ({ stop, database }) => {
      await stop()
      await database.close()
    },
  )
}

/** All of the service, with the settings of tests. */
export const sharedService = shared({})

/** Only its API: nothing is sent, and rows change only by requests. */
export const sharedApi = shared({ ROLES: 'api' })
