import { isUtf8 } from 'node:buffer'
import { setImmediate } from 'node:timers/promises'
import { Busboy } from '@fastify/busboy'
import type { BusboyInstance } from '@fastify/busboy'
import { ApiError, invalid } from '../errors.ts'
import { shownName } from './validation-errors.ts'

/**
 * Reads `multipart/form-data`: text fields with the same names as in a URL-encoded form. Parts are counted before
 * parsing. A file of a list of attachments becomes its fields, with its bytes in base64. Other files are refused.
 */

/** Parts of one body. A message with 100 attributes has about 200. Parsing takes more than 10 microseconds per part. */
const MULTIPART_PARTS_MAX = 2_000

/** Bytes of a field's name. */
const MULTIPART_NAME_BYTES_MAX = 1024

/** Bytes of all headers of one part. */
const HEADER_BYTES_MAX = 4 * 1024
const HEADERS_MAX = 20

/** Bytes parsed in one turn of the event loop: a few hundred parts. */
const FED_BYTES = 16 * 1024

/** RFC 2046: a boundary has at most 70 characters. */
const BOUNDARY = /^multipart\/form-data[\t ]*;(?:.*;)?[\t ]*boundary=(?:"([^"]{1,70})"|([^\t ;"]{1,70}))[\t ]*(?:;|$)/i

/** The name of a list of files. Each file becomes an item with the fields of an attachment. */
const FILES_NAME = /^(\w+\[attachments\])\[\]$/

type Pair = readonly [name: string, value: string]

const malformed = (sentence: string) => new ApiError('malformed_body', { sentence })

/**
 * Returns the same form as `application/x-www-form-urlencoded`, or the error: 400 if it cannot be parsed, 422 on a
 * file. `contentType`: the header with the boundary.
 */
export async function formOfMultipart(contentType: string, body: Buffer): Promise<Buffer | ApiError> {
  const [, quoted, token] = BOUNDARY.exec(contentType) ?? []
  const boundary = quoted ?? token
  if (boundary === undefined) return malformed('The form has no boundary in its Content-Type')
  const delimiters = countDelimiters(body, Buffer.from(`--${boundary}`))
  if (delimiters - 1 > MULTIPART_PARTS_MAX) return malformed(`The form has more than ${MULTIPART_PARTS_MAX} parts`)
  const parsed = await parse(boundary, body)
  if (parsed instanceof ApiError) return parsed
  const { pairs, fields, files } = parsed
  // The bytes of files need not be text.
  if (files === 0 && !isUtf8(body)) return malformed('The form is not UTF-8')
  if (fields + files !== delimiters - 1) return malformed('The form has a part that is not a text field')
  return Buffer.from(pairs.map(([name, value]) => `${escaped(name)}=${escaped(value)}`).join('&'))
}

/** Counts the lines that begin with the delimiter, including the final one. */
function countDelimiters(body: Buffer, delimiter: Buffer): number {
  let count = 0
  for (let at = body.indexOf(delimiter); at >= 0; at = body.indexOf(delimiter, at + delimiter.length)) {
    if (at === 0 || body[at - 1] === 0x0a) count += 1
    if (count > MULTIPART_PARTS_MAX + 1) break
  }
  return count
}

/** A part in UTF-16 may contain half a surrogate pair. PostgreSQL cannot store it. */
function escaped(text: string): string {
  return encodeURIComponent(text.toWellFormed())
}

interface Form {
  pairs: Pair[]
  /** The numbers of parts. */
  fields: number
  files: number
}

/** The fields of an attachment. */
function pairsOf(list: string, index: number, filename: string, type: string, content: Buffer): Pair[] {
  const name = `${list}[${index}]`
  return [
    [`${name}[filename]`, filename],
    [`${name}[content_type]`, type.split(';', 1)[0]!.trim().toLowerCase()],
    [`${name}[content]`, content.toString('base64')],
  ]
}

function parse(boundary: string, body: Buffer): Promise<Form | ApiError> {
  return new Promise((resolve) => {
    const form: Form = { pairs: [], fields: 0, files: 0 }
    let mistake: ApiError | null = null
    const unreadable = () => resolve(mistake ?? malformed('The form is not valid multipart/form-data'))
    let parser: BusboyInstance
    try {
      parser = new Busboy({
        headers: { 'content-type': `multipart/form-data; boundary="${boundary}"` },
        limits: {
          fieldSize: body.length,
          fileSize: body.length,
          parts: MULTIPART_PARTS_MAX,
          headerPairs: HEADERS_MAX,
          headerSize: HEADER_BYTES_MAX,
        },
      })
    } catch {
      return unreadable()
    }
    parser.on('field', (name: string | undefined, value, _nameTruncated, truncated) => {
      if (name === undefined || truncated) mistake ??= malformed('The form has a part that is not a text field')
      else if (Buffer.byteLength(name) > MULTIPART_NAME_BYTES_MAX)
        mistake ??= malformed(`A field name of the form is longer than ${MULTIPART_NAME_BYTES_MAX} bytes`)
      else {
        form.fields += 1
        form.pairs.push([name, value])
      }
    })
    parser.on('file', (name: string | undefined, file, filename: string | undefined, _encoding, type) => {
      file.on('error', unreadable)
      const [, list] = FILES_NAME.exec(name ?? '') ?? []
      if (list === undefined) {
        mistake ??= invalid({ [shownName(name ?? 'file')]: ['takes no file: files go into message[attachments][]'] })
        file.resume()
        return
      }
      const chunks: Buffer[] = []
      const index = form.files++
      file.on('data', (chunk: Buffer) => chunks.push(chunk))
      file.on('end', () => form.pairs.push(...pairsOf(list, index, filename ?? '', type, Buffer.concat(chunks))))
    })
    parser.on('finish', () => resolve(mistake ?? form))
    parser.on('error', unreadable)
    feed(parser, body).catch(unreadable)
  })
}

/** Feeds the parser in pieces, so that other requests get their turns. */
async function feed(parser: BusboyInstance, body: Buffer): Promise<void> {
  for (let at = 0; at < body.length && parser.writable; at += FED_BYTES) {
    parser.write(body.subarray(at, at + FED_BYTES))
    await setImmediate()
  }
  parser.end()
}
