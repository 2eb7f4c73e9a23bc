import { closeSync, openSync, readSync, statSync } from 'node:fs'
import { isDeepStrictEqual } from 'node:util'
import { leaseTimes, SETTINGS, TUNING } from './settings.ts'
import type { Setting } from './kinds.ts'
import { nearest } from '@tidings/cli/nearest'

/** The configuration of the service. `SETTINGS` describes each property under the same name. */
export type Config = {
  readonly [Name in keyof typeof SETTINGS]: (typeof SETTINGS)[Name] extends Setting<infer Value> ? Value : never
} & Readonly<Tuning>

export type Tuning = typeof TUNING & ReturnType<typeof leaseTimes>

interface Mistakes {
  ok: false
  mistakes: string[]
}

export type LoadedConfig = { ok: true; config: Config } | Mistakes

type Environment = Record<string, string | undefined>

/** Files of secrets are read up to so many bytes. */
const SECRET_FILE_BYTES_MAX = 65_536

const fileVariable = (variable: string) => `${variable}_FILE`

/**
 * Reads the whole configuration. An empty variable counts as unset. A secret may be in a file: `DATABASE_URL_FILE` names
 * the file of `DATABASE_URL`. It returns all mistakes together: each is a sentence with the variable's name, and never
 * contains a secret. `tuning`: numbers without a variable, for tests.
 */
export function loadConfig(environment: Environment = process.env, tuning: Partial<Tuning> = {}): LoadedConfig {
  const read = readSettings(environment, false)
  if (!read.ok) return read
  return { ok: true, config: { ...read.values, ...TUNING, ...leaseTimes(read.values.leaseDurationMs), ...tuning } }
}

type Values = Omit<Config, keyof Tuning>

/** `isReread`: a file that is a pipe is a mistake, because the process would wait for its next writer. */
function readSettings(environment: Environment, isReread: boolean): { ok: true; values: Values } | Mistakes {
  const mistakes = misspelled(environment)
  const read: Record<string, unknown> = {}
  for (const [name, { variable, kind, default: preset }] of Object.entries(SETTINGS)) {
    read[name] = null
    const found = kind.secret ? givenSecret(variable, environment, isReread) : (environment[variable]?.trim() ?? '')
    if (typeof found === 'object') {
      mistakes.push(found.mistake)
      continue
    }
    const given = found || preset
    if (given === null) continue
    const parsed = kind.parse(given)
    if ('value' in parsed) read[name] = parsed.value
    else mistakes.push(`${variable} ${parsed.must}${kind.secret ? '' : ` (it is ${JSON.stringify(given)})`}`)
  }
  const values = withSmtp(read as Values, environment)
  if (mistakes.length === 0) mistakes.push(...contradictions(values))
  return mistakes.length === 0 ? { ok: true, values } : { ok: false, mistakes }
}

/** Without `ROLES`, a process with an address for mails takes mails too. */
function withSmtp(values: Values, environment: Environment): Values {
  const isChosen = (environment[SETTINGS.roles.variable]?.trim() ?? '') !== ''
  return isChosen || values.smtpListen === null ? values : { ...values, roles: [...values.roles, 'smtp'] }
}

/** The text of a secret, from its variable or its file; the empty string if neither is set. */
function givenSecret(variable: string, environment: Environment, isReread: boolean): string | { mistake: string } {
  const given = environment[variable]?.trim() ?? ''
  const path = environment[fileVariable(variable)]?.trim() ?? ''
  if (path === '') return given
  if (given !== '') return { mistake: `${variable} and ${fileVariable(variable)} are both set: keep one of them` }
  try {
    if (isReread && statSync(path).isFIFO())
      return { mistake: `${fileVariable(variable)} ${path} is a pipe, so it cannot be read again: use a file` }
    const bytes = readStart(path, SECRET_FILE_BYTES_MAX + 1)
    if (bytes.length > SECRET_FILE_BYTES_MAX) return { mistake: `${fileVariable(variable)} ${path} is too large` }
    const text = bytes.toString('utf8').trim()
    return text === '' ? { mistake: `${fileVariable(variable)} ${path} is empty` } : text
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    return { mistake: `${fileVariable(variable)} ${path} cannot be read (${code ?? 'unknown error'})` }
  }
}

