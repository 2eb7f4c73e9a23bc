import { useState } from 'react'
import { useChange, useRead } from '../api/queries.ts'
import { useWhyNot } from '../api/session.tsx'
import { Button } from '../ui/button.tsx'
import { Copyable } from '../ui/copy.tsx'
import { FormDialog } from '../ui/dialog.tsx'
import { SelectField, TextAreaField, TextField } from '../ui/field.tsx'
import { Empty, Loaded } from '../ui/notice.tsx'
import { Card } from '../ui/page.tsx'
import { Table } from '../ui/table.tsx'
import { ListTime } from '../ui/time.tsx'
import { showToast } from '../ui/toast.tsx'
import type { Device } from './recipient.ts'

const CHANGES = ['GET /api/v1/notification_users/{id}'] as const

/** One read for the page of a recipient. */
export const recipientWithParts = (id: number) => ({ path: { id }, query: { expand: 'devices,preferences' } }) as const
const TOKEN_CHARACTERS_SHOWN = 24

const PLATFORMS = [
  { value: 'fcm', label: 'Android, by FCM' },
  { value: 'apns', label: 'Apple, by APNs' },
  { value: 'web_push', label: 'Browser, by Web Push' },
  { value: 'expo', label: 'Expo' },
] as const

/** The subscription in a text, or null if it is not JSON. Then the service is not called. */
function subscriptionOf(text: string): Record<string, unknown> | null {
  try {
    const given = JSON.parse(text) as unknown
    return typeof given === 'object' && given !== null ? (given as Record<string, unknown>) : null
  } catch {
    return null
  }
}

function AddDialog({ recipientId, onClose }: { recipientId: number; onClose: () => void }) {
  const [platform, setPlatform] = useState<Device['platform']>('fcm')
  const [text, setText] = useState('')
  const add = useChange('POST /api/v1/notification_users/{id}/devices', { changes: CHANGES })
  const isWeb = platform === 'web_push'
  const subscription = isWeb ? subscriptionOf(text) : null
  const problems = add.error?.errors ?? {}
  const noJson =
    isWeb && text !== '' && subscription === null ? ['must be the JSON of a browser subscription'] : undefined

  function submit(): void {
    if (isWeb && subscription === null) return
    const device = isWeb ? { platform, subscription } : { platform, token: text.trim() }
    const done = () => {
      showToast('The device is registered')
      onClose()
    }
    add.mutate({ path: { id: recipientId }, body: { device } }, { onSuccess: done })
  }

  return (
    <FormDialog
      title="Add a device"
      action="Add"
      busy={add.isPending}
      error={add.error}
      onClose={onClose}
      onSubmit={submit}
    >
      <SelectField
        label="Platform"
        value={platform}
        choices={PLATFORMS}
        onChange={setPlatform}
        problems={problems['platform']}
      />
      {isWeb ? (
        <TextAreaField
          label="Subscription"
          help="The result of PushManager.subscribe(), as JSON."
          required
          spellCheck={false}
          value={text}
          onChange={setText}
          problems={noJson ?? problems['subscription']}
        />
      ) : (
        <TextField
          label="Token"
          help="The token your app got from the platform."
          required
          spellCheck={false}
          value={text}
          onChange={setText}
          problems={problems['token']}
        />
      )}
    </FormDialog>
  )
}

function RemoveDialog({ device, onClose }: { device: Device; onClose: () => void }) {
  const remove = useChange('DELETE /api/v1/notification_users/{id}/devices/{device_id}', { changes: CHANGES })
  const path = { id: device.notification_user_id, device_id: device.id }
  return (
    <FormDialog
      title="Remove the device"
      action="Remove"
      danger
      busy={remove.isPending}
      error={remove.error}
      onClose={onClose}
      onSubmit={() => remove.mutate({ path }, { onSuccess: onClose })}
    >
      <p>The device gets no more push messages. The app can register it again.</p>
    </FormDialog>
  )
}

function shortened(text: string): string {
  return text.length > TOKEN_CHARACTERS_SHOWN ? `${text.slice(0, TOKEN_CHARACTERS_SHOWN)}…` : text
}

function DevicesTable({ devices, onRemove }: { devices: readonly Device[]; onRemove: (device: Device) => void }) {
  const whyNot = useWhyNot('change')
  return (
    <Table
      label="Devices"
      rows={devices}
      keyOf={({ id }) => id}
      columns={[
        {
          title: 'Platform',
          width: 12,
          phone: 'name',
          cell: (device) => PLATFORMS.find(({ value }) => value === device.platform)?.label,
        },
        {
          title: 'Token',
          phone: 'text',
          cell: ({ token, subscription }) => {
            const text = token ?? JSON.stringify(subscription)
            return <Copyable text={text} shown={shortened(text)} label="token" />
          },
        },
        { title: 'Registered', width: 8, phone: 'time', cell: ({ created_at: at }) => <ListTime at={at} /> },
        {
          title: 'Actions',
          width: 5,
          kind: 'actions',
          phone: 'state',
          cell: (device) => (
            <Button
              tone="quiet"
              icon="trash"
              aria-label={`Remove the device ${device.id}`}
              whyNot={whyNot}
              onClick={() => onRemove(device)}
            />
          ),
        },
      ]}
    />
  )
}

/** The devices of a recipient. */
export function Devices({ recipientId }: { recipientId: number }) {
  const [isAdding, setAdding] = useState(false)
  const [removed, setRemoved] = useState<Device | null>(null)
  const whyNot = useWhyNot('change')
  const read = useRead('GET /api/v1/notification_users/{id}', recipientWithParts(recipientId))
  return (
    <Card
      title="Devices"
      actions={
        <Button icon="plus" whyNot={whyNot} onClick={() => setAdding(true)}>
          Add a device
        </Button>
      }
    >
      <Loaded of={read}>
        {({ devices = [] }) =>
          devices.length === 0 ? (
            <Empty title="No devices">
              Apps register devices with the API. A recipient needs a device for push messages.
            </Empty>
          ) : (
            <DevicesTable devices={devices} onRemove={setRemoved} />
          )
        }
      </Loaded>
      {isAdding && <AddDialog recipientId={recipientId} onClose={() => setAdding(false)} />}
      {removed !== null && <RemoveDialog device={removed} onClose={() => setRemoved(null)} />}
    </Card>
  )
}
