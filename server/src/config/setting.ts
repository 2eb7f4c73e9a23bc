import type { Kind } from './kinds.ts'

/** One variable of the environment. */
export interface Setting<Value> {
  variable: string
  kind: Kind<Exclude<Value, null>>
  /** As it would be written in the environment; null: unset. */
  default: string | null
  description: string
}

/** A variable with a default, `preset`, written as in the environment. */
export function setting<Value>(
  variable: string,
  kind: Kind<Value>,
  preset: string,
  description: string,
): Setting<Value> {
  return { variable, kind: kind as Setting<Value>['kind'], default: preset, description }
}

/** A variable that may be unset: its value is then null. */
export function optional<Value>(variable: string, kind: Kind<Value>, description: string): Setting<Value | null> {
  return { variable, kind: kind as Setting<Value | null>['kind'], default: null, description }
}
