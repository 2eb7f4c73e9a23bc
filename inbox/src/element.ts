/**
 * The web component `<tidings-inbox url="https://tidings.example.com" token="...">`: a bell with the number of unseen
 * messages, and a panel with the messages. Importing this file defines the element.
 */
import { setAttribute } from './element/dom.ts'
import { createView } from './element/view.ts'
import type { View } from './element/view.ts'
import { languageOf } from './element/words.ts'
import type { Words } from './element/words.ts'
import { createInbox } from './inbox.ts'
import type { Inbox } from './inbox.ts'
import type { InboxMessage } from './message.ts'

export { WORDS } from './element/words.ts'
export type { Words } from './element/words.ts'

/** The events of the element. `tidings-open` can be canceled: then the app opens the message itself. */
export interface TidingsInboxEvents {
  'tidings-message': CustomEvent<InboxMessage>
  'tidings-open': CustomEvent<InboxMessage>
}

/** Without a browser there are no elements: a server may render the page. */
const Base = globalThis.HTMLElement ?? (Object as unknown as typeof HTMLElement)

export class TidingsInboxElement extends Base {
  static readonly observedAttributes = ['url', 'token', 'lang', 'page-size']

  #view: View | null = null
  #inbox: Inbox | null = null
  #isOwn = false
  /** From `connectedCallback` on. The callbacks for attributes may come before it. */
  #hasStarted = false
  #endings: (() => void)[] = []
  #getToken: (() => Promise<string>) | null = null
  #words: Partial<Words> = {}

  /** Returns a recipient token from your backend. Instead of the attribute `token`. */
  get getToken(): (() => Promise<string>) | null {
    return this.#getToken
  }

  set getToken(getToken: (() => Promise<string>) | null) {
    const before = this.#getToken
    this.#getToken = getToken
    // The client calls the newest function. Only the first one and none need another client.
    if ((before === null) !== (getToken === null)) this.#restart()
  }

  /** Own words instead of those of the language. */
  get words(): Partial<Words> {
    return this.#words
  }

  set words(words: Partial<Words>) {
    this.#words = words
    this.#update()
  }

  /** The client. Set one to share it among several elements: your app then starts and stops it. */
  get inbox(): Inbox | null {
    return this.#inbox
  }

  set inbox(inbox: Inbox | null) {
    this.#disconnect()
    this.#inbox = inbox
    this.#isOwn = false
    if (this.#hasStarted) this.#connect()
  }

  /** Opens the panel. */
  open(): void {
    this.#view?.open()
  }

  close(): void {
    this.#view?.close()
  }

  connectedCallback(): void {
    for (const name of ['getToken', 'words', 'inbox'] as const) this.#upgrade(name)
    this.#hasStarted = true
    this.#connect()
  }

  disconnectedCallback(): void {
    this.#hasStarted = false
    this.#disconnect()
  }

  attributeChangedCallback(name: string, before: string | null, value: string | null): void {
    if (before === value) return
    if (name === 'lang') this.#update()
    else if (name === 'token' && this.#isOwn && this.#inbox !== null) this.#inbox.setToken(value)
    else this.#restart()
  }

  /** If the app set a property before the element was defined, the property hides the accessor. */
  #upgrade(name: 'getToken' | 'words' | 'inbox'): void {
    if (!Object.hasOwn(this, name)) return
    const value = this[name]
    Reflect.deleteProperty(this, name)
    Object.assign(this, { [name]: value })
  }

  #restart(): void {
    if (!this.#hasStarted || (!this.#isOwn && this.#inbox !== null)) return
    this.#disconnect()
    this.#connect()
  }

  #connect(): void {
    this.#view ??= createView(this.shadowRoot ?? this.attachShadow({ mode: 'open' }), (name, detail) =>
      this.dispatchEvent(
        new CustomEvent(name, { detail, bubbles: true, composed: true, cancelable: name === 'tidings-open' }),
      ),
    )
    this.#inbox ??= this.#createInbox()
    if (this.#inbox === null) return this.#update()
    this.#endings = [
      this.#inbox.subscribe(() => this.#update()),
      this.#inbox.onMessage((message) => this.#view?.announce(message)),
    ]
    this.#view.show(this.#inbox)
    if (this.#isOwn) this.#inbox.start()
    this.#update()
  }

  #disconnect(): void {
    for (const end of this.#endings.splice(0)) end()
    this.#view?.show(null)
    if (!this.#isOwn) return
    this.#inbox?.stop()
    this.#inbox = null
    this.#isOwn = false
  }

  #createInbox(): Inbox | null {
    const url = this.getAttribute('url')
    const token = this.getAttribute('token')
    // The app may set the token or the function later.
    if (url === null || (token === null && this.#getToken === null)) return null
    this.#isOwn = true
    const getToken = this.#getToken === null ? null : () => this.#getToken!()
    return createInbox({ url, token, getToken, pageSize: Number(this.getAttribute('page-size')) || undefined })
  }

  #update(): void {
    if (this.#view === null) return
    const tag = this.closest<HTMLElement>('[lang]')?.lang || globalThis.navigator.language
    const language = languageOf(tag, this.#words)
    setAttribute(this, 'data-connection', this.#inbox?.state.connection ?? 'stopped')
    this.#view.update(language)
  }
}

if (globalThis.customElements !== undefined && customElements.get('tidings-inbox') === undefined)
  customElements.define('tidings-inbox', TidingsInboxElement)

declare global {
  interface HTMLElementTagNameMap {
    'tidings-inbox': TidingsInboxElement
  }
  interface HTMLElementEventMap extends TidingsInboxEvents {}
}
