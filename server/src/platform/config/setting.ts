import type { Kind } from './kinds.ts'

/** One environment variable. */
export interface Setting<Value> {
  variable: string
  kind: Kind<Exclude<Value, null>>
  /** As written in the environment. Null: unset. */
  default: string | null
  description: string
}

/** A variable with a default. `preset`: the default as written in the environment. */
export function setting<Value>(
  variable: string,
  kind: Kind<Value>,
  preset: string,
  description: string,
): Setting<Value> {
  return { variable, kind: kind as Setting<Value>['kind'], default: preset, description }
}

/** A variable that may be unset. Its value is then null. */
export function optional<Value>(variable: string, kind: Kind<Value>, description: string): Setting<Value | null> {
  return { variable, kind: kind as Setting<Value | null>['kind'], default: null, description }
}
