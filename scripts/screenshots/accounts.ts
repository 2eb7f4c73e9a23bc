/** Accounts and members, made by the commands of the operator. */
import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const CLI = fileURLToPath(new URL('../../server/src/programs/cli.ts', import.meta.url))

/** The members who look. Each has one account, the last one has two. */
export const OWNER = 'ada@example.com'
export const VIEWER = 'linus@example.com'
export const OWNER_OF_EMPTY = 'new@example.com'
export const OWNER_OF_TRIAL = 'trial@example.com'
export const OWNER_OF_LONG = `${'maximiliana.alexandra.'.repeat(2)}featherstone@subsidiary.example.com`

/** Runs a command of the operator beside the service, and returns its JSON. */
export type Operate = <Result>(...words: string[]) => Promise<Result>

/** `environment`: the variables of the running service. */
export function operator(environment: Record<string, string>): Operate {
  return async <Result>(...words: string[]) => {
    const { stdout } = await promisify(execFile)(process.execPath, [CLI, ...words, '--json'], {
      env: { ...process.env, ...environment },
    })
    return JSON.parse(stdout) as Result
  }
}

export interface Account {
  id: number
  apiKey: string
}

export async function makeAccount(operate: Operate, name: string, ...options: string[]): Promise<Account> {
  const { account, api_key: apiKey } = await operate<{ account: { id: number }; api_key: string }>(
    'accounts',
    'create',
    name,
    ...options,
  )
  return { id: account.id, apiKey }
}

/** Invites a person. Returns the path of the invitation's page. */
export async function invite(operate: Operate, account: number, email: string, role: string): Promise<string> {
  const words = ['members', 'add', email, '--account', String(account), '--role', role]
  const { invitation } = await operate<{ invitation: { path: string } }>(...words)
  return invitation.path
}

/** Accepts an invitation. `path`: that of its page, which ends with the token. */
export async function accept(url: string, path: string, password: string, name: string | null = null): Promise<void> {
  const token = path.slice(path.lastIndexOf('/') + 1)
  const response = await fetch(`${url}/api/v1/invitations/accept`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ invitation: { token, password, name } }),
  })
  if (!response.ok) throw new Error(`The invitation was not accepted: ${await response.text()}`)
}
