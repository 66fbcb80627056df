import { join } from 'node:path'
import type { Logger } from 'pino'
import { type Config, countsIn, ownFolder } from '../config/config.ts'
import { filesPlace } from '../config/config-files.ts'
import type { Db } from '../db/schema.ts'
import { casSignOn } from './cas.ts'
import { memoryCounters } from './counters.ts'
import { createEngines } from './engines/create.ts'
import { sharedTurns } from './engines/shared-turns.ts'
import { folderStore } from './files/folder-store.ts'
import { partFolder } from './files/part-folder.ts'
import { outboxMailer, smtpMailer, webhookMailer } from './mail.ts'
import { mcpConnector } from './mcp/connector.ts'
import { modelMaker } from './models/maker.ts'
import { oidcSignOn } from './oidc.ts'
import type { Providers } from './providers.ts'
import { safeFetch } from './safe-fetch/safe-fetch.ts'
import { sharedCounters } from './shared-counters.ts'
import type { SingleSignOn } from './sso.ts'
import { grobid } from './structure/grobid.ts'

const MOST_FETCHED = 100 * 1024 * 1024

/** Creates what reaches the outside world, as the configuration describes it. */
export async function createProviders(
  config: Config,
  db: Db,
  log: Logger,
  now: () => Date,
): Promise<Omit<Providers, 'parsing'>> {
  return {
    mail: config.SMTP_URL ? smtpMailer(config.SMTP_URL, config.MAIL_FROM) : null,
    sms: config.SMS_WEBHOOK_URL ? webhookMailer(config.SMS_WEBHOOK_URL, config.SMS_WEBHOOK_TOKEN) : null,
    outbox: outboxMailer(join(config.DATA_DIR, 'outbox'), log, now),
    sso: createSingleSignOn(config),
    models: modelMaker({
      first_ms: config.AI_WAIT_SECONDS * 1_000,
      idle_ms: config.AI_WAIT_SECONDS * 1_000,
    }),
    counters: countsIn(config) === 'database' ? sharedCounters({ db, now, log }).counters : memoryCounters(),
    ...(await filesOf(config, log, now)),
    engines: outsideEngines(config, countsIn(config) === 'database' ? sharedTurns({ db, log }) : undefined),
    openAccess: config.ENGINES === 'off' ? null : safeFetch({ max_bytes: MOST_FETCHED, timeout_ms: 45_000 }),
    structure: config.GROBID_URL ? grobid({ url: config.GROBID_URL, now, log }) : null,
    mcp: mcpConnector(),
  }
}

const scratchOf = (config: Config): string => join(ownFolder(config), 'scratch')

async function filesOf(
  config: Config,
  log: Logger,
  now: () => Date,
): Promise<Pick<Providers, 'files' | 'uploads'>> {
  const inFolder = (name: string) => join(config.DATA_DIR, name)
  const place = filesPlace(config)
  if (!place) return { files: folderStore(inFolder('files')), uploads: partFolder(inFolder('uploads')) }
  // One machine by itself reads none of it.
  const { openS3 } = await import('./files/s3/open-s3.ts')
  return openS3({ place, scratch: scratchOf(config), now, log })
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

function outsideEngines(config: Config, share: ReturnType<typeof sharedTurns> | undefined) {
  return createEngines({
    off: config.ENGINES === 'off',
    mailto: config.ENGINES_MAILTO,
    mirror: config.ENGINES_URL,
    openalex_key: config.OPENALEX_API_KEY,
    semantic_scholar_key: config.SEMANTIC_SCHOLAR_API_KEY,
    ncbi_key: config.NCBI_API_KEY,
    share,
  })
}
