/** The reserved URLs of the test receiver. Pure: `programs` gives what receives their requests. */
/** RFC 6761, section 6.4: names below `invalid` never exist, so no real server can have this one. */
export const TEST_RECEIVER_HOST = 'test-receiver.invalid'

/** The statuses that the receiver may respond with. The last part of the URL chooses one. */
export const TEST_RECEIVER_STATUSES = [204, 410, 429, 500] as const

const STATUS_OF_URL: ReadonlyMap<string, number> = new Map(
  TEST_RECEIVER_STATUSES.map((status) => [urlOfStatus(status), status]),
)

export function urlOfStatus(status: number): string {
  return `https://${TEST_RECEIVER_HOST}/${status}`
}

/** All URLs of the test receiver, for errors and documents. */
export const TEST_RECEIVER_URLS = [...STATUS_OF_URL.keys()]

/** The status for requests to this URL, as `checkUrl` has parsed it. Null: it is not a URL of the test receiver. */
export function testReceiverStatus(href: string): number | null {
  return STATUS_OF_URL.get(href) ?? null
}
