/** What a message has beside subject and body: the addresses and header fields of a mail, and the options of a push. */

/** A name with a text. */
export interface NamedText {
  name: string
  value: string
}

/** Absent fields are not set. */
export interface RenderedEmail {
  reply_to?: string
  cc?: string[]
  bcc?: string[]
  preheader?: string
  headers?: NamedText[]
}

export interface RenderedPush {
  url?: string
  image_url?: string
  badge?: number
  sound?: string
  category?: string
  thread_id?: string
  collapse_key?: string
  ttl_seconds?: number
  interruption_level?: string
  data?: NamedText[]
}

export interface RenderedContent {
  email?: RenderedEmail
  push?: RenderedPush
}

/** A file of a mail. */
export interface Attachment {
  filename: string
  contentType: string
  /** Names an image in the HTML. Null: none. */
  contentId: string | null
  content: Buffer
}
