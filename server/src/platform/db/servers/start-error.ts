/**
 * The service cannot start, for a cause that its operator can fix. The message is the one line to print, without a
 * stack.
 */
export class StartError extends Error {
  constructor(sentence: string, options?: ErrorOptions) {
    super(sentence, options)
    this.name = 'StartError'
  }
}
