import { join } from 'node:path'
import type { Logger } from 'pino'
import type { Config } from '../config.ts'
import { casSignOn } from './cas.ts'
import { folderStore } from './files.ts'
import { outboxMailer, smtpMailer, webhookMailer } from './mail.ts'
import { oidcSignOn } from './oidc.ts'
import { partFolder } from './parts.ts'
import type { Providers } from './providers.ts'
import type { SingleSignOn } from './sso.ts'

/** The outside world as the configuration describes it. */
export function createProviders(config: Config, log: Logger, now: () => Date): Providers {
  return {
    mail: config.SMTP_URL ? smtpMailer(config.SMTP_URL, config.MAIL_FROM) : null,
    sms: config.SMS_WEBHOOK_URL ? webhookMailer(config.SMS_WEBHOOK_URL, config.SMS_WEBHOOK_TOKEN) : null,
    outbox: outboxMailer(join(config.DATA_DIR, 'outbox'), log, now),
    sso: createSingleSignOn(config),
    files: folderStore(join(config.DATA_DIR, 'files')),
    uploads: partFolder(join(config.DATA_DIR, 'uploads')),
  }
}

function createSingleSignOn(config: Config): SingleSignOn[] {
  const { OIDC_ISSUER, OIDC_CLIENT_ID, OIDC_CLIENT_SECRET, OIDC_NAME, CAS_URL, CAS_NAME } = config
  const oidc =
    OIDC_ISSUER && OIDC_CLIENT_ID
      ? [
          oidcSignOn({
            issuer: OIDC_ISSUER,
            client_id: OIDC_CLIENT_ID,
            secret: OIDC_CLIENT_SECRET,
            name: OIDC_NAME,
          }),
        ]
      : []
  return [...oidc, ...(CAS_URL ? [casSignOn({ url: CAS_URL, name: CAS_NAME })] : [])]
}
