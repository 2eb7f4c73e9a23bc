#!/usr/bin/env node
/** The command `tidings`, for developers of apps: it calls the API of a running service. */
import { readFileSync } from 'node:fs'
import { CLIENT_COMMANDS } from './commands.ts'
import { runProgram } from './program.ts'

const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as { version: string }

process.exitCode = await runProgram(
  {
    name: 'tidings',
    version,
    groups: [{ title: 'Commands', commands: CLIENT_COMMANDS }],
    sentenceOf: (error) => (error instanceof Error ? (error.stack ?? error.message) : String(error)),
  },
  process.argv.slice(2),
)
