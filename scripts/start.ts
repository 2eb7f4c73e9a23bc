/** `npm start`: the service, with the dashboard as its sources are now. */
import { buildDashboard } from './build-dashboard.ts'

try {
  await buildDashboard((line) => console.log(line))
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exit(1)
}
await import('../server/src/main.ts')
