/** The file of profiles: API keys with the URLs of their services, by name. `tidings login` writes it. */
import { EXIT } from './exit-codes.ts'
import { failure } from './command.ts'
import type { Environment, Failure } from './command.ts'
import { configPath, readPrivateFile, writePrivateFile } from './private-file.ts'

export interface Profile {
  /** The URL of the service, without a slash at its end. */
  url: string
  apiKey: string
}

export const PROFILE_DEFAULT = 'default'

/** The address of a service on this machine. */
export const SERVICE_DEFAULT = 'http://127.0.0.1:3000'

const PROFILES_MAX = 100

const isProfileName = (name: string): boolean => /^[\w.-]{1,64}$/.test(name)

export function profileNameMistake(name: string): Failure | null {
  return isProfileName(name)
    ? null
    : failure('The name of a profile has at most 64 letters, digits, dots, hyphens and underscores', {
        exitCode: EXIT.usage,
      })
}

export const profilesPath = (environment: Environment): string => configPath(environment, 'profiles.json')

function profileOf(value: unknown): Profile | null {
  const { url, api_key: apiKey } = (value ?? {}) as { url?: unknown; api_key?: unknown }
  return typeof url === 'string' && typeof apiKey === 'string' ? { url, apiKey } : null
}

export type Profiles = { ok: true; profiles: Map<string, Profile> } | Failure

/** Reads all profiles. Without a file there are none. */
export function readProfiles(environment: Environment): Profiles {
  const path = profilesPath(environment)
  const read = readPrivateFile(path)
  if (!read.ok) return failure(read.sentence, { remedy: read.remedy, exitCode: EXIT.keyRefused })
  if (read.text === null) return { ok: true, profiles: new Map() }
  const malformed = failure(`${path} is not a file of profiles`, {
    remedy: 'Remove it and run `tidings login` again.',
    exitCode: EXIT.keyRefused,
  })
  try {
    const entries = Object.entries(JSON.parse(read.text) as object).map(
      ([name, value]) => [name, profileOf(value)] as const,
    )
    const known = entries.filter((entry): entry is [string, Profile] => entry[1] !== null && isProfileName(entry[0]))
    return known.length === entries.length ? { ok: true, profiles: new Map(known) } : malformed
  } catch {
    return malformed
  }
}

/** Changes one profile. Null removes it. */
export function saveProfile(environment: Environment, name: string, profile: Profile | null): Failure | null {
  const read = readProfiles(environment)
  if (!read.ok) return read
  const { profiles } = read
  if (profile === null) profiles.delete(name)
  else profiles.set(name, profile)
  if (profiles.size > PROFILES_MAX) return failure(`There are already ${PROFILES_MAX} profiles: log out of one`)
  const stored = Object.fromEntries([...profiles].map(([key, { url, apiKey }]) => [key, { url, api_key: apiKey }]))
  writePrivateFile(profilesPath(environment), `${JSON.stringify(stored, null, 2)}\n`)
  return null
}
