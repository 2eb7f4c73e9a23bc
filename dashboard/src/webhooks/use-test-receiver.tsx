import { useChange } from '../api/queries.ts'
import { useWhyNot } from '../api/session.tsx'
import { Button } from '../ui/button.tsx'
import { ErrorNotice } from '../ui/notice.tsx'
import { OF_ENDPOINT } from './endpoint.ts'
import type { NewSecret } from './endpoint.ts'
import { testReceiverUrl } from './test-receiver.ts'

/** Registers the test receiver as the account's endpoint. `onSecret` gets the signing secret, as for every endpoint. */
export function UseTestReceiver({ onSecret }: { onSecret: (secret: NewSecret) => void }) {
  const whyNot = useWhyNot('change')
  const register = useChange('POST /api/v1/webhook_endpoints', { changes: OF_ENDPOINT })

  function use(): void {
    const body = { webhook_endpoint: { url: testReceiverUrl('204') } }
    // Not in a callback of the button: the button may be unmounted by then, and the secret is shown only once.
    void register.mutateAsync({ body }).then(
      (answer) => onSecret(answer.webhook_endpoint),
      () => {},
    )
  }

  return (
    <>
      <Button icon="play" whyNot={whyNot} busy={register.isPending} onClick={use}>
        Use the test receiver
      </Button>
      <ErrorNotice error={register.error} />
    </>
  )
}
