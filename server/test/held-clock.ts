import { createSystemClock } from '../src/platform/clock.ts'
import type { Clock } from '../src/platform/clock.ts'

/**
 * A clock whose `now` moves only if the test moves it. The wall time can have an offset. Durations and leases use the
 * real clock.
 */
export class HeldClock implements Clock {
  private readonly machine = createSystemClock()
  private timeMs = this.machine.now()
  private wallOffsetMs = 0
  now = () => this.timeMs
  wall = () => this.machine.wall() + this.wallOffsetMs
  monotonic = () => this.machine.monotonic()
  moveTo(timeMs: number): void {
    this.timeMs = timeMs
  }
  stepWall(ms: number): void {
    this.wallOffsetMs += ms
  }
}
