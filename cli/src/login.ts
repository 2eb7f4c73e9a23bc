/** Commands for the profiles: API keys on this machine. */
import { failureOf, openApi, serviceUrlMistake } from './api.ts'
import { failure } from './command.ts'
import type { CommandInput, CommandResult } from './command.ts'
import { EXIT } from './exit-codes.ts'
import {
  PROFILE_DEFAULT,
  profileNameMistake,
  profilesPath,
  readProfiles,
  saveProfile,
  SERVICE_DEFAULT,
} from './profiles.ts'
import { readKeyFromInput } from './standard-input.ts'

export async function login({ options, environment, onProgress }: CommandInput): Promise<CommandResult> {
  const name = options['profile'] ?? PROFILE_DEFAULT
  const mistake = profileNameMistake(name)
  if (mistake !== null) return mistake
  const url = (options['service'] ?? (environment['TIDINGS_URL']?.trim() || SERVICE_DEFAULT)).replace(/\/+$/, '')
  const wrong = serviceUrlMistake(url)
  if (wrong !== null) return wrong
  const apiKey = await readKeyFromInput()
  if (!/^sk_[\w-]+$/.test(apiKey))
    return failure('The key must be an API key, sk_..., without spaces', { exitCode: EXIT.keyRefused })
  const settings = { serviceUrl: url, apiKey, keySource: 'standard input' }
  try {
    const { api_key: key } = await openApi(settings).client.request('GET /api/v1/api_key', {})
    const failed = saveProfile(environment, name, { url, apiKey })
    if (failed !== null) return failed
    if (environment['TIDINGS_API_KEY'])
      onProgress('TIDINGS_API_KEY is set, and counts before the profile: use --profile, or unset it')
    const text = `The key of account ${key.account_id} with the role ${key.role} is stored as profile ${name} in ${profilesPath(environment)}`
    return { ok: true, text, json: { profile: name, service: url, api_key: key } }
  } catch (error) {
    return failureOf(error, settings)
  }
}

export function logout({ options, environment }: CommandInput): CommandResult {
  const name = options['profile'] ?? PROFILE_DEFAULT
  const read = readProfiles(environment)
  if (!read.ok) return read
  if (!read.profiles.has(name)) return failure(`There is no profile ${JSON.stringify(name)}`)
  const failed = saveProfile(environment, name, null)
  return failed ?? { ok: true, text: `The profile ${name} is removed`, json: { profile: name } }
}
