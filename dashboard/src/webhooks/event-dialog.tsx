import { useRead } from '../api/queries.ts'
import { Button, ButtonLink } from '../ui/button.tsx'
import { Dialog, DialogActions } from '../ui/dialog.tsx'
import { Loaded } from '../ui/notice.tsx'
import { Code } from '../ui/page.tsx'
import { EventAttempts, EventFacts, readable, SendAgain } from './event-parts.tsx'

const READ_EVERY_MS = 2000

/** An event with its body and every attempt. Its page has the requests and the responses. */
export function EventDialog({ eventId, onClose }: { eventId: string; onClose: () => void }) {
  const read = useRead('GET /api/v1/webhook_events/{id}', { path: { id: eventId } }, { everyMs: READ_EVERY_MS })
  return (
    <Dialog title="Webhook event" wide onClose={onClose}>
      <Loaded of={read}>
        {({ webhook_event: event }) => (
          <>
            <EventFacts event={event} />
            <EventAttempts event={event} />
            <Code text={readable(event.body)} label="body of the request" />
            <DialogActions>
              <Button onClick={onClose}>Close</Button>
              <ButtonLink to={`/webhooks/events/${event.id}`}>Headers, responses, signature</ButtonLink>
              <SendAgain event={event} />
            </DialogActions>
          </>
        )}
      </Loaded>
    </Dialog>
  )
}
