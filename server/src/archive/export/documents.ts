import { blankWork, readWork, type Work } from '@scinav/contract'
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

/** Keys within the archive, such as `f0001`, by id; ids mean nothing in other installations. */
export interface ArchiveKeys {
  folders: Map<string, string>
  tags: Map<string, string>
  /** Documents with annotations that the caller may see. */
  annotated: Set<string>
}

/** A document's line in the archive, with the ids needed to pack its file and annotations. */
export interface PackedDocument {
  id: string
  bytes_id: string | null
  line: ArchivedDocument
}

/**
 * Yields the documents of a dataset in batches, in the order in which they were added. Documents with the same stored
 * bytes share one file in the archive, under the name of the first.
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
    const works = await loadWorks(ctx, rows)
    const files = await loadFiles(ctx, rows)
    const excluded = await findExcludedPassages(
      ctx,
      rows.map(({ id }) => id),
    )
    for (const { id, name } of rows.flatMap((row) => availableFiles(row, files)))
      if (!paths.has(id)) paths.set(id, nameOf(name))
    yield rows.map((row) => {
      count += 1
      const key = `d${String(count).padStart(5, '0')}`
      const line = documentLine(row, key, keys, works.get(row.id) ?? null)
      return {
        id: row.id,
        bytes_id: row.bytes_id,
        line: {
          ...line,
          file: fileEntry(files.get(row.bytes_id ?? ''), paths),
          left_out: (excluded.get(row.id) ?? [])
            .slice(0, MAX_EXCLUDED_PASSAGES)
            .map(({ quote, ordinal }) => ({ quote, ordinal })),
        },
      }
    })
  }
}

type StoredFiles = Awaited<ReturnType<typeof loadFiles>>

/** Returns the stored bytes of a document with its name, or nothing when they are lost. */
const availableFiles = ({ bytes_id, name }: Row, files: StoredFiles) =>
  bytes_id !== null && files.get(bytes_id)?.isStored ? [{ id: bytes_id, name }] : []

/** Describes the file of a document; its path is null when the bytes are lost. Null for a document without a file. */
function fileEntry(
  file: ReturnType<StoredFiles['get']>,
  paths: ReadonlyMap<string, string>,
): ArchivedDocument['file'] {
  if (!file) return null
  const { id, sha256, size_bytes, mime } = file
  return { path: paths.get(id) ?? null, sha256, size: Number(size_bytes), mime }
}

/** Returns the line of a document without what concerns its bytes. */
function documentLine(
  row: Row,
  key: string,
  keys: ArchiveKeys,
  work: Work | null,
): Omit<ArchivedDocument, 'file' | 'left_out'> {
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
    work,
    annotations: keys.annotated.has(row.id) ? `annotations/${key}.jsonld` : null,
  }
}

/**
 * Returns the records of documents by document id: of a paper the record of the library, else the document's own copy,
 * else a record with its name alone; of another document only one that a person has entered.
 */
async function loadWorks(ctx: Context, rows: Row[]): Promise<Map<string, Work>> {
  const records = new Map<string, string>()
  const paper_ids = rows.flatMap(({ paper_id }) => paper_id ?? [])
  for await (const batch of streamRecordsByIds(ctx, paper_ids))
    for (const { id, record } of batch) records.set(id, record)
  return new Map(
    rows.flatMap((row): [string, Work][] => {
      const own = row.type === 'paper' || row.record_by_hand === 1 ? row.record : null
      const record = records.get(row.paper_id ?? '') ?? own
      if (record) return [[row.id, readWork(record)]]
      return row.type === 'paper' ? [[row.id, blankWork(row.name, 1)]] : []
    }),
  )
}

/** Returns the files of documents by the id of their bytes, each with whether the storage still has it. */
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
