import { createHash } from 'node:crypto'
import { parserForMime } from '@scinav/documents'
import { sql } from 'kysely'
import type { BaseContext } from '../platform/context/context.ts'
import type { DocumentsTable } from '../platform/db/schema-knowledge.ts'
import { documentRow } from './documents.ts'

/** A passage: its text, optionally with its position. */
type PassageInput =
  | string
  | { text: string; headings?: string[]; page?: number; kind?: 'text' | 'table' | 'reference' }

interface ReadFileInput {
  dataset_id: string
  creator_id: string
  name?: string
  title?: string
  passages: PassageInput[]
  row?: Partial<DocumentsTable>
}

/** Inserts a parsed file directly into a dataset, ready to be searched; returns its document. */
export async function addReadFile(
  { db, now, newId }: FixtureContext,
  { dataset_id, creator_id, name = 'file.pdf', title = '', passages, row = {} }: ReadFileInput,
): Promise<{ document_id: string; parse_id: string }> {
  const base = { db, now, newId }
  const { bytes_id, parse_id } = await addParse(base, { creator_id, title, passages })
  const document_id = newId()
  const ids = { id: document_id, dataset_id, creator_id, bytes_id, parse_id }
  const document = documentRow(ids, now().toISOString(), { name, title, file_id: newId(), ...row })
  await db.insertInto('documents').values(document).execute()
  const first_seq = await nextChange({ db }, sql<number>`max(first_seq + passages)`)
  const place = { first_seq, passages: passages.length, document_id, parse_id, gone: 0 as const }
  await db
    .insertInto('passage_places')
    .values({ ...place, change: await nextChange({ db }) })
    .execute()
  return { document_id, parse_id }
}

type FixtureContext = Pick<BaseContext, 'db' | 'now' | 'newId'>

const PDF_MIME = 'application/pdf'

/** Stores a file that belongs to nobody, and a parse of it. */
async function addParse(
  { db, now, newId }: FixtureContext,
  { creator_id, title = '', passages }: Pick<ReadFileInput, 'creator_id' | 'title' | 'passages'>,
): Promise<{ bytes_id: string; parse_id: string }> {
  const time = now().toISOString()
  const [bytes_id, parse_id] = [newId(), newId()]
  const sha256 = createHash('sha256').update(bytes_id).digest('hex')
  const bytes = { id: bytes_id, sha256, size_bytes: 1, mime: PDF_MIME, created_at: time }
  await db.insertInto('file_bytes').values(bytes).execute()
  const facts = JSON.stringify({ title, language: 'zh', pages: [{ page: 1, width: 600, height: 800 }] })
  const parse = {
    id: parse_id,
    bytes_id,
    parser: parserForMime(PDF_MIME),
    state: 'ready' as const,
    stage: 'index',
  }
  const ended = {
    attempts: 1,
    done: 1,
    total: 1,
    error_kind: null,
    error: null,
    leased_by: null,
    leased_until: null,
  }
  const times = { progress_at: time, created_at: time, updated_at: time }
  await db
    .insertInto('parses')
    .values({ ...parse, ...ended, ...times, facts, passages: passages.length, owner_id: creator_id })
    .execute()
  let start_at = 0
  for (const [ordinal, written] of passages.entries()) {
    const given: Exclude<PassageInput, string> = typeof written === 'string' ? { text: written } : written
    const { text, headings = [], page = 1, kind = 'text' } = given
    const end_at = start_at + text.length
    const boxes = JSON.stringify([{ page, x0: 0.1, y0: 0.1, x1: 0.9, y1: 0.2 }])
    const texts = { kind, headings: JSON.stringify(headings), body: text, start_at, end_at, page, boxes }
    await db
      .insertInto('passages')
      .values({ parse_id, ordinal, ...texts })
      .execute()
    start_at = end_at + 2
  }
  return { bytes_id, parse_id }
}

/** Adds a parsed file of a user's own, to be attached to a question. */
export async function addOwnFile(
  base: FixtureContext,
  {
    creator_id,
    name = 'own.pdf',
    ...about
  }: Pick<ReadFileInput, 'creator_id' | 'name' | 'title' | 'passages'>,
): Promise<string> {
  const { bytes_id } = await addParse(base, { creator_id, ...about })
  const [id, created_at] = [base.newId(), base.now().toISOString()]
  const row = { id, user_id: creator_id, bytes_id, name, created_at, for_documents: 0 as const }
  await base.db.insertInto('files').values(row).execute()
  return id
}

/** Records for the index that a document has changed or been removed. */
export async function recordDocumentChange(
  { db }: Pick<BaseContext, 'db'>,
  document_id: string,
  gone: 0 | 1 = 0,
): Promise<void> {
  const change = await nextChange({ db })
  await db
    .updateTable('passage_places')
    .set({ change, gone })
    .where('document_id', '=', document_id)
    .execute()
}

async function nextChange({ db }: Pick<BaseContext, 'db'>, last = sql<number>`max(change)`): Promise<number> {
  const row = await db
    .selectFrom('passage_places')
    .select(sql<number>`coalesce(${last}, 0)`.as('last'))
    .executeTakeFirstOrThrow()
  return Number(row.last) + 1
}
