import { readFileSync } from 'node:fs'

const description = readFileSync(new URL('../../package.json', import.meta.url), 'utf8')

/** The version of the service, from the package's description. */
export const { version: VERSION } = JSON.parse(description) as { version: string }
