import { lazy, Suspense } from 'react'
import { Dialog } from '../ui/dialog.tsx'
import { Loading, Notice } from '../ui/notice.tsx'
import { Once, OnceDialog } from '../ui/once.tsx'
import type { NewSecret } from './endpoint.ts'

const VerificationCode = lazy(() => import('./verification-code.tsx'))

/** Shows a signing secret and the verification code. The secret can be shown only once. */
export function SecretDialog({ secret, note, onClose }: { secret: NewSecret; note?: string; onClose: () => void }) {
  return (
    <OnceDialog title="Signing secret" done="I have stored it" wide onClose={onClose}>
      <Notice tone="warn">
        <p>Store the secret now, so your receiver can read it. It is not shown again. {note}</p>
      </Notice>
      <Once text={secret.secret} label="signing secret" />
      <p>
        Every request is signed with this secret, in the header <code>X-Service-Signature</code>. Verify the raw body
        before you trust it:
      </p>
      <Suspense fallback={<Loading />}>
        <VerificationCode />
      </Suspense>
      {secret.standard_secret !== undefined && (
        <>
          <p>For the libraries of Standard Webhooks, store the same secret in their notation:</p>
          <Once text={secret.standard_secret} label="secret for Standard Webhooks" />
        </>
      )}
    </OnceDialog>
  )
}

/** The verification code without the secret. */
export function VerificationDialog({ onClose }: { onClose: () => void }) {
  return (
    <Dialog title="Verify the requests" wide onClose={onClose}>
      <Suspense fallback={<Loading />}>
        <VerificationCode />
      </Suspense>
    </Dialog>
  )
}
