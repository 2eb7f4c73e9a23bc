import { Icon } from '../ui/icon.tsx'
import { Card } from '../ui/page.tsx'
import './guide-card.css'
import { guideToProvider } from './provider-guides.ts'
import type { Provider } from './settings.ts'

/** Beside the form: where the provider shows each credential. The links open beside the dashboard, so the form stays. */
export function GuideCard({ provider: { name, title } }: { provider: Provider }) {
  const { steps, console: page, guide } = guideToProvider(name)
  return (
    <Card title={page === null ? 'Guide' : `At ${title}`}>
      {steps.length > 0 && (
        <ol className="guide-steps">
          {steps.map((step) => (
            <li key={step}>{step}</li>
          ))}
        </ol>
      )}
      <div className="stack tight">
        {page !== null && (
          <a className="with-icon" href={page[1]} target="_blank" rel="noopener noreferrer">
            <Icon name="link" />
            {page[0]}
          </a>
        )}
        <a className="with-icon" href={guide} target="_blank" rel="noopener">
          <Icon name="help" />
          The whole guide
        </a>
      </div>
    </Card>
  )
}
