/** Commands for the profiles: API keys on this machine. */
import { failureOf, isServiceUrl, openApi, SERVICE_DEFAULT } from './api.ts'
import { failure } from './command.ts'
import type { Command, CommandInput, CommandResult } from './command.ts'
import { EXIT } from './exit-codes.ts'
import { PROFILE_DEFAULT, profileNameMistake, profilesPath, readProfiles, saveProfile } from './profiles.ts'
import { readKeyFromInput } from './standard-input.ts'

const PROFILE_OPTION = { value: 'NAME', about: `The name of the profile. Default: ${PROFILE_DEFAULT}` }

export const LOGIN_COMMANDS: readonly Command[] = [
  {
    words: ['login'],
    positional: [],
    options: {
      service: { value: 'URL', about: `The service. Default: TIDINGS_URL, or ${SERVICE_DEFAULT}` },
      profile: PROFILE_OPTION,
    },
    summary: 'Store an API key on this machine',
    details: [
      'The command reads the key from standard input, or asks for it. It calls the service with the key, and stores both in a file for you only. Later commands use the profile if TIDINGS_API_KEY is not set.',
    ],
    run: login,
  },
  {
    words: ['logout'],
    positional: [],
    options: { profile: PROFILE_OPTION },
    summary: 'Remove a stored API key from this machine',
    details: ['The key stays valid. Revoke it in the dashboard if it is lost.'],
    run: (input) => Promise.resolve(logout(input)),
  },
]

async function login({ options, environment, onProgress }: CommandInput): Promise<CommandResult> {
  const name = options['profile'] ?? PROFILE_DEFAULT
  const mistake = profileNameMistake(name)
  if (mistake !== null) return mistake
  const url = (options['service'] ?? (environment['TIDINGS_URL']?.trim() || SERVICE_DEFAULT)).replace(/\/+$/, '')
  if (!isServiceUrl(url))
    return failure(`${JSON.stringify(url)} must be an http or https URL, like ${SERVICE_DEFAULT}`, {
      exitCode: EXIT.usage,
    })
  const apiKey = await readKeyFromInput()
  if (!/^sk_[\w-]+$/.test(apiKey))
    return failure('The key must be an API key, sk_..., without spaces', { exitCode: EXIT.keyRefused })
  const settings = { serviceUrl: url, apiKey, keySource: 'standard input' }
  try {
    const { api_key: key } = await openApi(settings).client.send('GET /api/v1/api_key', {})
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

function logout({ options, environment }: CommandInput): CommandResult {
  const name = options['profile'] ?? PROFILE_DEFAULT
  const read = readProfiles(environment)
  if (!read.ok) return read
  if (!read.profiles.has(name)) return failure(`There is no profile ${JSON.stringify(name)}`)
  const failed = saveProfile(environment, name, null)
  return failed ?? { ok: true, text: `The profile ${name} is removed`, json: { profile: name } }
}
