/** Settings for mails that are valid, and do nothing. Pure. */
import type { Config } from '../../platform/config/config.ts'

type Given = Pick<Config, 'roles' | 'smtpListen' | 'smtpTlsCertFile' | 'bounceDomain'>

/** A sentence for each. Another process may have the other half, unless this one has all other roles. */
export function halfConfigurations({ roles, smtpListen, smtpTlsCertFile, bounceDomain }: Given): string[] {
  const takesMails = roles.includes('smtp')
  if (takesMails && smtpTlsCertFile === null && bounceDomain === null)
    return [
      'SMTP_LISTEN takes no mails: reports need BOUNCE_DOMAIN, and programs that send need SMTP_TLS_CERT_FILE and SMTP_TLS_KEY_FILE',
    ]
  if (takesMails || !(['api', 'dispatch', 'tasks'] as const).every((role) => roles.includes(role))) return []
  const found: string[] = []
  if (smtpListen !== null) found.push('SMTP_LISTEN has no effect: add smtp to ROLES')
  else if (smtpTlsCertFile !== null) found.push('SMTP_TLS_CERT_FILE has no effect without SMTP_LISTEN')
  if (bounceDomain !== null)
    found.push(
      'Mails return to BOUNCE_DOMAIN, and this process does not take them: set SMTP_LISTEN, or let the mail server of the domain POST them to the callback addresses of the channels',
    )
  return found
}
