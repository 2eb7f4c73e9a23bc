import { Button } from '../ui/button.tsx'
import './live-switch.css'
import { useLiveState } from './live.ts'

const TITLES = {
  connecting: 'Connecting: updates will appear by themselves',
  live: 'Updates appear by themselves. Press to pause',
  lost: 'The live stream is unavailable: the page updates every 15 s',
  paused: 'Paused. Press to get live updates',
}

/** Turns live updates on or off. The dot shows the state: filled while the page is live, hollow while it is paused. */
export function LiveSwitch() {
  const [state, pause] = useLiveState()
  const isPaused = state === 'paused'
  return (
    <Button
      tone="quiet"
      className="live-switch"
      aria-pressed={!isPaused}
      data-state={state}
      title={TITLES[state]}
      onClick={() => pause(!isPaused)}
    >
      <span className="dot" aria-hidden="true" />
      Live
    </Button>
  )
}
