import type { ReactNode } from 'react'
import { Copyable } from '../ui/copy.tsx'

/** The rows of facts with the caller's own words about a message. */
export function labelFacts({
  reference,
  metadata = {},
}: {
  reference?: string | undefined
  metadata?: Record<string, string> | undefined
}) {
  const ofReference: [string, ReactNode] | false = reference !== undefined && [
    'Reference',
    <Copyable key="reference" text={reference} label="reference" />,
  ]
  const ofMetadata = Object.entries(metadata).map(([name, value]): [string, ReactNode] => [
    `metadata.${name}`,
    <bdi key={name}>{value}</bdi>,
  ])
  return [ofReference, ...ofMetadata]
}
