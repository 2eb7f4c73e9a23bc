import type { PreferenceLinks } from '../recipients/preferences/links.ts'
import type { RecipientRow } from '../recipients/recipient.ts'
import type { LoadedChannel, LoadedTemplate } from '../rendering/find-templates.ts'
import { localizedTemplate } from '../rendering/localized-template.ts'
import { templateNames } from '../rendering/names.ts'
import type { LinkNames } from '../rendering/names.ts'
import type { RenderInput } from '../rendering/render.ts'
import type { MessageInput } from './message.ts'

interface Rendered {
  recipient: RecipientRow
  template: LoadedTemplate
  /** The channels with texts to render. */
  channels: LoadedChannel[]
}

/** The references with the texts of the template for the message's locale. */
export function localizedReferences<References extends Pick<Rendered, 'recipient' | 'template'>>(
  input: MessageInput,
  found: References,
): References {
  const template = localizedTemplate(found.template, input.locale ?? found.recipient.locale)
  return template === found.template ? found : { ...found, template }
}

/** The texts of a message and the values for them. */
export function renderInput(
  accountId: number,
  input: MessageInput,
  { recipient, template, channels }: Rendered,
  links: PreferenceLinks,
): RenderInput {
  const { id: templateId, version, subject, body, bodyFormat, localized, partials } = template
  const attributes = (input.message_attributes_attributes ?? []).map(({ name, value }) => ({ name, value }))
  const texts = { subject, body, channels, partials }
  const linked = { accountId, recipientId: recipient.id, topicId: choosableTopic(template) }
  const names = templateNames(attributes, recipient, linkNames(texts, linked, links))
  return { accountId, templateId, version, bodyFormat, localized, names, ...texts }
}

/** The id of the topic if the recipient may refuse its messages, otherwise null. */
const choosableTopic = ({ topic }: LoadedTemplate) => (topic === null || topic.required ? null : topic.id)

/** The links that the texts use. Making a link costs more than searching most texts. */
function linkNames(
  { subject, body, channels, partials }: Pick<RenderInput, 'subject' | 'body' | 'channels' | 'partials'>,
  linked: Parameters<PreferenceLinks['preferences']>[0],
  links: PreferenceLinks,
): LinkNames {
  const ofChannels = channels.flatMap((channel) => [channel.subject, channel.body, channel.url])
  const texts = [subject, body, ...ofChannels, ...partials.map(({ text }) => text)]
  // The preview of a message with a new recipient has no id yet.
  const uses = (name: string) => linked.recipientId !== 0 && texts.some((text) => text?.includes(name))
  return {
    unsubscribe_url: (uses('unsubscribe_url') && links.unsubscribe(linked)) || '',
    preferences_url: (uses('preferences_url') && links.preferences(linked)) || '',
  }
}
