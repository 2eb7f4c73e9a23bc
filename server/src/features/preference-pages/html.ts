/** The frame of the recipients' pages: no script, no request to any other address, the colors of the account. */
import { createHash } from 'node:crypto'
import { escapeHtml } from '../../platform/http/text.ts'
import { CHANNEL_TYPES } from '../../core/providers/provider.ts'
import type { ChannelType } from '../../core/providers/provider.ts'
import type { TopicRow } from '../../core/recipients/topic.ts'
import { PREFERENCES_PATH } from '../../core/recipients/preferences/links.ts'
import { choicesOf, isEnabled } from '../../core/recipients/preferences/preferences.ts'
import type { PreferenceColumns } from '../../core/recipients/preferences/preferences.ts'

/** The words of the recipients' pages, in their languages. */
import WORDS from './words.json' with { type: 'json' }

type Words = (typeof WORDS)['en']
type Language = keyof typeof WORDS

/** The languages of the pages. */
export const LANGUAGES = Object.keys(WORDS) as Language[]

/** The language of a locale like `de-AT`. English for locales without words, and for null. */
export function languageOf(locale: string | null): Language {
  const [language = ''] = (locale ?? '').toLowerCase().split(/[-_,;]/, 1)
  return LANGUAGES.find((one) => one === language) ?? 'en'
}

export const wordsOf = (language: Language): Words => WORDS[language]

/** The look of an account's pages. Colors are `#rrggbb`. */
interface Look {
  title: string
  accentColor: string
  backgroundColor: string
}

export const DEFAULT_COLORS = { accentColor: '#1d4ed8', backgroundColor: '#f6f7f9' }

