/** Renders the content of a channel, and checks what its texts have become. A provider would refuse other values, or cut them. */
import Type from 'typebox'
import type { FieldErrors } from '../../platform/errors.ts'
import { readEmailAddress } from '../../platform/http/email-address.ts'
import { COPIES_MAX, EMAIL_FIELDS, PUSH_FIELDS } from './content.ts'
import type { RenderedContent, RenderedEmail, RenderedPush } from '../providers/content.ts'
import type { ChannelContent, EmailField, EmailTexts, PushField, PushTexts } from './content.ts'

/** A rendered text that must not be sent. The sentence has no subject. */
export class WrongContent extends Error {
  readonly result: { ok: false; code: 'invalid'; sentence: string; isTime: false }
  constructor(sentence: string) {
    super(sentence)
    this.result = { ok: false, code: 'invalid', sentence: `cannot be rendered: ${sentence}`, isTime: false }
  }
}

const Named = Type.Array(Type.Object({ name: Type.String(), value: Type.String() }))
const optionalText = Type.Optional(Type.String())

/** The rendered content of a channel in a response. */
export const RenderedContentOutput = {
  email: Type.Optional(
    Type.Unsafe<RenderedEmail>(
      Type.Object({
        reply_to: optionalText,
        cc: Type.Optional(Type.Array(Type.String())),
        bcc: Type.Optional(Type.Array(Type.String())),
        preheader: optionalText,
        headers: Type.Optional(Named),
      }),
    ),
  ),
  push: Type.Optional(
    Type.Unsafe<RenderedPush>(
      Type.Object({
        url: optionalText,
        image_url: optionalText,
        badge: Type.Optional(Type.Integer()),
        sound: optionalText,
        category: optionalText,
        thread_id: optionalText,
        collapse_key: optionalText,
        ttl_seconds: Type.Optional(Type.Integer()),
        interruption_level: optionalText,
        data: Type.Optional(Named),
      }),
    ),
  ),
}

/** The content of a rendered text, for a response. */
export const contentObject = ({ email, push }: RenderedContent): RenderedContent => ({
  ...(email === undefined ? {} : { email }),
  ...(push === undefined ? {} : { push }),
})

/** The longest link. Browsers and servers accept this length. */
const URL_CHARACTERS_MAX = 2_048

const isUrl = (text: string, pattern: RegExp) =>
  text.length <= URL_CHARACTERS_MAX && pattern.test(text) && URL.canParse(text)

