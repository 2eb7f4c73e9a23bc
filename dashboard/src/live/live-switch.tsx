import { Button } from '../ui/button.tsx'
import { useLiveState } from './live.ts'

const TITLES = {
  connecting: 'Connecting: updates will appear by themselves',
  live: 'Updates appear by themselves. Press to pause',
  lost: 'The live stream is unavailable: the page updates every 15 s',
  paused: 'Paused. Press to get live updates',
}

/** Turns live updates on or off. */
export function LiveSwitch() {
  const [state, pause] = useLiveState()
  const isPaused = state === 'paused'
  return (
    <Button
      tone="quiet"
      icon={isPaused ? 'play' : 'pause'}
      aria-pressed={!isPaused}
      data-state={state}
      title={TITLES[state]}
      onClick={() => pause(!isPaused)}
    >
      Live
    </Button>
  )
}
