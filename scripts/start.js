/**
 * `npm start`: the service, with its dashboard and documentation. In JavaScript, so that a Node that is too old can say so.
 * It runs the service as built (`server/dist`): a start from there takes a third less processor time, and needs nothing
 * that strips types. With `--sources`, or if nothing is built, it runs the sources.
 */
import { accessSync, constants, existsSync, readFileSync } from 'node:fs'
import module from 'node:module'
import { isatty } from 'node:tty'
import { fileURLToPath } from 'node:url'

/** The oldest Node with all that the service uses: 24.7 brought argon2. `start.sh` and server/package.json have it too. */
const NODE_MIN = { major: 24, minor: 7 }

const pathOf = (path) => fileURLToPath(new URL(`../${path}`, import.meta.url))

/** Written here, because a Node that is too old cannot load the log. */
function tell(level, event, line, as) {
  const { version } = JSON.parse(readFileSync(pathOf('server/package.json'), 'utf8'))
  const about = { pid: process.pid, version, event, [as]: line }
  if (isatty(1) && isatty(2)) console.error(line)
  else console.log(JSON.stringify({ level, time: new Date().toISOString(), ...about }))
}

function fail(cause) {
  tell('fatal', 'service.not_started', cause, 'cause')
  process.exit(1)
}

const { node: version } = process.versions
const [major, minor] = version.split('.').map(Number)
if (major < NODE_MIN.major || (major === NODE_MIN.major && minor < NODE_MIN.minor))
  fail(`Node ${NODE_MIN.major}.${NODE_MIN.minor} or newer is required, and ${process.execPath} is Node ${version}`)

if (isatty(2)) console.error(`Node ${version} runs the service: ${process.execPath}`)

/** True if this process serves the dashboard. */
const hasApi = () => (process.env['ROLES']?.trim() || 'api').split(',').some((role) => role.trim() === 'api')

const fromSources = process.argv.includes('--sources')

/** True if the packages that build are installed, and their results can be written. */
function canBuild() {
  if (!['rolldown', 'vite', 'vitepress'].every((name) => existsSync(pathOf(`node_modules/${name}`)))) return false
  try {
    for (const place of ['server', 'dashboard', 'site']) {
      const builds = pathOf(`${place}/dist`)
      accessSync(existsSync(builds) ? builds : pathOf(place), constants.W_OK)
    }
    return true
  } catch {
    return false
  }
}

const isBuilt = (place) => existsSync(pathOf(`${place}/dist/current`))

// `npx` starts a shell between. SIGTERM ends the shell, which passes nothing on: its end is the signal.
if (process.env['npm_command'] === 'exec') {
  const shell = process.ppid
  const watch = setInterval(() => {
    if (process.ppid === shell) return
    clearInterval(watch)
    process.kill(process.pid, 'SIGTERM')
  }, 250)
  watch.unref()
}

// If nothing can be written there, nothing is cached.
module.enableCompileCache(pathOf('.cache/compile'))
if (canBuild()) {
  const { buildAll, DASHBOARD, SERVICE, SITE } = await import('./build.ts')
  const builds = [...(fromSources ? [] : [SERVICE]), ...(hasApi() ? [DASHBOARD, SITE] : [])]
  await buildAll((line) => tell('info', 'service.building', line, 'msg'), builds).catch((error) => fail(error.message))
} else if (hasApi() && !['dashboard', 'site'].every(isBuilt))
  fail('The dashboard is not built: run `npm ci && npm run build` where files can be written')

/** The directory of the built service. Null if there is none, or if it was built in another checkout. */
function builtService() {
  if (fromSources || !isBuilt('server')) return null
  const directory = `server/dist/${readFileSync(pathOf('server/dist/current'), 'utf8')}`
  return readFileSync(pathOf(`${directory}/root`), 'utf8') === pathOf('') ? directory : null
}

const built = builtService()
await import(built === null ? '../server/src/programs/main.ts' : `../${built}/main.mjs`)
