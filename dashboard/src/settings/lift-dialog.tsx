import { useChange } from '../api/queries.ts'
import type { OperationName } from '../api/call.ts'
import { FormDialog } from '../ui/dialog.tsx'
import { showToast } from '../ui/toast.tsx'

const CHANGES: readonly OperationName[] = ['GET /api/v1/suppressions', 'GET /api/v1/deliveries/{id}/explanation']

/** Ends a suppression after a confirmation. `id`: of the suppression. */
export function LiftDialog({ id, address, onClose }: { id: number; address: string; onClose: () => void }) {
  const lift = useChange('DELETE /api/v1/suppressions/{id}', { changes: CHANGES })
  const done = () => {
    showToast('The address is allowed: new messages are sent to it')
    onClose()
  }
  return (
    <FormDialog
      title="Allow the address again"
      action="Allow again"
      busy={lift.isPending}
      error={lift.error}
      onClose={onClose}
      onSubmit={() => lift.mutate({ path: { id } }, { onSuccess: done })}
    >
      <p>
        The service sends to {address} again. If the address still refuses mail, your provider may count it against you.
        Failed deliveries stay failed, and you can send them again.
      </p>
    </FormDialog>
  )
}
