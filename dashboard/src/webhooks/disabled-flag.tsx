import { Link } from '../router.ts'
import { useEndpoints } from './endpoint.ts'

const READ_EVERY_MS = 15_000

/** A banner on every page while the endpoint is disabled. */
export function DisabledFlag() {
  const { data } = useEndpoints({ everyMs: READ_EVERY_MS })
  const endpoint = data?.webhook_endpoints[0]
  return (
    <div className="banner bad" role="status">
      {endpoint?.status === 'disabled' && (
        <>
          The webhook endpoint is disabled: your server gets no events. <Link to="/webhooks">Open it</Link>
        </>
      )}
    </div>
  )
}
