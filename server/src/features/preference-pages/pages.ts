/** The recipients' pages: unsubscribing from a topic, and all preferences. Pure functions. */
import { escapeHtml } from '../../platform/http/text.ts'
import { CHANNEL_TYPES } from '../../core/providers/provider.ts'
import type { ChannelType } from '../../core/providers/provider.ts'
import type { TopicRow } from '../../core/recipients/topic.ts'
import { PREFERENCES_PATH } from '../../core/recipients/preferences/links.ts'
import { choicesOf, isEnabled } from '../../core/recipients/preferences/preferences.ts'
import type { PreferenceColumns } from '../../core/recipients/preferences/preferences.ts'
import { DEFAULT_COLORS, page } from './html.ts'
import type { Html, Look } from './html.ts'
import { wordsOf } from './words.ts'
import type { Language, Words } from './words.ts'

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