const LINK_RULE = `an http or https URL of at most ${URL_CHARACTERS_MAX} characters`
/** Only http and https: a value inside must not make a link that runs a script. */
const isLink = (url: string) => url === '' || isUrl(url, /^https?:\/\//i)

/** The rendered link of an inbox, or null if it is blank. */
export function renderedUrl(url: string): string | null {
  if (!isLink(url)) throw new WrongContent(`the url of a channel must become ${LINK_RULE}`)
  return url === '' ? null : url
}

/** The longest value of a header field. Its line fits into 998 octets (RFC 5322) without folding. Amazon SES takes 870. */
const HEADER_CHARACTERS_MAX = 800
const DATA_VALUE_BYTES_MAX = 1_024
const NAME_CHARACTERS_MAX = 255
/** Apple's limit of `apns-collapse-id`. */
const COLLAPSE_KEY_BYTES_MAX = 64
const BADGE_MAX = 2_147_483_647
/** Four weeks: the longest time that Google and browsers store a push. */
const TTL_MAX_S = 2_419_200
const LEVELS = ['passive', 'active', 'time-sensitive', 'critical']

/** All options of a push as JSON. At least 1,000 of 4,096 bytes are left for title, text and ids. */
const PUSH_BYTES_MAX = 3_072

/**
 * Called with each rule for a rendered value, and whether it holds. `field`: as a render names it. `path`: as the fields of
 * a template do.
 */
type Must = (field: string, holds: boolean, rule: string, path?: string) => void

const mustRender: Must = (field, holds, rule) => {
  if (!holds) throw new WrongContent(`${field} of a channel must become ${rule}`)
}

function integer(field: string, text: string, max: number, must: Must): number {
  must(field, /^\d{1,10}$/.test(text) && Number(text) <= max, `an integer from 0 to ${max}`)
  return Number(text)
}

function pushValue(name: PushField, text: string, must: Must): string | number {
  const field = `push.${name}`
  switch (name) {
    case 'url':
      must(
        field,
        isUrl(text, /^(?!javascript:|vbscript:|data:|file:|blob:|about:)[a-z][a-z0-9+.-]*:./i),
        `a URL of the web or of an app, of at most ${URL_CHARACTERS_MAX} characters`,
      )
      return text
    case 'image_url':
      must(field, isUrl(text, /^https:\/\//i), `an https URL of at most ${URL_CHARACTERS_MAX} characters`)
      return text
    case 'badge':
      return integer(field, text, BADGE_MAX, must)
    case 'ttl_seconds':
      return integer(field, text, TTL_MAX_S, must)
    case 'interruption_level':
      must(field, LEVELS.includes(text), `one of ${LEVELS.join(', ')}`)
      return text
    case 'collapse_key':
      must(field, Buffer.byteLength(text) <= COLLAPSE_KEY_BYTES_MAX, `at most ${COLLAPSE_KEY_BYTES_MAX} bytes`)
      must(field, /^[\u0020-\u007e]*$/.test(text), 'printable ASCII')
      return text
    case 'sound':
    case 'category':
    case 'thread_id':
      must(field, text.length <= NAME_CHARACTERS_MAX, `at most ${NAME_CHARACTERS_MAX} characters`)
      return text
  }
}

/** Renders a text to one line. */
type Render = (part: string, text: string) => string

function renderedPush(texts: PushTexts, render: Render, must: Must): RenderedPush {
  const fields = PUSH_FIELDS.flatMap((name) => {
    const text = texts[name] === undefined ? '' : render(`push.${name}`, texts[name])
    return text === '' ? [] : [[name, pushValue(name, text, must)] as const]
  })
  const data = (texts.data ?? []).map(({ name, value }, index) => {
    const field = `push.data.${name}`
    const text = render(field, value)
    const fits = Buffer.byteLength(text) <= DATA_VALUE_BYTES_MAX
    must(field, fits, `at most ${DATA_VALUE_BYTES_MAX} bytes`, `push.data.${index}.value`)
    return { name, value: text }
  })
  const push: RenderedPush = { ...Object.fromEntries(fields), ...(data.length === 0 ? {} : { data }) }
  must('push', Buffer.byteLength(JSON.stringify(push)) <= PUSH_BYTES_MAX, `at most ${PUSH_BYTES_MAX} bytes of JSON`)
  return push
}

function addresses(field: string, text: string, must: Must): string[] {
  const given = text.split(',').flatMap((address) => address.trim() || [])
  const all = given.flatMap((address) => readEmailAddress(address) ?? [])
  must(field, all.length === given.length, 'email addresses without names, with a comma between them')
  return [...new Set(all)]
}

function renderedEmail(texts: EmailTexts, render: Render, must: Must): RenderedEmail {
  const values = Object.fromEntries(
    EMAIL_FIELDS.map((name) => [name, texts[name] === undefined ? '' : render(`email.${name}`, texts[name])]),
  ) as Record<EmailField, string>
  const replyTo = addresses('email.reply_to', values.reply_to, must)
  must('email.reply_to', replyTo.length <= 1, 'one email address')
  const cc = addresses('email.cc', values.cc, must)
  const bcc = addresses('email.bcc', values.bcc, must).filter((address) => !cc.includes(address))
  const copies = cc.length + bcc.length
  must('email.cc and email.bcc', copies <= COPIES_MAX, `at most ${COPIES_MAX} addresses together`, 'email.cc')
  const headers = (texts.headers ?? []).flatMap(({ name, value }, index) => {
    const field = `email.headers.${name}`
    const text = render(field, value)
    const isPlain = text.length <= HEADER_CHARACTERS_MAX && /^[\u0020-\u007e]*$/.test(text)
    const rule = `at most ${HEADER_CHARACTERS_MAX} characters of printable ASCII`
    must(field, isPlain, rule, `email.headers.${index}.value`)
    return text === '' ? [] : [{ name, value: text }]
  })
  return {
    ...(replyTo[0] === undefined ? {} : { reply_to: replyTo[0] }),
    ...(cc.length === 0 ? {} : { cc }),
    ...(bcc.length === 0 ? {} : { bcc }),
    ...(values.preheader === '' ? {} : { preheader: values.preheader }),
    ...(headers.length === 0 ? {} : { headers }),
  }
}

const contentBy = ({ email, push }: ChannelContent, render: Render, must: Must): RenderedContent => ({
  ...(email === undefined ? {} : { email: renderedEmail(email, render, must) }),
  ...(push === undefined ? {} : { push: renderedPush(push, render, must) }),
})

/**
 * Renders the content of a channel.
 * @throws {WrongContent} if a text becomes a value that cannot be sent
 */
export const renderedContent = (content: ChannelContent, render: Render): RenderedContent =>
  contentBy(content, render, mustRender)

const isFixed = (text: string) => !text.includes('{{') && !text.includes('{%')

/**
 * The errors in texts that have nothing to render: every message would be refused. `url`: the link in the inbox, null if
 * there is none.
 */
export function fixedTextErrors(prefix: string, content: ChannelContent, url: string | null = null): FieldErrors {
  const errors: FieldErrors = {}
  const must: Must = (field, holds, rule, path = field) => {
    if (!holds) errors[prefix + path] ??= [`must be ${rule}`]
  }
  if (url !== null && isFixed(url)) must('url', isLink(url.trim()), LINK_RULE)
  contentBy(content, (_field, text) => (isFixed(text) ? text.trim() : ''), must)
  return errors
}
