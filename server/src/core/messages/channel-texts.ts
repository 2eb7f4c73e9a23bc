import { PAGE_BYTES_MAX } from '../../platform/http/pages.ts'

const bytesOf = (texts: readonly string[]) => texts.reduce((bytes, text) => bytes + Buffer.byteLength(text), 0)

/**
 * The first channels that fit into a page together with the message. Always includes the first channel. `message` and
 * `textsOf`: the texts that the response has of the message and of a channel.
 */
export function channelsOfPage<Channel>(
  message: readonly string[],
  channels: readonly Channel[],
  textsOf: (channel: Channel) => readonly string[],
): Channel[] {
  let bytes = bytesOf(message)
  const end = channels.findIndex((channel, index) => {
    bytes += bytesOf(textsOf(channel))
    return index > 0 && bytes > PAGE_BYTES_MAX
  })
  return end === -1 ? [...channels] : channels.slice(0, end)
}
