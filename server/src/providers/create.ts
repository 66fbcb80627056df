import { join } from 'node:path'
import type { Logger } from 'pino'
import type { Config } from '../config.ts'
import { folderStore } from './files.ts'
import { outboxMailer, smtpMailer, webhookMailer } from './mail.ts'
import type { Providers } from './providers.ts'

/** The outside world as the configuration describes it. */
export function createProviders(config: Config, log: Logger, now: () => Date): Providers {
  return {
    mail: config.SMTP_URL ? smtpMailer(config.SMTP_URL, config.MAIL_FROM) : null,
    sms: config.SMS_WEBHOOK_URL ? webhookMailer(config.SMS_WEBHOOK_URL, config.SMS_WEBHOOK_TOKEN) : null,
    outbox: outboxMailer(join(config.DATA_DIR, 'outbox'), log, now),
    sso: [],
    files: folderStore(join(config.DATA_DIR, 'files')),
  }
}
