import { PAGE_BYTES_MAX } from '../http/pages.ts'
import type { RenderedText } from '../templates/rendering/render.ts'

const bytesOf = ({ subject, body }: RenderedText) => Buffer.byteLength(subject) + Buffer.byteLength(body)

/** The first of the channels, as many as fit with the texts of their message in a page; the first one always. */
export function channelsOfPage<Channel>(
  message: RenderedText,
  channels: readonly Channel[],
  textOf: (channel: Channel) => RenderedText,
): Channel[] {
  let bytes = bytesOf(message)
  const end = channels.findIndex((channel, index) => {
    bytes += bytesOf(textOf(channel))
    return index > 0 && bytes > PAGE_BYTES_MAX
  })
  return end === -1 ? [...channels] : channels.slice(0, end)
}
