/** Runs the commands that its parent sends, one after another, as `main.ts` would in a process of its own. */
import type { Ended } from './command.ts'

export interface Call {
  args: readonly string[]
  environment: NodeJS.ProcessEnv
  directory: string
}

let calls = 0

async function ended({ args, environment, directory }: Call): Promise<Ended> {
  const printed = { stdout: '', stderr: '' }
  for (const name of ['stdout', 'stderr'] as const) {
    process[name].removeAllListeners('error')
    process[name].write = (text) => {
      printed[name] += String(text)
      return true
    }
  }
  for (const name of Object.keys(process.env)) delete process.env[name]
  Object.assign(process.env, environment)
  process.chdir(directory)
  process.argv.splice(2, Infinity, ...args)
  calls += 1
  await import(`../src/main.ts?${calls}`)
  return { code: Number(process.exitCode), ...printed }
}

process.on('message', (call: Call) => void ended(call).then((result) => process.send!(result)))
