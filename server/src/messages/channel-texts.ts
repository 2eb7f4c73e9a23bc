import { PAGE_BYTES_MAX } from '../http/pages.ts'
import type { RenderedText } from '../templates/rendering/render.ts'

const bytesOf = ({ subject, body, url }: RenderedText) =>
  Buffer.byteLength(subject) + Buffer.byteLength(body) + Buffer.byteLength(url ?? '')

/**
 * The first channels whose texts fit into a page together with the message's texts. Always includes the first channel.
 */
export function channelsOfPage<Channel>(
  message: RenderedText,
  channels: readonly Channel[],
  textOf: (channel: Channel) => RenderedText,
): Channel[] {
  let bytes = bytesOf(message)
  const end = channels.findIndex((channel, index) => {
    const text = textOf(channel)
    // The response has the body twice: as it is, and as plain text, which is never longer.
    bytes += bytesOf(text) + Buffer.byteLength(text.body)
    return index > 0 && bytes > PAGE_BYTES_MAX
  })
  return end === -1 ? [...channels] : channels.slice(0, end)
}
