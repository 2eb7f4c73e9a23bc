import { quoted } from '../api/shell.ts'
import { Link } from '../router.ts'
import { Card, Code } from '../ui/page.tsx'

/** The key is read without an echo, so it is neither an argument nor in the history of the shell. */
const listenCommand = (origin: string) => `export TIDINGS_URL=${quoted(origin)}
read -rs TIDINGS_API_KEY && export TIDINGS_API_KEY   # paste the key: it is not shown
npm run -s tidings -- listen --forward http://localhost:4000/webhooks`

/** The way to events for a receiver without a public address. */
export function ListenCard() {
  return (
    <Card title="On your own machine">
      <p className="muted">
        A receiver without a public address gets its events from <code>tidings listen</code>. The command POSTs each
        event, signed, by plain HTTP if you like. It needs an <Link to="/settings/api-keys">API key</Link>, the role
        “read” is enough. Run it in the directory of Tidings:
      </p>
      <Code text={listenCommand(window.location.origin)} label="command for your own machine" wrapped />
      <p className="muted small">
        <a href="/docs/guides/webhooks#on-your-own-machine" target="_blank" rel="noopener">
          Webhooks on your own machine
        </a>
        . To register a private address instead, the operator sets <code>WEBHOOK_ALLOW_HOSTS</code> and{' '}
        <code>WEBHOOK_ALLOW_CIDRS</code>.
      </p>
    </Card>
  )
}
