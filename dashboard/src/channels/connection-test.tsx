import type { Answer } from '../api/call.ts'
import { Notice } from '../ui/notice.tsx'
import type { Setting } from './settings.ts'

export type ConnectionTest = Answer<'POST /api/v1/notification_channels/test_connection'>['connection_test']

/** The result of a test of the connection. `settings`: of the provider, for the name of the field to look at. */
export function TestResult({ result, settings }: { result: ConnectionTest; settings: readonly Setting[] }) {
  const label = settings.find(({ name }) => name === result.field)?.label
  return (
    <Notice tone={!result.ok ? 'bad' : result.sentence == null ? 'good' : 'warn'}>
      {result.ok && (
        <p>{`The provider accepts these settings (${result.duration_ms} ms). Nothing was sent, and nothing is saved yet.`}</p>
      )}
      {result.sentence != null && (
        <p>
          {`${result.sentence}.`}
          {label !== undefined && (
            <>
              {' Look at '}
              <strong>{label}</strong>.
            </>
          )}
        </p>
      )}
      {!result.ok && <p className="small mono">{result.cause}</p>}
    </Notice>
  )
}
