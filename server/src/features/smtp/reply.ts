/** Refusals in the words of SMTP: a reply code (RFC 5321), an enhanced status code (RFC 3463) and a text. */

/** An error that the mail library sends as its reply. */
export class Refused extends Error {
  readonly responseCode: number

  constructor(responseCode: number, text: string) {
    super(text)
    this.responseCode = responseCode
  }
}

export const noRelay = () => new Refused(550, '5.7.1 This server takes no mail for this address without a sign-in')
export const tooLarge = () => new Refused(552, '5.3.4 The mail is too large')
export const tooMany = () => new Refused(421, '4.7.0 Too many connections or mails, try again later')
/** The sender repeats the mail: too much is under way. */
export const busy = () => new Refused(451, '4.3.1 Too many mails are under way, try again later')
/** The sender repeats the mail. */
export const later = () => new Refused(451, '4.3.0 The mail cannot be stored now, try again later')
