// Writes the lines of an archive's `documents.jsonl`; `pack.ts` adds the files and annotations that they name.
import { blankWork, RESOURCE_TYPE, readWork, type Work } from '@scinav/contract'
import { findExcludedPassages } from '../../documents/parse-results/index.ts'
import { findBytesByIds, openStoredBytes } from '../../documents/storage/index.ts'
import { streamBaseDocuments } from '../../knowledge/datasets/index.ts'
import { streamRecordsByIds } from '../../library/papers/index.ts'
import type { Context } from '../../platform/context/context.ts'
import { type ArchivedDocument, MAX_EXCLUDED_PASSAGES } from '../archive/format.ts'
import { createEntryNamer } from './entry-names.ts'

/** A document of a dataset as `streamBaseDocuments` yields it. */
type Row = YieldOf<ReturnType<typeof streamBaseDocuments>>[number]
type YieldOf<Generator> = Generator extends AsyncGenerator<infer Item> ? Item : never

/** What the lines refer to. Ids mean nothing in other installations, so the archive has keys of its own. */
export interface ArchiveKeys {
  /** Keys of folders by id: `f0001`. */
  folders: Map<string, string>
  /** Keys of tags by id: `t0001`. */
  tags: Map<string, string>
  /** Ids of the documents with annotations that the caller may see. */
  annotated: Set<string>
}

/** A document's line in the archive, with the ids needed to pack its file and annotations. */
export interface PackedDocument {
  /** The id of the document. */
  id: string
  /** The id of its stored bytes; null for a document without a file. */
  bytes_id: string | null
  line: ArchivedDocument
}

/**
 * Yields the documents of a dataset in batches, in the order in which they were added, with the keys `d00001`, `d00002`, …
 * Documents with the same stored bytes share one file in the archive, under the name of the first. Folders and tags
 * without a key, which were created after the keys were given, are omitted, and so are excluded passages beyond
 * `MAX_EXCLUDED_PASSAGES`. Does not check rights: the caller has.
 *
 * @throws AppError `storage.unavailable` when the file store does not answer.
 */
export async function* packDocuments(
  ctx: Context,
  dataset_id: string,
  keys: ArchiveKeys,
): AsyncGenerator<PackedDocument[]> {
  const nameOf = createEntryNamer('files')
  /** Paths in the archive by the id of the bytes. */
  const paths = new Map<string, string>()
  let count = 0
  for await (const rows of streamBaseDocuments(ctx, dataset_id)) {
    const content = await loadContent(ctx, rows)
    assignPaths(paths, rows, content.files, nameOf)
    yield rows.map((row) => {
      count += 1
      const key = `d${String(count).padStart(5, '0')}`
      return { id: row.id, bytes_id: row.bytes_id, line: documentLine(row, key, { keys, paths, ...content }) }
    })
  }
}

/** What the database and the file store hold about a batch of documents. */
interface BatchContent {
  /** Records by document id. */
  works: Awaited<ReturnType<typeof loadWorks>>
  /** Files by the id of their bytes. */
  files: StoredFiles
  /** Excluded passages by document id. */
  excluded: Awaited<ReturnType<typeof findExcludedPassages>>
}

type StoredFiles = Awaited<ReturnType<typeof loadFiles>>

async function loadContent(ctx: Context, rows: Row[]): Promise<BatchContent> {
  const works = await loadWorks(ctx, rows)
  const files = await loadFiles(ctx, rows)
  const excluded = await findExcludedPassages(
    ctx,
    rows.map(({ id }) => id),
  )
  return { works, files, excluded }
}

/** Gives a path to the stored bytes of each document that have none yet; lost bytes get none. */
function assignPaths(
  paths: Map<string, string>,
  rows: Row[],
  files: StoredFiles,
  nameOf: (name: string) => string,
): void {
  for (const { bytes_id, name } of rows)
    if (bytes_id !== null && files.get(bytes_id)?.isStored && !paths.has(bytes_id))
      paths.set(bytes_id, nameOf(name))
}

/** Describes the file of a document; its path is null when the bytes are lost. Null for a document without a file. */
function fileEntry(
  file: ReturnType<StoredFiles['get']>,
  paths: ReadonlyMap<string, string>,
): ArchivedDocument['file'] {
  if (!file) return null
  const { id, sha256, size_bytes, mime } = file
  return { path: paths.get(id) ?? null, sha256, size: Number(size_bytes), mime }
}

/** Returns the line of a document, given its key, and the keys and paths that the line refers to. */
function documentLine(
  row: Row,
  key: string,
  { keys, paths, works, files, excluded }: BatchContent & { keys: ArchiveKeys; paths: Map<string, string> },
): ArchivedDocument {
  const keysOf = (ids: string[], keysById: Map<string, string>) =>
    ids.flatMap((id) => keysById.get(id) ?? []).toSorted()
  return {
    key,
    type: row.type,
    name: row.name,
    named_by_hand: row.named_by_hand === 1,
    added_at: row.created_at,
    folders: keysOf(row.folder_ids, keys.folders),
    tags: keysOf(row.tag_ids, keys.tags),
    work: works.get(row.id) ?? null,
    annotations: keys.annotated.has(row.id) ? `annotations/${key}.jsonld` : null,
    file: fileEntry(files.get(row.bytes_id ?? ''), paths),
    left_out: (excluded.get(row.id) ?? [])
      .slice(0, MAX_EXCLUDED_PASSAGES)
      .map(({ quote, ordinal }) => ({ quote, ordinal })),
  }
}

/**
 * Returns the records of documents by document id: of a paper the record of the library, else the document's own copy,
 * else a record with its name alone, as a journal article, the commonest kind; of another document only one that a
 * person has entered.
 */
async function loadWorks(ctx: Context, rows: Row[]): Promise<Map<string, Work>> {
  const records = new Map<string, string>()
  const paper_ids = rows.flatMap(({ paper_id }) => paper_id ?? [])
  for await (const batch of streamRecordsByIds(ctx, paper_ids))
    for (const { id, record } of batch) records.set(id, record)
  return new Map(
    rows.flatMap((row): [string, Work][] => {
      const ownRecord = row.type === 'paper' || row.record_by_hand === 1 ? row.record : null
      const record = records.get(row.paper_id ?? '') ?? ownRecord
      if (record) return [[row.id, readWork(record)]]
      return row.type === 'paper' ? [[row.id, blankWork(row.name, RESOURCE_TYPE.journalArticle)]] : []
    }),
  )
}

/**
 * Returns the files of documents by the id of their bytes, each with whether the file store still has it. Opening reads
 * nothing and holds nothing open until its stream is read, so it serves as the test and is not closed.
 */
async function loadFiles(ctx: Context, rows: Row[]) {
  const entries = await findBytesByIds(
    ctx,
    rows.flatMap(({ bytes_id }) => bytes_id ?? []),
  )
  const files = entries.map(async (row) => ({
    ...row,
    isStored: (await openStoredBytes(ctx, row.id)) !== null,
  }))
  return new Map((await Promise.all(files)).map((file) => [file.id, file]))
}
