import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { fileURLToPath } from 'node:url'
import {
  type Block,
  cutIntoPassages,
  type Passage,
  parseFile,
  prepareParser,
  recognizeFile,
} from '../documents/src/index.ts'
import { replaceRadicals } from '../documents/src/pdf/engine/glyph-text.ts'
import { addBlocks, addPassages } from '../server/src/documents/parse-results/index.ts'
import { openBase } from '../server/src/open-base.ts'
import { readConfig } from '../server/src/platform/config/config.ts'
import type { BaseContext, Context } from '../server/src/platform/context/context.ts'
import { insertMany } from '../server/src/platform/db/insert-many.ts'
import { createLogger } from '../server/src/platform/foundation/logger.ts'
import { createSignedUpUser } from '../server/src/testing/sign-up.ts'

/** The folder of the data sets, with a slash at its end. */
export const DATA = fileURLToPath(new URL('../../shared/data/', import.meta.url))

/** Returns whether the files that questions are about are on this machine. */
export const hasDocumentFiles = () => existsSync(`${DATA}pdf-structure`)

/** Files that no question is about, added as distractors. */
export const DISTRACTOR_FILES = [
  'arxiv-pasa',
  'chinese-gb7714-thesis',
  'chinese-xjtu-journal',
  'docling-2305.03393-p9',
  'grobid-0807.3577',
  'grobid-0908.0054',
  'layoutparser-fast',
  'multicolumn-latex',
  'zotero-arxiv',
  'zotero-doi',
].map((name) => `pdfs/${name}.pdf`)

/** A parsed document, real or synthetic. */
interface ParsedFile {
  name: string
  facts: object
  blocks: Block[]
  passages: Passage[]
}

/**
 * Parses a file of the data sets as the product does.
 *
 * @throws Error when it is of no known kind.
 */
export async function parseDataFile(file: string): Promise<ParsedFile> {
  const path = DATA + file
  const { kind } = await recognizeFile(path, basename(path))
  if (!kind) throw new Error(`${file} is nothing that can be read`)
  await prepareParser(kind)
  const document = await parseFile(path, kind, { report: () => {} })
  const { blocks, ...facts } = document
  return { name: basename(file), facts, blocks, passages: cutIntoPassages(document) }
}

/** Opens an empty installation in a folder, with a user. */
export async function openInstallation(folder: string) {
  const log = createLogger('error', process.stderr)
  const opened = await openBase(readConfig({ DATA_DIR: folder, CONFIG_FILE: '' }), log)
  const { user } = await createSignedUpUser(opened.base, 'bench', 'ink-and-bamboo-77')
  return { ...opened, ctx: userContext(opened.base, user.id) }
}

const userContext = (base: BaseContext, id: string): Context => ({
  ...base,
  actor: { id, is_admin: false, organization: null, session_id: '' },
  client: { ip: '', network: '', user_agent: '', is_local: true },
  cookie: { set: () => {}, clear: () => {} },
  stream: { after: 0, signal: new AbortController().signal },
})

/** Inserts a private dataset; resolves to its id. */
export async function addDataset({ db, newId, now }: BaseContext, owner_id: string): Promise<string> {
  const [id, time] = [newId(), now().toISOString()]
  const about = { kind: 'reading' as const, name: id, description: '', subject_code: null, project_id: null }
  const rights = { visibility: 'private' as const, external_model_allowed: 1 as const }
  await db
    .insertInto('datasets')
    .values({
      ...{ id, owner_id, ...about, ...rights, external_model_locked: 0 },
      ...{ deleted_at: null, created_at: time, updated_at: time },
    })
    .execute()
  return id
}

let [seq, change] = [1, 0]

/** Adds a parsed document to a dataset, as ingestion does. */
export async function addDocument(
  { db, newId, now }: BaseContext,
  { dataset_id, owner_id }: { dataset_id: string; owner_id: string },
  { name, facts, blocks, passages }: ParsedFile,
): Promise<string> {
  const [bytes_id, parse_id, id, time] = [newId(), newId(), newId(), now().toISOString()]
  const times = { created_at: time, updated_at: time }
  const sha256 = createHash('sha256').update(id).digest('hex')
  const mime = 'application/pdf'
  const bytes = { id: bytes_id, sha256, size_bytes: 1, mime, created_at: time }
  const state = { state: 'ready' as const, stage: 'index', done: 1, total: 1, error_kind: null, error: null }
  const lease = { attempts: 1, owner_id, leased_by: null, leased_until: null, progress_at: time }
  const parse = { id: parse_id, bytes_id, parser: 'bench', ...state, ...lease, ...times }
  const file = {
    id,
    dataset_id,
    type: 'file' as const,
    paper_id: null,
    file_id: newId(),
    name,
    mime,
    size_bytes: 1,
  }
  const served = { bytes_id, parse_id, next_parse_id: null, proposed_paper_id: null }
  const unsaid = {
    declined_paper_id: null,
    next_file_id: null,
    record: null,
    record_key: null,
    record_bytes: 0,
    record_by_hand: 0 as const,
    record_lookup: null,
    record_engines: '',
  }
  const ready = { page_count: 1, state: 'ready' as const, progress: 1, error: null, warnings: '[]' }
  change += 1
  const place = {
    first_seq: seq,
    passages: passages.length,
    change,
    document_id: id,
    parse_id,
    gone: 0 as const,
  }
  seq += passages.length
  await db.transaction().execute(async (db) => {
    await insertMany(db, 'file_bytes', [bytes])
    await insertMany(db, 'parses', [{ ...parse, facts: JSON.stringify(facts), passages: passages.length }])
    const written = blocks.map((block) => ({ page: block.page, json: JSON.stringify(block) }))
    await addBlocks({ db, now }, parse_id, 0, written)
    await addPassages({ db, now }, parse_id, passages)
    const about = { creator_id: owner_id, deleted_at: null, title: null, named_by_hand: 0 as const }
    await insertMany(db, 'documents', [{ ...file, ...served, ...unsaid, ...ready, ...about, ...times }])
    await insertMany(db, 'passage_places', [place])
  })
  return id
}

/**
 * Returns the letters and digits of each page of a file according to pdf.js, without layout, to verify the location of
 * quotes.
 */
export async function readPageLetters(file: string): Promise<string[]> {
  const { getDocument } = await import('pdfjs-dist/legacy/build/pdf.mjs')
  const packages = fileURLToPath(new URL('../node_modules/pdfjs-dist/', import.meta.url))
  const data = new Uint8Array(readFileSync(DATA + file))
  const document = await getDocument({ data, cMapUrl: `${packages}cmaps/`, cMapPacked: true, verbosity: 0 })
    .promise
  const pages: string[] = []
  for (let at = 1; at <= document.numPages; at += 1) {
    const { items } = await (await document.getPage(at)).getTextContent()
    pages.push(normalizedLetters(items.map((item) => ('str' in item ? item.str : '')).join('')))
  }
  return pages
}

export const normalizedLetters = (text: string) =>
  replaceRadicals(text)
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '')
