/** What the sandbox makes of a recipient by the local part of the address: the events that a delivery to it ends with. */
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