/** The first bytes of a file. The file may be a pipe, or a device without an end. */
function readStart(path: string, bytesMax: number): Buffer {
  const buffer = Buffer.alloc(bytesMax)
  const file = openSync(path, 'r')
  try {
    let length = 0
    for (let read = -1; read !== 0 && length < bytesMax; length += read)
      read = readSync(file, buffer, length, bytesMax - length, null)
    return buffer.subarray(0, length)
  } finally {
    closeSync(file)
  }
}

/** The text of a secret's file as it is now; null if the secret comes from no file, or the file cannot be read. */
export function readSecretFile(variable: string, environment: Environment = process.env): string | null {
  if (!environment[fileVariable(variable)]?.trim()) return null
  const text = givenSecret(variable, environment, true)
  return typeof text === 'string' ? text : null
}

export type RereadSecrets = { ok: true; changed: string[] } | Mistakes

/**
 * Reads the files of the secrets again and puts their values into `config`. Returns the variables that changed. If there is
 * a mistake, nothing changes.
 */
export function rereadSecrets(config: Config, environment: Environment = process.env): RereadSecrets {
  const read = readSettings(environment, true)
  if (!read.ok) return read
  const names = (Object.keys(SETTINGS) as (keyof Values)[]).filter((name) => SETTINGS[name].kind.secret)
  const changed = names.filter((name) => !isDeepStrictEqual(config[name], read.values[name]))
  Object.assign(config, Object.fromEntries(changed.map((name) => [name, read.values[name]])))
  return { ok: true, changed: changed.map((name) => SETTINGS[name].variable) }
}

/** Only names of this length are checked: short names are close to common ones (HOST and HOME). */
const CHECKED_NAME_LENGTH_MIN = 7
const CHARACTERS_PER_CHANGE = 6
/** Common variables of other programs, close to DATABASES. */
const NAMES_OF_OTHERS = new Set(['DATABASE'])

/** Finds unknown variables with a name close to one of ours. They would be ignored silently. */
function misspelled(environment: Environment): string[] {
  const ours = Object.values(SETTINGS).flatMap(({ variable, kind }) =>
    kind.secret ? [variable, fileVariable(variable)] : [variable],
  )
  const mistakes: string[] = []
  for (const name of Object.keys(environment)) {
    if (ours.includes(name) || NAMES_OF_OTHERS.has(name) || name.length < CHECKED_NAME_LENGTH_MIN) continue
    const near = nearest(name, ours, Math.min(3, Math.floor(name.length / CHARACTERS_PER_CHANGE)))
    if (near !== null) mistakes.push(`${name} is not a variable of this service: did you mean ${near}?`)
  }
  return mistakes
}

/** Values that are valid alone, but not together. */
function contradictions(config: Values): string[] {
  const mistakes: string[] = []
  const { databaseUrl, databases } = config
  const given = databases === null ? (databaseUrl === null ? null : 'DATABASE_URL') : 'DATABASES'
  if (databaseUrl !== null && databases !== null)
    mistakes.push('DATABASE_URL and DATABASES are both set: keep one of them')
  if (given !== null && config.secretsKeys === null)
    mistakes.push(
      `SECRETS_KEYS is required with ${given}: all processes must share the keys, and a lost key loses every secret`,
    )
  if (config.migrationDatabaseUrl !== null && databaseUrl === null)
    mistakes.push('MIGRATION_DATABASE_URL works only with DATABASE_URL')
  if (config.roles.includes('smtp') && config.smtpListen === null)
    mistakes.push('SMTP_LISTEN is required with the role smtp')
  if ((config.smtpTlsCertFile === null) !== (config.smtpTlsKeyFile === null))
    mistakes.push('SMTP_TLS_CERT_FILE and SMTP_TLS_KEY_FILE belong together: set both or none')
  if (config.operatorSmtpUrl !== null && config.operatorEmailFrom === null)
    mistakes.push('OPERATOR_EMAIL_FROM is required with OPERATOR_SMTP_URL')
  return mistakes
}
