import type { Kysely } from 'kysely'
import type { AccountTables } from './schema-account.ts'
import type { AnswerTables } from './schema-answers.ts'
import type { ArchiveTables } from './schema-archive.ts'
import type { ChatTables } from './schema-chat.ts'
import type { DocumentTables } from './schema-documents.ts'
import type { KnowledgeTables } from './schema-knowledge.ts'
import type { LibraryTables } from './schema-library.ts'
import type { ModelTables } from './schema-models.ts'
import type { PlatformTables } from './schema-platform.ts'
import type { ReadingTables } from './schema-reading.ts'
import type { ResearchTables } from './schema-research.ts'
import type { SearchTables } from './schema-search.ts'

/**
 * Every table of the database, by name; each domain has a file of its own. On SQLite and PostgreSQL alike, booleans are
 * 0 or 1, times are text (`column-types.ts`), and JSON is text.
 */
export interface Tables
  extends PlatformTables,
    AccountTables,
    ModelTables,
    DocumentTables,
    LibraryTables,
    SearchTables,
    KnowledgeTables,
    AnswerTables,
    ReadingTables,
    ChatTables,
    ResearchTables,
    ArchiveTables {}

/** A database handle. Inside `transact` it is the transaction. */
export type Db = Kysely<Tables>
