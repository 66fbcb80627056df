import { type Kysely, sql } from 'kysely'
import { accountsAndJobs } from '../../../migrations/0001-accounts-and-jobs.ts'
import { library } from '../../../migrations/0002-library.ts'
import { scholars } from '../../../migrations/0003-scholars.ts'
import { models } from '../../../migrations/0004-models.ts'
import { chats } from '../../../migrations/0005-chats.ts'
import { tools } from '../../../migrations/0006-tools.ts'
import { mcp } from '../../../migrations/0007-mcp.ts'
import { vectors } from '../../../migrations/0008-vectors.ts'
import { vectorProgress } from '../../../migrations/0009-vector-progress.ts'
import { learnedTerms } from '../../../migrations/0010-learned-terms.ts'
import { toolCalls } from '../../../migrations/0011-tool-calls.ts'
import { struck } from '../../../migrations/0012-struck.ts'
import { feed } from '../../../migrations/0013-feed.ts'
import { starter } from '../../../migrations/0014-starter.ts'
import { knownAddresses } from '../../../migrations/0015-known-addresses.ts'
import { jobFailures } from '../../../migrations/0016-job-failures.ts'
import { cutDois } from '../../../migrations/0017-cut-dois.ts'
import { deletedFolders } from '../../../migrations/0018-deleted-folders.ts'
import { projects } from '../../../migrations/0019-projects.ts'
import { understoodQuestions } from '../../../migrations/0020-understood-questions.ts'
import { requestCounts } from '../../../migrations/0021-request-counts.ts'
import { files } from '../../../migrations/0022-files.ts'
import { answerableQuestions } from '../../../migrations/0023-answerable-questions.ts'
import { documents } from '../../../migrations/0024-documents.ts'
import { annotations } from '../../../migrations/0025-annotations.ts'
import { reading } from '../../../migrations/0026-reading.ts'
import { ingestion } from '../../../migrations/0027-ingestion.ts'
import { datasetSearches } from '../../../migrations/0029-dataset-searches.ts'
import { baseArchives } from '../../../migrations/0030-base-archives.ts'
import { foundDocuments } from '../../../migrations/0031-found-documents.ts'
import { researches } from '../../../migrations/0032-researches.ts'
import { toldToEachOther } from '../../../migrations/0033-told-to-each-other.ts'
import { researchShares } from '../../../migrations/0034-research-shares.ts'
import { reportRevisions } from '../../../migrations/0035-report-revisions.ts'
import { documentTitles } from '../../../migrations/0036-document-titles.ts'
import { vectorsAgain } from '../../../migrations/0037-vectors-again.ts'
import { keyClaims } from '../../../migrations/0042-key-claims.ts'
import { countedStorage } from '../../../migrations/0043-counted-storage.ts'
import { modelLocks } from '../../../migrations/0044-model-locks.ts'
import { importWarnings } from '../../../migrations/0050-import-warnings.ts'
import { abstractBy } from '../../../migrations/0052-abstract-by.ts'
import { manuscripts } from '../../../migrations/0054-manuscripts.ts'
import { notices } from '../../../migrations/0058-notices.ts'
import { fileRecords } from '../../../migrations/0060-file-records.ts'
import { documentViews } from '../../../migrations/0062-document-views.ts'
import { ownListName } from '../../../migrations/0063-own-list-name.ts'
import { linkedSignOns } from '../../../migrations/0064-linked-sign-ons.ts'
import { recordLookUp } from '../../../migrations/0066-record-look-up.ts'
import { abstractAspects } from '../../../migrations/0069-abstract-aspects.ts'
import { answerRevisions } from '../../../migrations/0072-answer-revisions.ts'
import { retractionNotices } from '../../../migrations/0075-retraction-notices.ts'
import { citationStyles } from '../../../migrations/0077-citation-styles.ts'
import { manuscriptChecks } from '../../../migrations/0079-manuscript-checks.ts'
import { manuscriptCheckers } from '../../../migrations/0080-manuscript-checkers.ts'
import { manuscriptBatches } from '../../../migrations/0081-manuscript-batches.ts'
import { batchIndexes } from '../../../migrations/0082-batch-indexes.ts'
import { watchedWorks } from '../../../migrations/0085-watched-works.ts'
import { mailedNotices } from '../../../migrations/0086-mailed-notices.ts'
import type { Migration } from '../../../migrations/migration.ts'
import { OperatorFault } from '../foundation/errors.ts'

/** All migrations in the order of their application; gaps in their numbers mean nothing. One that has landed is final. */
const MIGRATIONS: Migration[] = [
  accountsAndJobs,
  library,
  scholars,
  models,
  chats,
  tools,
  mcp,
  vectors,
  vectorProgress,
  learnedTerms,
  toolCalls,
  struck,
  feed,
  starter,
  knownAddresses,
  jobFailures,
  cutDois,
  deletedFolders,
  projects,
  understoodQuestions,
  requestCounts,
  files,
  answerableQuestions,
  documents,
  annotations,
  reading,
  ingestion,
  datasetSearches,
  baseArchives,
  foundDocuments,
  researches,
  toldToEachOther,
  researchShares,
  reportRevisions,
  documentTitles,
  vectorsAgain,
  keyClaims,
  countedStorage,
  modelLocks,
  importWarnings,
  abstractBy,
  manuscripts,
  notices,
  fileRecords,
  documentViews,
  ownListName,
  linkedSignOns,
  recordLookUp,
  abstractAspects,
  answerRevisions,
  retractionNotices,
  citationStyles,
  manuscriptChecks,
  manuscriptCheckers,
  manuscriptBatches,
  batchIndexes,
  watchedWorks,
  mailedNotices,
]

/**
 * What differs between the databases in the statements of migrations: the type of text, and the end of a keyed table.
 */
const DIALECTS = {
  sqlite: { text: 'text', keyed: 'without rowid' },
  postgres: { text: 'text collate "C"', keyed: '' },
} as const

/** The number of PostgreSQL's advisory lock that one migrating process holds; any number that nothing else uses. */
const MIGRATION_LOCK = 7714

/**
 * Brings the schema up to date; does nothing when it is. All pending migrations run in one transaction.
 *
 * @throws OperatorFault when the database was made by a newer version.
 */
export async function migrate(db: Kysely<never>, kind: 'sqlite' | 'postgres'): Promise<void> {
  await db.transaction().execute(async (tx) => {
    if (kind === 'postgres') await sql`select pg_advisory_xact_lock(${MIGRATION_LOCK})`.execute(tx)
    await sql`create table if not exists migrations (name text primary key)`.execute(tx)
    const { rows } = await sql<{ name: string }>`select name from migrations order by name`.execute(tx)
    const applied = new Set(rows.map((row) => row.name))
    const known = new Set(MIGRATIONS.map((migration) => migration.name))
    const unknown = [...applied].filter((name) => !known.has(name))
    if (unknown.length > 0)
      throw new OperatorFault(`数据库由更新的版本建立（${unknown.join('、')}），请升级程序后再启动`)
    const dialect = DIALECTS[kind]
    for (const migration of MIGRATIONS.filter(({ name }) => !applied.has(name))) {
      for (const statement of migration.statements(dialect)) await sql.raw(statement).execute(tx)
      await sql`insert into migrations (name) values (${migration.name})`.execute(tx)
    }
  })
}
