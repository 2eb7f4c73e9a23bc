/** A store in Redis or Valkey, by `redis`, `ioredis` or the client of Bun. */
import { randomUuid } from './crypto.ts'
import { statusOf } from './store.ts'
import type { ReceiverStore } from './store.ts'

/** The method that sends any command: `call` of `ioredis`, `sendCommand` of `redis`, `send` of Bun. */
export type RedisClient =
  | { call(command: string, ...values: string[]): Promise<unknown> }
  | { sendCommand(command: string[]): Promise<unknown> }
  | { send(command: string, values: string[]): Promise<unknown> }

export interface RedisStoreOptions {
  /** The beginning of all keys. Default `tidings:`. */
  prefix?: string
}

/** A turn ends by itself after this time, if its process has died. `onEvent` has 10 s. ms */
const TURN_MS = 60_000

/** A receiver waits this long for its turn, as long as the service waits for the response, ms. */
const TURN_WAIT_MS = 10_000
const TURN_POLL_MS = 50

/** Longer than the service repeats an event. */
const REMEMBERED_SECONDS = 31 * 86_400

/** Stores the event and the rank, and ends the turn. Returns 0 if the turn has ended before. */
const FINISH = `
if redis.call('get', KEYS[1]) ~= ARGV[1] then return 0 end
redis.call('set', KEYS[2], '1', 'EX', ARGV[2])
if ARGV[3] ~= '' then redis.call('set', KEYS[3], ARGV[3], 'EX', ARGV[2]) end
redis.call('del', KEYS[1])
return 1`

const RELEASE = `if redis.call('get', KEYS[1]) == ARGV[1] then redis.call('del', KEYS[1]) end`

type Command = (name: string, ...values: string[]) => Promise<unknown>

function commandOf(client: RedisClient): Command {
  if ('call' in client) return (name, ...values) => client.call(name, ...values)
  if ('sendCommand' in client) return (name, ...values) => client.sendCommand([name, ...values])
  if ('send' in client) return (name, ...values) => client.send(name, values)
  throw new TypeError('createRedisStore needs a client of redis, ioredis or Bun')
}

/** Waits until no other receiver works on the same delivery. */
async function takeTurn(command: Command, key: string, token: string): Promise<void> {
  for (let waitedMs = 0; ; waitedMs += TURN_POLL_MS) {
    if ((await command('SET', key, token, 'NX', 'PX', String(TURN_MS))) !== null) return
    if (waitedMs >= TURN_WAIT_MS) throw new Error('Another receiver is still at work on this delivery')
    await new Promise((resolve) => setTimeout(resolve, TURN_POLL_MS))
  }
}

/**
 * A store in your Redis. It handles each event once, except if the process dies after `onEvent` and before the event is
 * stored: then the event comes again. All keys expire. Throws a TypeError if it does not get a client.
 */
export function createRedisStore(client: RedisClient, { prefix = 'tidings:' }: RedisStoreOptions = {}): ReceiverStore {
  if (typeof client !== 'object' || client === null)
    throw new TypeError('createRedisStore needs a client of redis, ioredis or Bun')
  const command = commandOf(client)
  return {
    async once(event, work) {
      const found = statusOf(event)
      const subject = found === null ? event.id : `delivery:${found.deliveryId}`
      const turn = `${prefix}turn:${subject}`
      const [eventKey, rankKey] = [`${prefix}event:${event.id}`, `${prefix}rank:${subject}`]
      const token = await randomUuid()
      await takeTurn(command, turn, token)
      try {
        if ((await command('GET', eventKey)) !== null) return 'repeated'
        const advanced = found !== null && found.rank > Number((await command('GET', rankKey)) ?? 0)
        await work(found && { deliveryId: found.deliveryId, status: found.status, advanced }, undefined)
        const written = [token, String(REMEMBERED_SECONDS), advanced ? String(found.rank) : '']
        if ((await command('EVAL', FINISH, '3', turn, eventKey, rankKey, ...written)) === 1) return 'handled'
        throw new Error(`The event took longer than ${TURN_MS} ms, and another receiver may have handled it too`)
      } finally {
        await command('EVAL', RELEASE, '1', turn, token)
      }
    },
  }
}
