/** A store in Redis or Valkey, by `redis`, `ioredis` or the client of Bun. One server, or a cluster. */
import { randomUuid } from './crypto.ts'
import { deliveryIdOf, statusOf } from './store.ts'
import type { ReceiverStore } from './store.ts'
import type { WebhookEvent } from './types.ts'

/**
 * The method that sends any command: `call` of `ioredis`, `send` of Bun, `sendCommand` of `redis`. In `redis`, clients
 * of a cluster also take the key that chooses the server, and clients of Sentinel take a mark for reads.
 */
export type RedisClient =
  | { call(command: string, ...values: string[]): Promise<unknown> }
  | { sendCommand(command: string[]): Promise<unknown> }
  | { send(command: string, values: string[]): Promise<unknown> }
  | RedisCluster
  | RedisSentinel

/** `createCluster` of `redis`. */
interface RedisCluster {
  sendCommand(firstKey: string, isReadonly: boolean, command: string[]): Promise<unknown>
  getSlotMaster(slot: number): unknown
}

/** `createSentinel` of `redis`. */
interface RedisSentinel {
  sendCommand(isReadonly: boolean, command: string[]): Promise<unknown>
  getMasterNode(): unknown
}

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

/** Sends a command. All its keys are in the slot of `key`. */
type Send = (key: string, command: [name: string, ...values: string[]]) => Promise<unknown>

/** The length tells other `sendCommand` apart: `redis` 3 has a callback as its third parameter. */
const SEND_COMMAND_PARAMETERS_MAX = 2

function sendOf(client: RedisClient): Send {
  if ('call' in client) return (_key, command) => client.call(...command)
  if ('getSlotMaster' in client) return (key, command) => client.sendCommand(key, false, command)
  if ('getMasterNode' in client) return (_key, command) => client.sendCommand(false, command)
  if ('sendCommand' in client && client.sendCommand.length <= SEND_COMMAND_PARAMETERS_MAX)
    return (_key, command) => client.sendCommand(command)
  if ('send' in client) return (_key, [name, ...values]) => client.send(name, values)
  throw new TypeError('createRedisStore needs a client of redis, ioredis or Bun')
}

/**
 * The keys of an event. A cluster runs a script only if all its keys are in one slot. The text in the first braces of a
 * key chooses the slot, so all keys of a delivery have its id in braces.
 */
function keysOf(event: WebhookEvent, prefix: string): { turn: string; handled: string; rank: string } {
  const deliveryId = deliveryIdOf(event)
  const subject = `${prefix}{${deliveryId === null ? event.id : `delivery:${deliveryId}`}}`
  return { turn: `${subject}:turn`, handled: `${subject}:event:${event.id}`, rank: `${subject}:rank` }
}

/** Waits until no other receiver works on the same delivery. */
async function takeTurn(send: Send, turn: string, token: string): Promise<void> {
  for (let waitedMs = 0; ; waitedMs += TURN_POLL_MS) {
    if ((await send(turn, ['SET', turn, token, 'NX', 'PX', String(TURN_MS)])) !== null) return
    if (waitedMs >= TURN_WAIT_MS) throw new Error('Another receiver is still at work on this delivery')
    await new Promise((resolve) => setTimeout(resolve, TURN_POLL_MS))
  }
}

/**
 * A store in your Redis. It handles each event once, except if the process dies after `onEvent` and before the event is
 * stored: then the event comes again. All keys expire. Throws a TypeError if it does not get a client, or if the prefix
 * has `{}`: then the keys of an event would be in several slots of a cluster.
 */
export function createRedisStore(client: RedisClient, { prefix = 'tidings:' }: RedisStoreOptions = {}): ReceiverStore {
  if (typeof client !== 'object' || client === null)
    throw new TypeError('createRedisStore needs a client of redis, ioredis or Bun')
  if (/^[^{]*\{\}/.test(prefix)) throw new TypeError('The prefix of the Redis store must not have {}')
  const send = sendOf(client)
  return {
    async once(event, work) {
      const found = statusOf(event)
      const { turn, handled, rank } = keysOf(event, prefix)
      const token = await randomUuid()
      await takeTurn(send, turn, token)
      try {
        if ((await send(turn, ['GET', handled])) !== null) return 'repeated'
        const advanced = found !== null && found.rank > Number((await send(turn, ['GET', rank])) ?? 0)
        await work(found && { deliveryId: found.deliveryId, status: found.status, advanced }, undefined)
        const written = [token, String(REMEMBERED_SECONDS), advanced ? String(found.rank) : '']
        if ((await send(turn, ['EVAL', FINISH, '3', turn, handled, rank, ...written])) === 1) return 'handled'
        throw new Error(`The event took longer than ${TURN_MS} ms, and another receiver may have handled it too`)
      } finally {
        await send(turn, ['EVAL', RELEASE, '1', turn, token])
      }
    },
  }
}
