import type { ReactNode } from 'react'
import { Copyable } from '../ui/copy.tsx'

const UNITS = ['bytes', 'KiB', 'MiB'] as const
const PER_UNIT = 1024

/** A size with at most one decimal. */
function sizeText(bytes: number): string {
  const place = bytes < PER_UNIT ? 0 : bytes < PER_UNIT ** 2 ? 1 : 2
  const size = (bytes / PER_UNIT ** place).toLocaleString(undefined, { maximumFractionDigits: 1 })
  return `${size} ${UNITS[place]}`
}

/** The rows of facts with the caller's own words about a message, its priority and its attachments. */
export function labelFacts({
  reference,
  metadata = {},
  priority,
  attachments = [],
}: {
  reference?: string | undefined
  metadata?: Record<string, string> | undefined
  /** Absent: normal. */
  priority?: string | undefined
  attachments?: { filename: string; content_type: string; bytes: number }[] | undefined
}) {
  const ofReference: [string, ReactNode] | false = reference !== undefined && [
    'Reference',
    <Copyable key="reference" text={reference} label="reference" />,
  ]
  const ofMetadata = Object.entries(metadata).map(([name, value]): [string, ReactNode] => [
    `metadata.${name}`,
    <bdi key={name}>{value}</bdi>,
  ])
  const ofPriority: [string, ReactNode] | false = priority !== undefined && ['Priority', priority]
  const ofFiles = attachments.map(({ filename, content_type: type, bytes }, index): [string, ReactNode] => [
    `Attachment ${index + 1}`,
    <span key={`file${index}`}>
      <bdi>{filename}</bdi>{' '}
      <span className="muted small">
        {type}, {sizeText(bytes)}
      </span>
    </span>,
  ])
  return [ofReference, ...ofMetadata, ofPriority, ...ofFiles]
}
