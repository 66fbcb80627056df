import { type Block, canonicalText, type PageFacts, parserForMime } from '@scinav/documents'
import type { Insertable } from 'kysely'
import type { BaseContext } from '../platform/context/context.ts'
import type { DocumentsTable } from '../platform/db/schema-knowledge.ts'
import type { DocumentFacts } from '../platform/providers/parsing.ts'

interface DocumentIds {
  id: string
  dataset_id: string
  creator_id: string
  bytes_id: string
  parse_id: string
}

/** Returns the row of a parsed file document. */
export const documentRow = (
  { id, dataset_id, creator_id, bytes_id, parse_id }: DocumentIds,
  created_at: string,
  more: Partial<DocumentsTable>,
): Insertable<DocumentsTable> => ({
  id,
  dataset_id,
  type: 'file',
  paper_id: null,
  file_id: null,
  name: 'file.pdf',
  title: '',
  named_by_hand: 0,
  mime: 'application/pdf',
  size_bytes: 1,
  page_count: 1,
  state: 'ready',
  progress: 1,
  error: null,
  warnings: '[]',
  creator_id,
  created_at,
  updated_at: created_at,
  deleted_at: null,
  bytes_id,
  parse_id,
  next_parse_id: null,
  proposed_paper_id: null,
  declined_paper_id: null,
  next_file_id: null,
  record: null,
  record_key: null,
  record_bytes: 0,
  record_by_hand: 0,
  record_lookup: null,
  record_engines: '',
  ...more,
})

interface ParseInput {
  name?: string
  /** Title found on the first page. */
  title?: string
  bytes?: Uint8Array
  kind?: DocumentFacts['kind']
  pages?: Partial<PageFacts>[]
  paper_id?: string | null
}

const CREATED_AT = '2026-03-01T00:00:00.000Z'

/** Returns the facts of a page of 600 × 800 points. */
const samplePage = (page: number, given: Partial<PageFacts> = {}): PageFacts => ({
  page,
  width: 600,
  height: 800,
  rotation: 0,
  columns: 1,
  scanned: false,
  garbled: false,
  confidence: 1,
  ...given,
})

/** Returns a paragraph of one line at a height of a page. */
export function line(text: string, page = 1, y = 100): Block {
  const box = { page, x0: 60, y0: y, x1: 540, y1: y + 12 }
  return { type: 'paragraph', text, page, boxes: [box], lines: [{ start: 0, box }] }
}

/** Returns a heading at the top of a page. */
export const heading = (text: string, page = 1, level = 1): Block => ({
  ...line(text, page, 60),
  type: 'heading',
  level,
})

/** Stores a file and a parse with these blocks, as ingestion does. */
async function addParse({ db, newId, providers }: BaseContext, blocks: Block[], given: ParseInput = {}) {
  const bytes_id = newId()
  const body = given.bytes ?? Buffer.from(`%PDF-1.7 ${bytes_id}`)
  const sha256 = bytes_id.padEnd(64, '0')
  const bytes = {
    id: bytes_id,
    sha256,
    size_bytes: body.length,
    mime: 'application/pdf',
    created_at: CREATED_AT,
  }
  await db.insertInto('file_bytes').values(bytes).execute()
  await providers.files.put(`bytes/${bytes_id}`, body)
  return { bytes_id, parse_id: await addNewerParse({ db, newId }, bytes_id, blocks, given) }
}

/** Adds another parse of the same file, by another parser. */
export async function addNewerParse(
  { db, newId }: Pick<BaseContext, 'db' | 'newId'>,
  bytes_id: string,
  blocks: Block[],
  { kind = 'pdf', pages, title = 'A study' }: ParseInput = {},
): Promise<string> {
  const id = newId()
  const last = Math.max(1, ...blocks.map(({ page }) => page))
  const facts: DocumentFacts = {
    kind,
    title,
    authors: [],
    identifiers: {},
    language: 'en',
    pages: (pages ?? Array.from({ length: last }, () => ({}))).map((each, at) => samplePage(at + 1, each)),
    outline: [],
    warnings: [],
    parser: { name: 'test', version: id },
    blocks: blocks.length,
    passages: 0,
    works: 0,
  }
  const row = {
    id,
    bytes_id,
    parser: `test ${id}`,
    state: 'ready' as const,
    stage: 'index',
    done: 1,
    total: 1,
  }
  const ends = {
    error_kind: null,
    error: null,
    facts: JSON.stringify(facts),
    passages: 0,
    owner_id: 'nobody',
  }
  const times = {
    leased_by: null,
    leased_until: null,
    progress_at: CREATED_AT,
    attempts: 1,
    created_at: CREATED_AT,
    updated_at: CREATED_AT,
  }
  await db
    .insertInto('parses')
    .values({ ...row, ...ends, ...times })
    .execute()
  const rows = blocks.map((block, ordinal) => ({
    parse_id: id,
    ordinal,
    page: block.page,
    block: JSON.stringify(block),
  }))
  for (let from = 0; from < rows.length; from += 500)
    await db
      .insertInto('parse_blocks')
      .values(rows.slice(from, from + 500))
      .execute()
  return id
}

/** Adds a document with this text to a dataset. */
export async function addDocument(
  base: BaseContext,
  { dataset_id, creator_id }: { dataset_id: string; creator_id: string },
  blocks: Block[],
  given: ParseInput = {},
) {
  const parse = await addParse(base, blocks, given)
  const document_id = base.newId()
  await base.db
    .insertInto('documents')
    .values(
      documentRow({ id: document_id, dataset_id, creator_id, ...parse }, CREATED_AT, {
        name: given.name ?? 'study.pdf',
        title: given.title ?? 'A study',
        size_bytes: 9,
        paper_id: given.paper_id ?? null,
      }),
    )
    .execute()
  return { document_id, ...parse, text: canonicalText(blocks).text }
}

/** Adds a user's own file with this text, which belongs to no document. */
export async function addAttachable(
  base: BaseContext,
  creator_id: string,
  blocks: Block[],
  name = 'own.pdf',
): Promise<string> {
  const { bytes_id, parse_id } = await addParse(base, blocks)
  const parser = parserForMime('application/pdf')
  await base.db.updateTable('parses').set({ parser }).where('id', '=', parse_id).execute()
  const id = base.newId()
  const row = { id, user_id: creator_id, bytes_id, name, created_at: CREATED_AT, for_documents: 0 as const }
  await base.db.insertInto('files').values(row).execute()
  return id
}
