import { Figures } from '../ui/meter.tsx'
import type { Figure } from '../ui/meter.tsx'
import './rates.css'
import { changeOf, ratesOfReporting, shareText, totalOf } from './outcomes.ts'
import type { DeliveryCounts, Rates } from './outcomes.ts'

const RATES: readonly { rate: keyof Rates; name: string; isBad: boolean }[] = [
  { rate: 'delivered', name: 'Delivered', isBad: false },
  { rate: 'opened', name: 'Opened', isBad: false },
  { rate: 'bounced', name: 'Bounced', isBad: true },
  { rate: 'failed', name: 'Failed', isBad: true },
]

/** Smaller shares are ordinary. Amazon SES reviews accounts from 0.05 on: the color comes before that. */
const ALARMING_SHARE = 0.02

/** The definition of the rates. The list of channels has another one. */
export const OF_RATES =
  'Each delivery counts once, at its creation. Rates are shares of the deliveries that were sent, delivered, opened, bounced or failed.'

function Change({ text, isWorse }: { text: string; isWorse: boolean }) {
  return <span className={isWorse ? 'change worse' : 'change'}>{text}</span>
}

/** The number of deliveries and their rates, with the change against the period before. */
export function RateFigures({ counts }: { counts: DeliveryCounts }) {
  const { totals, before } = counts
  const { rates, silent } = ratesOfReporting(counts)
  const [total, totalBefore] = [totalOf(totals.counts), totalOf(before.counts)]
  const figures: Figure[] = [
    {
      name: 'Deliveries',
      value: (
        <>
          {total.toLocaleString()}
          <Change text={`${totalBefore.toLocaleString()} before`} isWorse={false} />
        </>
      ),
    },
    ...RATES.map(({ rate, name, isBad }): Figure => {
      const [share, shareBefore] = [rates[rate], before.rates[rate]]
      // The period before is not known by channel.
      const change = silent.length > 0 && rate !== 'failed' ? null : changeOf(share, shareBefore)
      const isWorse = change !== null && change.isWorth && isBad === (share ?? 0) > (shareBefore ?? 0)
      return {
        name,
        tone: isBad && (share ?? 0) >= ALARMING_SHARE ? 'bad' : undefined,
        value: (
          <>
            {shareText(share)}
            <Change
              text={change?.text ?? (silent.length > 0 && rate !== 'failed' ? '' : 'nothing before')}
              isWorse={isWorse}
            />
          </>
        ),
      }
    }),
  ]
  return (
    <>
      <Figures figures={figures} />
      {silent.length > 0 && (
        <p className="muted small">Delivered, opened and bounced are without {silent.join(', ')}: no reports.</p>
      )}
    </>
  )
}
