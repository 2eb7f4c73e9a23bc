import type { Clock } from '../clock.ts'

type Result = { ok: true } | { ok: false; error: string }

/** An address gets this part of the remaining time, so that a silent one leaves time for others. The last gets all. */
const PARTS = 3

/** Errors that other addresses of the host would not change. */
const ENDS_TRYING = new Set(['aborted', 'exhausted'])

/**
 * Connects to the addresses of a host in turn until one works or the time is over. Null: there was no time. A TLS error
 * does not end the trying: one server of a host may have an old certificate. If all fail, the first TLS error counts,
 * because it names a fault that can be repaired. Without one, the error of the first address counts.
 */
export async function tryAddresses<Opened extends Result>(
  addresses: readonly string[],
  { clock, timeoutMs }: { clock: Pick<Clock, 'monotonic'>; timeoutMs: number },
  connect: (address: string, timeoutMs: number) => Promise<Opened>,
): Promise<Opened | null> {
  const endMs = clock.monotonic() + timeoutMs
  const failures: Opened[] = []
  for (const [index, address] of addresses.entries()) {
    const leftMs = endMs - clock.monotonic()
    if (leftMs <= 0) break
    const result = await connect(address, leftMs / Math.min(PARTS, addresses.length - index))
    if (result.ok || ENDS_TRYING.has(result.error)) return result
    failures.push(result)
  }
  return failures.find((failure) => !failure.ok && failure.error === 'tls_error') ?? failures[0] ?? null
}
