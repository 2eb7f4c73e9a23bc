/** Reads the wire format of Protocol Buffers, without a schema. */

/** Values by field number: numbers of fixed size as bytes, varints as bigint, all others as bytes. */
export type Fields = ReadonlyMap<number, (Buffer | bigint)[]>

const FIXED_BYTES: Record<number, number> = { 1: 8, 5: 4 }

/** @throws {Error} if the bytes are not a message. */
export function readFields(bytes: Buffer): Fields {
  const fields = new Map<number, (Buffer | bigint)[]>()
  let at = 0

  function varint(): bigint {
    let value = 0n
    for (let shift = 0n; ; shift += 7n) {
      const byte = bytes[at++]
      if (byte === undefined || shift > 63n) throw new Error('A varint has no end')
      value |= BigInt(byte & 0x7f) << shift
      if (byte < 0x80) return value
    }
  }

  function take(length: number): Buffer {
    if (at + length > bytes.length) throw new Error('A field is cut off')
    at += length
    return bytes.subarray(at - length, at)
  }

  while (at < bytes.length) {
    const tag = Number(varint())
    const wireType = tag & 7
    if (wireType > 5 || wireType === 3 || wireType === 4) throw new Error(`There is no wire type ${wireType}`)
    const value = wireType === 0 ? varint() : take(FIXED_BYTES[wireType] ?? Number(varint()))
    const values = fields.get(tag >> 3) ?? []
    fields.set(tag >> 3, values)
    values.push(value)
  }
  return fields
}
