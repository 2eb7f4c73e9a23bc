/** Programs sign in with an API key as their password. The user name is theirs to choose. */
import type { Clock } from '../../platform/clock.ts'
import type { CommonPool } from '../../platform/db/pool.ts'
import type { Logger } from '../../platform/log.ts'
import type { Caller } from '../../platform/http/route.ts'
import { API_KEY_PATTERN, createKeyLookup, hashApiKey, KeyUses } from '../../core/accounts/authentication.ts'
import { may } from '../../core/accounts/roles.ts'
import { Refused } from './protocol.ts'

/** A signed-in session. The key is looked up again for each mail, so that a revoked one ends. */
export interface SignedIn {
  caller: Caller
  keyHash: Buffer
}

const wrongKey = () => new Refused(535, '5.7.8 The password must be a valid API key')
const wrongRole = () => new Refused(535, '5.7.8 The API key must have the role send or full')

export interface SignIn {
  /** The session of a password. Throws `Refused` if it is no key with the right to send. */
  begin(password: string): Promise<SignedIn>
  /** The same again for a session. */
  again(session: SignedIn): Promise<SignedIn>
  /** Writes the uses of keys that wait. */
  close(): Promise<void>
}

export function createSignIn(
  { clock, log, config }: { clock: Clock; log: Logger; config: { batchWaitMs: number } },
  directory: CommonPool,
): SignIn {
  const lookup = createKeyLookup(directory, clock, config.batchWaitMs)
  const uses = new KeyUses(directory, clock, log)

  async function find(keyHash: Buffer): Promise<SignedIn> {
    const caller = await lookup.add(keyHash)
    if (caller === null) throw wrongKey()
    if (!may(caller.role, 'sending', 'POST')) throw wrongRole()
    uses.note(caller)
    return { caller, keyHash }
  }

  return {
    async begin(password) {
      if (!API_KEY_PATTERN.test(password)) throw wrongKey()
      return find(hashApiKey(password))
    },
    again: ({ keyHash }) => find(keyHash),
    close: () => uses.close(),
  }
}
