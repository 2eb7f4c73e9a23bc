import { SelectField } from '../ui/field.tsx'
import { Card } from '../ui/page.tsx'
import { timeHabit } from '../ui/time-habit.ts'
import { Time } from '../ui/time.tsx'

const { timeZone: OF_BROWSER } = new Intl.DateTimeFormat().resolvedOptions()

const ZONES = [
  { value: '', label: `As this browser has it (${OF_BROWSER})` },
  ...['UTC', ...Intl.supportedValuesOf('timeZone').filter((zone) => zone !== 'UTC')].map((zone) => ({
    value: zone,
    label: zone,
  })),
]

const HOURS = [
  { value: 'auto', label: 'As the language of this browser has it' },
  { value: '24', label: '0 to 23' },
  { value: '12', label: '1 to 12, AM and PM' },
] as const

/** The zone and the hours of all times in the dashboard. Files for programs stay in UTC. */
export function TimesCard() {
  const habit = timeHabit.use()
  return (
    <Card title="Times">
      <div className="columns">
        <SelectField
          label="Time zone"
          value={habit.zone ?? ''}
          choices={ZONES}
          onChange={(zone) => timeHabit.set({ ...habit, zone: zone === '' ? null : zone })}
        />
        <SelectField
          label="Hours"
          value={habit.hours}
          choices={HOURS}
          onChange={(hours) => timeHabit.set({ ...habit, hours })}
        />
      </div>
      <p className="muted">
        It is <Time at={new Date().toISOString()} full />. This browser remembers your choice. Hover over a time to see
        it in UTC. CSV files have UTC.
      </p>
    </Card>
  )
}
