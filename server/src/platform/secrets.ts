import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import { closeSync, fsyncSync, linkSync, openSync, readFileSync, unlinkSync, writeSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { StartError } from './db/servers/start-error.ts'
import { BUCKET_COUNT } from './ids.ts'

/** One key of the ring. AES-256 needs 32 bytes. */
export interface SecretsKey {
  id: string
  key: Buffer
}

export interface SecretsCipher {
  /** `context`: row and column (`webhook_endpoints.secret:12:7`). The text only decrypts with the same context. */
  encrypt(plain: string, context: string): string
  /** Throws if the text was altered, belongs to another row, or its key is not in the ring. */
  decrypt(stored: string, context: string): string
  /** Whether the text was encrypted with a key other than the first. */
  needsReencryption(stored: string): boolean
  /**
   * Derives a key for another purpose from each key of the ring, in order: HKDF-SHA256 (RFC 5869), 32 bytes. If the ring is
   * replaced, the returned list changes with it.
   */
  deriveKeys(purpose: string): readonly Buffer[]
  /** Uses another ring from now on. */
  replaceKeys(keys: readonly SecretsKey[]): void
}

const KEY_BYTES = 32
const KEYS_MAX = 16

/**
 * AES-GCM: 96 bits of nonce, 128 of tag. Random nonces are safe for 2^32 texts per key, far more than are stored here.
 */
const NONCE_BYTES = 12
const TAG_BYTES = 16

const KEY_ID = /^[A-Za-z0-9_-]{1,32}$/
const FORMAT = 'v1'

/** Parses `v1.<key id>.<base64url of nonce, tag and ciphertext>`. */
function parseStored(stored: string): { keyId: string; bytes: Buffer } {
  const [format, keyId, data, ...rest] = stored.split('.')
  if (format !== FORMAT || keyId === undefined || data === undefined || rest.length > 0)
    throw new Error('A stored secret has an unknown format')
  return { keyId, bytes: Buffer.from(data, 'base64url') }
}

/** AES-256-GCM with a ring of keys. The first key encrypts. Each text is bound to its row as associated data. */
export function createSecretsCipher(keys: readonly SecretsKey[]): SecretsCipher {
  return new RingCipher(keys)
}

class RingCipher implements SecretsCipher {
  #keys: readonly SecretsKey[] = []
  readonly #derived = new Map<string, Buffer[]>()

  constructor(keys: readonly SecretsKey[]) {
    this.replaceKeys(keys)
  }

  replaceKeys(keys: readonly SecretsKey[]): void {
    if (keys.length === 0) throw new Error('The key ring is empty')
    this.#keys = keys
    for (const [purpose, list] of this.#derived) list.splice(0, list.length, ...derive(keys, purpose))
  }

  get #current(): SecretsKey {
    return this.#keys[0]!
  }

  encrypt(plain: string, context: string): string {
    const { id, key } = this.#current
    const nonce = randomBytes(NONCE_BYTES)
    const cipher = createCipheriv('aes-256-gcm', key, nonce, { authTagLength: TAG_BYTES })
    cipher.setAAD(Buffer.from(context))
    const ciphertext = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()])
    const bytes = Buffer.concat([nonce, cipher.getAuthTag(), ciphertext])
    return `${FORMAT}.${id}.${bytes.toString('base64url')}`
  }

  decrypt(stored: string, context: string): string {
    const { keyId, bytes } = parseStored(stored)
    const found = this.#keys.find(({ id }) => id === keyId)
    if (found === undefined) throw new Error(`The key ${keyId} of a stored secret is missing in SECRETS_KEYS`)
    const nonce = bytes.subarray(0, NONCE_BYTES)
    const decipher = createDecipheriv('aes-256-gcm', found.key, nonce, { authTagLength: TAG_BYTES })
    decipher.setAAD(Buffer.from(context))
    decipher.setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES))
    const ciphertext = bytes.subarray(NONCE_BYTES + TAG_BYTES)
    return Buffer.concat([decipher.update(ciphertext), decipher.final()]).toString('utf8')
  }

  needsReencryption(stored: string): boolean {
    return parseStored(stored).keyId !== this.#current.id
  }

  deriveKeys(purpose: string): readonly Buffer[] {
    const list = this.#derived.get(purpose) ?? derive(this.#keys, purpose)
    this.#derived.set(purpose, list)
    return list
  }
}

function derive(keys: readonly SecretsKey[], purpose: string): Buffer[] {
  return keys.map(({ key }) => Buffer.from(hkdfSync('sha256', key, '', purpose, KEY_BYTES)))
}

export type KeyRing = { ok: true; keys: SecretsKey[] } | { ok: false; sentence: string }