/** The relative luminance of a color (WCAG 2.2). */
function luminance(color: string): number {
  const [red, green, blue] = [1, 3, 5].map((at) => {
    const value = Number.parseInt(color.slice(at, at + 2), 16) / 255
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
  }) as [number, number, number]
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** Black or white, with the higher contrast on the color: at least 4.5 to 1 on every color (WCAG 2.2). */
export function textColorOn(color: string): string {
  return luminance(color) > 0.179 ? '#000000' : '#ffffff'
}

function styleOf({ accentColor, backgroundColor }: Look): string {
  return `:root{color-scheme:light}
*{box-sizing:border-box}
body{margin:0;background:${backgroundColor};color:#16181d;font:1rem/1.5 system-ui,sans-serif}
header{background:${accentColor};color:${textColorOn(accentColor)};padding:1rem}
header p{margin:0 auto;max-width:38rem;font-weight:600}
main{margin:1.5rem auto;max-width:min(38rem,100% - 1.5rem);padding:1.25rem;background:#fff;border:1px solid #767b85;border-radius:.5rem}
h1{margin:0 0 1rem;font-size:1.375rem}
fieldset{margin:0 0 1rem;padding:.75rem 1rem;border:1px solid #767b85;border-radius:.375rem}
legend{padding:0 .25rem;font-weight:600}
fieldset p{margin:0 0 .5rem}
label{display:flex;gap:.5rem;align-items:center;min-height:2.75rem}
input{width:1.25rem;height:1.25rem;flex:none;accent-color:${accentColor}}
button{display:block;width:100%;min-height:2.75rem;margin:.5rem 0;padding:.5rem 1rem;border:1px solid #16181d;border-radius:.375rem;background:${accentColor};color:${textColorOn(accentColor)};font:inherit;font-weight:600;cursor:pointer}
a{color:#16181d}
:focus-visible{outline:3px solid #16181d;outline-offset:2px}
.done{padding:.75rem 1rem;border:2px solid #16181d;border-radius:.375rem}`
}

export interface Html {
  html: string
  headers: Record<string, string>
}

/** A page with its headers. `main`: HTML. */
export function page(language: Language, look: Look, title: string, main: string): Html {
  const style = styleOf(look)
  const hash = createHash('sha256').update(style).digest('base64')
  const html = `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${escapeHtml(title)}${look.title === '' ? '' : ` – ${escapeHtml(look.title)}`}</title>
<style>${style}</style>
</head>
<body>
${look.title === '' ? '' : `<header><p>${escapeHtml(look.title)}</p></header>\n`}<main>
<h1>${escapeHtml(title)}</h1>
${main}
</main>
</body>
</html>
`
  return {
    html,
    headers: {
      // The style is allowed by its hash. Nothing else is loaded or run, and no other site may show the page.
      'content-security-policy': `default-src 'none'; style-src 'sha256-${hash}'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`,
      'x-frame-options': 'DENY',
      // The address has the token.
      'referrer-policy': 'no-referrer',
      'cache-control': 'no-store',
    },
  }
}

// The recipients' pages: unsubscribing from a topic, and all preferences. Pure functions.

/** The data of a page. */
export interface Shown {
  language: Language
  /** Of the recipient, or else of the browser. Null: unknown. */
  locale: string | null
  look: Look
  token: string
  /** The types of the account's channels. */
  channelTypes: readonly ChannelType[]
}

/** The name of the checkbox for the pause. */
export const PAUSED = 'paused'

/** The name of a checkbox: one topic on one type of channel. */
export const choiceName = (topicId: number, channelType: string) => `${topicId}.${channelType}`

const aboutTopic = ({ label, description }: TopicRow) =>
  `<p><strong>${escapeHtml(label)}</strong>${description === '' ? '' : `<br>${escapeHtml(description)}`}</p>`

const linkToPreferences = (words: Words, token: string) =>
  `<p><a href="${PREFERENCES_PATH}/${token}">${escapeHtml(words.preferences_link)}</a></p>`

const STOPS = { email: 'stop_email', sms: 'stop_sms', push: 'stop_push', in_app: 'stop_in_app' } as const

/** Asks before a topic ends: mail programs and scanners open links too. */
export function askPage(
  { language, look, token, channelTypes }: Shown,
  columns: PreferenceColumns,
  topic: TopicRow,
): Html {
  const words = wordsOf(language)
  const choiceOf = choicesOf(columns)
  const enabled = channelTypes.filter((type) => isEnabled(topic, choiceOf(topic.id, type)))
  const buttons = enabled.map(
    (type) => `<button name="channel_type" value="${type}">${escapeHtml(words[STOPS[type]])}</button>`,
  )
  const asks = `<p>${escapeHtml(words.unsubscribe_question)}</p>\n<form method="post">${buttons.join('\n')}</form>`
  const text = topic.required ? words.required_text : words.unsubscribed_text
  const form = topic.required || enabled.length === 0 ? `<p>${escapeHtml(text)}</p>` : asks
  return page(
    language,
    look,
    words.unsubscribe_title,
    `${aboutTopic(topic)}\n${form}\n${linkToPreferences(words, token)}`,
  )
}

/** The topic has ended on a type of channel, or is required. */
export function unsubscribedPage({ language, look, token }: Shown, topic: TopicRow): Html {
  const words = wordsOf(language)
  const [title, text] = topic.required
    ? [words.unsubscribe_title, words.required_text]
    : [words.unsubscribed_title, words.unsubscribed_text]
  const done = `<p class="done" role="status">${escapeHtml(text)}</p>`
  return page(language, look, title, `${aboutTopic(topic)}\n${done}\n${linkToPreferences(words, token)}`)
}

/** All choices in one form. `saved`: the page follows a change. */
export function preferencesPage(
  { language, look, channelTypes }: Shown,
  columns: PreferenceColumns,
  topics: readonly TopicRow[],
  saved: boolean,
): Html {
  const words = wordsOf(language)
  const choiceOf = choicesOf(columns)
  // The form lists its choices, so a choice that came later stays as it is.
  const checkbox = (name: string, isChecked: boolean, label: string) =>
    `<input type="hidden" name="listed" value="${name}"><label><input type="checkbox" name="enabled" value="${name}"${isChecked ? ' checked' : ''}>${escapeHtml(label)}</label>`
  const groups = topics.map((topic) => {
    const about = topic.description === '' ? '' : `<p>${escapeHtml(topic.description)}</p>\n`
    const choices = channelTypes.map((type) =>
      checkbox(choiceName(topic.id, type), isEnabled(topic, choiceOf(topic.id, type)), words[type]),
    )
    const inside = topic.required ? `<p>${escapeHtml(words.required)}</p>` : choices.join('\n')
    return `<fieldset><legend>${escapeHtml(topic.label)}</legend>\n${about}${inside}</fieldset>`
  })
  const form = `<form method="post">
${groups.join('\n')}
${checkbox(PAUSED, columns.paused, words.paused)}
<button>${escapeHtml(words.save)}</button>
</form>`
  const done = saved ? `<p class="done" role="status">${escapeHtml(words.saved)}</p>\n` : ''
  return page(language, look, words.preferences_title, `${done}${form}`)
}

/** The same for a forged token, a deleted recipient and a deleted topic, so it shows nothing about any of them. */
export function invalidPage(): Html {
  const words = wordsOf('en')
  const look = { title: '', ...DEFAULT_COLORS }
  return page('en', look, words.invalid_title, `<p>${escapeHtml(words.invalid_text)}</p>`)
}

/** The types of channels to show: those of the account, or all if it has none. */
export function shownTypes(types: readonly string[]): ChannelType[] {
  const known = CHANNEL_TYPES.filter((type) => types.includes(type))
  return known.length === 0 ? [...CHANNEL_TYPES] : known
}
