/** What programs write to a mail server to send one mail to two recipients, byte by byte, as they were recorded. */

interface MailClient {
  name: string
  /** The argument of EHLO. */
  host: string
  /** The writes of the sign-in, each after a reply. */
  signIn(user: string, password: string): string[]
  /** The writes of the envelope. Each line gets a reply. */
  envelope: string[]
  /** The writes of the mail. */
  mail: string[]
}

const base64 = (text: string) => Buffer.from(text).toString('base64')
const plain = (user: string, password: string) => [`AUTH PLAIN ${base64(`\0${user}\0${password}`)}\r\n`]
const login = (user: string, password: string) => ['AUTH LOGIN\r\n', `${base64(user)}\r\n`, `${base64(password)}\r\n`]

export const MAIL_CLIENTS: readonly MailClient[] = [
  {
    // It names its own sender, writes the envelope at once, and QUIT behind the mail.
    name: 'Exim 4.96',
    host: 'app.example.com',
    signIn: plain,
    envelope: [
      'MAIL FROM:<root@example.com> SIZE=1390 AUTH=root@example.com\r\nRCPT TO:<ada@example.com>\r\nRCPT TO:<bob@example.com>\r\nDATA\r\n',
    ],
    mail: [
      'Received: from root by app.example.com with local (Exim 4.96)\r\n\t(envelope-from <root@example.com>)\r\n\tid 1xXJsi-0002aO-1Q;\r\n\tSat, 28 Nov 2026 14:58:28 +0000\r\n' +
        'From: app@example.com\r\nTo: ada@example.com, bob@example.com\r\nSubject: from exim\r\nMessage-Id: <E1xXJsi-0002aO-1Q@app.example.com>\r\nDate: Sat, 28 Nov 2026 14:58:28 +0000\r\n\r\n' +
        'Hello\r\n..leading dot\r\n...two\r\nfrom Exim\r\n.\r\nQUIT\r\n',
    ],
  },
  {
    // The libraries of GitLab write each line by itself.
    name: 'Ruby 3.1, mail 2.7.1',
    host: 'gitlab.example.com',
    signIn: login,
    envelope: [
      'MAIL FROM:<gitlab@example.com>\r\n',
      'RCPT TO:<ada@example.com>\r\n',
      'RCPT TO:<bob@example.com>\r\n',
      'DATA\r\n',
    ],
    mail: [
      'Date: Sat, 28 Nov 2026 14:58:02 +0000\r\n',
      'From: GitLab <gitlab@example.com>\r\n',
      'To: ada@example.com, \r\n',
      ' bob@example.com\r\n',
      'Message-ID: <6b0aebfa87c00_2323294-2f0@app.mail>\r\n',
      'Subject: =?UTF-8?Q?Pipeline_#7_has_failed_f=C3=BCr_main?=\r\n',
      'Mime-Version: 1.0\r\n',
      'Content-Type: multipart/alternative;\r\n',
      ' boundary="--==_mimepart_6b0aebfa6be3e_2323294-3c4";\r\n',
      ' charset=UTF-8\r\n',
      'Content-Transfer-Encoding: 7bit\r\n',
      'X-GitLab-Project: shop\r\n',
      'Auto-Submitted: auto-generated\r\n',
      '\r\n',
      '\r\n',
      '----==_mimepart_6b0aebfa6be3e_2323294-3c4\r\n',
      'Content-Type: text/plain;\r\n',
      ' charset=UTF-8\r\n',
      'Content-Transfer-Encoding: 7bit\r\n',
      '\r\n',
      'Pipeline #7 failed.\r\n',
      'See job 7.\r\n',
      '\r\n',
      '----==_mimepart_6b0aebfa6be3e_2323294-3c4\r\n',
      'Content-Type: text/html;\r\n',
      ' charset=UTF-8\r\n',
      'Content-Transfer-Encoding: 7bit\r\n',
      '\r\n',
      '<p>Pipeline <b>#7</b> failed.</p>\r\n',
      '----==_mimepart_6b0aebfa6be3e_2323294-3c4--\r\n',
      '.\r\n',
    ],
  },
  {
    name: 'swaks 20201014',
    host: 'app',
    signIn: login,
    envelope: [
      'MAIL FROM:<app@example.com>\r\n',
      'RCPT TO:<ada@example.com>\r\n',
      'RCPT TO:<bob@example.com>\r\n',
      'DATA\r\n',
    ],
    mail: [
      'Date: Sat, 28 Nov 2026 15:02:41 +0000\r\nTo: ada@example.com,bob@example.com\r\nFrom: app@example.com\r\nSubject: swaks\r\nMessage-Id: <20261128150241.019774@app>\r\n' +
        'X-Mailer: swaks v20201014.0 jetmore.org/john/code/swaks/\r\n\r\nhello from swaks\r\n\r\n\r\n.\r\n',
    ],
  },
]
