/** An example mail to start from. Its texts are English, and its names are attributes of your messages. */
import type { Samples } from '../samples.ts'
import { paragraph } from './layout.ts'

export interface ExampleMail {
  title: string
  /** The occasion. */
  use: string
  /** The suggested name of the template. */
  name: string
  subject: string
  body: string
  samples: Samples
}

export const SHOP: Samples = { company: 'Acorn Supplies' }
export const HELLO = paragraph('Hello {{ user.first_name | default: "there" }},')
export const FOOTER = '{{ company }}'

/** An amount in a currency. Both are names. */
export const price = (name: string, currency: string): string => `{{ ${name} | number: "currency", ${currency} }}`
