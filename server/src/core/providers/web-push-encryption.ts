/** Message encryption for Web Push: RFC 8291 with the `aes128gcm` content encoding of RFC 8188, in one record. */
import { createCipheriv, createECDH, hkdfSync } from 'node:crypto'
import type { ECDH } from 'node:crypto'

export const CURVE = 'prime256v1'
/** The length of an uncompressed P-256 point. */
export const PUBLIC_KEY_BYTES = 65
export const AUTH_SECRET_BYTES = 16
export const SALT_BYTES = 16

/** Push services accept bodies of 4096 bytes (RFC 8030 section 7.2). */
const BODY_BYTES_MAX = 4096
const TAG_BYTES = 16
/** Salt, record size, key length and key (RFC 8188 section 2.1). */
const HEADER_BYTES = SALT_BYTES + 4 + 1 + PUBLIC_KEY_BYTES
/** Ends the plaintext of the last record (RFC 8188 section 2). */
const LAST_RECORD_DELIMITER = 2

/** The longest plaintext of one push, bytes. */
export const PLAINTEXT_BYTES_MAX = BODY_BYTES_MAX - HEADER_BYTES - TAG_BYTES - 1

/** The keys of a subscription: `p256dh` and `auth`, decoded. */
export interface SubscriptionKeys {
  publicKey: Buffer
  authSecret: Buffer
}

/** A new key pair. Use it for one message only. */
export function newMessageKeys(): ECDH {
  const keys = createECDH(CURVE)
  keys.generateKeys()
  return keys
}

const derive = (secret: Buffer, salt: Buffer, info: Buffer, bytes: number) =>
  Buffer.from(hkdfSync('sha256', secret, salt, info, bytes))

/**
 * The encrypted body of a push. Only the browser with the subscription can read it. `salt` and `messageKeys` must be
 * random for every message. Throws if the subscription's key is not a point on the curve.
 */
export function encryptForSubscription(
  plaintext: Buffer,
  { publicKey, authSecret }: SubscriptionKeys,
  salt: Buffer,
  messageKeys: ECDH,
): Buffer {
  const ownPublicKey = messageKeys.getPublicKey()
  // RFC 8291 section 3.4
  const keyInfo = Buffer.concat([Buffer.from('WebPush: info\0'), publicKey, ownPublicKey])
  const inputKey = derive(messageKeys.computeSecret(publicKey), authSecret, keyInfo, 32)
  // RFC 8188 sections 2.2 and 2.3
  const contentKey = derive(inputKey, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16)
  const nonce = derive(inputKey, salt, Buffer.from('Content-Encoding: nonce\0'), 12)
  const cipher = createCipheriv('aes-128-gcm', contentKey, nonce)
  const record = [cipher.update(plaintext), cipher.update(Buffer.of(LAST_RECORD_DELIMITER)), cipher.final()]
  const recordSize = Buffer.alloc(4)
  recordSize.writeUInt32BE(BODY_BYTES_MAX)
  const header = [salt, recordSize, Buffer.of(PUBLIC_KEY_BYTES), ownPublicKey]
  return Buffer.concat([...header, ...record, cipher.getAuthTag()])
}
