import { Button } from '../ui/button.tsx'
import { useLiveState } from './live.ts'

const TITLES = {
  connecting: 'What is new comes in by itself, as soon as the service is reached',
  live: 'What is new comes in by itself; press to hold the page still',
  lost: 'The stream of what is new is away: the page looks every 15 s',
  paused: 'The page is held still; press to see what is new as it comes',
}

/** Lets what is new come in, or holds the page still. */
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
