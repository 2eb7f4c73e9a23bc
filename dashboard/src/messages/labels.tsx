import type { ReactNode } from 'react'
import { Copyable } from '../ui/copy.tsx'

/** The rows of facts with the caller's own words about a message, and its attachments. */
export function labelFacts({
  reference,
  metadata = {},
  attachments = [],
}: {
  reference?: string | undefined
  metadata?: Record<string, string> | undefined
  attachments?: { filename: string; bytes: number }[] | undefined
}) {
  const ofReference: [string, ReactNode] | false = reference !== undefined && [
    'Reference',
    <Copyable key="reference" text={reference} label="reference" />,
  ]
  const ofMetadata = Object.entries(metadata).map(([name, value]): [string, ReactNode] => [
    `metadata.${name}`,
    <bdi key={name}>{value}</bdi>,
  ])
  const ofFiles = attachments.map(({ filename, bytes }, index): [string, ReactNode] => [
    `Attachment ${index + 1}`,
    <bdi key={`file${index}`}>
      {filename} ({Math.ceil(bytes / 1024)} KiB)
    </bdi>,
  ])
  return [ofReference, ...ofMetadata, ...ofFiles]
}
