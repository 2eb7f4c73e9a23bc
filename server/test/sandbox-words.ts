/** The sandbox's magic words (local parts of addresses), and the events of a delivery to each. */
export const SANDBOX_EVENTS: Readonly<Record<string, readonly string[]>> = {
  delivered: ['delivery.queued', 'delivery.sent', 'delivery.delivered'],
  opened: ['delivery.queued', 'delivery.sent', 'delivery.delivered', 'delivery.opened'],
  bounced: ['delivery.queued', 'delivery.sent', 'delivery.bounced'],
  failed: ['delivery.queued', 'delivery.failed'],
  retry: ['delivery.queued', 'delivery.sent', 'delivery.delivered'],
  silent: ['delivery.queued', 'delivery.sent'],
  exhausted: ['delivery.queued', 'delivery.failed'],
}

export const SANDBOX_WORDS = Object.keys(SANDBOX_EVENTS)