/** Parses `id:base64key,id2:base64key2`. The first key encrypts, all decrypt. Errors never contain key bytes. */
export function parseKeyRing(text: string): KeyRing {
  const keys: SecretsKey[] = []
  const wrong = (sentence: string): KeyRing => ({ ok: false, sentence: `SECRETS_KEYS ${sentence}` })
  for (const [index, entry] of text.split(',').entries()) {
    const place = `entry ${index + 1}`
    const colon = entry.indexOf(':')
    const id = entry.slice(0, colon).trim()
    const encoded = entry.slice(colon + 1).trim()
    if (colon < 0) return wrong(`must be a list of id:base64key, but ${place} has no colon`)
    if (!KEY_ID.test(id)) return wrong(`has an invalid id in ${place}: an id is 1 to 32 letters, digits, - or _`)
    if (keys.some((key) => key.id === id)) return wrong(`has the id ${id} twice`)
    const key = Buffer.from(encoded, 'base64')
    const isBase64 = /^[A-Za-z0-9+/_-]+={0,2}$/.test(encoded)
    if (!isBase64 || key.length !== KEY_BYTES) return wrong(`must have 32 bytes in base64 as the key ${id}`)
    keys.push({ id, key })
  }
  return keys.length > KEYS_MAX ? wrong(`may have at most ${KEYS_MAX} keys`) : { ok: true, keys }
}

/**
 * Reads the ring from a file in the data directory, or creates it with one key. Only the owner can read the file
 * (0600). A crash never leaves it incomplete, and two processes that start at once get the same file. Throws the
 * system's error if the file can neither be read nor created.
 */
export function loadOrCreateKeyFile(path: string): KeyRing {
  const existing = readKeyFile(path)
  if (existing !== null) return parseKeyRing(existing)
  const temporary = `${path}.${process.pid}.${randomBytes(6).toString('hex')}`
  const file = openSync(temporary, 'wx', 0o600)
  try {
    writeSync(file, `key1:${randomBytes(KEY_BYTES).toString('base64')}\n`)
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
  try {
    // Unlike a rename, a link never replaces a file that another process has just created.
    linkSync(temporary, path)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    unlinkSync(temporary)
  }
  syncDirectory(dirname(path))
  return parseKeyRing(readKeyFile(path) ?? '')
}

function readKeyFile(path: string): string | null {
  try {
    return readFileSync(path, 'utf8').trim()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}

/** Makes the new name durable. Windows cannot open a directory and does not need this. */
function syncDirectory(path: string): void {
  if (process.platform === 'win32') return
  const directory = openSync(path, 'r')
  try {
    fsyncSync(directory)
  } finally {
    closeSync(directory)
  }
}

/** Rows of one read. */
const ROWS_AT_ONCE = 500

/** A table with one secret in each row. */
export interface SecretTable {
  /** The rows of a bucket after a key, in the order of their keys. */
  read(
    bucket: number,
    afterAccountId: number,
    afterId: number,
    rows: number,
  ): Promise<{ accountId: number; id: number; stored: string }[]>
  /** Replaces only an unchanged secret: a change meanwhile has already used the current key. Returns the changed rows. */
  replace(bucket: number, accountId: number, id: number, before: string, after: string): Promise<unknown[]>
  /** The encryption context of a row. */
  contextOf(accountId: number, id: number): string
}

/** Encrypts the secrets of a table with the ring's first key, if they use another one. Returns the number of changed rows. */
export async function reencryptRows(cipher: SecretsCipher, { read, replace, contextOf }: SecretTable): Promise<number> {
  let changed = 0
  for (let bucket = 0; bucket < BUCKET_COUNT; bucket++)
    for (let after = { accountId: 0, id: 0 }; ;) {
      const rows = await read(bucket, after.accountId, after.id, ROWS_AT_ONCE)
      for (const { accountId, id, stored } of rows) {
        if (!cipher.needsReencryption(stored)) continue
        const context = contextOf(accountId, id)
        const again = cipher.encrypt(cipher.decrypt(stored, context), context)
        changed += (await replace(bucket, accountId, id, stored, again)).length
      }
      if (rows.length < ROWS_AT_ONCE) break
      after = rows.at(-1)!
    }
  return changed
}

/**
 * The cipher of stored secrets, from SECRETS_KEYS, or from the key file of an embedded database.
 * @throws {StartError}
 */
export function openCipher(config: KeyConfig): SecretsCipher {
  return createSecretsCipher(keyRingOf(config))
}

/** The settings that name the keys. Without `secretsKeys`, they are in a file of `dataDir`. */
interface KeyConfig {
  secretsKeys: string | null
  dataDir: string
}

/**
 * The keys of stored secrets as the configuration names them now.
 * @throws {StartError}
 */
export function keyRingOf(config: KeyConfig): SecretsKey[] {
  const ring =
    config.secretsKeys === null
      ? loadOrCreateKeyFile(join(config.dataDir, 'secrets.key'))
      : parseKeyRing(config.secretsKeys)
  if (!ring.ok) throw new StartError(ring.sentence)
  return ring.keys
}
