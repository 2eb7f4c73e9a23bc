/** The service cannot start, for a cause that its operator can mend: the message is the one line to show, without a stack. */
export class StartError extends Error {
  constructor(sentence: string, options?: ErrorOptions) {
    super(sentence, options)
    this.name = 'StartError'
  }
}
