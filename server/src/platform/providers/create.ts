import { join } from 'node:path'
import type { Logger } from 'pino'
import { type Config, counterStore } from '../config/config.ts'
import { fileStoreLocation } from '../config/config-files.ts'
import { ownFolder } from '../config/process-folders.ts'
import type { Db } from '../db/schema.ts'
import { createCasSignOn } from './cas.ts'
import { createMemoryCounters, createSharedCounters } from './counters.ts'
import { createEngines } from './engines/create.ts'
import { createSharedTurns } from './engines/turns.ts'
import { createFolderStore } from './files/folder-store.ts'
import { createPartFolder } from './files/part-folder.ts'
import { createOutboxMailer, createSmtpMailer, createWebhookMailer } from './mail.ts'
import { createMcpConnector } from './mcp/connector.ts'
import { createModelFactory } from './models/model-factory.ts'
import { createOidcSignOn } from './oidc.ts'
import type { Providers } from './providers.ts'
import { createSafeFetch } from './safe-fetch/safe-fetch.ts'
import type { SingleSignOn } from './sso.ts'
import { createGrobid } from './structure/grobid.ts'

/** Largest open-access file that is fetched. */
const MAX_FETCHED_BYTES = 100 * 1024 * 1024
/** How long fetching one may take. */
const FETCH_TIMEOUT_MS = 45_000

/** Creates the providers that the configuration describes. */
export async function createProviders(
  config: Config,
  db: Db,
  log: Logger,
  now: () => Date,
): Promise<Omit<Providers, 'parsing'>> {
  return {
    mail: config.SMTP_URL ? createSmtpMailer(config.SMTP_URL, config.MAIL_FROM) : null,
    sms: config.SMS_WEBHOOK_URL
      ? createWebhookMailer(config.SMS_WEBHOOK_URL, config.SMS_WEBHOOK_TOKEN)
      : null,
    outbox: createOutboxMailer(join(config.DATA_DIR, 'outbox'), log, now),
    sso: createSingleSignOn(config),
    models: createModelFactory({
      first_ms: config.AI_WAIT_SECONDS * 1_000,
      idle_ms: config.AI_WAIT_SECONDS * 1_000,
    }),
    counters:
      counterStore(config) === 'database'
        ? createSharedCounters({ db, now, log }).counters
        : createMemoryCounters(),
    ...(await createFileStores(config, log, now)),
    engines: createOutsideEngines(
      config,
      counterStore(config) === 'database' ? createSharedTurns({ db, log }) : undefined,
    ),
    openAccess:
      config.ENGINES === 'off'
        ? null
        : createSafeFetch({ max_bytes: MAX_FETCHED_BYTES, timeout_ms: FETCH_TIMEOUT_MS }),
    structure: config.GROBID_URL ? createGrobid({ url: config.GROBID_URL, now, log }) : null,
    mcp: createMcpConnector(),
  }
}

const scratchPath = (config: Config): string => join(ownFolder(config), 'scratch')

/** Creates the stores of files and of uploads: in the data folder, or in the configured object store. */
async function createFileStores(
  config: Config,
  log: Logger,
  now: () => Date,
): Promise<Pick<Providers, 'files' | 'uploads'>> {
  const inFolder = (name: string) => join(config.DATA_DIR, name)
  const location = fileStoreLocation(config)
  if (!location)
    return { files: createFolderStore(inFolder('files')), uploads: createPartFolder(inFolder('uploads')) }
  // Loaded on demand: a single machine needs none of it.
  const { openS3 } = await import('./files/s3/open-s3.ts')
  return openS3({ location, scratch: scratchPath(config), now, log })
}

/** Creates the configured sign-ons, in the order of the log-in page's buttons. */
function createSingleSignOn(config: Config): SingleSignOn[] {
  const { OIDC_ISSUER, OIDC_CLIENT_ID, OIDC_CLIENT_SECRET, OIDC_NAME, CAS_URL, CAS_NAME } = config
  const oidc =
    OIDC_ISSUER && OIDC_CLIENT_ID
      ? [
          createOidcSignOn({
            issuer: OIDC_ISSUER,
            client_id: OIDC_CLIENT_ID,
            secret: OIDC_CLIENT_SECRET,
            name: OIDC_NAME,
          }),
        ]
      : []
  return [...oidc, ...(CAS_URL ? [createCasSignOn({ url: CAS_URL, name: CAS_NAME })] : [])]
}

/** Creates the external engines as configured. */
function createOutsideEngines(config: Config, shareTurns: ReturnType<typeof createSharedTurns> | undefined) {
  return createEngines({
    off: config.ENGINES === 'off',
    mailto: config.ENGINES_MAILTO,
    mirror: config.ENGINES_URL,
    openalex_key: config.OPENALEX_API_KEY,
    semantic_scholar_key: config.SEMANTIC_SCHOLAR_API_KEY,
    ncbi_key: config.NCBI_API_KEY,
    shareTurns,
  })
}
