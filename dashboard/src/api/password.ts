/**
 * The password again, for actions that need more than an open session. The service counts it for some minutes and says
 * when it needs it. Then one dialog asks for it, and the call is repeated.
 */
import { ApiFailure, call } from './call.ts'
import type { Answer, Input, OperationName } from './call.ts'

/** Asks the member. Resolves with true after the service has taken the password, with false if the member gave up. */
type Ask = () => Promise<boolean>

let ask: Ask = () => Promise.resolve(false)
/** Calls that need the password at the same time share one question. */
let asking: Promise<boolean> | null = null

/** Sets the dialog that asks. Returns a function to remove it. */
export function onPasswordWanted(next: Ask): () => void {
  ask = next
  return () => void (ask = () => Promise.resolve(false))
}

/** Calls an operation like `call`. If it needs the password, it is called again after the member gave it. */
export async function callWithPassword<Name extends OperationName>(
  name: Name,
  input: Input<Name>,
): Promise<Answer<Name>> {
  try {
    return await call(name, input)
  } catch (error) {
    if (!(error instanceof ApiFailure) || error.code !== 'password_required') throw error
    asking ??= ask().finally(() => (asking = null))
    if (!(await asking))
      throw new ApiFailure(error.status, {
        code: error.code,
        error: 'Nothing changed: this action needs your password',
      })
    return call(name, input)
  }
}
