/**
 * The bench's receiver alone, for services that the bench does not start (docs/peers.md).
 * `npx node server/bench/peers/receiver.ts ADDRESS PORT POSTS` responds to every POST with 200. After each POSTS requests it
 * prints the rate and the share of new connections between 30 % and 95 % of them, like the bench, and starts again.
 */
import { endAtInterrupt } from '../interrupt.ts'
import { RECEIVER_DOMAIN, startReceiver } from '../receiver.ts'

const BEGIN = 0.3
const END = 0.95

const [address, port, posts] = process.argv.slice(2)
const count = Number(posts)
if (address === undefined || !Number.isInteger(Number(port)) || !(count >= 100)) {
  console.error('Usage: receiver.ts ADDRESS PORT POSTS; of POSTS at least 100')
  process.exit(2)
}
endAtInterrupt()

const receiver = await startReceiver({ address, port: Number(port) })
console.log(`${receiver.origin}, also any name below ${RECEIVER_DOMAIN}; its authority: ${receiver.caFile}`)
for (;;) {
  const edges = [Math.floor(count * BEGIN), Math.floor(count * END)]
  const [begin, end, last] = await Promise.all(await receiver.expect([...edges, count]))
  const made = end!.posts - begin!.posts
  const perSecond = (made / (end!.atMs - begin!.atMs)) * 1000
  const share = (end!.connections - begin!.connections) / made
  console.log(`${last!.posts} POSTs: ${perSecond.toFixed(0)}/s, ${(share * 100).toFixed(1)} % new connections`)
}
