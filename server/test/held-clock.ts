import { createSystemClock } from '../src/clock.ts'
import type { Clock } from '../src/clock.ts'

/** Stands still until the test moves it; the clock on the wall may be set apart from it; durations and leases go on. */
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
