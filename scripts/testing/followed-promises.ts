/**
 * Node's runner follows all promises of a process, to know in which test an error happened. That is up to half of the
 * processor time of a test that waits often. The runner needs it only while a file loads: it puts new tests into the
 * suite that it finds this way. Import this file before `node:test`.
 */
import asyncHooks from 'node:async_hooks'
import type { AsyncHook } from 'node:async_hooks'

const { createHook } = asyncHooks
const hooks: AsyncHook[] = []

// The runner takes the function when it loads, and calls it with the first test.
asyncHooks.createHook = (callbacks) => {
  const hook = createHook(callbacks)
  hooks.push(hook)
  return hook
}
await import('node:test')
asyncHooks.createHook = createHook

/** Lets the runner follow promises from here on. */
export function follow(): void {
  for (const hook of hooks) hook.enable()
}

export function stopFollowing(): void {
  for (const hook of hooks) hook.disable()
}
